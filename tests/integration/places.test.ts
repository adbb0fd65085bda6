import { allSettled, scopeBind } from 'effector'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createLeaving } from '#src/app/leaving.ts'
import type { WorkspacePorts } from '#src/app/workspace.ts'
import type { Areas } from '#src/app.ts'
import { command } from '#src/commands/define.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { registryOf } from '#src/commands/registry.ts'
import { type AnyEffect, effect } from '#src/effects/define.ts'
import { sleep, sole } from '#src/effects/environment.ts'
import type { Http } from '#src/effects/http.ts'
import { memoryArea } from '#src/effects/storage/browser.ts'
import { catalogOf } from '#src/events/catalog/catalog.ts'
import { event } from '#src/events/define.ts'
import type { Envelope } from '#src/events/envelope.ts'
import { type Keyring, openKeys } from '#src/events/log/keys.ts'
import { progress } from '#src/stores/network.ts'
import { on, projection } from '#src/stores/projection.ts'
import { treeCache } from '#src/stores/review.ts'
import {
  greet,
  lookAtNote,
  noteAreas,
  noteLooked,
  notesOf,
  noteWritten,
  setNote,
  textOf,
} from '../support/notes.ts'
import { converge, createBrowser, type Tab, type TabOptions, type TestBrowser } from '../support/tabs.ts'

let browser: TestBrowser
afterEach(() => browser.close())

// ── an area that says who is signed in and where, as the product's session and selection do ─────────────────────────

const wentTo = event({
  type: 'where.went',
  log: 'device',
  retention: 'session',
  payload: z.object({
    userId: z.nullable(z.int()),
    projectId: z.nullable(z.int()),
  }),
  stream: () => 'where',
})
const where = projection<z.infer<typeof wentTo.payload>>({
  name: 'where',
  version: 1,
  log: 'device',
  initial: { userId: null, projectId: null },
  handlers: [on(wentTo, (_, place) => place)],
})
const goTo = command({
  type: 'where.go',
  capture: 'never',
  payload: wentTo.payload,
  decide: (_, payload) => [wentTo(payload)],
  label: () => 'Go',
})
const confirm = command({
  type: 'notes.confirm',
  capture: 'never',
  payload: z.object({ note: z.int() }),
  decide: (state, { note }) => [noteWritten({ note, field: 'sent', from: '', to: textOf(state, note, 'a') })],
  label: () => 'Confirm',
})

/** Every note is sent to the server, once per browser. */
const sending: { to: number | null; note: number }[] = []
const sendNote: AnyEffect = effect({
  name: 'notes.send',
  on: noteLooked,
  strategy: 'queue',
  delivery: 'once',
  request: async (envelope) => {
    if (!serverIsThere) throw new Error('no server')
    sending.push({ to: envelope.projectId, note: envelope.payload.note })
  },
  done: (envelope) => ({ commands: [confirm({ note: envelope.payload.note })] }),
  fail: () => ({}),
})
let serverIsThere = true

const areas: Areas = {
  ...noteAreas,
  registry: new Map(
    [...noteAreas.registry.values(), ...registryOf([{ goTo, confirm }]).values()].map((one) => [
      one.type,
      one,
    ]),
  ),
  catalog: new Map(
    [...noteAreas.catalog.values(), ...catalogOf([{ wentTo }]).values()].map((one) => [one.type, one]),
  ),
  projections: { ...noteAreas.projections, where },
  effects: [],
  place: (state) => (state as unknown as { where: z.infer<typeof wentTo.payload> }).where,
}
const delivering: Areas = { ...areas, effects: [sendNote] }
const noHttp = (): Http => ({ call: () => Promise.reject(new Error('not called')) })

const at = (projectId: number | null, userId: number | null = 7) => goTo({ userId, projectId })
/** What a logout does to what this browser keeps, and nothing else of it. */
async function logOut(tab: Tab, keys: Keyring | null): Promise<void> {
  const { begin, finish } = createLeaving({
    indexedDB: browser.indexedDB,
    keys,
    env: { alone: sole, sleep },
    storage: { local: memoryArea() },
    onFault: (fault: unknown) => tab.faults.push(fault),
  } as unknown as WorkspacePorts)
  await begin(7)
  await tab.dispatch(at(null, null))
  expect(await finish(async () => undefined, true)).toBeNull()
}
const databases = async () => (await browser.indexedDB.databases()).map(({ name }) => name).sort()

