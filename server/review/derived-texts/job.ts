/**
 * The jobs of summaries, translation and transcription: document by document, a few at a time. What was answered is kept piece
 * by piece, so that a job which is paused or killed sends nothing again that an answer has come to.
 */

import { complete } from '../../platform/ai/chat.ts'
import { type AiLimits, defaultLimits, Endpoint } from '../../platform/ai/endpoint.ts'
import { AiFault } from '../../platform/ai/fault.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { JobKind, JobRun } from '../../platform/jobs/jobs.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { Services } from '../../platform/services.ts'
import { hasFile } from '../documents/file.ts'
import { isCurrent, ownText, textHash, textsOf } from '../texts/texts.ts'
import { requireSendable } from './gate.ts'
import { type DerivedKind, derivedKinds, wanted } from './kinds.ts'
import {
  type Allowed,
  type Ask,
  asNotMade,
  byExtraction,
  byHearing,
  byModel,
  type Made,
  NotMade,
} from './make.ts'
import { forgetFailures, type Waiting, waitingDocuments } from './waiting.ts'
import { finishDocument, tellSending, type Work } from './write.ts'

type DerivedServices = Pick<
  Services,
  'config' | 'records' | 'slowChildren' | 'blobs' | 'search' | 'log' | 'now'
>

/** The job kinds of this area. Limits are given only in tests. */
export const jobKinds = (services: DerivedServices, limits: AiLimits = defaultLimits): readonly JobKind[] =>
  derivedKinds.map((kind) => ({ kind, run: (run) => deriveAll(services, run, kind, limits) }))

/** Documents that are worked on at once: endpoints answer in seconds, and count who asks too often. */
const atOnce = 3
/** So many documents one after the other that the endpoint was not to be had for: then it is not the documents. */
const maxUnavailable = 3

async function deriveAll(
  services: DerivedServices,
  run: JobRun,
  kind: DerivedKind,
  limits: AiLimits,
): Promise<void> {
  const { records, config } = services
  const want = wanted.parse(run.input)
  if (want.kind !== kind) throw new Error('The job is of another kind than it was asked for.')
  const work = await workOf(services, run, want)
  if (run.retry) await forgetFailures(records, run)
  const waiting = await waitingDocuments(records.read, run)
  await records.write('bulk', async (trx) => {
    await run.hold(trx)
    const { n } = await trx
      .selectFrom('derived_document')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('job_id', '=', run.jobId)
      .executeTakeFirstOrThrow()
    const items = { items_total: waiting.length + Number(n), items_done: Number(n) }
    await trx.updateTable('job').set(items).where('job_id', '=', run.jobId).execute()
  })
  const endpoint = want.sendTo === null || config.ai === null ? null : new Endpoint(config.ai, limits)
  const left = waiting.values()
  const failing = new AbortController()
  const signal = AbortSignal.any([run.signal, failing.signal])
  let unavailable = 0
  const worker = async (): Promise<void> => {
    for (const document of left) {
      signal.throwIfAborted()
      const fault = await deriveOne(services, run, work, document, endpoint, signal)
      unavailable = fault?.unavailable === true ? unavailable + 1 : 0
      if (unavailable >= maxUnavailable)
        throw new ApiError('unavailable', `${fault?.message} The job has stopped; retry it later.`)
    }
  }
  const workers = Array.from({ length: atOnce }, () =>
    worker().catch((error: unknown) => {
      // What one could not go on with, the others cannot either.
      failing.abort(error)
      throw error
    }),
  )
  const ends = await Promise.allSettled(workers)
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed !== undefined) throw failing.signal.reason ?? failed.reason
}

