/**
 * Covers what was ticked: document by document, some places at a time. Each step is one transaction with its redactions, their
 * rows of the trail and what became of the places, so that a job that is killed goes on with what is left; the key of a
 * redaction is made of the search and its place, so that none can be there twice.
 */
import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { ApiError } from '../../platform/http/error.ts'
import type { JobRun } from '../../platform/jobs/jobs.ts'
import { instantOf, slices } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { Services } from '../../platform/services.ts'
import { isInReview } from '../documents/visible.ts'
import { sourceOf } from '../pages/source.ts'
import { type Act, decide } from '../redactions/decide.ts'
import { boxesIn, type DrawnRedaction, redactionsOf } from '../redactions/of-document.ts'
import { type PagesNow, pagesNow } from '../redactions/pages-now.ts'
import { writeActs } from '../redactions/write.ts'
import { originOf, type Wanted, wantedIn } from './asked.ts'
import { isCovered } from './covered.ts'
import { eyesOf } from './eyes.ts'
import type { Search } from './own.ts'
import type { TermRedactionPlaceTable } from './tables.ts'
import type { WriteInput } from './write-input.ts'

export type WriteServices = Pick<Services, 'records' | 'pages' | 'search' | 'now'>
type PlaceRow = Selectable<TermRedactionPlaceTable>

/** Places of one step: a transaction takes about so long that nobody's save waits for it. */
const step = 50

interface Work {
  readonly run: JobRun
  readonly input: WriteInput
  readonly search: Search
  readonly wanted: readonly Wanted[]
}

export async function applyAll(services: WriteServices, run: JobRun, input: WriteInput): Promise<void> {
  const { records, search: index } = services
  const search = await records.read
    .selectFrom('term_redaction')
    .selectAll()
    .where('job_id', '=', input.of)
    .executeTakeFirstOrThrow()
  const work = { run, input, search, wanted: wantedIn(search.terms) }
  const documents = await records.read
    .selectFrom('term_redaction_place')
    .select('document_id')
    .distinct()
    .where('job_id', '=', input.of)
    .where('ticked', '=', 1)
    .where('outcome', 'is', null)
    .orderBy('document_id')
    .execute()
  for (const { document_id: documentId } of documents) {
    const source = await sourceOf(records.read, run.projectId, documentId)
    const pages = await pagesNow(services.pages, source, (known) => services.pages.look(known))
    let left = 1
    while (pages !== null && left > 0) {
      await run.beat(null)
      left = await records.write('bulk', async (trx) => {
        await run.hold(trx)
        return await writeStep(trx, services, work, documentId, pages)
      })
      index.wake()
    }
  }
}

/** Answers how many places it has done; none: the document has no more. */
async function writeStep(
  trx: Writer,
  services: WriteServices,
  work: Work,
  documentId: number,
  pages: PagesNow,
): Promise<number> {
  const { input, run } = work
  const places = await trx
    .selectFrom('term_redaction_place')
    .selectAll()
    .where('job_id', '=', input.of)
    .where('document_id', '=', documentId)
    .where('ticked', '=', 1)
    .where('outcome', 'is', null)
    .orderBy('place_id')
    .limit(step)
    .execute()
  if (places.length === 0) return 0
  const now = services.now()
  const { written, why } = await cover(trx, work, documentId, pages, places, now)
  const ids = new Set(written)
  const rest = places.filter(({ place_id }) => !ids.has(place_id)).map(({ place_id }) => place_id)
  await settle(trx, written, 'written')
  await settle(trx, rest, 'left')
  if (why !== null)
    await trx
      .updateTable('term_redaction_document')
      .set({ not_covered: why })
      .where('job_id', '=', input.of)
      .where('document_id', '=', documentId)
      .execute()
  await trx
    .updateTable('term_redaction')
    .set((eb) => ({ made: eb('made', '+', written.length) }))
    .where('job_id', '=', input.of)
    .execute()
  await trx
    .updateTable('job')
    .set((eb) => ({ items_done: eb('items_done', '+', places.length) }))
    .where('job_id', '=', run.jobId)
    .execute()
  return places.length
}

interface Covered {
  /** Ids of the places that have a redaction of their own now. */
  readonly written: readonly number[]
  /** Why not all have, where it is not that they are covered; null: they are. */
  readonly why: string | null
}

