import { afterEach, describe, expect, it } from 'vitest'
import { redo, undo } from '#src/commands/undo.ts'
import { trailOf } from '#src/stores/undo.ts'
import { lookAtNote, noteAreas, notesOf, setNote, textOf, typeNote } from '../support/notes.ts'
import { converge, createBrowser, type Tab, type TabOptions, type TestBrowser } from '../support/tabs.ts'

let browser: TestBrowser
afterEach(() => browser.close())

async function openInProject(options: TabOptions = {}): Promise<Tab> {
  const tab = await browser.openTab(options)
  await tab.openAccount(7)
  await tab.openProject(1)
  return tab
}

const stepsOf = (tab: Tab, note: number) => trailOf(tab.state().undoTrail, `document:${note}`)

describe('several tabs of one browser', () => {
  it('[client-broadcast-channel] [store-sync-channel] shows in one tab what another has written, over redux_state_sync', async () => {
    browser = createBrowser(noteAreas)
    const [one, two] = [await openInProject(), await openInProject()]
    await one.dispatch(setNote({ note: 1, field: 'a', text: 'seen' }))
    await expect.poll(() => textOf(two.state(), 1, 'a')).toBe('seen')
    expect(browser.hub.said.map(({ channel }) => channel)).toContain('redux_state_sync')
    expect([...one.faults, ...two.faults]).toEqual([])
  })

  it('gives a tab that opens later the same state from the log', async () => {
    browser = createBrowser(noteAreas)
    const one = await openInProject()
    for (let note = 0; note < 20; note++)
      await one.dispatch(setNote({ note, field: 'a', text: `text ${note}` }))
    const two = await openInProject()
    expect(two.state()).toMatchObject({ ...one.state(), logState: two.state().logState })
  })

  it('reads from the log what a lost message would have told, as soon as the tab is looked at', async () => {
    browser = createBrowser(noteAreas)
    const [one, two] = [await openInProject(), await openInProject()]
    browser.hub.faults = { lose: 1, repeat: 0, delay: 0, random: () => 0 }
    await one.dispatch(setNote({ note: 1, field: 'a', text: 'unheard' }))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(textOf(two.state(), 1, 'a')).toBe('')
    two.wake()
    await expect.poll(() => textOf(two.state(), 1, 'a')).toBe('unheard')
  })

  it('lets only one of two tabs undo a step that both see', async () => {
    browser = createBrowser(noteAreas)
    const [one, two] = [await openInProject(), await openInProject()]
    await one.dispatch(setNote({ note: 1, field: 'a', text: 'first' }))
    await one.dispatch(setNote({ note: 1, field: 'a', text: 'second' }))
    await expect.poll(() => stepsOf(two, 1).done.length).toBe(2)
    browser.hub.faults = { lose: 1, repeat: 0, delay: 0, random: () => 0 }
    await one.dispatch(setNote({ note: 2, field: 'a', text: 'x' }))
    const through = stepsOf(one, 1).done.at(-1)?.group
    const both = await Promise.all([
      one.dispatch(undo({ stream: 'document:1', through: through ?? '' })),
      two.dispatch(undo({ stream: 'document:1', through: through ?? '' })),
    ])
    expect(both.filter(({ rejected }) => rejected === null)).toHaveLength(1)
    expect(both.find(({ rejected }) => rejected !== null)?.rejected).toBe(
      'There is nothing to undo on this document.',
    )
    await converge(browser, [one, two])
    for (const tab of [one, two]) {
      expect(textOf(tab.state(), 1, 'a')).toBe('first')
      expect(stepsOf(tab, 1)).toMatchObject({
        done: [{ group: expect.any(String) }],
        undone: [{ group: through }],
      })
    }
  })

  it('keeps the undo trail through a reload and offers it in another tab', async () => {
    browser = createBrowser(noteAreas)
    const one = await openInProject()
    await one.dispatch(setNote({ note: 1, field: 'a', text: 'first' }))
    await one.dispatch(setNote({ note: 1, field: 'b', text: 'other' }))
    await one.close()
    const reloaded = await openInProject({ session: one.session })
    await reloaded.dispatch(undo({ stream: 'document:1' }))
    expect(textOf(reloaded.state(), 1, 'b')).toBe('')
    const two = await openInProject()
    await two.dispatch(redo({ stream: 'document:1' }))
    expect(textOf(two.state(), 1, 'b')).toBe('other')
    await expect.poll(() => textOf(reloaded.state(), 1, 'b')).toBe('other')
  })

  it('[store-session-broadcastid] gives a duplicated tab a new id, and leaves a reloaded one its own', async () => {
    browser = createBrowser(noteAreas)
    const one = await openInProject()
    expect(one.session.get('broadCastId')).toBe(one.tabId())
    const duplicate = await openInProject({ session: new Map(one.session) })
    expect(duplicate.tabId()).not.toBe(one.tabId())
    expect(duplicate.session.get('broadCastId')).toBe(duplicate.tabId())
    await duplicate.dispatch(lookAtNote({ note: 5 }))
    expect(notesOf(one.state()).views.byTab[one.tabId()]).toBeUndefined()
    const id = one.tabId()
    await one.close()
    const reloaded = await openInProject({ session: one.session })
    expect(reloaded.tabId()).toBe(id)
  })

  it('merges typing in one tab, and never with that of another tab', async () => {
    browser = createBrowser(noteAreas)
    const [one, two] = [await openInProject(), await openInProject()]
    await one.dispatch(typeNote({ note: 1, field: 'a', text: 'on' }))
    one.clock.now += 900
    await one.dispatch(typeNote({ note: 1, field: 'a', text: 'one' }))
    await expect.poll(() => textOf(two.state(), 1, 'a')).toBe('one')
    await two.dispatch(typeNote({ note: 1, field: 'a', text: 'one, two' }))
    expect(stepsOf(two, 1).done).toHaveLength(2)
    await two.dispatch(undo({ stream: 'document:1' }))
    expect(textOf(two.state(), 1, 'a')).toBe('one')
    await two.dispatch(undo({ stream: 'document:1' }))
    expect(textOf(two.state(), 1, 'a')).toBe('')
  })

  it('goes on with the other tabs when one of them dies in the middle', async () => {
    browser = createBrowser(noteAreas)
    const [one, two] = [await openInProject(), await openInProject()]
    const unfinished = one.dispatch(setNote({ note: 1, field: 'a', text: 'last words' }))
    await two.dispatch(setNote({ note: 2, field: 'a', text: 'alive' }))
    await unfinished
    await one.close()
    await two.dispatch(setNote({ note: 3, field: 'a', text: 'still' }))
    const three = await openInProject()
    expect([1, 2, 3].map((note) => textOf(three.state(), note, 'a'))).toEqual([
      'last words',
      'alive',
      'still',
    ])
  })
})

