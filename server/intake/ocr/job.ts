/**
 * The job of text recognition: a document a core, page by page. A page that is written is never read again, and neither is a
 * document that is finished; so a job that is killed goes on with the page that it was on.
 */

import { availableParallelism } from 'node:os'
import * as z from 'zod/mini'
import { defaultProcessing, recognisedIn } from '#contracts/processing.ts'
import { passwordsOf, processingOf } from '../../organization/settings/processing.ts'
import type { JobKind, JobRun } from '../../platform/jobs/jobs.ts'
import { documentsOf } from '../../platform/jobs/retriable.ts'
import { breathe } from '../../platform/records/breathe.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import type { Services } from '../../platform/services.ts'
import { queueAnalysisAfter } from '../../review/analysis/queue.ts'
import { hasFile } from '../../review/documents/file.ts'
import { plannedDocuments } from '../../review/documents/job-documents.ts'
import { isCandidate, knownPages } from './candidates.ts'
import { type OcrLimits, recogniseDocument, shiftMs } from './recognise-document.ts'
import { finishDocument, type Worked, writePage } from './write.ts'

type OcrServices = Pick<
  Services,
  'config' | 'records' | 'slowChildren' | 'blobs' | 'spool' | 'jobs' | 'search' | 'log' | 'now'
>

/** The job kind `ocr`. Limits are given only in tests. */
export function ocrKind(services: OcrServices, limits: Partial<OcrLimits> = {}): JobKind {
  return {
    kind: 'ocr',
    run: async (run) => {
      const { itemSeconds } = await processingOf(services.records.read, run.projectId)
      await recogniseAll(services, run, { pageMs: itemSeconds * 1000, shiftMs, ...limits })
    },
  }
}

/** Documents that are read at once. */
const pageDocuments = 1_000

interface Waiting {
  readonly documentId: number
  readonly sha256: string
  readonly mimeType: string
  readonly fileName: string
  /** Pages, as far as they are known. */
  readonly pages: number
  /** Pages that an earlier run has done. */
  readonly done: ReadonlySet<number>
}

async function recogniseAll(services: OcrServices, run: JobRun, limits: OcrLimits): Promise<void> {
  const { records } = services
  const { jobId } = run
  const work = await workOf(records.read, run)
  if (run.retry) await forgetFailures(services, run)
  const waiting = await waitingDocuments(records.read, run)
  await records.write('bulk', async (trx) => {
    await run.hold(trx)
    const finished = await trx
      .selectFrom('ocr_document')
      .select((eb) => eb.fn.sum<number | null>('pages').as('pages'))
      .where('job_id', '=', jobId)
      .executeTakeFirst()
    const before = Number(finished?.pages ?? 0)
    const items_total = waiting.reduce((sum, { pages, done }) => sum + Math.max(pages, done.size), before)
    const items_done = waiting.reduce((sum, { done }) => sum + done.size, before)
    await trx.updateTable('job').set({ items_total, items_done }).where('job_id', '=', jobId).execute()
  })
  const left = waiting.values()
  const failing = new AbortController()
  const signal = AbortSignal.any([run.signal, failing.signal])
  const worker = async (number: number): Promise<void> => {
    const own: JobRun = { ...run, beat: (now) => run.beat(now, number) }
    for (const document of left) {
      signal.throwIfAborted()
      await own.beat(document.fileName)
      let now: Waiting | null = document
      while (now !== null) now = await recogniseOne(services, own, work, now, signal, limits)
    }
    await own.beat(null)
  }
  const workers = Array.from({ length: availableParallelism() }, (_, number) =>
    worker(number).catch((error: unknown) => {
      // What one could not go on with, the others cannot either: the records, the disk, the lease.
      failing.abort(error)
      throw error
    }),
  )
  const ends = await Promise.allSettled(workers)
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed !== undefined) throw failing.signal.reason ?? failed.reason
}

/** Another file has taken the document's place: what was recognised is not its text. */
class FileReplaced extends Error {}