describe('which logs are open', () => {
  it('follows the state: nobody, an account, a project, another one, and back', async () => {
    browser = createBrowser(areas)
    const tab = await browser.openTab()
    expect((await tab.dispatch(greet({ name: 'Ada', password: '' }))).rejected).toBe('Nobody is signed in.')
    await tab.dispatch(at(null))
    expect((await tab.dispatch(greet({ name: 'Ada', password: '' }))).rejected).toBeNull()
    expect((await tab.dispatch(setNote({ note: 1, field: 'a', text: 'x' }))).rejected).toBe(
      'No project is open.',
    )
    await tab.dispatch(at(1))
    await tab.dispatch(setNote({ note: 1, field: 'a', text: 'in one' }))
    await tab.dispatch(at(2))
    expect(textOf(tab.state(), 1, 'a')).toBe('')
    await tab.dispatch(setNote({ note: 1, field: 'a', text: 'in two' }))
    await tab.dispatch(at(1))
    expect(textOf(tab.state(), 1, 'a')).toBe('in one')
    expect(notesOf(tab.state()).greetings).toEqual(['Ada'])
    await tab.dispatch(at(null, 8))
    expect(notesOf(tab.state()).greetings).toEqual([])
    expect(await databases()).toEqual([
      'affiant:account:7',
      'affiant:account:8',
      'affiant:project:7:1',
      'affiant:project:7:2',
    ])
    expect(tab.faults).toEqual([])
  })

  it('forgets what was fetched for a project with it, and for the account with the account: transfers go on', async () => {
    browser = createBrowser(areas)
    const tab = await browser.openTab()
    await tab.dispatch(at(1))
    scopeBind(progress.put, { scope: tab.scope })({ key: 'upload', value: { done: 1, total: 2 } })
    scopeBind(treeCache.put, { scope: tab.scope })({ key: 'snapshot', value: null })
    await tab.dispatch(at(2))
    expect(tab.scope.getState(treeCache.$entries).size).toBe(0)
    expect(tab.scope.getState(progress.$entries).get('upload')).toEqual({ done: 1, total: 2 })
    await tab.dispatch(at(null, null))
    expect(tab.scope.getState(progress.$entries).size).toBe(0)
  })

  it('keeps the databases after a lock, and deletes the account and all of its projects after a logout', async () => {
    browser = createBrowser(areas)
    const [one, two] = [await browser.openTab(), await browser.openTab()]
    await one.dispatch(at(1))
    await one.dispatch(at(2))
    await two.dispatch(at(1))
    await one.dispatch(at(null, null))
    expect(await databases()).toHaveLength(3)
    await one.dispatch(at(2))
    await logOut(one, null)
    expect(await databases()).toEqual([])
    // The other tab has let go, and says so to whoever asks it for more.
    await two.settled()
    expect((await two.dispatch(setNote({ note: 1, field: 'a', text: 'x' }))).rejected).not.toBeNull()
  })

  it('drops the account’s keys with a logout, not with a lock, and lets the other tabs go', async () => {
    browser = createBrowser(areas)
    const keys = openKeys(browser.indexedDB, crypto)
    const [one, two] = [await browser.openTab({ keys }), await browser.openTab({ keys })]
    await one.dispatch(at(1))
    await two.dispatch(at(1))
    await one.dispatch(setNote({ note: 1, field: 'a', text: 'kept' }))
    const before = (await keys.keysFor(7)).id
    await one.dispatch(at(null, null))
    expect(await keys.wereDropped(7)).toBe(false)
    await one.dispatch(at(1))
    expect(textOf(one.state(), 1, 'a')).toBe('kept')
    await logOut(one, keys)
    expect(await keys.wereDropped(7)).toBe(true)
    expect(await databases()).toEqual(['affiant:keys'])
    await two.settled()
    expect(two.state().logState.mode).toBe('shared')
    await one.dispatch(at(1))
    expect(textOf(one.state(), 1, 'a')).toBe('')
    expect((await keys.keysFor(7)).id).not.toBe(before)
  })

  it('takes commands from the screens through the one Effector event, in this scope only', async () => {
    browser = createBrowser(areas)
    const [one, two] = [await browser.openTab(), await browser.openTab()]
    await one.dispatch(at(1))
    await two.dispatch(at(2))
    await allSettled(dispatch, {
      scope: one.scope,
      params: setNote({ note: 1, field: 'a', text: 'clicked' }),
    })
    await expect.poll(() => textOf(one.state(), 1, 'a')).toBe('clicked')
    expect(textOf(two.state(), 1, 'a')).toBe('')
  })

  it('says where it keeps facts when there is no database, no channel or no secure context', async () => {
    browser = createBrowser(areas)
    const reasons: Record<string, TabOptions> = {
      refused: { indexedDB: undefined },
      noChannel: { channels: () => null },
      insecure: { secure: false },
    }
    for (const [reason, options] of Object.entries(reasons)) {
      const tab = await browser.openTab(options)
      await tab.dispatch(at(1))
      await tab.settled()
      expect(tab.state().logState).toMatchObject({ mode: 'memory', reason, quarantined: 0 })
      expect((await tab.dispatch(setNote({ note: 1, field: 'a', text: 'kept' }))).rejected).toBeNull()
    }
    const shared = await browser.openTab()
    await shared.dispatch(at(1))
    expect(shared.state().logState).toMatchObject({ mode: 'shared', reason: '', quarantined: 0 })
    expect(textOf(shared.state(), 1, 'a')).toBe('')
  })
})

