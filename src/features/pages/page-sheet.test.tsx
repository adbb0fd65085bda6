// @vitest-environment jsdom
/** When a page's image is asked for. */
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { system } from '../ui/system.ts'
import { PageSheet } from './page-sheet.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const place = { number: 1, count: 3, top: 0, left: 0, width: 100, height: 140, turn: 0 } as const
const shown = (atOnce: boolean) =>
  render(
    <ChakraProvider value={system}>
      <PageSheet {...place} source="/page" fault={null} atOnce={atOnce} onFailed={() => undefined} />
    </ChakraProvider>,
  )

it('asks at once for the page that a document opens with', () => {
  shown(true)
  expect(screen.getByAltText('Page 1 of 3').getAttribute('src')).toBe('/page')
})

it('asks for a page that somebody has scrolled to once it stays in view', () => {
  shown(false)
  expect(screen.queryByAltText('Page 1 of 3')).toBeNull()
  act(() => void vi.advanceTimersByTime(200))
  expect(screen.getByAltText('Page 1 of 3').getAttribute('src')).toBe('/page')
})
