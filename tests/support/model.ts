/**
 * The client as a model sees it: up to four tabs of one browser on one database, each of which may die, be reloaded,
 * duplicated or be of a newer release than the others; a record that other people code at; and a way to it that loses,
 * refuses and is cut. Whatever happens, `expectOneTruth` must hold once everything is mended.
 */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { CodedValue } from '#contracts/coding.ts'
import { payloadOf, sameValue } from '#contracts/coding-values.ts'
import type { Areas } from '#src/app.ts'
import { fetchHistory } from '#src/commands/audit.ts'
import { initialise, setValue, typeValue } from '#src/commands/coding.ts'
import { receiveForms } from '#src/commands/coding-forms.ts'
import { resolve, retrySave, save } from '#src/commands/coding-saves.ts'
import type { CommandInput } from '#src/commands/define.ts'
import { isRejection } from '#src/commands/define.ts'
import type { AnyCommand } from '#src/commands/registry.ts'
import { applyTags, initialiseTags, receiveTags } from '#src/commands/tags.ts'
import { redo, undo } from '#src/commands/undo.ts'
import type { Environment } from '#src/effects/environment.ts'
import { saveConfirmed, saveRequested, valuesSet } from '#src/events/catalog/coding.ts'
import { changeConfirmed, changeRequested } from '#src/events/catalog/tags.ts'
import { heldIn, inConflict } from '#src/events/coding/document.ts'
import { requestIdOf } from '#src/events/coding/mark.ts'
import type { Draft, Envelope } from '#src/events/envelope.ts'
import { type Election, lockElection, soleElection } from '#src/events/log/leader.ts'
import { tagsNow } from '#src/events/tagging.ts'
import { auditIn, reconciled } from '#src/stores/audit.ts'
import { getIn } from '#src/stores/buckets.ts'
import { documentIn } from '#src/stores/coding.ts'
import { createReplay, createRoutes } from '#src/stores/runtime.ts'
import { chance } from '#tests/chance.ts'
import { DeskRecord, deskAreas, fields, form, tagCategories } from './desk.ts'
import { foreignValue } from './desk-script.ts'
import { type Mortal, mortal } from './mortal.ts'
import { createBrowser, type Tab, type TestBrowser } from './tabs.ts'

const documents = [1, 2, 3] as const
const editable = [fields.responsive, fields.issues, fields.summary, fields.pages] as const
/** Fields go by their names: a case that has failed can then be read, and kept. */
type Name = keyof typeof fields
const tagIds = tagCategories.flatMap(({ tags }) => tags.map(({ tagId }) => tagId))
const maxTabs = 4

/** What may happen. `tab` says which of the open tabs, whatever their number is then. */
export type Happening = { readonly tab: number } & (
  | { readonly kind: 'set' | 'type'; readonly of: number; readonly field: Name; readonly value: CodedValue }
  | { readonly kind: 'tag'; readonly of: number; readonly tagId: number }
  | { readonly kind: 'save' | 'retry' | 'undo' | 'redo' | 'fetch'; readonly of: number }
  | {
      readonly kind: 'resolve'
      readonly of: number
      readonly field: Name
      readonly choice: 'mine' | 'theirs'
    }
  | { readonly kind: 'foreign'; readonly of: number; readonly field: Name; readonly value: CodedValue }
  | { readonly kind: 'messages'; readonly lose: number; readonly repeat: number; readonly delay: number }
  | {
      readonly kind:
        | 'open'
        | 'crash'
        | 'reload'
        | 'duplicate'
        | 'upgrade'
        | 'secondLeader'
        | 'release'
        | 'offline'
        | 'online'
        | 'busy'
        | 'loseAnswer'
        | 'refuse'
        | 'wait'
        | 'wake'
    }
)

const tab = fc.nat({ max: maxTabs - 1 })
const of = fc.constantFrom(...documents)
const field = fc.constantFrom<Name>('responsive', 'issues', 'summary', 'pages')
const valued = field.chain((one) => fc.tuple(fc.constant(one), foreignValue(fields[one])))
const kinds = <K extends Happening['kind']>(...names: readonly K[]) => fc.constantFrom(...names)

