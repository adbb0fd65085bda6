// @vitest-environment jsdom
/** Parts that are fetched when they are shown: one that cannot be had takes nothing with it. */
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { part } from '#src/features/ui/part.tsx'
import { system } from '#src/features/ui/system.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const Greeting = ({ name }: { readonly name: string }) => <p>Hello {name}</p>

/** A part that can be fetched from the `nth` time on. */
const fetchedAt = (nth: number) => {
  let times = 0
  const Part = part(async () => {
    times += 1
    if (times < nth) throw new TypeError('Failed to fetch dynamically imported module')
    return Greeting
  })
  return { Part, times: () => times }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('is shown once it has come, and everywhere at once from then on', async () => {
  const { Part, times } = fetchedAt(1)
  const { unmount } = render(<Part name="Ada" />)
  expect(screen.queryByText('Hello Ada')).toBeNull()
  await pass(0)
  expect(screen.getByText('Hello Ada')).toBeDefined()
  unmount()
  render(<Part name="Ben" />)
  expect(screen.getByText('Hello Ben')).toBeDefined()
  await pass(60_000)
  expect(times()).toBe(1)
})

it('has its place kept while it is on its way', async () => {
  const Part = part(async () => Greeting, <p>On its way</p>)
  render(<Part name="Ada" />)
  expect(screen.getByText('On its way')).toBeDefined()
  await pass(0)
  expect(screen.queryByText('On its way')).toBeNull()
  expect(screen.getByText('Hello Ada')).toBeDefined()
})

it('may wait until its place has stood for a while: who only passes by does not fetch it', async () => {
  let times = 0
  const Part = part(
    async () => {
      times += 1
      return Greeting
    },
    <p>On its way</p>,
    1_000,
  )
  const { unmount } = render(<Part name="Ada" />)
  await pass(999)
  unmount()
  await pass(60_000)
  expect(times).toBe(0)
  const stays = render(<Part name="Ada" />)
  await pass(1_000)
  expect(screen.getByText('Hello Ada')).toBeDefined()
  stays.unmount()
  render(<Part name="Ben" />)
  expect(screen.getByText('Hello Ben')).toBeDefined()
  expect(times).toBe(1)
})

it('that cannot be fetched leaves the rest of the page as it is, and is asked for again', async () => {
  const { Part, times } = fetchedAt(4)
  render(
    <>
      <p>The screen</p>
      <Part name="Ada" />
    </>,
  )
  await pass(0)
  expect(screen.getByText('The screen')).toBeDefined()
  expect(times()).toBe(1)
  await pass(5_000)
  expect(times()).toBe(2)
  window.dispatchEvent(new Event('online'))
  await pass(0)
  expect(times()).toBe(3)
  await pass(5_000)
  expect(screen.getByText('Hello Ada')).toBeDefined()
  await pass(60_000)
  expect(times()).toBe(4)
})

it('that stays away says so, and offers to load the page again: a new version may have taken its file away', async () => {
  const { Part } = fetchedAt(99)
  render(
    <ChakraProvider value={system}>
      <Part name="Ada" />
    </ChakraProvider>,
  )
  await pass(14_999)
  expect(screen.queryByRole('alert')).toBeNull()
  await pass(1)
  expect(screen.getByRole('alert').textContent).toContain('a new version was put in place')
  expect(screen.getByRole('button', { name: 'Load the page again' })).toBeDefined()
})

it('is not asked for any more once it is gone from the screen', async () => {
  const { Part, times } = fetchedAt(9)
  const { unmount } = render(<Part name="Ada" />)
  await pass(0)
  unmount()
  await pass(60_000)
  window.dispatchEvent(new Event('online'))
  await pass(0)
  expect(times()).toBe(1)
})

it('that was fetched ahead is there at once', async () => {
  const { Part, times } = fetchedAt(1)
  Part.fetch()
  await pass(0)
  render(<Part name="Ada" />)
  expect(screen.getByText('Hello Ada')).toBeDefined()
  expect(times()).toBe(1)
})
