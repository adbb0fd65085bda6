/** What a job of text recognition writes: pages as they come, and a document once all its pages are there. */

import { createHash } from 'node:crypto'
import type { OcrLanguage } from '#contracts/processing.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import { flag, instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { describeText } from '../../review/texts/describe.ts'
import { raiseException } from '../../review/texts/raise.ts'
import { unknownLanguage } from '../../review/texts/texts.ts'
import { cutText } from '../processing/documents/document-text.ts'
import type { ProcessingException } from '../processing/member.ts'
import type { PageFound } from '../processing/ocr/protocol.ts'
import { confidenceOf } from '../processing/ocr/read-table.ts'

export interface Worked {
  readonly jobId: number
  readonly projectId: number
  readonly user: AuditEntry['user']
  readonly maxTextSize: number
  /** That text is recognised in. */
  readonly languages: readonly OcrLanguage[]
}

export type OcrOutcome = 'recognised' | 'nothing' | 'failed'

/** Writes one page. */
export async function writePage(
  trx: Writer,
  { jobId }: Worked,
  documentId: number,
  { page, found, reason }: PageFound,
): Promise<void> {
  await trx
    .insertInto('ocr_page')
    .values({
      document_id: documentId,
      job_id: jobId,
      page,
      text: found?.text ?? '',
      confidence: found?.confidence ?? null,
      turn: found?.turn ?? 0,
      width: Math.round(found?.width ?? 0),
      height: Math.round(found?.height ?? 0),
      dpi: Math.round(found?.dpi ?? 0),
      words: JSON.stringify(
        (found?.words ?? []).map((w) =>
          [w.start, w.length, w.confidence, w.left, w.top, w.width, w.height].map(Math.round),
        ),
      ),
      reason,
    })
    .execute()
  await trx
    .updateTable('job')
    .set((eb) => ({ items_done: eb('items_done', '+', 1) }))
    .where('job_id', '=', jobId)
    .execute()
}

/**
 * Makes a document's text of its pages, with all that follows from that; `unreadable` says why there are none. What was
 * recognised by an earlier job gives way to it, unless nothing could be read now.
 */
export async function finishDocument(
  trx: Writer,
  work: Worked,
  documentId: number,
  {
    engine,
    unreadable,
    left,
  }: {
    readonly engine: string
    readonly unreadable: string | null
    /** Pages behind the last that was looked at. */
    readonly left: number
  },
  now: Date,
): Promise<OcrOutcome> {
  const { jobId, projectId, user } = work
  const pages = await trx
    .selectFrom('ocr_page')
    .select(['page', 'text', 'confidence', 'reason'])
    .where('document_id', '=', documentId)
    .where('job_id', '=', jobId)
    .orderBy('page')
    .execute()
  const failed = pages.filter(({ reason }) => reason !== null)
  const whole = pages.map(({ text }) => text ?? '').join('\f')
  const flaws: ProcessingException[] = []
  const { text, truncated } = cutText(whole, work.maxTextSize, flaws)
  // What broke off says so; then nobody knows what was looked at.
  if (left > 0 && unreadable === null)
    flaws.push({
      code: 'tooMany',
      reason: `Text was looked for in the first ${pages.length} of its ${pages.length + left} pages only.`,
      stage: 'text',
    })
  const isText = text.trim() !== ''
  const reason = unreadable ?? reasonOfPages(failed, pages.length)
  const outcome: OcrOutcome = reason !== null ? 'failed' : isText ? 'recognised' : 'nothing'
  const confidence = confidenceOf(
    pages.map((page) => ({ length: page.text?.trim().length ?? 0, confidence: page.confidence ?? 0 })),
  )
  if (isText) {
    await trx
      .deleteFrom('document_variant')
      .where('document_id', '=', documentId)
      .where('origin', '=', 'ocr')
      .execute()
    const language = languageOf(work.languages)
    const at = instantOf(now)
    const made = { document_id: documentId, origin: 'ocr', language, text, confidence, engine }
    await trx
      .insertInto('document_variant')
      .values({ ...made, truncated: flag(truncated), job_id: jobId, at })
      .execute()
  }
  if (isText) await dropOtherPages(trx, documentId, jobId)
  if (reason === null) await dropPageTexts(trx, documentId, jobId)
  await trx
    .insertInto('ocr_document')
    .values({ document_id: documentId, job_id: jobId, pages: pages.length, outcome })
    .execute()
  const resolved = await settleExceptions(
    trx,
    work,
    documentId,
    { reason, isText, isWhole: unreadable === null, flaws },
    now,
  )
  await describeText(trx, documentId, reasonWithout[outcome])
  await trx
    .insertInto('index_queue')
    .values({ project_id: projectId, document_id: documentId, what: 'document' })
    .execute()
  await appendAudit(trx, `project:${projectId}`, [
    {
      at: now,
      user,
      action: reason === null ? 'document.textRecognised' : 'document.ocrFailed',
      projectId,
      documentId,
      jobId,
      facts: {
        origin: 'ocr',
        pages: pages.length,
        failedPages: failed.length,
        characters: text.length,
        // The text can be proved to be the one that was made then.
        sha256: isText ? createHash('sha256').update(text).digest('hex') : null,
        confidence: isText ? confidence : null,
        engine,
        resolved,
      },
    },
  ])
  return outcome
}