/** Does one document; resolves with why nothing came of it, null where something did. */
async function deriveOne(
  services: DerivedServices,
  run: JobRun,
  work: Work,
  document: Waiting,
  endpoint: Endpoint | null,
  signal: AbortSignal,
): Promise<NotMade | null> {
  const { records, search, log, now } = services
  const { documentId } = document
  const sent = { count: 0 }
  let fault: NotMade | null = null
  let made: Made | null = null
  try {
    made = await makeOne(services, run, work, document, endpoint, signal, sent)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AiFault && error.kind === 'setup') throw new ApiError('conflict', error.message)
    const cause = asNotMade(error)
    if (!(cause instanceof NotMade)) throw error
    fault = cause
    log.warn({ jobId: run.jobId, documentId }, 'a text could not be made of a document')
  }
  const ending = fault === null ? { sent: sent.count, made } : { sent: sent.count, failed: fault.message }
  await records.write('bulk', async (trx) => {
    await run.hold(trx)
    const other = await replacedMeanwhile(trx, work, document, made)
    await finishDocument(
      trx,
      work,
      documentId,
      other === null ? ending : { sent: sent.count, failed: other },
      now(),
    )
  })
  if (work.want.kind !== 'summarize') search.wake()
  return fault
}

/** Why what was made is not of the document as it is now; null where it is: nothing is kept of a file that it had before. */
async function replacedMeanwhile(
  trx: Writer,
  { projectId, want }: Work,
  document: Waiting,
  made: Made | null,
): Promise<string | null> {
  if (want.kind === 'transcribe')
    return (await hasFile(trx, document)) ? null : 'Its file was replaced while it was listened to. Retry it.'
  if (made === null) return null
  const texts = (await textsOf(trx, projectId, document.documentId)) ?? []
  return isCurrent(texts, { madeOf: made.source })
    ? null
    : 'Its text was replaced while this one was made of it. Retry it.'
}

async function makeOne(
  services: DerivedServices,
  run: JobRun,
  work: Work,
  document: Waiting,
  endpoint: Endpoint | null,
  signal: AbortSignal,
  sent: { count: number },
): Promise<Made | null> {
  const { records, config, now } = services
  const { want, projectId } = work
  await run.beat(document.fileName)
  /**
   * Before each time that something leaves the building: what was allowed may not be any more. That the document goes is on the
   * record first, because a run may end on the way.
   */
  const allowed: Allowed = async (amount) => {
    if (want.sendTo !== null) await requireSendable(config, records.read, projectId, want.kind, want.sendTo)
    if (endpoint === null) throw new Error('There is no endpoint.')
    if (sent.count === 0)
      await records.write('bulk', async (trx) => {
        await run.hold(trx)
        await tellSending(trx, work, document.documentId, now())
      })
    sent.count += amount
    return endpoint
  }
  if (want.kind === 'transcribe') return await byHearing(services, document, allowed, want.language, signal)
  const own = ownText((await textsOf(records.read, projectId, document.documentId)) ?? [])
  if (own === null) return null
  if (want.sendTo === null) return await byExtraction(services, own, signal)
  const ask: Ask = async (part, question) => {
    const key = { document_id: document.documentId, job_id: run.jobId, part }
    const sha256 = textHash(`${question.instruction}\n${question.text}`)
    const known = await records.read
      .selectFrom('derived_part')
      .select(['sha256', 'text'])
      .where('document_id', '=', key.document_id)
      .where('job_id', '=', key.job_id)
      .where('part', '=', part)
      .executeTakeFirst()
    if (known?.sha256 === sha256) return known.text
    await run.beat(document.fileName)
    const text = await complete(await allowed(question.text.length), question, signal)
    await records.write('bulk', async (trx) => {
      await run.hold(trx)
      await trx
        .insertInto('derived_part')
        .values({ ...key, sha256, text })
        .onConflict((conflict) =>
          conflict.columns(['document_id', 'job_id', 'part']).doUpdateSet({ sha256, text }),
        )
        .execute()
    })
    return text
  }
  return await byModel(want, own, want.sendTo.model, ask)
}

async function workOf(
  { records }: DerivedServices,
  { jobId, projectId }: JobRun,
  want: Work['want'],
): Promise<Work> {
  const { max_text_size } = await records.read
    .selectFrom('project')
    .select('max_text_size')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const user = await records.read
    .selectFrom('job as j')
    .innerJoin('app_user as u', 'u.user_id', 'j.created_by')
    .select(['u.user_id as userId', 'u.name', 'u.role'])
    .where('j.job_id', '=', jobId)
    .executeTakeFirst()
  return { jobId, projectId, want, user: user ?? null, maxTextSize: max_text_size }
}
