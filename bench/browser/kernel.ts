/** The client kernel's figures, as they run in a page: the product's own areas, the browser's own database and channel. */
import { nanoid } from 'nanoid'
import { account } from '#src/app/account.ts'
import { holdLog } from '#src/app/open-log.ts'
import type { App, Areas } from '#src/app.ts'
import { createApp } from '#src/app.ts'
import { initialise, setValue } from '#src/commands/coding.ts'
import { receiveForms } from '#src/commands/coding-forms.ts'
import { browserEnvironment } from '#src/effects/environment.ts'
import { everythingLoaded } from '#src/events/area-loading.ts'
import type { Envelope } from '#src/events/envelope.ts'
import { browserSignals, type Hint, hintChannelName } from '#src/events/log/channel.ts'
import { type Follower, follow } from '#src/events/log/follower.ts'
import { indexedDbLog } from '#src/events/log/indexeddb.ts'
import { openKeys } from '#src/events/log/keys.ts'
import { lockElection } from '#src/events/log/leader.ts'
import type { EventLog, Unplaced } from '#src/events/log/log.ts'
import { nativeChannel } from '#src/events/log/native.ts'
import { packState } from '#src/stores/buckets.ts'
import { createReplay, createRoutes, type States } from '#src/stores/runtime.ts'
import { everyArea as product } from '#tests/support/every-area.ts'

export * from './kernel-references.ts'

const userId = 7
const documents = 200
const fieldId = 1

const areas: Areas = {
  ...product,
  effects: [],
  who: () => ({ userId, role: 'Reviewer', projectId: 1, can: () => true }),
}

let app: App | null = null

/** Opens a tab's client in a project with a coding form and documents to code. */
export async function open(): Promise<string> {
  let tabId: string | null = null
  app = await createApp({
    areas,
    account,
    indexedDB: window.indexedDB,
    channels: nativeChannel,
    elect: lockElection(navigator.locks),
    signals: browserSignals,
    identity: {
      readClientId: () => 'bench',
      writeClientId: () => undefined,
      readTabId: () => tabId,
      writeTabId: (id) => {
        tabId = id
      },
    },
    keys: openKeys(window.indexedDB, window.crypto),
    env: browserEnvironment(window),
    newId: () => nanoid(),
    secure: window.isSecureContext,
    idle: (work) => requestIdleCallback(() => work()),
    http: () => ({ call: () => Promise.reject(new Error('There is no server here')) }),
    onFault: (fault) => console.error(fault),
  })
  await app.openAccount(userId)
  await app.openProject(1)
  return app.tabId()
}

export async function prepareCoding(): Promise<void> {
  await run(receiveForms({ list: [{ ...about, revision: 1 }], forms: [{ ...form, revision: 1 }] }))
  for (let documentId = 1; documentId <= documents; documentId++) {
    await run(initialise({ documentId, values: [] }))
  }
}

/** Ms of each of so many commands: decided, appended and folded. */
export async function commandTimes(times: number): Promise<number[]> {
  const taken: number[] = []
  for (let nth = 0; nth < times; nth++) {
    const start = performance.now()
    await run(setValue({ documentId: 1 + (nth % documents), fieldId, value: `value ${nth} ${taken.length}` }))
    taken.push(performance.now() - start)
  }
  return taken
}

/** Codes one document; answers when (on the clock that all pages share) it was asked for. */
export async function say(text: string): Promise<number> {
  const at = performance.timeOrigin + performance.now()
  await run(setValue({ documentId: 1, fieldId, value: text }))
  return at
}

/** When this page's store showed that text. */
export function heard(text: string): Promise<number> {
  return new Promise((resolve) => {
    const stop = app?.onCommitted((envelopes) => {
      if (!JSON.stringify(envelopes.map(({ payload }) => payload)).includes(text)) return
      stop?.()
      resolve(performance.timeOrigin + performance.now())
    })
  })
}

