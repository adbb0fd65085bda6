// @vitest-environment jsdom
/** A page that cannot fetch what moves things: nothing is hidden by it, and nothing throws. */
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addToast } from '#src/commands/toasts.ts'
import { RefusalWords } from '#src/features/review/refusal-words.tsx'
import { system } from '#src/features/ui/system.ts'
import { type Desk, openDesk } from '#tests/support/screens.tsx'

const notFetched = () => {
  throw new TypeError('Failed to fetch dynamically imported module')
}
vi.mock('../../src/features/ui/motion-features.ts', () => notFetched())
vi.mock('../../src/features/ui/drag-features.ts', () => notFetched())

let desk: Desk
const uncaught: unknown[] = []
const note = (reason: unknown) => uncaught.push(reason)
beforeEach(async () => {
  process.on('unhandledRejection', note)
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  desk = await openDesk()
})
afterEach(async () => {
  cleanup()
  await desk.close()
  vi.restoreAllMocks()
  process.off('unhandledRejection', note)
  expect(uncaught.splice(0)).toEqual([])
})

const say = (message: string) =>
  act(async () => void (await desk.app.dispatch(addToast({ toastId: message, kind: 'info', message }))))
/** Opaque, and as high as it is, it and everything around it. */
const seen = (text: string): boolean => {
  const styles: CSSStyleDeclaration[] = []
  for (let at: Element | null = screen.getByText(text); at !== null; at = at.parentElement)
    styles.push(getComputedStyle(at))
  return styles.every(({ opacity, height }) => opacity !== '0' && height !== '0px')
}

describe('without what moves things', () => {
  it('a toast is seen: one that was said before that was known, and one that is said later', async () => {
    desk.mount(<p>The screen</p>)
    await say('At once')
    await waitFor(() => expect(seen('At once')).toBe(true))
    await say('Later')
    expect(seen('Later')).toBe(true)
    fireEvent.click(screen.getByText('Later'))
    await waitFor(() => expect(screen.queryByText('Later')).toBeNull())
    expect(seen('At once')).toBe(true)
  })

  it('a refusal is seen, also the next one, and goes when it is over', async () => {
    const said = (reason: string | null) => (
      <ChakraProvider value={system}>
        <RefusalWords
          said={reason === null ? null : { id: reason, place: 'coding', reason }}
          onClose={() => {}}
        />
      </ChakraProvider>
    )
    const { rerender } = render(said('Not yet'))
    await waitFor(() => expect(seen('Not yet')).toBe(true))
    rerender(said('Still not'))
    expect(seen('Still not')).toBe(true)
    rerender(said(null))
    await waitFor(() => expect(screen.queryByText('Still not')).toBeNull())
    rerender(said('And again'))
    expect(seen('And again')).toBe(true)
  })
})
