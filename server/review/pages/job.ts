/**
 * The job that draws pages beforehand and keeps them: document by document, some pages at a time, as many at once as keep
 * the processes busy. Each step is one transaction with the place that was reached; a run that was cut goes on behind
 * it, and pages that are kept already are not drawn again. What cannot be drawn becomes an exception of its document.
 */

import { availableParallelism } from 'node:os'
import * as z from 'zod/mini'
import { appendAudit } from '../../platform/audit/append.ts'
import type { JobKind, JobRun } from '../../platform/jobs/jobs.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { Services } from '../../platform/services.ts'
import { plannedDocuments } from '../documents/job-documents.ts'
import type { Makeable, Source } from './draw.ts'
import { failedDocuments, type Planned, planned } from './plan.ts'
import type { PageFault } from './protocol.ts'
import { forgetSet, readSet } from './sets.ts'
import { sourceOf } from './source.ts'

type PagesServices = Pick<Services, 'records' | 'children' | 'pages' | 'now'>

/** Pages of one step: little is lost with a process, and progress shows. */
const stepPages = 8

const cursorSchema = z.nullable(
  z.object({
    /** The document that is drawn, and how many of its pages are; 0 before the first. */
    document: z.int(),
    page: z.int(),
    done: z.int(),
    total: z.int(),
    /** It does again what failed. */
    retries: z.boolean(),
    /** It is over; a retry begins anew. */
    finished: z.boolean(),
  }),
)
type Cursor = NonNullable<z.infer<typeof cursorSchema>>

/** Some pages of a document that are being drawn, or what is to be said of it. */
interface Step {
  readonly source: Source
  /** From 0. */
  readonly from: number
  readonly pages: number
  /** By how many pages the document has more than was known. */
  readonly more: number
  readonly last: boolean
  readonly drawn: Promise<PageFault | null>
}

/** The job kind `pages`. */
export function pagesKind(services: PagesServices): JobKind {
  return { kind: 'pages', run: (run) => drawPages(services, run) }
}

async function drawPages(services: PagesServices, run: JobRun): Promise<void> {
  const { records, now } = services
  const saved = cursorSchema.parse(run.cursor)
  const begins = saved === null || saved.finished
  if (saved?.finished === true && !run.retry) return
  // A job that failed in its first run goes on with that, also where it is told to retry.
  const retries = saved !== null && (saved.retries || saved.finished)
  const ids = retries
    ? await failedDocuments(records.read, run.jobId, run.retryOnly)
    : await plannedDocuments(records.read, run.jobId, false)
  const plan = await planned(records.read, services.pages, run.projectId, ids)
  let cursor: Cursor = begins ? { document: 0, page: 0, done: 0, total: 0, retries, finished: false } : saved
  // Counted anew: the run before may have found out of more pages than it came to say.
  cursor = { ...cursor, total: cursor.done + pagesBehind(plan, cursor) }
  // A failure that is only the last step's own must not be left unheard while others are waited for.
  const stop = new AbortController()
  const signal = AbortSignal.any([run.signal, stop.signal])
  const write = (work: (trx: Writer) => Promise<void>): Promise<void> =>
    records.write('bulk', async (trx) => {
      await run.hold(trx)
      await work(trx)
      await trx
        .updateTable('job')
        .set({ cursor: JSON.stringify(cursor), items_done: cursor.done, items_total: cursor.total })
        .where('job_id', '=', run.jobId)
        .execute()
    })
  try {
    for await (const { step, fault } of inOrder(stepsOf(services, run, plan, cursor, signal))) {
      await run.beat(null)
      const { source, from, pages, more, last } = step
      cursor = {
        ...cursor,
        document: source.documentId,
        page: from + pages,
        done: cursor.done + pages,
        total: cursor.total + more,
      }
      const why = last ? (fault ?? (await faultOf(services, source))) : null
      await write((trx) => (last ? settle(trx, run, source, why, now()) : Promise.resolve()))
    }
  } finally {
    stop.abort()
  }
  cursor = { ...cursor, done: cursor.total, finished: true }
  await write(async () => {})
}

/** How many pages there are still to draw, as far as anybody knows. */
const pagesBehind = (plan: readonly Planned[], { document, page }: Cursor): number =>
  plan.reduce((sum, { documentId, pages }) => {
    if (documentId < document) return sum
    return sum + (documentId === document ? Math.max(0, pages - page) : pages)
  }, 0)