/** Answers the document as it is now, where its file was replaced meanwhile and there is something to recognise in it. */
async function recogniseOne(
  services: OcrServices,
  run: JobRun,
  work: Worked,
  document: Waiting,
  signal: AbortSignal,
  limits: OcrLimits,
): Promise<Waiting | null> {
  const { records, jobs, search, log, now } = services
  const { documentId } = document
  const hold = async (trx: Writer): Promise<void> => {
    await run.hold(trx)
    if (!(await hasFile(trx, document))) throw new FileReplaced()
  }
  let engine = ''
  let left = 0
  let pages = Math.max(document.pages, document.done.size)
  let written = document.done.size
  const isTotal = (total: number) =>
    records.write('bulk', async (trx) => {
      await run.hold(trx)
      await trx
        .updateTable('job')
        .set((eb) => ({ items_total: eb('items_total', '+', total - pages) }))
        .where('job_id', '=', run.jobId)
        .execute()
      pages = total
    })
  try {
    const unreadable = await recogniseDocument(
      services,
      {
        ...run,
        ...document,
        languages: work.languages,
        passwords: await passwordsOf(records.read, run.projectId),
      },
      {
        onOpened: async (opened) => {
          engine = opened.engine
          left = opened.left
          if (opened.pageCount !== pages) await isTotal(opened.pageCount)
        },
        onPage: async (page) => {
          await run.beat(document.fileName)
          await records.write('bulk', async (trx) => {
            await hold(trx)
            await writePage(trx, work, documentId, page)
          })
          written += 1
        },
      },
      signal,
      limits,
    )
    await run.beat(document.fileName)
    const outcome = await records.write('bulk', async (trx) => {
      await hold(trx)
      const outcome = await finishDocument(trx, work, documentId, { engine, unreadable, left }, now())
      if (outcome !== 'nothing') await queueAnalysisAfter(trx, jobs, run, { at: now(), how: 'manual' })
      return outcome
    })
    if (outcome === 'failed') {
      log.warn({ jobId: run.jobId, documentId }, 'the text of a document could not be recognised')
      // Nothing could be opened: none of the pages that were counted on come any more.
      if (unreadable !== null) await isTotal(written)
    }
    search.wake()
    return null
  } catch (error) {
    if (!(error instanceof FileReplaced)) throw error
  }
  // The pages that were written went with the file.
  const [replaced] = await waitingAmong(records.read, run, [documentId])
  const again = replaced?.pages ?? 0
  await records.write('bulk', async (trx) => {
    await run.hold(trx)
    await trx
      .updateTable('job')
      .set((eb) => ({
        items_done: eb('items_done', '-', written),
        items_total: eb('items_total', '+', again - pages),
      }))
      .where('job_id', '=', run.jobId)
      .execute()
  })
  return replaced ?? null
}

/** Jobs of earlier versions keep no languages: they were asked for when there was English alone. */
const input = z.object({ languages: z._default(recognisedIn, defaultProcessing.ocrLanguages) })

async function workOf(read: Reader, { jobId, projectId, input: kept }: JobRun): Promise<Worked> {
  const { max_text_size } = await read
    .selectFrom('project')
    .select('max_text_size')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const user = await read
    .selectFrom('job as j')
    .innerJoin('app_user as u', 'u.user_id', 'j.created_by')
    .select(['u.user_id as userId', 'u.name', 'u.role'])
    .where('j.job_id', '=', jobId)
    .executeTakeFirst()
  const { languages } = input.parse(kept)
  return { jobId, projectId, user: user ?? null, maxTextSize: max_text_size, languages }
}

/** What failed is done again: of a document the pages that failed, and all of it where it could not be opened. */
async function forgetFailures({ records }: OcrServices, run: JobRun): Promise<void> {
  await records.write('bulk', async (trx) => {
    await run.hold(trx)
    const failed = trx
      .selectFrom('ocr_document')
      .select('document_id')
      .where('job_id', '=', run.jobId)
      .where('outcome', '=', 'failed')
      .$if(run.retryOnly !== null, (query) =>
        query.where('document_id', 'in', documentsOf(trx, run.retryOnly ?? [])),
      )
    await trx
      .deleteFrom('ocr_page')
      .where('job_id', '=', run.jobId)
      .where('reason', 'is not', null)
      .where('document_id', 'in', failed)
      .execute()
    const { numDeletedRows } = await trx
      .deleteFrom('ocr_document')
      .where('job_id', '=', run.jobId)
      .where('document_id', 'in', failed)
      .executeTakeFirst()
    await trx
      .updateTable('job')
      .set((eb) => ({
        exceptions: run.retryOnly === null ? 0 : eb('exceptions', '-', Number(numDeletedRows)),
        retry: 0,
      }))
      .where('job_id', '=', run.jobId)
      .execute()
  })
}

/** The documents of the job that it is not done with, in order; those that are gone are left out. */
async function waitingDocuments(read: Reader, run: JobRun): Promise<Waiting[]> {
  const planned = await plannedDocuments(read, run.jobId, false)
  const waiting: Waiting[] = []
  for (let from = 0; from < planned.length; from += pageDocuments) {
    waiting.push(...(await waitingAmong(read, run, [...planned.subarray(from, from + pageDocuments)])))
    await breathe()
  }
  return waiting
}

/** Of these, as they are now: a file may have come in their place in which there is nothing to recognise. */
async function waitingAmong(
  read: Reader,
  { jobId, projectId }: JobRun,
  ids: readonly number[],
): Promise<Waiting[]> {
  const rows = await read
    .selectFrom('document as d')
    .leftJoin('ocr_document as o', (join) =>
      join.onRef('o.document_id', '=', 'd.document_id').on('o.job_id', '=', jobId),
    )
    .select(['d.document_id', 'd.project_id', 'd.sha256', 'd.mime_type', 'd.file_name', 'd.metadata'])
    .where('d.document_id', 'in', ids)
    .where('o.document_id', 'is', null)
    .orderBy('d.document_id')
    .execute()
  const pages = await read
    .selectFrom('ocr_page')
    .select(['document_id', 'page'])
    .where('document_id', 'in', ids)
    .where('job_id', '=', jobId)
    .execute()
  const done = Map.groupBy(pages, ({ document_id }) => document_id)
  return rows
    .filter((row) => row.project_id === projectId && isCandidate(row.mime_type))
    .map((row) => ({
      documentId: row.document_id,
      sha256: row.sha256,
      mimeType: row.mime_type,
      fileName: row.file_name,
      pages: knownPages(row.metadata),
      done: new Set((done.get(row.document_id) ?? []).map(({ page }) => page)),
    }))
}