async function cover(
  trx: Writer,
  work: Work,
  documentId: number,
  pages: PagesNow,
  places: readonly PlaceRow[],
  now: Date,
): Promise<Covered> {
  const { run, input, search, wanted } = work
  const { projectId } = run
  const none = (why: string): Covered => ({ written: [], why })
  // Whoever asked for it may have lost the right, or the sight of documents, since the last step.
  const eyes = await eyesOf(trx, { projectId, userId: input.user.userId, many: search.many === 1 })
  if (!(await isInReview(eyes, projectId, documentId)))
    return none('It was taken out of review, or closed, while this was under way.')
  const document = await trx
    .selectFrom('document as d')
    .innerJoin('term_redaction_document as t', (on) =>
      on.onRef('t.document_id', '=', 'd.document_id').on('t.job_id', '=', input.of),
    )
    .select(['d.sha256', 'd.redaction_revision', 't.sha256 as searched', 't.pages_version'])
    .where('d.document_id', '=', documentId)
    .executeTakeFirst()
  const isAsSearched =
    document !== undefined &&
    [document.sha256, document.searched].every((one) => one === pages.sha256) &&
    document.pages_version === pages.version
  if (!isAsSearched)
    return none('It has another file or other pages than when it was searched. Search again.')
  const { redactions } = await redactionsOf(trx, documentId, pages.version ?? undefined)
  const open = openAmong(places, redactions)
  const drawable = open.filter(({ page }) => !pages.faulty.has(page))
  const faulty = drawable.length < open.length ? 'Some of its pages cannot be drawn.' : null
  if (drawable.length === 0) return { written: [], why: faulty }
  const origins = new Map(drawable.map((place) => [keyOf(place), originOf(wanted[place.term]?.how)]))
  const acts = decided({
    ...{ projectId, documentId, gesture: search.gesture, pages, known: new Map() },
    ...{ userId: input.user.userId, ofOthers: false, at: instantOf(now), inForce: redactions.length },
    originOf: (key) => origins.get(key) ?? 'terms',
    markup: {
      ...{ change: [], remove: [], restore: [] },
      add: drawable.map((place) => ({
        ...{ key: keyOf(place), page: place.page, kind: 'words' as const },
        ...{ boxes: [...boxesIn(place.boxes)], label: search.label, reason: search.reason },
      })),
    },
  })
  if (typeof acts === 'string') return none(acts)
  const { commandId, user } = input
  await writeActs(
    trx,
    { projectId, how: 'bulk', by: { at: now, user, commandId, jobId: run.jobId } },
    {
      ...{ documentId, gesture: search.gesture, acts, inForce: redactions.length },
      revision: document.redaction_revision,
    },
  )
  return { written: drawable.map(({ place_id }) => place_id), why: faulty }
}

/** What is to be written, or why nothing can be. */
function decided(asked: Parameters<typeof decide>[0]): readonly Act[] | string {
  try {
    const found = decide(asked)
    return 'stale' in found ? 'Its redactions were changed meanwhile.' : found.acts
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

/** Those that no redaction covers, nor one of these before them: "merger" stands in "merger costs". */
function openAmong(places: readonly PlaceRow[], redactions: readonly DrawnRedaction[]): readonly PlaceRow[] {
  const byPage = new Map(Map.groupBy(redactions, ({ page }) => page + 1))
  return places.filter(({ page, boxes: column }) => {
    const boxes = boxesIn(column)
    const there = byPage.get(page) ?? []
    if (isCovered(boxes, there)) return false
    byPage.set(page, [...there, { page: page - 1, kind: 'words', boxes, label: '' }])
    return true
  })
}

const keyOf = ({ job_id, place_id }: Pick<PlaceRow, 'job_id' | 'place_id'>): string =>
  createHash('sha256').update(`${job_id} ${place_id}`).digest('base64url').slice(0, 21)

async function settle(trx: Writer, placeIds: readonly number[], outcome: 'written' | 'left'): Promise<void> {
  for (const slice of slices(placeIds, 1))
    await trx.updateTable('term_redaction_place').set({ outcome }).where('place_id', 'in', slice).execute()
}
