/** How far a search is, what it found by term and by document, and what was made of it. */
import * as z from 'zod/mini'
import { jobState } from '#contracts/jobs.ts'
import { type TermDocument, type TermRedaction, uncoveredReason } from '#contracts/term-redactions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import type { Reader } from '../../platform/records/records.ts'
import { controlNumber } from '../documents/control.ts'
import { wantedIn } from './asked.ts'
import { ownSearch } from './own.ts'

/** Documents of one answer. */
const page = 200

const uncovered = z.array(z.object({ term: z.int(), reason: uncoveredReason, count: z.int() }))
const none = { places: 0, ticked: 0, covered: 0 }

export async function standingOf(
  ctx: ProjectContext,
  jobId: number,
  after: number | undefined,
): Promise<TermRedaction> {
  const { read } = ctx.records
  const search = await ownSearch(read, ctx, jobId)
  const counted = read
    .selectFrom('term_redaction_place')
    .select((eb) => [
      eb.fn.countAll<number>().as('places'),
      eb.fn.sum<number>('ticked').as('ticked'),
      eb.fn.sum<number>('covered').as('covered'),
    ])
    .where('job_id', '=', jobId)
  const byTerm = await counted.select('term').groupBy('term').execute()
  const terms = wantedIn(search.terms).map(({ text, how }, term) => ({
    ...{ text, how },
    ...countsIn(byTerm.find((row) => row.term === term)),
  }))
  const documents = await documentsOf(ctx, jobId, after ?? 0)
  const counts = new Map(
    documents.rows.length === 0
      ? []
      : (
          await counted
            .select('document_id')
            .where(
              'document_id',
              'in',
              documents.rows.map((row) => row.document_id),
            )
            .groupBy('document_id')
            .execute()
        ).map((row) => [row.document_id, countsIn(row)] as const),
  )
  const { apply_job, undo_job } = search
  return {
    jobId,
    search: await jobStanding(read, jobId),
    terms,
    ...total(terms),
    documents: documents.rows.map(
      (row): TermDocument => ({
        documentId: row.document_id,
        controlNumber: controlNumber(ctx.project.prefix, row.control),
        ...(counts.get(row.document_id) ?? none),
        uncovered: uncovered.parse(JSON.parse(row.uncovered)),
        left: row.not_covered ?? row.not_searched,
      }),
    ),
    documentCount: documents.all,
    forgotten: search.forgotten_at !== null,
    applied:
      apply_job === null
        ? null
        : {
            ...{ jobId: apply_job, standing: await jobStanding(read, apply_job), label: search.label },
            ...{ made: search.made, left: await leftOf(read, jobId) },
          },
    undone:
      undo_job === null
        ? null
        : {
            ...{ jobId: undo_job, standing: await jobStanding(read, undo_job) },
            ...{ removed: search.removed, changed: search.changed },
          },
  }
}

type Counted = Readonly<Record<'places' | 'ticked' | 'covered', number | string | bigint>>

const countsIn = (row: Counted | undefined) =>
  row === undefined
    ? none
    : { places: Number(row.places), ticked: Number(row.ticked), covered: Number(row.covered) }

const total = (terms: readonly (typeof none)[]) => {
  const sum = (of: keyof typeof none): number => terms.reduce((all, one) => all + one[of], 0)
  return { places: sum('places'), ticked: sum('ticked'), covered: sum('covered') }
}

async function documentsOf({ records: { read } }: ProjectContext, jobId: number, after: number) {
  const found = read
    .selectFrom('term_redaction_document as t')
    .innerJoin('document as d', 'd.document_id', 't.document_id')
    .where('t.job_id', '=', jobId)
  const rows = await found
    .select(['t.document_id', 'd.control', 't.uncovered', 't.not_searched', 't.not_covered'])
    .where('t.document_id', '>', after)
    .orderBy('t.document_id')
    .limit(page)
    .execute()
  const { n } = await found.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return { rows, all: Number(n) }
}

async function jobStanding(read: Reader, jobId: number): Promise<TermRedaction['search']> {
  const row = await read
    .selectFrom('job')
    .select(['state', 'items_done', 'items_total', 'rate', 'seconds_left', 'message'])
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  const isRunning = row.state === 'Running'
  return {
    ...{ state: jobState.parse(row.state), done: row.items_done, all: row.items_total },
    ...{ rate: isRunning ? row.rate : null, secondsLeft: isRunning ? row.seconds_left : null },
    message: row.message,
  }
}

async function leftOf(read: Reader, jobId: number): Promise<number> {
  const { n } = await read
    .selectFrom('term_redaction_place')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('job_id', '=', jobId)
    .where('outcome', '=', 'left')
    .executeTakeFirstOrThrow()
  return Number(n)
}