/** The steps behind the cursor; each begins when it is asked for. */
async function* stepsOf(
  services: PagesServices,
  { projectId }: JobRun,
  plan: readonly Planned[],
  cursor: Cursor,
  signal: AbortSignal,
): AsyncGenerator<Step> {
  const { records, pages, children } = services
  for (const { documentId, pages: counted } of plan) {
    if (documentId < cursor.document) continue
    const goesOn = documentId === cursor.document
    signal.throwIfAborted()
    const source = await sourceOf(records.read, projectId, documentId)
    const known = await pages.makeable(source)
    // What failed is looked at anew; of what is gone on with, the run before has done so.
    if (cursor.retries && !goesOn) await records.write('bulk', (trx) => forgetSet(trx, documentId))
    const set = known === null ? null : await pages.look(known, children, signal)
    const count = set?.sizes?.length ?? 0
    if (known === null || set === null || count === 0) {
      if (goesOn && cursor.page > 0) continue
      const none = known === null ? missing(services, source) : (set?.fault ?? null)
      yield step(source, 0, 1, 1 - counted, true, Promise.resolve(none))
      continue
    }
    for (let from = goesOn ? cursor.page : 0; from < count; from += stepPages) {
      const some = Math.min(stepPages, count - from)
      const more = from === 0 ? count - counted : 0
      yield step(source, from, some, more, from + some === count, drawn(known, from, some))
    }
  }

  function step(
    source: Source,
    from: number,
    count: number,
    more: number,
    last: boolean,
    work: Promise<PageFault | null>,
  ): Step {
    // It is waited for in its turn; until then a failure must not count as unheard.
    work.catch(() => {})
    return { source, from, pages: count, more, last, drawn: work }
  }

  async function drawn(source: Makeable, from: number, count: number): Promise<null> {
    const wanted = Array.from({ length: count }, (_, at) => from + at)
    await pages.drawAll(source, wanted, children, signal)
    return null
  }
}

/**
 * Keeps steps going for all processes, and gives them out in their order: twice as many as there are processes, since the
 * first may be long and all others wait behind it.
 */
async function* inOrder(
  steps: AsyncGenerator<Step>,
): AsyncGenerator<{ readonly step: Step; readonly fault: PageFault | null }> {
  const width = 2 * availableParallelism()
  const going: Step[] = []
  let ended = false
  while (true) {
    while (!ended && going.length < width) {
      const next = await steps.next()
      if (next.done === true) ended = true
      else going.push(next.value)
    }
    const first = going.shift()
    if (first === undefined) return
    yield { step: first, fault: await first.drawn }
  }
}

/** That pages are missing which such a document has; null where it has none by its nature. */
function missing({ pages }: PagesServices, source: Source): PageFault | null {
  const { code, reason } = pages.whyNone(source)
  return code === null ? null : { code, reason }
}

/** What is to be said of a document whose pages were drawn as far as they could be. */
async function faultOf({ records, pages }: PagesServices, source: Source): Promise<PageFault | null> {
  const known = await pages.makeable(source)
  const set = known === null ? null : await readSet(records.read, known)
  const [first] = set?.faults.entries() ?? []
  if (set === null || first === undefined) return set?.fault ?? null
  const [page, { code, reason }] = first
  const which = `${set.faults.size} of its ${set.sizes?.length ?? 0} pages cannot be shown`
  return { code, reason: `${which}. Page ${page + 1}: ${reason}` }
}

/** A document is through: its exception of this job is put on the record, or taken off it. */
async function settle(
  trx: Writer,
  run: JobRun,
  { documentId, projectId }: Source,
  fault: PageFault | null,
  now: Date,
): Promise<void> {
  const before = await trx
    .deleteFrom('exception')
    .where('job_id', '=', run.jobId)
    .where('document_id', '=', documentId)
    .where('stage', '=', 'pages')
    .executeTakeFirst()
  if (fault !== null) {
    const { source_path: path, ...kept } = await trx
      .selectFrom('document')
      .select(['source_path', 'size', 'sha256'])
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('exception')
      .values({
        ...kept,
        ...fault,
        project_id: projectId,
        job_id: run.jobId,
        document_id: documentId,
        stage: 'pages',
        path,
        at: instantOf(now),
      })
      .execute()
    await appendAudit(trx, `project:${projectId}`, [
      {
        at: now,
        user: null,
        action: 'document.pagesFailed',
        projectId,
        documentId,
        jobId: run.jobId,
        facts: { code: fault.code },
      },
    ])
  }
  if (fault === null && before.numDeletedRows === 0n) return
  await trx
    .updateTable('job')
    .set((eb) => ({
      exceptions: eb
        .selectFrom('exception')
        .select((c) => c.fn.countAll<number>().as('n'))
        .where('job_id', '=', run.jobId),
    }))
    .where('job_id', '=', run.jobId)
    .execute()
}
