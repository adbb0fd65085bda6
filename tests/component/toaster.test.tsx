// @vitest-environment jsdom
/** How toasts look and how they go. */
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addToast, closeMessages, updateToast } from '#src/commands/toasts.ts'
import { toastCollapse, toastDragPart, toastLife } from '#src/stores/toasts.ts'
import { type Desk, openDesk } from '#tests/support/screens.tsx'

let desk: Desk
const shown = () => desk.app.state().toasts.shown.map(({ message }) => message)
const say = async (message: string, kind: 'info' | 'error' = 'info') => {
  await act(() => desk.app.dispatch(addToast({ toastId: message, kind, message })))
}
const region = () => screen.getByRole('region', { name: 'Messages' })
const toast = async (message: string) => {
  const text = await screen.findByText(message)
  const box = text.closest('[data-toast]')
  if (!(box instanceof HTMLElement)) throw new Error('No toast around the text')
  return box
}
/** Long enough that a toast which is not held has gone, with its collapse. */
const pass = (ms: number) => act(() => new Promise((done) => setTimeout(done, ms)))

beforeEach(async () => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  desk = await openDesk()
  desk.mount(<p>The screen</p>)
})
afterEach(async () => {
  cleanup()
  await desk.close()
  vi.restoreAllMocks()
})

describe('toasts', () => {
  it('[toast-newest-on-top] have the newest on top', async () => {
    await say('First')
    await say('Second')
    await waitFor(() => expect(region().textContent).toMatch(/Second.*First/))
  })

  it('[toast-close-on-click] close on a click', async () => {
    await say('Saved')
    fireEvent.click(await toast('Saved'))
    await waitFor(() => expect(shown()).toEqual([]))
  })

  it('[limit-toast-2000] close by themselves after 2000 ms', async () => {
    expect(toastLife).toBe(2000)
    const from = performance.now()
    await say('Saved')
    await toast('Saved')
    await waitFor(() => expect(shown()).toEqual([]))
    expect(performance.now() - from).toBeGreaterThanOrEqual(1950)
  })

  it('stay until they are closed where they say an error, however often it is said', async () => {
    await say('Refused', 'error')
    await say('Refused too', 'error')
    await act(() => void desk.app.dispatch(addToast({ toastId: 'again', kind: 'error', message: 'Refused' })))
    await pass(2300)
    expect(shown()).toEqual(['Refused', 'Refused too'])
    const [first, second] = screen.getAllByRole('button', { name: 'Close the message' })
    first?.focus()
    if (first) fireEvent.click(first)
    await waitFor(() => expect(shown()).toEqual(['Refused too']))
    expect(document.activeElement).toBe(second)
    await act(() => void desk.app.dispatch(closeMessages({})))
    await waitFor(() => expect(shown()).toEqual([]))
  })

  it('are said also where errors that nobody closes fill all places: the oldest are counted, and come back', async () => {
    for (const nth of ['First', 'Second', 'Third', 'Fourth']) await say(nth, 'error')
    await say('Saved')
    await screen.findByText('2 earlier errors: they show again when one above is closed.')
    fireEvent.click(await toast('Saved'))
    await waitFor(() => expect(shown()).toEqual(['Fourth', 'Third']))
    fireEvent.click(await toast('Fourth'))
    await toast('Second')
    await toast('First')
    await waitFor(() => expect(screen.queryByText(/earlier error/)).toBeNull())
    for (const nth of ['Fifth', 'Sixth']) await say(nth, 'error')
    await act(() => void desk.app.dispatch(closeMessages({})))
    await waitFor(() => expect(desk.app.state().toasts).toMatchObject({ shown: [], folded: [] }))
  })

  it('[toast-pause-hover] wait while the pointer is over them', async () => {
    await say('Saved')
    const box = await toast('Saved')
    await pass(100)
    fireEvent.mouseEnter(box)
    await pass(2300)
    expect(shown()).toEqual(['Saved'])
    fireEvent.mouseLeave(box)
    await waitFor(() => expect(shown()).toEqual([]))
  })

  it('[toast-pause-focus-loss] wait while the window does not have the focus', async () => {
    await say('Saved')
    await toast('Saved')
    fireEvent(window, new Event('blur'))
    await pass(2300)
    expect(shown()).toEqual(['Saved'])
    fireEvent(window, new Event('focus'))
    await waitFor(() => expect(shown()).toEqual([]))
  })

  it('start their time anew when they are updated', async () => {
    await say('Sending')
    await toast('Sending')
    await pass(1200)
    await act(() => desk.app.dispatch(updateToast({ toastId: 'Sending', kind: 'success', message: 'Sent' })))
    await pass(1200)
    expect(shown()).toEqual(['Sent'])
  })

  it('[limit-toast-collapse-300] collapse for 300 ms on their way out', async () => {
    expect(toastCollapse).toBe(300)
    await say('Saved')
    const box = await toast('Saved')
    await pass(400)
    const from = performance.now()
    fireEvent.click(box)
    await waitFor(() => expect(document.body.contains(box)).toBe(false), { interval: 10 })
    expect(shown()).toEqual([])
    // Less one frame.
    expect(performance.now() - from).toBeGreaterThan(toastCollapse - 17)
  })

  it('keep their room while the pointer is at work, so that nothing moves under a press', async () => {
    await say('Saved')
    const box = await toast('Saved')
    const from = performance.now()
    while (performance.now() - from < toastLife + toastCollapse + 600) {
      fireEvent.pointerMove(window)
      await pass(100)
    }
    expect(document.body.contains(box)).toBe(true)
    expect(shown()).toEqual([])
    await waitFor(() => expect(document.body.contains(box)).toBe(false), { timeout: 2_000 })
  })

  it.each([
    ['stay when dragged for less than 80 percent of their width', 790, ['Saved']],
    ['[limit-toast-drag-80] go when dragged for 80 percent of their width', 805, []],
  ])('%s', async (_title, far, left) => {
    expect(toastDragPart).toBe(0.8)
    await say('Saved')
    const box = await toast('Saved')
    vi.spyOn(box, 'offsetWidth', 'get').mockReturnValue(1000)
    await pass(300)
    const at = (clientX: number) => ({
      pointerId: 1,
      pointerType: 'mouse',
      button: 0,
      isPrimary: true,
      clientX,
      clientY: 10,
    })
    // Motion follows the pointer frame by frame.
    const frame = () => pass(40)
    fireEvent.pointerDown(box, at(0))
    await frame()
    for (const x of [10, 200, 600, far]) {
      fireEvent.pointerMove(window, at(x))
      await frame()
    }
    fireEvent.pointerUp(window, at(far))
    fireEvent.click(box)
    await frame()
    expect(shown()).toEqual(left)
  })
})