async function run(input: Parameters<App['dispatch']>[0]): Promise<void> {
  const done = await app?.dispatch(input)
  if (!done || done.rejected !== null) throw new Error(`${input.type}: ${done?.rejected ?? 'no app'}`)
}

/** The log that is filled and replayed, as the product would name it. */
let logName = 'affiant:project:7:9'
async function openLog(): Promise<EventLog> {
  const keys = await openKeys(window.indexedDB, window.crypto).keysFor(accountOf(logName))
  return indexedDbLog(logName, {
    factory: window.indexedDB,
    codec: keys.codec(logName),
    onClosed: () => undefined,
  })
}
const accountOf = (name: string): number => Number(name.split(':')[2])

/** What its database is called. */
export const nameOfLog = (): string => logName

/** Goes on with the log of the project that was last open in this browser. */
export async function takeProductLog(): Promise<void> {
  const names = (await window.indexedDB.databases()).map(({ name }) => name ?? '')
  const found = names.find((name) => name.startsWith('affiant:project:'))
  if (found === undefined) throw new Error('No project was ever open in this browser')
  logName = found
}

/** Appends so many events one by one, as fast as they are taken, with the other pages following; ms of each. */
export async function appendTimes(page: string, times: number): Promise<number[]> {
  const follower = await following(page)
  const taken: number[] = []
  for (let nth = 0; nth < times; nth++) {
    const one = { ...envelope(nth), tabId: page }
    const start = performance.now()
    await follower.append([one], { seen: null })
    taken.push(performance.now() - start)
  }
  return taken
}

let followed: Promise<Follower> | null = null
const handedOn: number[] = []
export function following(page: string): Promise<Follower> {
  followed ??= openLog().then((log) =>
    follow({
      log,
      channel: nativeChannel<Hint>(hintChannelName),
      signals: browserSignals,
      tabId: () => page,
      admit: (envelopes) => envelopes,
      apply: (envelopes) => handedOn.push(...envelopes.map(({ seq }) => seq)),
      onForeign: () => undefined,
      reload: async () => 0,
      onFault: (fault) => console.error(fault),
    }),
  )
  return followed
}

/** Every seq that this page was handed on, in the order in which it was. */
export async function seqsOf(page: string): Promise<number[]> {
  await (await following(page)).catchUp()
  return handedOn
}

/** Ms of reading the newest so many events at once, none of them sealed. */
export async function gapTimes(size: number, times: number): Promise<number[]> {
  const log = await openLog()
  const head = await log.head()
  const taken: number[] = []
  for (let nth = 0; nth < times; nth++) {
    const start = performance.now()
    const read = await log.read({ after: head - size, limit: size })
    taken.push(performance.now() - start)
    if (read.length !== size) throw new Error(`${read.length} of ${size} were read`)
  }
  await log.close()
  return taken
}

/** When (on the clock that all pages share) this page led, with the log's epoch taken. */
export function leads(): Promise<number> {
  return new Promise((resolve, reject) => {
    const standing = lockElection(navigator.locks)('affiant:lead:7')
    standing.subscribe((leading) => {
      if (!leading) return
      openLog()
        .then((log) => log.takeEpoch())
        .then(() => resolve(performance.timeOrigin + performance.now()), reject)
    })
  })
}

/** All events of the project that was last open in this browser, as a session of the product has left them. */
export async function recorded(): Promise<Envelope[]> {
  await takeProductLog()
  const log = await openLog()
  const envelopes = await log.read({ after: 0, limit: 100_000 })
  await log.close()
  return envelopes
}

let mix: readonly Envelope[] = []
/** What a log is filled with from here on: events of a real session, over and over, each round of other documents. */
export function takeMix(session: readonly Envelope[]): void {
  mix = session
}

