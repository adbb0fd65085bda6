// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parse } from '#query/parse.ts'
import { corpusOptions } from '#tests/fixtures/search-corpus.ts'
import { system } from '../ui/system.ts'
import { Unmarked, useFinder } from './finding.tsx'

const server = vi.hoisted(() => ({ asked: 0 }))
vi.mock('./finder.ts', async (original) => {
  server.asked += 1
  if (server.asked === 1) throw new TypeError('Failed to fetch dynamically imported module')
  return original()
})

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function Marks({ tree }: { readonly tree: Parameters<typeof useFinder>[0] }) {
  const finder = useFinder(tree)
  return finder ? <p>{finder.terms.length} terms</p> : <Unmarked />
}

it('says that hits are not marked yet where what marks them cannot be fetched, and asks for it until it comes', async () => {
  const parsed = parse('merger OR costs', corpusOptions)
  if (!parsed.ok) throw new Error('The query cannot be read')
  const shown = (tree: Parameters<typeof useFinder>[0]) => (
    <ChakraProvider value={system}>
      <Marks tree={tree} />
    </ChakraProvider>
  )
  // Nothing is searched for: nothing is fetched, and nothing is missing.
  const { rerender } = render(shown(null))
  await pass(10_000)
  expect(screen.getByText('0 terms')).toBeDefined()
  expect(server.asked).toBe(0)
  rerender(shown(parsed.tree))
  await pass(499)
  expect(screen.queryByRole('note')).toBeNull()
  await pass(1)
  expect(screen.getByRole('note').textContent).toBe('Hits are not marked yet.')
  // The browser was online all the while: no event tells that the server is back.
  await pass(5_000)
  vi.useRealTimers()
  await screen.findByText('2 terms')
  expect(screen.queryByRole('note')).toBeNull()
})