describe('an answer that comes while the project changes', () => {
  it('lands in the project that it belongs to, wherever the change has got to', async () => {
    browser = createBrowser(areas)
    const tab = await browser.openTab()
    await tab.dispatch(at(1))
    const answers = []
    for (let note = 1; note <= 6; note++) {
      await tab.dispatch(at(1))
      const { envelopes } = await tab.dispatch(setNote({ note, field: 'a', text: 'asked' }))
      const [cause] = envelopes
      if (!cause) throw new Error('Nothing was written')
      const changing = tab.dispatch(at(2))
      // The first one comes in the same turn, the others a little later each.
      for (let turn = 1; turn < note; turn++) await new Promise((resolve) => setTimeout(resolve, 0))
      answers.push(await tab.dispatch(setNote({ note, field: 'a', text: 'answered' }), { cause }))
      await changing
      expect(textOf(tab.state(), note, 'a')).toBe('')
    }
    expect(answers.map(({ rejected }) => rejected)).toEqual(Array.from({ length: 6 }, () => null))
    await tab.dispatch(at(1))
    for (let note = 1; note <= 6; note++) expect(textOf(tab.state(), note, 'a')).toBe('answered')
    expect(tab.faults).toEqual([])
  })
})

describe('snapshots', () => {
  it('opens from a snapshot and the rest, and catches up when it has slept through a compaction', async () => {
    browser = createBrowser(areas)
    const [one, asleep] = [await browser.openTab(), await browser.openTab()]
    await one.dispatch(at(1))
    await asleep.dispatch(at(1))
    browser.hub.faults = { lose: 1, repeat: 0, delay: 0, random: () => 0 }
    for (let nth = 0; nth < 1_250; nth++) {
      await one.dispatch(
        nth % 2 === 0 ? lookAtNote({ note: nth }) : setNote({ note: 1, field: 'a', text: `${nth}` }),
      )
    }
    await expect.poll(async () => (await one.log('project')?.loadSnapshots())?.length).toBeGreaterThan(0)
    await expect.poll(async () => (await one.log('project')?.read({ after: 0, limit: 1 }))?.[0]?.seq).toBe(2)
    expect(textOf(asleep.state(), 1, 'a')).toBe('')
    await converge(browser, [one, asleep])
    const later = await browser.openTab()
    await later.dispatch(at(1))
    for (const tab of [asleep, later]) {
      expect(notesOf(tab.state()).views).toEqual(notesOf(one.state()).views)
      expect(textOf(tab.state(), 1, 'a')).toBe('1249')
    }
    expect([...one.faults, ...asleep.faults, ...later.faults]).toEqual([])
  })
})

describe('the outbox', () => {
  it('is delivered by one tab, also for projects that are not on the screen, and each outcome lands in its own log', async () => {
    sending.length = 0
    serverIsThere = false
    browser = createBrowser(delivering)
    const one = await browser.openTab({ http: noHttp })
    await one.dispatch(at(1))
    await one.dispatch(setNote({ note: 5, field: 'a', text: 'five' }))
    await one.dispatch(lookAtNote({ note: 5 }))
    await one.close()

    // The page was closed with unsent work in project 1; the next one opens project 2.
    serverIsThere = true
    const [two, three] = [await browser.openTab({ http: noHttp }), await browser.openTab({ http: noHttp })]
    await two.dispatch(at(2))
    await three.dispatch(at(2))
    await three.dispatch(lookAtNote({ note: 6 }))
    await expect.poll(() => sending.length).toBe(2)
    await two.effects.idle()
    await three.effects.idle()
    expect(sending).toContainEqual({ to: 1, note: 5 })
    expect(sending).toContainEqual({ to: 2, note: 6 })
    await converge(browser, [two, three])
    expect(textOf(two.state(), 5, 'sent')).toBe('')
    await three.dispatch(at(1))
    expect(textOf(three.state(), 5, 'sent')).toBe('five')
    expect(await three.log('project')?.outbox()).toEqual([])
  })

  it('goes out in the order of the log, also where the leader has slept through a compaction', async () => {
    const sent: string[] = []
    const send: AnyEffect = { ...sendNote, request: async ({ tabId }: Envelope) => sent.push(tabId) }
    browser = createBrowser({ ...areas, effects: [send] })
    const [leader, other] = [await browser.openTab({ http: noHttp }), await browser.openTab({ http: noHttp })]
    await leader.dispatch(at(1))
    await other.dispatch(at(1))
    await leader.effects.idle()
    browser.hub.faults = { lose: 1, repeat: 0, delay: 0, random: () => 0 }
    await other.dispatch(lookAtNote({ note: 5 }))
    for (let nth = 0; nth < 1_250; nth++)
      await other.dispatch(setNote({ note: 1, field: 'a', text: `${nth}` }))
    await expect
      .poll(async () => (await other.log('project')?.read({ after: 0, limit: 1 }))?.[0]?.seq)
      .toBe(2)
    expect(sent).toEqual([])

    leader.wake()
    await expect.poll(() => notesOf(leader.state()).views.looks).toBe(1)
    await leader.dispatch(lookAtNote({ note: 5 }))
    await expect.poll(() => sent.length).toBe(2)
    expect(sent).toEqual([other.tabId(), leader.tabId()])
    expect([...leader.faults, ...other.faults]).toEqual([])
  })
})
