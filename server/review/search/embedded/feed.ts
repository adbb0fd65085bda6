/** Reads from the record what the index is fed with. */

import type { Reader } from '../../../platform/records/records.ts'
import { hasOthers } from '../facts.ts'
import { indexRows } from '../index-rows.ts'
import type { Batch } from './row.ts'

/** Changes of one transaction of the index, which merges less the more it gets at once. */
const batchDocuments = 500
const batchCharacters = 4_000_000
/** Rows of the queue that are read, or done with, in one go. */
const queueRows = 10_000
/** Documents read in one go: few enough that it holds nobody up. */
const readDocuments = 50

export interface Queued {
  readonly batch: Batch
  /** Rows of the queue that are done once the batch is in the index. */
  readonly changeIds: readonly number[]
  /** Behind which the next ones stand. */
  readonly last: number
}

/**
 * The next changes of a project behind one, or `null`. What they are is read as it stands now, however old the change. One that
 * stands further before may come later.
 */
export async function nextQueued(
  read: Reader,
  projectId: number,
  now: () => Date,
  after = 0,
): Promise<Queued | null> {
  const at = now().toISOString()
  const changes = await read
    .selectFrom('index_queue')
    .select(['change_id', 'document_id', 'what'])
    .where('project_id', '=', projectId)
    .where('change_id', '>', after)
    .orderBy('change_id')
    .limit(batchDocuments)
    .execute()
  if (changes.length === 0) return null
  const ids = [...new Set(changes.map((change) => change.document_id))]
  const of = (what: string): ReadonlySet<number> =>
    new Set(changes.filter((c) => c.what === what).map((c) => c.document_id))
  const changed: Changed = { whole: of('document'), facts: of('facts'), coding: of('coding') }
  const taken = await withinBudget(read, ids, changed.whole)
  const kept = new Set(taken)
  const changeIds = changes.filter((c) => kept.has(c.document_id)).map((c) => c.change_id)
  const left = changes.find((c) => !kept.has(c.document_id))
  return {
    batch: { at, ...(await readRows(read, projectId, taken, changed)) },
    changeIds,
    last: left === undefined ? Math.max(...changeIds) : left.change_id - 1,
  }
}

/** All rows of a project's queue as they are now, some at a time. */
export async function* queuedNow(read: Reader, projectId: number): AsyncGenerator<number[]> {
  for (let after = 0; ; ) {
    const rows = await read
      .selectFrom('index_queue')
      .select('change_id')
      .where('project_id', '=', projectId)
      .where('change_id', '>', after)
      .orderBy('change_id')
      .limit(queueRows)
      .execute()
    const ids = rows.map((row) => row.change_id)
    if (ids.length > 0) yield ids
    after = ids.at(-1) ?? after
    if (ids.length < queueRows) return
  }
}

/** Documents of a project after a given one, in order; for building an index anew. */
export async function documentsAfter(
  read: Reader,
  projectId: number,
  after: number,
  now: () => Date,
): Promise<{ batch: Batch; last: number } | null> {
  const at = now().toISOString()
  const found = await sizes(read)
    .where('d.project_id', '=', projectId)
    .where('d.document_id', '>', after)
    .orderBy('d.document_id')
    .limit(batchDocuments)
    .execute()
  const taken = upTo(found)
  const last = taken.at(-1)
  if (last === undefined) return null
  const whole: Changed = { whole: new Set(taken), facts: new Set(), coding: new Set() }
  return { batch: { at, ...(await readRows(read, projectId, taken, whole)) }, last }
}

/** What of documents has changed: all of them, all but text and coding, coding alone; some may be in several. */
interface Changed {
  readonly whole: ReadonlySet<number>
  readonly facts: ReadonlySet<number>
  readonly coding: ReadonlySet<number>
}

/** Reads documents a few at a time. */
async function readRows(
  read: Reader,
  projectId: number,
  ids: readonly number[],
  { whole, facts, coding }: Changed,
): Promise<Omit<Batch, 'at'>> {
  const parts: Omit<Batch, 'at'>[] = []
  for (let from = 0; from < ids.length; from += readDocuments) {
    const some = ids.slice(from, from + readDocuments)
    const others = some.filter((id) => !whole.has(id))
    parts.push(
      await indexRows(read, projectId, {
        whole: some.filter((id) => whole.has(id)),
        facts: others.filter((id) => facts.has(id)),
        coding: others.filter((id) => coding.has(id)),
      }),
    )
    // Whoever waits for an answer goes first.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    rows: parts.flatMap((part) => part.rows),
    facts: parts.flatMap((part) => part.facts),
    codings: parts.flatMap((part) => part.codings),
    removed: parts.flatMap((part) => part.removed),
  }
}

async function withinBudget(
  read: Reader,
  ids: readonly number[],
  whole: ReadonlySet<number>,
): Promise<number[]> {
  const found = await sizes(read)
    .select((eb) => hasOthers(eb).as('has_others'))
    .where('d.document_id', 'in', [...ids])
    .execute()
  // Of the others a text is read only for its length, where there are texts beside it.
  const sizeOf = ({ has_others, ...row }: (typeof found)[number]): Sized =>
    whole.has(row.document_id) || has_others ? row : { ...row, text_size: 0 }
  const known = new Map(found.map((row) => [row.document_id, sizeOf(row)]))
  return upTo(ids.map((id) => known.get(id) ?? { document_id: id, text_size: 0, coded_size: null }))
}

/** How much there is to read of documents: what is coded may be as long as a text. */
const sizes = (read: Reader) =>
  read
    .selectFrom('document as d')
    .select(['d.document_id', 'd.text_size'])
    .select((eb) =>
      eb
        .selectFrom('coding_value as v')
        .select(({ fn }) => fn.sum<number | null>(fn<number>('length', ['v.value'])).as('n'))
        .whereRef('v.document_id', '=', 'd.document_id')
        .as('coded_size'),
    )

interface Sized {
  readonly document_id: number
  readonly text_size: number
  readonly coded_size: number | null
}

/** As many as the budget of text allows, and at least one. */
function upTo(documents: readonly Sized[]): number[] {
  let characters = 0
  const taken: number[] = []
  for (const document of documents) {
    characters += document.text_size + Number(document.coded_size ?? 0)
    if (taken.length > 0 && characters > batchCharacters) break
    taken.push(document.document_id)
  }
  return taken
}
