import { expect, it, vi } from 'vitest'
import { loadAgainOnce } from './load-again.ts'

it.each([
  ['navigate', true],
  ['back_forward', true],
  ['reload', false],
  [null, false],
])('loads a page again whose files are gone, but none that was loaded again: %s', (type, again) => {
  const reload = vi.fn()
  const window = {
    performance: { getEntriesByType: () => (type === null ? [] : [{ type }]) },
    location: { reload },
  } as unknown as Window
  expect(loadAgainOnce(window)).toBe(again)
  expect(reload).toHaveBeenCalledTimes(again ? 1 : 0)
})
