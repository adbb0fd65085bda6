/**
 * What runs in a child process: languages and personal data of some texts, and the comparison of all documents of a
 * project. That takes much memory and time of a processor, which the server has for people.
 */
import type { Tools } from '../jobs/protocol.ts'
import { type Inclusive, inclusiveOf, type Told } from './inclusive.ts'
import { languagesOf } from './language.ts'
import { NearDuplicates } from './near-duplicates.ts'
import { personalDataIn } from './personal-data.ts'
import type { Asked, GroupRow, Part, Read, Task, ThreadRow } from './protocol.ts'
import { sampleOf } from './sample-of.ts'
import { Spooled } from './spooled.ts'
import { Conversations, type Threaded } from './threads.ts'

export async function work(task: Task, tools: Tools): Promise<unknown> {
  if (task.what === 'texts') return readTexts(task.texts, tools)
  const spooled = new Spooled(task.folder, task.documents)
  const told = new Progress(task.documents, tools)
  try {
    if (task.what === 'threads') await findThreads(spooled, told)
    else await findGroups(spooled, told)
  } finally {
    spooled.close()
  }
  return null
}

/** Says which text it is on: one that it does not come to an end with costs that one alone. */
const readTexts = (texts: readonly Asked[], tools: Tools): Read[] =>
  texts.map(({ id, text }) => {
    tools.at(String(id))
    const counts = { likely: {} as Read['likely'], potential: {} as Read['potential'] }
    for (const { kind, confidence } of personalDataIn(text).places)
      counts[confidence][kind] = (counts[confidence][kind] ?? 0) + 1
    return { id, languages: [...languagesOf(sampleOf(text))], ...counts }
  })

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

async function findThreads(spooled: Spooled, progress: Progress): Promise<void> {
  const conversations = new Conversations()
  const told = new Map<number, { readonly copyOf: number | null; readonly attachments: string[] }>()
  const firstOf = new Map<string, number>()
  const families = new Map<number, number>()
  const reading = progress.within(0, 0.3)
  let done = 0
  for await (const { id, familyId, sha256, message } of spooled.lines()) {
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
    await reading(++done, spooled.expected)
  }
  const linked = await conversations.linked(progress.within(0.3, 0.5))
  const messages: Told[] = linked.map(({ id, parent }) => ({
    id,
    parent,
    copyOf: told.get(id)?.copyOf ?? null,
    attachments: told.get(id)?.attachments ?? [],
  }))
  const inclusive = await inclusiveOf(messages, async (id) => spooled.textOf(id), progress.within(0.5, 1))
  const byId = new Map(linked.map((one) => [one.id, one]))
  await progress.threads(Array.from(spooled.ids, (id) => threadRow(id, byId, families, inclusive)))
}

function threadRow(
  id: number,
  byId: ReadonlyMap<number, Threaded>,
  families: ReadonlyMap<number, number>,
  inclusive: ReadonlyMap<number, Inclusive>,
): ThreadRow {
  const own = byId.get(id)
  if (own !== undefined)
    return {
      id,
      thread: own.thread,
      parent: own.parent,
      missing: own.missingParent,
      inclusive: inclusive.get(id) ?? null,
    }
  const family = families.get(id)
  const thread = family === undefined ? null : (byId.get(family)?.thread ?? null)
  return { id, thread, parent: null, missing: false, inclusive: null }
}

async function findGroups(spooled: Spooled, progress: Progress): Promise<void> {
  const all = new NearDuplicates()
  const reading = progress.within(0, 0.7)
  let done = 0
  for await (const { id } of spooled.lines()) {
    all.add(id, spooled.textOf(id))
    await reading(++done, spooled.expected)
  }
  const found = await all.groups(async (id) => spooled.textOf(id), progress.within(0.7, 1))
  const byId = new Map(found.map((one) => [one.id, one]))
  await progress.nearDuplicates(
    Array.from(spooled.ids, (id) => {
      const own = byId.get(id)
      return { id, group: own?.principal ?? null, similarity: own?.similarity ?? null }
    }),
  )
}
