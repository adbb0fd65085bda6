// @vitest-environment jsdom
/** What is said of the browser's log where it is not as it should be, and what can be done about it. */
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reportNetwork } from '#src/commands/effects.ts'
import { noteLogMode, noteQuarantine, noteSuperseded, noteUnreadable } from '#src/commands/kernel.ts'
import { LogBar } from '#src/features/shell/log-bar.tsx'
import { type Desk, openDesk } from '#tests/support/screens.tsx'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
  await say(noteLogMode({ mode: 'shared', reason: '' }))
  desk.mount(<LogBar />)
})
afterEach(async () => {
  cleanup()
  expect(desk.faults).toEqual([])
  await desk.close()
})

const say = (input: Parameters<Desk['app']['dispatch']>[0]) =>
  act(async () => void (await desk.app.dispatch(input)))
const waiting = (count: number) => say(reportNetwork({ online: false, waiting: count }))
const bar = () => screen.queryByTestId('log-bar')
const button = (name: string) => screen.queryByRole('button', { name })
/** Whether the browser would ask before the page goes. */
const asksBefore = (): boolean => {
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  return leaving.defaultPrevented
}
const aside = { log: 'project', seq: 4, type: 'coding.sung', version: 9, stream: 'document:4' } as const

describe('the bar about the log', () => {
  it('is not there where all is well', () => {
    expect(bar()).toBeNull()
    expect(asksBefore()).toBe(false)
  })

  it.each([
    ['refused', 'does not let the page keep its log'],
    ['insecure', 'not opened over a secure connection'],
    ['noChannel', 'cannot hear of each other'],
    ['quota', 'no room left'],
    ['wiped', 'was taken away while the page was open'],
    ['failed', 'storage has failed'],
    ['newer', 'belongs to a newer version of Affiant'],
    ['held', 'Close the other tabs of Affiant'],
  ] as const)(
    'says why the log is in memory (%s), and that the work is in this tab only',
    async (reason, why) => {
      await say(noteLogMode({ mode: 'memory', reason }))
      expect(bar()?.textContent).toContain(why)
      expect(bar()?.textContent).toContain('Work is kept in this tab only until it has been sent.')
      expect(bar()?.getAttribute('role')).toBe('status')
      expect(button('Reload') !== null).toBe(reason === 'newer' || reason === 'held')
      // With nothing unsent there is nothing to lose, and nothing to take along.
      expect(button('Download unsent work')).toBeNull()
      expect(asksBefore()).toBe(false)
    },
  )

  it('offers what is unsent as a file as long as there is some, and asks before the page goes', async () => {
    await say(noteLogMode({ mode: 'memory', reason: 'wiped' }))
    await waiting(2)
    expect(asksBefore()).toBe(true)
    const offered = button('Download unsent work')
    if (offered === null) throw new Error('Nothing is offered')
    fireEvent.click(offered)
    await act(() => desk.rest())
    // The app's own outbox is empty here, which is what the effect finds and says.
    expect(desk.app.state().toasts.shown.map(({ message }) => message)).toEqual([
      'Everything has been sent: there is nothing to download.',
    ])
    await waiting(0)
    expect(button('Download unsent work')).toBeNull()
    expect(asksBefore()).toBe(false)
  })

  it('needs no file and no question where the database has the unsent work', async () => {
    await waiting(2)
    expect(bar()).toBeNull()
    expect(asksBefore()).toBe(false)
  })

  it('counts what was set aside, by whether a newer version will read it', async () => {
    await say(noteQuarantine({ ...aside, reason: 'unreadable' }))
    expect(bar()?.textContent).toContain('1 entry of this browser’s log cannot be read')
    expect(button('Reload')).toBeNull()
    await say(noteQuarantine({ ...aside, seq: 5, reason: 'newer' }))
    await say(noteQuarantine({ ...aside, seq: 6, reason: 'newer' }))
    expect(bar()?.textContent).toContain('2 entries of a newer version of Affiant')
    expect(button('Reload')).not.toBeNull()
  })

  it('says the gravest first: unsent work that is lost, before entries that are only set aside', async () => {
    await say(noteQuarantine({ ...aside, reason: 'unreadable' }))
    await say(noteUnreadable({ unsent: 3, snapshots: 0 }))
    expect(bar()?.textContent).toMatch(/3 unsent changes cannot be read any more.*1 entry of this browser/)
  })

  it('says only to reload where a newer version has the log', async () => {
    await say(noteLogMode({ mode: 'memory', reason: 'quota' }))
    await waiting(1)
    await say(noteSuperseded({}))
    expect(bar()?.textContent).toContain(
      'A newer version of Affiant is open. Reload this page; nothing is lost.',
    )
    expect(bar()?.textContent).not.toContain('in this tab only')
    expect(button('Download unsent work')).toBeNull()
    expect(button('Reload')).not.toBeNull()
    expect(asksBefore()).toBe(false)
  })
})