/** Writes a log of so many events over 10,000 documents, sealed as the app leaves it. */
export async function fillLog(count: number): Promise<void> {
  const log = await openLog()
  for (let from = 0; from < count; from += 1_000) {
    const envelopes = Array.from({ length: 1_000 }, (_, index) => envelope(from + index))
    await log.append(envelopes, { seen: null })
  }
  await log.compact({ upTo: 0 })
  await log.close()
}

/** Folds the whole log once and keeps what it gives as snapshots; a few hundred events follow them. */
export async function takeSnapshot(): Promise<void> {
  const log = await openLog()
  const { states } = await replay(log)
  const seq = await log.head()
  await log.saveSnapshots(
    createRoutes(areas.projections)
      .of('project')
      .map(({ name, version }) => ({ name, version, seq, state: packState(states.get(name)) })),
  )
  await log.append(
    Array.from({ length: 400 }, (_, index) => envelope(index)),
    { seen: null },
  )
  await log.close()
}

/** Ms of opening that log until its states stand: from its snapshots where there are any. */
export async function openTimes(times: number): Promise<number[]> {
  const taken: number[] = []
  for (let nth = 0; nth < times; nth++) {
    const start = performance.now()
    const log = await openLog()
    const { hold } = await replay(log)
    taken.push(performance.now() - start)
    await hold.close()
  }
  return taken
}

async function replay(log: EventLog) {
  const routes = createRoutes(areas.projections)
  let states: States = new Map()
  const hold = await holdLog({
    pack: packState,
    log,
    kind: 'project',
    routes,
    catalog: areas.catalog,
    areas: everythingLoaded,
    channel: null,
    signals: () => () => undefined,
    tabId: () => 'bench',
    restore: (restored) => {
      states = restored
    },
    commit: (envelopes) => {
      const from = new Map([...states].map(([name, state]) => [name, { seq: 0, state }]))
      const rest = createReplay(routes, 'project', from)
      rest.feed(envelopes)
      states = rest.states()
    },
    states: () => states,
    onForeign: () => undefined,
    onQuarantined: () => {
      throw new Error('The bench wrote events that nobody knows')
    },
    onFault: (fault) => console.error(fault),
  })
  return { hold, states }
}

/**
 * The `nth` event of a long log: the session's own, its documents moved on by a step each round. What is named in it keeps its
 * shape, and each has an id of its own.
 */
function envelope(nth: number): Unplaced {
  const one = mix[nth % mix.length]
  if (one === undefined) throw new Error('No session was recorded')
  const round = Math.floor(nth / mix.length)
  const { seq: _, ...own } = one
  const moved = (documentId: number): number => 1 + ((documentId + round * 7_919) % 10_000)
  const text = JSON.stringify({ stream: own.stream, payload: own.payload })
    .replace(/("documentId":)(\d+)/g, (_all, name: string, id: string) => name + moved(Number(id)))
    .replace(/(document:)(\d+)/g, (_all, name: string, id: string) => name + moved(Number(id)))
  const ids = (id: string): string => `${id}-${round}`
  return {
    ...own,
    ...(JSON.parse(text) as Pick<Unplaced, 'stream' | 'payload'>),
    id: nanoid(),
    commandId: ids(own.commandId),
    correlationId: ids(own.correlationId),
    causationId: own.causationId === null ? null : ids(own.causationId),
    undo: {
      ...own.undo,
      group: own.undo.group === '' ? '' : ids(own.undo.group),
      targets: own.undo.targets.map(ids),
    },
    retention: own.retention,
  }
}

const about = { coding_form_id: 1, name: 'Bench', isSelected: true }
const form = {
  ...about,
  modifyActionType: 0,
  sections: [
    {
      sectionId: 1,
      position: 1,
      name: 'Bench',
      isExpanded: true,
      isEditing: false,
      fields: [
        {
          coding_form_field_id: 1,
          fieldId,
          position: 1,
          field_name: 'Issue',
          field_type_id: 1,
          is_read_only: false,
          is_required: false,
          is_single_choice: false,
          is_multi: false,
          values: [],
        },
      ],
    },
  ],
}
