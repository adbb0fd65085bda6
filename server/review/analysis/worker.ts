/**
 * What runs in a child process: languages and personal data of some texts, and the comparison of all documents of a
 * project. That takes much memory and time of a processor, which the server has for people.
 */
import { confidences, maxPersonalData } from '#contracts/analysis.ts'
import type { DocumentState } from '#contracts/documents.ts'
import type { Tools } from '../../platform/jobs/protocol.ts'
import { inclusiveOf, type ThreadMessage } from './inclusive.ts'
import { languagesOf } from './language.ts'
import { NearDuplicates } from './near-duplicates.ts'
import { personalDataIn } from './personal-data.ts'
import type { Asked, Comparison, GroupRow, Part, Places, Read, Side, Task, ThreadRow } from './protocol.ts'
import { sampleOf } from './sample-of.ts'
import { Spooled } from './spooled.ts'
import { Conversations, type Threaded } from './threads.ts'

export async function work(task: Task, tools: Tools): Promise<unknown> {
  if (task.what === 'texts') return readTexts(task.texts, tools)
  if (task.what === 'places') return placesIn(task.texts)
  const told = new Progress(task.documents, tools)
  if (task.what === 'threads') await findThreads(task, told)
  else await findGroups(task, told)
  return null
}

/** Says which text it is on: one that it does not come to an end with costs that one alone. */
const readTexts = (texts: readonly Asked[], tools: Tools): Read[] =>
  texts.map(({ id, text }) => {
    tools.at(String(id))
    const { likely, potential } = personalDataIn(text).counts
    return {
      id,
      languages: [...languagesOf(sampleOf(text))],
      likely: Object.fromEntries(likely),
      potential: Object.fromEntries(potential),
    }
  })

/** The likely ones first: a list of addresses would hide a card number behind it. */
function placesIn(texts: readonly Asked[]): Places {
  const found = texts.map(({ id, text }) => ({ id, ...personalDataIn(text) }))
  const places = found.flatMap(({ id, places: own }) => own.map((place) => ({ id, ...place })))
  const ordered = confidences.flatMap((which) => places.filter(({ confidence }) => confidence === which))
  const counts = found.flatMap(({ counts: { likely, potential } }) => [
    ...likely.values(),
    ...potential.values(),
  ])
  return {
    data: ordered.slice(0, maxPersonalData),
    totalCount: counts.reduce((sum, count) => sum + count, 0),
  }
}

/** Rows of one part: what the server writes in a few transactions. */
const partRows = 1000
const tellEveryMs = 500

/** How much of a stage is done, as if each document took its time alone. */
class Progress {
  readonly #documents: number
  readonly #tools: Tools
  #toldAt = 0
  constructor(documents: number, tools: Tools) {
    this.#documents = documents
    this.#tools = tools
  }

  /** `share` of the stage, from 0 to 1. */
  async at(share: number): Promise<void> {
    if (performance.now() - this.#toldAt < tellEveryMs) return
    this.#toldAt = performance.now()
    await this.#emit({ what: 'progress', done: Math.floor(Math.min(1, share) * this.#documents) })
  }

  /** From one share to another, as a piece of the work tells of its own. */
  within(from: number, to: number): (done: number, total: number) => Promise<void> {
    return (done, total) => this.at(total === 0 ? to : from + ((to - from) * done) / total)
  }

  async threads(rows: readonly ThreadRow[]): Promise<void> {
    for (const some of cut(rows)) await this.#emit({ what: 'threads', rows: some })
  }

  async nearDuplicates(rows: readonly GroupRow[]): Promise<void> {
    for (const some of cut(rows)) await this.#emit({ what: 'nearDuplicates', rows: some })
  }

  #emit(part: Part): Promise<void> {
    return this.#tools.emit(part)
  }
}

function* cut<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += partRows) yield rows.slice(from, from + partRows)
}

type Among = (state: DocumentState) => boolean

const amongAll: Among = () => true
const amongOpen: Among = (state) => state !== 'Filtered Out'
const amongReviewed: Among = (state) => state === 'Promoted'
const among: Readonly<Record<Side, Among>> = { processing: amongAll, review: amongReviewed }

/** Gives the documents to `work` and answers what that does; they are closed whatever becomes of it. */
async function withSpooled<T>(task: Comparison, work: (spooled: Spooled) => Promise<T>): Promise<T> {
  const spooled = new Spooled(task.folder, task.documents)
  try {
    return await work(spooled)
  } finally {
    spooled.close()
  }
}