export const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc
      .tuple(tab, kinds('set', 'type'), of, valued)
      .map(([tab, kind, of, [field, value]]) => ({ tab, kind, of, field, value })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(tab, of, fc.constantFrom(...tagIds))
      .map(([tab, of, tagId]) => ({ tab, kind: 'tag' as const, of, tagId })),
  },
  {
    weight: 14,
    arbitrary: fc
      .tuple(tab, kinds('save', 'save', 'save', 'retry', 'undo', 'undo', 'redo', 'fetch'), of)
      .map(([tab, kind, of]) => ({ tab, kind, of })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(tab, of, field, fc.constantFrom('mine' as const, 'theirs' as const))
      .map(([tab, of, field, choice]) => ({ tab, kind: 'resolve' as const, of, field, choice })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(tab, of, valued)
      .map(([tab, of, [field, value]]) => ({ tab, kind: 'foreign' as const, of, field, value })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(tab, fc.constantFrom(0, 0.4), fc.constantFrom(0, 0.4), fc.constantFrom(0, 0.4))
      .map(([tab, lose, repeat, delay]) => ({ tab, kind: 'messages' as const, lose, repeat, delay })),
  },
  {
    weight: 14,
    arbitrary: fc
      .tuple(
        tab,
        kinds(
          'open',
          'crash',
          'reload',
          'duplicate',
          'upgrade',
          'secondLeader',
          'release',
          'offline',
          'online',
          'online',
          'busy',
          'loseAnswer',
          'loseAnswer',
          'refuse',
          'wait',
          'wait',
          'wake',
        ),
      )
      .map(([tab, kind]) => ({ tab, kind })),
  },
)

interface Seat {
  readonly tab: Tab
  readonly mortal: Mortal
  readonly release: number
  readonly session: Map<string, string>
}

export class World {
  readonly record = new DeskRecord()
  readonly browser: TestBrowser = createBrowser(deskAreas)
  readonly faults: unknown[] = []
  /** Envelopes that a tab was told are in the log. */
  readonly #told: Envelope[] = []
  readonly #online = new Set<() => void>()
  #seats: Seat[] = []
  /** The newest release that has ever written here: whatever comes after can read it. */
  #newest = 0
  #clock = Date.UTC(2026, 0, 5, 9)
  #ids = 0
  readonly #asking = new Map<Tab, readonly Promise<unknown>[]>()
  readonly #random: () => number
  readonly #patience: number

  /** `patience`, in [0, 1]: how often the next thing waits for what is under way; else it comes in the middle of it. */
  constructor(seed: number, patience: number) {
    this.#random = chance(seed)
    this.#patience = patience
  }

  get tabs(): readonly Tab[] {
    return this.#seats.map((seat) => seat.tab)
  }

  async begin(): Promise<void> {
    const first = await this.#open()
    await first.tab.dispatch(receiveForms({ list: [infoOf(form)], forms: [form] }))
    await first.tab.dispatch(receiveTags({ categories: [...tagCategories] }))
    for (const document of documents) await this.#fetch(first.tab, document)
    await this.#open()
  }

  async perform(one: Happening): Promise<void> {
    this.#clock += this.#random() < 0.3 ? 2_000 : 5
    const seat = this.#seats[one.tab % this.#seats.length]
    if (!seat) throw new Error('No tab is open')
    switch (one.kind) {
      case 'foreign':
        this.record.foreign(fields[one.field], one.value, 'Ben Novak', one.of)
        return
      case 'messages':
        this.browser.hub.faults = { ...one, random: this.#random }
        return
      case 'release':
        this.browser.hub.release()
        return
      case 'offline':
      case 'online':
        this.#setOnline(one.kind === 'online')
        return
      case 'busy':
        this.record.busy = 2
        return
      case 'loseAnswer':
        this.record.loseAnswers += 1
        return
      case 'refuse':
        this.record.refuse = { status: 403, code: 'permission.denied', message: 'No.' }
        return
      case 'wait':
        await turn(3)
        return
      case 'wake':
        seat.tab.wake()
        return
      case 'fetch':
        this.#ask(seat.tab, this.#fetch(seat.tab, one.of))
        return
      case 'open':
      case 'secondLeader':
      case 'duplicate':
        if (this.#seats.length >= maxTabs) return
        await this.#open({
          release: seat.release,
          sole: one.kind === 'secondLeader',
          session: one.kind === 'duplicate' ? new Map(seat.session) : new Map(),
        })
        return
      case 'crash':
        this.#crash(seat)
        if (this.#seats.length === 0) await this.#open({ release: seat.release })
        return
      case 'reload':
      case 'upgrade':
        await this.#reload(seat, one.kind === 'upgrade' ? seat.release + 1 : seat.release)
        return
      default:
        this.#say(seat.tab, commandOf(one, seat.tab))
        if (this.#random() < this.#patience) await turn(1 + Math.floor(this.#random() * 6))
    }
  }

  /** Everything is mended, every tab is of the newest release, and nothing is under way any more. */
  async mend(): Promise<void> {
    this.record.refuse = null
    this.record.busy = 0
    this.record.loseAnswers = 0
    this.#setOnline(true)
    this.browser.hub.faults = { lose: 0, repeat: 0, delay: 0, random: () => 0.999 }
    this.browser.hub.release()
    for (const seat of [...this.#seats])
      if (seat.release < this.#newest) await this.#reload(seat, this.#newest)
    await this.quiet()
    for (const document of documents)
      for (const { tab } of this.#seats.slice(0, 1)) await this.#fetch(tab, document)
    await this.quiet()
  }

  async quiet(): Promise<void> {
    await Promise.all([...this.#asking.values()].flat())
    for (let round = 0; round < 200; round++) {
      for (const { tab } of this.#seats) {
        tab.wake()
        tab.effects.delivery.poke()
        await tab.settled()
        await tab.effects.delivery.idle()
        await tab.effects.idle()
      }
      const left = await this.#seats[0]?.tab.log('project')?.outbox()
      if (left?.length === 0 && round > 1 && this.#converged()) return
      await turn(2)
    }
    throw new Error('It does not come to rest')
  }

  async close(): Promise<void> {
    for (const seat of [...this.#seats]) this.#crash(seat)
  }

  async expectOneTruth(): Promise<void> {
    const [first] = this.#seats
    const log = await first?.tab.log('project')?.read({ after: 0, limit: 1e6 })
    if (!first || !log) throw new Error('No log is open')

    // Invariant 5, and nothing that a tab was told is in the log is missing from it (4).
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1))
    expect(new Set(log.map(({ id }) => id)).size).toBe(log.length)
    const byId = new Map(log.map((one) => [one.id, one]))
    const lost = this.#told.filter((one) => one.log === 'project' && byId.get(one.id)?.seq !== one.seq)
    expect(lost).toEqual([])

    // Invariants 1 and 4: every tab shows what the log says.
    const areas = areasOf(first.release)
    const replay = createReplay(createRoutes(areas.projections), 'project')
    replay.feed(log.map((one) => admitted(areas, one)))
    const said = replay.states()
    for (const { tab } of this.#seats) {
      const shown = tab.runtime.states('project')
      // The one is quick, the other says where they differ.
      if (!isDeepStrictEqual(shown, said)) expect(shown).toEqual(said)
    }

    // Invariant 6.
    const ownCause = log.filter(
      ({ causationId, commandId }) => causationId !== null && byId.get(causationId)?.commandId === commandId,
    )
    expect(ownCause).toEqual([])

    this.#expectOnceOnRecord(log)
    await this.#expectReconciled(first.tab)
    this.#expectSameValues(first.tab)
    expect(this.faults).toEqual([])
  }

  /** Invariant 12: what was asked is on the record once, in order per document, and every answer is in the log. */
  #expectOnceOnRecord(log: readonly Envelope[]): void {
    const asked = new Map<string, string[]>()
    for (const { call, key, body } of this.record.asked) {
      if (call !== 'coding.save' && call !== 'tags.apply') continue
      const { documentId } = body as { documentId: number }
      const lane = `${call} ${documentId}`
      const keys = asked.get(lane) ?? []
      if (key !== null && !keys.includes(key)) asked.set(lane, [...keys, key])
    }
    for (const document of documents) {
      for (const [call, type] of [
        ['coding.save', saveRequested.type],
        ['tags.apply', changeRequested.type],
      ] as const) {
        const wanted = log.filter((one) => one.type === type && one.stream === `document:${document}`)
        expect(asked.get(`${call} ${document}`) ?? []).toEqual(wanted.map(requestIdOf))
      }
    }
    const confirmed = log.flatMap(({ type, payload }) => {
      const said = payload as { saveId: string; changeId: string }
      if (type === saveConfirmed.type) return [said.saveId]
      return type === changeConfirmed.type ? [said.changeId] : []
    })
    expect(new Set(confirmed).size).toBe(confirmed.length)
    for (const key of confirmed) expect(this.record.replies.has(key)).toBe(true)
  }

  /** Invariant 16: held against the record, every entry is found there as it was acknowledged. */
  async #expectReconciled(tab: Tab): Promise<void> {
    for (const document of documents) await tab.dispatch(fetchHistory({ documentId: document }))
    await this.quiet()
    for (const document of documents) {
      for (const { state, entry, rows } of reconciled(auditIn(tab.state().audit, document))) {
        if (!entry || entry.what === 'edit') continue
        // Nobody waits for an answer any more: each has come, and was told.
        expect(['acknowledged', 'refused']).toContain(entry.state)
        const refused = entry.state === 'refused'
        // A tab that was refused told it; one that was let through by the same key died before it could.
        const found = refused && rows.length > 0 ? 'differs' : refused ? 'refused' : 'matched'
        expect(state).toBe(found)
        if (!refused) expect(this.record.replies.has(entry.commandId)).toBe(true)
      }
    }
  }

  /** What is neither pending nor in conflict stands in the form as it stands on the record. */
  #expectSameValues(tab: Tab): void {
    for (const document of documents) {
      const doc = documentIn(tab.state().coding, document)
      if (!doc) throw new Error('The document is not loaded')
      expect(doc.saves.filter(({ failed }) => failed === null)).toEqual([])
      for (const one of editable) {
        const { fieldId } = one
        if (inConflict(doc, fieldId) || doc.fields[fieldId]?.pending !== undefined) continue
        expect(sameValue(payloadOf(one, heldIn(doc, one, fieldId)), this.record.valueOf(one, document))).toBe(
          true,
        )
      }
      const labels = getIn(tab.state().tags.documents, String(document))
      expect(labels && [...tagsNow(labels)].sort()).toEqual([...this.record.sheet(document).tags].sort())
    }
  }

  #converged(): boolean {
    const [first, ...others] = this.#seats.map(({ tab }) => tab.runtime.states('project').get('audit'))
    return others.every((one) => JSON.stringify(one) === JSON.stringify(first))
  }

  #say(tab: Tab, input: CommandInput): void {
    this.#ask(
      tab,
      tab.dispatch(input).then(({ envelopes }) => {
        // A tab that has died goes on nowhere: what it tells itself, nobody hears.
        if (this.tabs.includes(tab)) this.#told.push(...envelopes)
      }),
    )
  }

  /** Who has died meanwhile has no faults, and need not be waited for. */
  #ask(tab: Tab, asking: Promise<unknown>): void {
    const isAlive = () => this.tabs.includes(tab)
    const ended = asking.catch((fault: unknown) => {
      if (isAlive()) this.faults.push(fault)
    })
    this.#asking.set(tab, [...(this.#asking.get(tab) ?? []), ended])
  }

  async #fetch(tab: Tab, document: number): Promise<void> {
    if (this.record.down) return
    // As the record is when it answers; its answer comes after a while.
    const values = this.record.coding(document)
    const tags = [...this.record.sheet(document).tags]
    const etag = `etag-${this.record.rows.length}`
    await tab.dispatch(initialise({ documentId: document, values }))
    await tab.dispatch(initialiseTags({ documentId: document, tagIds: tags, etag }))
  }

  #setOnline(online: boolean): void {
    this.record.down = !online
    for (const listener of [...this.#online]) listener()
  }

  #crash(seat: Seat): void {
    seat.mortal.die()
    this.#seats = this.#seats.filter((one) => one !== seat)
    this.#asking.delete(seat.tab)
  }

  async #reload(seat: Seat, release: number): Promise<void> {
    this.#crash(seat)
    await this.#open({ release, session: seat.session })
  }

  async #open({ release = 0, sole = false, session = new Map<string, string>() } = {}): Promise<Seat> {
    this.#newest = Math.max(this.#newest, release)
    const wakes = new Set<() => void>()
    const env: Environment = {
      now: () => this.#clock,
      sleep: async (ms, signal) => {
        signal.throwIfAborted()
        this.#clock += ms
        await turn(1)
        signal.throwIfAborted()
      },
      random: () => 0.5,
      online: () => !this.record.down,
      hidden: () => false,
      subscribe: (listener) => {
        this.#online.add(listener)
        return () => this.#online.delete(listener)
      },
      alone: (_name, _signal, work) => work(),
    }
    const life = mortal({
      indexedDB: this.browser.indexedDB,
      channels: this.browser.hub.channels,
      locks: this.browser.locks,
      env,
      idle: (work) => setTimeout(work, 0),
      signals: (wake) => {
        wakes.add(wake)
        return () => wakes.delete(wake)
      },
      http: () => this.record.http,
      onFault: (fault) => this.faults.push(fault),
    })
    const { locks, ...ports } = life.ports
    const opened = await this.browser.openTab({
      ...ports,
      areas: areasOf(release),
      elect: sole ? believing(lockElection(locks)) : lockElection(locks),
      session,
      newId: () => `model-${String(this.#ids++).padStart(8, '0')}`,
    })
    const wake = () => {
      for (const one of [...wakes]) one()
    }
    const seat = { tab: { ...opened, wake }, mortal: life, release, session }
    this.#seats.push(seat)
    await opened.openAccount(7)
    await opened.openProject(1)
    return seat
  }
}

function commandOf(one: Extract<Happening, { of: number }>, { state }: Tab): CommandInput {
  const documentId = one.of
  const stream = `document:${documentId}`
  switch (one.kind) {
    case 'set':
      return setValue({ documentId, fieldId: fields[one.field].fieldId, value: one.value })
    case 'type':
      return typeValue({ documentId, fieldId: fields[one.field].fieldId, value: one.value })
    case 'save':
      return save({ documentId })
    case 'retry':
      return retrySave({ documentId })
    case 'resolve':
      return resolve({ documentId, fieldId: fields[one.field].fieldId, choice: one.choice })
    case 'undo':
      return undo({ stream })
    case 'redo':
      return redo({ stream })
    case 'tag': {
      const doc = getIn(state().tags.documents, String(documentId))
      return doc && tagsNow(doc).includes(one.tagId)
        ? applyTags({ documentId, add: [], remove: [one.tagId] })
        : applyTags({ documentId, add: [one.tagId], remove: [] })
    }
    default:
      throw new Error(`${one.kind} is no command`)
  }
}

/** A tab that was asleep when another took over: it believes that it leads, and stands in line once it has found out. */
function believing(elect: Election): Election {
  let woken = false
  return (name) => {
    const now = woken ? elect : soleElection
    woken = true
    return now(name)
  }
}

/**
 * A later release of the program: the same in all but one event, which has a newer version that says the same. To an
 * older release it is one of which it does not know what it means.
 */
function areasOf(release: number): Areas {
  if (release === 0) return deskAreas
  const known = deskAreas.catalog.get(valuesSet.type)
  if (!known) throw new Error('There is no such event')
  const same = (payload: unknown) => payload
  const raised = {
    ...known,
    version: known.version + release,
    upcasts: [...known.upcasts, ...Array.from({ length: release }, () => same)],
  }
  const write = (drafts: readonly Draft[]) =>
    drafts.map((draft) => (draft.type === known.type ? { ...draft, version: raised.version } : draft))
  const decided = (def: AnyCommand): AnyCommand => ({
    ...def,
    decide: (state, payload, ctx) => {
      const made = def.decide(state, payload, ctx)
      return isRejection(made) ? made : write(made)
    },
  })
  return {
    ...deskAreas,
    catalog: new Map([...deskAreas.catalog, [known.type, raised]]),
    registry: new Map([...deskAreas.registry].map(([type, def]) => [type, decided(def)])),
  }
}

const admitted = ({ catalog }: Areas, one: Envelope): Envelope => ({
  ...one,
  version: catalog.get(one.type)?.version ?? one.version,
})

const infoOf = ({ coding_form_id, name, isSelected, revision }: typeof form) => ({
  coding_form_id,
  name,
  isSelected,
  revision,
})

async function turn(times: number): Promise<void> {
  for (let nth = 0; nth < times; nth++) await new Promise((wake) => setTimeout(wake, 0))
}
