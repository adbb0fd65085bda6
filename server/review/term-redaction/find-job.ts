/**
 * The job that looks for what is to be redacted: document by document in ascending order. What was found in one is written
 * with the place that was reached, so that a job that is killed goes on behind its last whole document.
 */
import * as z from 'zod/mini'
import { termRedactionLimits } from '#contracts/term-redactions.ts'
import type { JobKind, JobRun } from '../../platform/jobs/jobs.ts'
import { flag, storable } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Services } from '../../platform/services.ts'
import { plannedDocuments } from '../documents/job-documents.ts'
import { isInReview } from '../documents/visible.ts'
import { noiseIn, wantedIn } from './asked.ts'
import { eyesOf } from './eyes.ts'
import { type Looked, lookIn } from './look.ts'

type FindServices = Pick<Services, 'records' | 'pages' | 'children'>

/** The job kind `redactFind`. */
export const findKind = (services: FindServices): JobKind => ({
  kind: 'redactFind',
  awaited: true,
  // One of many documents takes minutes: the next waits, and mass edits have their places.
  alone: true,
  run: (run) => findAll(services, run),
})

async function findAll(services: FindServices, run: JobRun): Promise<void> {
  const { read } = services.records
  const { jobId, projectId } = run
  const search = await read
    .selectFrom('term_redaction')
    .selectAll()
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  const asked = { wanted: wantedIn(search.terms), noise: noiseIn(search.noise) }
  const who = { projectId, userId: search.asked_by, many: search.many === 1 }
  const documents = await plannedDocuments(read, jobId, false)
  const reached = z.nullable(z.int()).parse(run.cursor) ?? 0
  let room = termRedactionLimits.places - search.places
  const look = async (documentId: number): Promise<Looked | null> => {
    const eyes = await eyesOf(read, who)
    // What whoever asked does not see, or what is not reviewed, is not there for them.
    return (await isInReview(eyes, projectId, documentId))
      ? await lookIn(services, eyes, { projectId, documentId, room }, asked, run.signal)
      : null
  }
  const left = documents.filter((documentId) => documentId > reached)
  let ahead: Promise<Looked | null> | null = null
  for (const [at, documentId] of left.entries()) {
    await run.beat(null)
    const now: Promise<Looked | null> = ahead ?? look(documentId)
    const next = left[at + 1]
    // What is found in one is written while the next is looked through.
    const then: Promise<Looked | null> = now.then(() => (next === undefined ? null : look(next)))
    then.catch(() => {})
    ahead = next === undefined ? null : then
    let looked = await now
    // It was looked through before all places of the one before were counted.
    if ((looked?.places.length ?? 0) > room) looked = await look(documentId)
    room -= looked?.places.length ?? 0
    const done = documents.length - left.length + at + 1
    await keep(services, run, { documentId, done, of: documents.length }, looked)
  }
}

async function keep(
  { records }: FindServices,
  run: JobRun,
  { documentId, done, of }: { readonly documentId: number; readonly done: number; readonly of: number },
  looked: Looked | null,
): Promise<void> {
  const about = { job_id: run.jobId, document_id: documentId, project_id: run.projectId }
  await records.write('bulk', async (trx) => {
    await run.hold(trx)
    if (looked !== null) {
      const { sha256, pagesVersion, places, uncovered, notSearched } = looked
      if (places.length + uncovered.length > 0 || notSearched !== null)
        await trx
          .insertInto('term_redaction_document')
          .values({
            ...about,
            ...{ sha256, pages_version: pagesVersion, uncovered: JSON.stringify(uncovered) },
            ...{ not_searched: notSearched, not_covered: null },
          })
          .execute()
      await insertAll(
        trx,
        'term_redaction_place',
        places.map(({ boxes, covered, before, found, after, ...place }) => ({
          ...{ ...about, ...place, boxes: JSON.stringify(boxes) },
          ...{ ticked: flag(!covered), covered: flag(covered), outcome: null },
          ...{ before: storable(before), found: storable(found), after: storable(after) },
        })),
      )
      await trx
        .updateTable('term_redaction')
        .set((eb) => ({ places: eb('places', '+', places.length) }))
        .where('job_id', '=', run.jobId)
        .execute()
    }
    await trx
      .updateTable('job')
      .set({ items_done: done, items_total: of, cursor: JSON.stringify(documentId) })
      .where('job_id', '=', run.jobId)
      .execute()
  })
}