async function findThreads(task: Comparison, progress: Progress): Promise<void> {
  const found = await threadsAmong(task, among[task.side], (from, to) => progress.within(from, to))
  if (task.side === 'processing' && found.setAside) {
    // Nothing is whole in what was set aside: what is left is told as if that were not there.
    const open = await threadsAmong(task, amongOpen, () => async () => {})
    for (const [id, one] of open.inclusive) found.inclusive.set(id, one)
  }
  await progress.threads(found.rows())
}

/** The conversations of the documents that are asked for, and which of their messages have to be read. */
const threadsAmong = (
  task: Comparison,
  has: Among,
  within: (from: number, to: number) => (done: number, total: number) => Promise<void>,
) =>
  withSpooled(task, async (spooled) => {
    const conversations = new Conversations()
    const told = new Map<number, { readonly copyOf: number | null; readonly attachments: string[] }>()
    const firstOf = new Map<string, number>()
    const families = new Map<number, number>()
    const here = new Set<number>()
    const reading = within(0, 0.3)
    let done = 0
    let setAside = false
    for await (const { id, familyId, sha256, state, message } of spooled.lines()) {
      await reading(++done, spooled.expected)
      if (state === 'Filtered Out') setAside = true
      if (!has(state)) continue
      here.add(id)
      if (message !== null) {
        const { copyKey, ...headers } = message
        conversations.add({ id, ...headers })
        const first = copyKey === null ? id : (firstOf.get(copyKey) ?? id)
        if (copyKey !== null) firstOf.set(copyKey, first)
        told.set(id, { copyOf: first === id ? null : first, attachments: [] })
      } else if (told.has(familyId)) {
        // A family's own parent comes before its members.
        families.set(id, familyId)
        told.get(familyId)?.attachments.push(sha256)
      }
    }
    const linked = await conversations.linked(within(0.3, 0.5))
    const messages: ThreadMessage[] = linked.map(({ id, parent }) => ({
      id,
      parent,
      copyOf: told.get(id)?.copyOf ?? null,
      attachments: told.get(id)?.attachments ?? [],
    }))
    const inclusive = new Map(await inclusiveOf(messages, async (id) => spooled.textOf(id), within(0.5, 1)))
    const byId = new Map(linked.map((one) => [one.id, one]))
    const rows = (): ThreadRow[] => {
      const places = Array.from(spooled.ids, (id) => ({ id, ...placeOf(id, byId, families) }))
      const sizes = sizesOf(places.map(({ thread }) => thread))
      return places.map((place) => ({
        ...place,
        size: sizes.get(place.thread) ?? null,
        here: here.has(place.id),
        inclusive: inclusive.get(place.id) ?? null,
      }))
    }
    return { setAside, inclusive, rows }
  })

/** How many stand in each of these groups. */
function sizesOf(groups: readonly (number | null)[]): ReadonlyMap<number | null, number> {
  const sizes = new Map<number | null, number>()
  for (const group of groups) if (group !== null) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  return sizes
}

/** What hangs on a message has its thread. */
function placeOf(
  id: number,
  byId: ReadonlyMap<number, Threaded>,
  families: ReadonlyMap<number, number>,
): Pick<ThreadRow, 'thread' | 'parent' | 'missing'> {
  const own = byId.get(id)
  if (own !== undefined) return { thread: own.thread, parent: own.parent, missing: own.missingParent }
  const family = families.get(id)
  const thread = family === undefined ? null : (byId.get(family)?.thread ?? null)
  return { thread, parent: null, missing: false }
}

const findGroups = (task: Comparison, progress: Progress): Promise<void> =>
  withSpooled(task, async (spooled) => {
    const all = new NearDuplicates()
    const has = among[task.side]
    const reading = progress.within(0, 0.7)
    let done = 0
    for await (const { id, state } of spooled.lines()) {
      if (has(state)) all.add(id, spooled.textOf(id))
      await reading(++done, spooled.expected)
    }
    const found = await all.groups(async (id) => spooled.textOf(id), progress.within(0.7, 1))
    const byId = new Map(found.map((one) => [one.id, one]))
    const sizes = sizesOf(found.map(({ principal }) => principal))
    await progress.nearDuplicates(
      Array.from(spooled.ids, (id) => {
        const own = byId.get(id)
        const group = own?.principal ?? null
        return { id, group, size: sizes.get(group) ?? null, similarity: own?.similarity ?? null }
      }),
    )
  })