describe('a tab that keeps its facts to itself', () => {
  const set = (tab: Tab, note: number, text: string) => tab.dispatch(setNote({ note, field: 'a', text }))
  const textsOf = (tab: Tab) => [1, 2, 3].map((note) => textOf(tab.state(), note, 'a'))

  /** What a browser says whose disk is full, while the work runs. */
  async function whileFull<T>(work: () => Promise<T>): Promise<T> {
    const add = IDBObjectStore.prototype.add
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    try {
      return await work()
    } finally {
      IDBObjectStore.prototype.add = add
    }
  }

  for (const [why, options] of Object.entries({
    'there is no database': { indexedDB: undefined },
    'the page is no secure context': { secure: false },
  } satisfies Record<string, TabOptions>)) {
    it(`hears nothing of the others and loses nothing of its own where ${why}`, async () => {
      browser = createBrowser(noteAreas)
      const [one, two] = [await openInProject(options), await openInProject(options)]
      await set(one, 1, 'one')
      await set(two, 2, 'two')
      await set(one, 3, 'three')
      await converge(browser, [one, two])
      expect(textsOf(one)).toEqual(['one', '', 'three'])
      expect(textsOf(two)).toEqual(['', 'two', ''])
    })
  }

  it('is cut off from the others once its database is full, and both go on', async () => {
    browser = createBrowser(noteAreas)
    const [full, other] = [await openInProject(), await openInProject()]
    await set(full, 1, 'shared')
    await expect.poll(() => textOf(other.state(), 1, 'a')).toBe('shared')
    await whileFull(() => set(full, 2, 'kept in memory'))
    await expect.poll(() => full.state().logState).toMatchObject({ mode: 'memory', reason: 'quota' })
    await set(other, 3, 'in the database')
    await set(full, 1, 'also in memory')
    await set(other, 2, 'also in the database')
    await converge(browser, [full, other])
    expect(textsOf(full)).toEqual(['also in memory', 'kept in memory', ''])
    expect(textsOf(other)).toEqual(['shared', 'also in the database', 'in the database'])
    // What the other one shows is what its log says.
    const later = await openInProject()
    expect(textsOf(later)).toEqual(textsOf(other))
    expect([...full.faults, ...other.faults, ...later.faults]).toEqual([])
  })
})
