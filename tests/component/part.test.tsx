// @vitest-environment jsdom
/** Parts that are fetched when they are shown: one that cannot be had takes nothing with it. */
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { part } from '#src/features/ui/part.tsx'
import { system } from '#src/features/ui/system.ts'
import { TypedAhead, takeTyped } from '#src/features/ui/typed-ahead.tsx'

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

describe('a list to type into that is on its way', () => {
  const heard = vi.fn()
  const onClose = vi.fn()
  /** One that never comes, asked for in the first of two inputs. */
  const wait = () => {
    const List = part<{ onClose: () => void }>(() => new Promise(() => undefined), TypedAhead)
    render(
      <ChakraProvider value={system}>
        <input aria-label="First" />
        <input aria-label="Second" />
        <List onClose={onClose} />
      </ChakraProvider>,
    )
  }
  const listen = (event: KeyboardEvent) => heard(event.key, event.defaultPrevented)
  beforeEach(() => {
    heard.mockClear()
    onClose.mockClear()
    addEventListener('keydown', listen)
  })
  afterEach(() => {
    removeEventListener('keydown', listen)
    takeTyped()
  })

  it('takes what is typed meanwhile, and Escape or a press goes on without it', () => {
    wait()
    fireEvent.keyDown(document.body, { key: 'r' })
    fireEvent.keyDown(document.body, { key: 'e' })
    expect(heard.mock.calls).toEqual([
      ['r', true],
      ['e', true],
    ])
    expect(onClose).not.toHaveBeenCalled()
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(heard).toHaveBeenLastCalledWith('Escape', true)
    expect(onClose).toHaveBeenCalledTimes(1)
    // The next list does not begin with what was meant for this one.
    expect(takeTyped()).toEqual({ text: '', entered: false })
    fireEvent.pointerDown(document.body)
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  it('leaves to an input that somebody has gone to what is typed there', () => {
    wait()
    fireEvent.keyDown(screen.getByLabelText('Second'), { key: 'r' })
    expect(heard).toHaveBeenLastCalledWith('r', false)
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('after a second says that it waits, and still begins with what is typed', async () => {
    wait()
    fireEvent.keyDown(document.body, { key: 'r' })
    expect(screen.queryByRole('status')).toBeNull()
    await pass(1_000)
    expect(screen.getByRole('status').textContent).toContain('Escape cancels')
    fireEvent.keyDown(document.body, { key: 'j' })
    expect(heard).toHaveBeenLastCalledWith('j', true)
    expect(onClose).not.toHaveBeenCalled()
    // Enter does not press what stands behind: it is meant for the list too.
    fireEvent.keyDown(document.body, { key: 'Enter' })
    expect(heard).toHaveBeenLastCalledWith('Enter', true)
    expect(takeTyped()).toEqual({ text: 'rj', entered: true })
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})
