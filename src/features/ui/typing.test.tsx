// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { typingQuiet, useTyping } from './typing.ts'

/** An input whose value comes back late, as a store's does that waits for a log. */
function Late({ say, late = 50 }: { readonly say: (text: string) => void; readonly late?: number }) {
  const [value, setValue] = useState('')
  const { text, type, flush } = useTyping(value, (next) => {
    say(next)
    setTimeout(() => setValue(next), late)
  })
  return (
    <>
      <input
        aria-label="Notes"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={flush}
      />
      <button type="button" onClick={() => setValue('from elsewhere')}>
        Elsewhere
      </button>
    </>
  )
}
const input = () => screen.getByLabelText<HTMLInputElement>('Notes')
const type = (value: string) => fireEvent.change(input(), { target: { value } })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('typing', () => {
  it('keeps every keystroke, however late the store answers', async () => {
    const say = vi.fn()
    render(<Late say={say} late={500} />)
    for (const text of ['0', '01', '012', '0123', '01234']) {
      type(text)
      await pass(60)
    }
    expect(input().value).toBe('01234')
    await pass(typingQuiet)
    expect(say.mock.calls).toEqual([['01234']])
    type('012345')
    // The answer to the first saying comes while the next letter waits: it must not take it away.
    await pass(250)
    expect(input().value).toBe('012345')
    // Nor while the second saying is on its way.
    await pass(300)
    expect(input().value).toBe('012345')
    await pass(1000)
    expect(input().value).toBe('012345')
    expect(say).toHaveBeenLastCalledWith('012345')
  })

  it('says at once what waits when the input is left, when the page is hidden, and when the input goes', async () => {
    const say = vi.fn()
    const { unmount } = render(<Late say={say} />)
    type('a')
    fireEvent.blur(input())
    expect(say).toHaveBeenLastCalledWith('a')
    type('ab')
    fireEvent(window, new Event('pagehide'))
    expect(say).toHaveBeenLastCalledWith('ab')
    type('abc')
    unmount()
    expect(say).toHaveBeenLastCalledWith('abc')
    expect(say).toHaveBeenCalledTimes(3)
  })

  it('takes over what comes from elsewhere while nothing waits', async () => {
    render(<Late say={() => undefined} />)
    fireEvent.click(screen.getByText('Elsewhere'))
    expect(input().value).toBe('from elsewhere')
  })
})