/** Of several languages nobody has said which one a document is written in. */
function languageOf([first, ...others]: readonly OcrLanguage[]): string {
  return first === undefined || others.length > 0 ? unknownLanguage : first
}

/** Said of the pages by number: their words stay out of it. */
function reasonOfPages(
  failed: readonly { readonly page: number; readonly reason: string | null }[],
  of: number,
): string | null {
  const [first] = failed
  if (first === undefined) return null
  const others = failed.length - 1
  const which =
    others === 0 ? `Page ${first.page} of ${of}` : `Page ${first.page} and ${others} more of ${of}`
  return `${which} could not be recognised. ${first.reason ?? ''}`.trim()
}

/** The text stands with the document now. Pages of earlier jobs would say where the words of another text are. */
async function dropOtherPages(trx: Writer, documentId: number, jobId: number): Promise<void> {
  await trx
    .deleteFrom('ocr_page')
    .where('document_id', '=', documentId)
    .where('job_id', '!=', jobId)
    .execute()
}

/** Kept until all pages are there: a retry puts the text together anew. */
async function dropPageTexts(trx: Writer, documentId: number, jobId: number): Promise<void> {
  await trx
    .updateTable('ocr_page')
    .set({ text: null })
    .where('document_id', '=', documentId)
    .where('job_id', '=', jobId)
    .execute()
}

/** What was wrong for want of text is right now, or wrong for another reason. Answers the exceptions that are gone. */
async function settleExceptions(
  trx: Writer,
  work: Worked,
  documentId: number,
  {
    reason,
    isText,
    isWhole,
    flaws,
  }: {
    readonly reason: string | null
    readonly isText: boolean
    /** Whether all pages were looked at that are to be. */
    readonly isWhole: boolean
    readonly flaws: readonly ProcessingException[]
  },
  now: Date,
): Promise<number[]> {
  const codes = isText || reason === null ? ['noTextYet', 'ocrFailed'] : ['ocrFailed']
  const rows = await trx
    .deleteFrom('exception')
    .where('document_id', '=', documentId)
    .where('code', 'in', codes)
    .returning('exception_id')
    .execute()
  // The recognised text that was cut has given way; that of the file itself has not.
  const settled = isText ? ['textTruncated', 'tooMany'] : isWhole ? ['tooMany'] : []
  const cut =
    settled.length === 0
      ? []
      : await trx
          .deleteFrom('exception')
          .where('document_id', '=', documentId)
          .where('code', 'in', settled)
          .where('job_id', 'in', trx.selectFrom('job').select('job_id').where('kind', '=', 'ocr'))
          .returning('exception_id')
          .execute()
  const failure: ProcessingException[] = reason === null ? [] : [{ code: 'ocrFailed', reason, stage: 'text' }]
  for (const flaw of [...failure, ...flaws]) await raiseException(trx, work, documentId, flaw, now)
  // A text that is cut is there: nothing of it has failed.
  if (reason !== null)
    await trx
      .updateTable('job')
      .set((eb) => ({ exceptions: eb('exceptions', '+', 1) }))
      .where('job_id', '=', work.jobId)
      .execute()
  return [...rows, ...cut].map(({ exception_id }) => exception_id)
}

/** Why a document has no text still. */
const reasonWithout: Readonly<Record<OcrOutcome, string>> = {
  recognised: 'OCR found no text in it.',
  nothing: 'OCR found no text in it.',
  failed: 'Its text could not be recognised.',
}
