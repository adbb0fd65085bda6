/** What a job of summaries, translation or transcription writes of one document, all at once. */

import { appendAudit } from '../../platform/audit/append.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import { flag, instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { describeText } from '../texts/describe.ts'
import { raiseException } from '../texts/raise.ts'
import { textHash } from '../texts/texts.ts'
import { type DerivedTextRequest, names, originOf } from './kinds.ts'
import type { Made } from './make.ts'

export interface Work {
  readonly jobId: number
  readonly projectId: number
  readonly want: DerivedTextRequest
  readonly user: AuditEntry['user']
  readonly maxTextSize: number
}

/** What came of a document. `sent`: characters of it, or bytes, that the endpoint was given by this run. */
export type Ending = { readonly sent: number } & (
  | { readonly made: Made | null }
  | { readonly failed: string }
)

/** Puts on the record that a document is about to go to the endpoint. */
export async function tellSending(
  trx: Writer,
  { jobId, projectId, want, user }: Work,
  documentId: number,
  now: Date,
): Promise<void> {
  const facts = {
    origin: originOf(want),
    endpoint: want.sendTo?.host ?? null,
    model: want.sendTo?.model ?? null,
  }
  await appendAudit(trx, `project:${projectId}`, [
    { at: now, user, action: 'document.sentToEndpoint', projectId, documentId, jobId, facts },
  ])
}

/** Keeps the text beside the others, with all that follows from it; one that the document had of this kind gives way to it. */
export async function finishDocument(
  trx: Writer,
  work: Work,
  documentId: number,
  ending: Ending,
  now: Date,
): Promise<void> {
  const { jobId, projectId, want } = work
  const made = 'made' in ending ? ending.made : null
  const reason = 'failed' in ending ? ending.failed : null
  const kept = made === null ? null : await keepText(trx, work, documentId, made, now)
  await trx
    .insertInto('derived_document')
    .values({
      document_id: documentId,
      job_id: jobId,
      outcome: reason !== null ? 'failed' : made === null ? 'nothing' : 'done',
    })
    .execute()
  // Of a document that failed they stay: what was answered is not asked again by a retry.
  if (reason === null)
    await trx
      .deleteFrom('derived_part')
      .where('document_id', '=', documentId)
      .where('job_id', '=', jobId)
      .execute()
  const resolved = await settleExceptions(trx, work, documentId, reason, now)
  if (reason === null && want.kind === 'transcribe')
    await describeText(trx, documentId, 'Transcription heard nothing in it.')
  // Whether it has text, and why not, is looked for as well.
  if (reason === null && want.kind !== 'summarize')
    await trx
      .insertInto('index_queue')
      .values({ project_id: projectId, document_id: documentId, what: 'document' })
      .execute()
  await trx
    .updateTable('job')
    .set((eb) => ({ items_done: eb('items_done', '+', 1) }))
    .where('job_id', '=', jobId)
    .execute()
  await appendAudit(trx, `project:${projectId}`, [
    {
      at: now,
      user: work.user,
      action: reason === null ? names[want.kind].made : names[want.kind].failed,
      projectId,
      documentId,
      jobId,
      facts: {
        origin: originOf(want),
        endpoint: want.sendTo?.host ?? null,
        model: want.sendTo?.model ?? null,
        sent: ending.sent,
        characters: kept?.length ?? 0,
        // The text can be proved to be the one that was made then.
        sha256: kept === null ? null : textHash(kept),
        resolved,
      },
    },
  ])
}

/** Answers the text as it is kept. */
async function keepText(
  trx: Writer,
  { jobId, want, maxTextSize }: Work,
  documentId: number,
  { text: whole, language, engine, source, truncated }: Made,
  now: Date,
): Promise<string> {
  const origin = originOf(want)
  const text = whole.slice(0, maxTextSize).toWellFormed()
  await trx
    .deleteFrom('document_variant')
    .where('document_id', '=', documentId)
    .where('origin', '=', origin)
    // A document has one translation into each language, and one of everything else.
    .$if(want.kind === 'translate', (query) => query.where('language', '=', language))
    .execute()
  await trx
    .insertInto('document_variant')
    .values({
      document_id: documentId,
      origin,
      language,
      text,
      truncated: flag(truncated || text.length < whole.length),
      confidence: null,
      engine,
      job_id: jobId,
      at: instantOf(now),
      source: source === null ? null : JSON.stringify(source),
    })
    .execute()
  return text
}

/** What was wrong before is right now, or wrong for another reason. Answers the exceptions that are gone. */
async function settleExceptions(
  trx: Writer,
  { jobId, projectId, want }: Work,
  documentId: number,
  reason: string | null,
  now: Date,
): Promise<number[]> {
  const code = names[want.kind].exception
  const codes = want.kind === 'transcribe' && reason === null ? [code, 'noTextYet'] : [code]
  const gone = await trx
    .deleteFrom('exception')
    .where('document_id', '=', documentId)
    .where('code', 'in', codes)
    .returning('exception_id')
    .execute()
  if (reason !== null) {
    await raiseException(trx, { jobId, projectId }, documentId, { code, reason, stage: 'text' }, now)
    await trx
      .updateTable('job')
      .set((eb) => ({ exceptions: eb('exceptions', '+', 1) }))
      .where('job_id', '=', jobId)
      .execute()
  }
  return gone.map(({ exception_id }) => exception_id)
}
