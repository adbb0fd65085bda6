/**
 * Texts of a load, laid over those that documents have: as one text that is replaced by hand (reprocess/replace.ts), many at
 * once. What stood there is kept as a file beforehand and named on the record, so that it can be read, and put back.
 */
import { fileTypes } from '#contracts/files.ts'
import { settledStates } from '#contracts/jobs.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import type { Blobs, Kept } from '../../platform/blobs/blobs.ts'
import { hashes } from '../../platform/hashes.ts'
import { flag, instantOf } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import type { SaveContext } from '../../review/coding/save.ts'
import { isLaidOutHere } from '../../review/pages/makers.ts'
import { forgetSet } from '../../review/pages/sets.ts'
import { describeText } from '../../review/texts/describe.ts'
import { recordOld } from '../reprocess/old-files.ts'
import { putText, withoutText } from '../reprocess/write.ts'

/** A text for a document. */
export interface LaidText {
  readonly documentId: number
  readonly text: string
  readonly truncated: boolean
}

/** What a document says before, kept; null where it is what is laid over it. */
export type TextsBefore = ReadonlyMap<number, (Kept & { readonly text: string }) | null>

/** A text has become another one since it was kept: it is read and kept again. */
export class TextMoved extends Error {}

/** Keeps the texts that give way: files are made durable outside of transactions. */
export async function keepBefore(
  read: Reader,
  blobs: Blobs,
  laid: readonly LaidText[],
): Promise<TextsBefore> {
  const standing = await textsNow(read, laid)
  return new Map(
    await Promise.all(
      laid.map(async ({ documentId, text }) => {
        const before = standing.get(documentId) ?? ''
        const kept = before === text ? null : { ...(await blobs.put(Buffer.from(before))), text: before }
        return [documentId, kept] as const
      }),
    ),
  )
}

/**
 * Writes them, in the transaction of what else is laid over these documents. Answers which documents say it now, and which
 * wait for another file, whose text would take the place of this one.
 */
export async function layTexts(
  trx: Writer,
  {
    jobId,
    projectId,
    by,
  }: {
    readonly jobId: number
    readonly projectId: number
    readonly by: SaveContext
  },
  laid: readonly LaidText[],
  before: TextsBefore,
): Promise<{
  readonly done: readonly number[]
  readonly awaited: ReadonlySet<number>
  readonly entries: AuditEntry[]
}> {
  if (laid.length === 0) return { done: [], awaited: new Set(), entries: [] }
  const at = instantOf(by.at)
  const standing = await textsNow(trx, laid)
  const awaited = await awaiting(
    trx,
    laid.map(({ documentId }) => documentId),
  )
  const documents = await trx
    .selectFrom('document as d')
    .innerJoin('document_text as t', 't.document_id', 'd.document_id')
    .select(['d.document_id', 'd.file_name', 'd.file_category', 'd.mime_type', 't.html'])
    .where(
      'd.document_id',
      'in',
      laid.map(({ documentId }) => documentId),
    )
    .execute()
  const documentOf = new Map(documents.map((row) => [row.document_id, row]))
  const entries: AuditEntry[] = []
  const done: number[] = []
  const changed: number[] = []
  for (const { documentId, text, truncated } of laid) {
    if (awaited.has(documentId)) continue
    const document = documentOf.get(documentId)
    if (document === undefined) continue
    done.push(documentId)
    const old = before.get(documentId)
    const now = standing.get(documentId) ?? ''
    if (now === text) continue
    if (old === undefined || old === null || old.text !== now) throw new TextMoved()
    await recordOld(trx, { projectId, documentId, userId: by.user.userId, at }, [
      { sha256: old.sha256, size: old.size, fileType: fileTypes.text, fileName: `${document.file_name}.txt` },
    ])
    await putText(trx, documentId, { text })
    await trx
      .updateTable('document')
      .set({ text_truncated: flag(truncated) })
      .where('document_id', '=', documentId)
      .execute()
    await describeText(trx, documentId, withoutText)
    // Pages that are laid out of this text are others now: redactions on them are to be checked at once.
    const isLaidOut = isLaidOutHere(document.file_category, document.mime_type)
    if (isLaidOut && (document.html ?? '') === '') await forgetSet(trx, documentId)
    changed.push(documentId)
    entries.push({
      ...{ at: by.at, user: by.user, action: 'document.fileReplaced', projectId, documentId },
      ...{ how: 'import', jobId },
      facts: {
        ...{ fileType: fileTypes.text, before: old.sha256, after: hashes(Buffer.from(text)).sha256 },
        exceptionIds: [],
      },
    })
  }
  await insertAll(
    trx,
    'index_queue',
    changed.map((document_id) => ({ project_id: projectId, document_id, what: 'document' })),
  )
  return { done, awaited, entries }
}

async function textsNow(read: Reader | Writer, laid: readonly LaidText[]): Promise<Map<number, string>> {
  if (laid.length === 0) return new Map()
  const rows = await read
    .selectFrom('document_text')
    .select(['document_id', 'text'])
    .where(
      'document_id',
      'in',
      laid.map(({ documentId }) => documentId),
    )
    .execute()
  return new Map(rows.map(({ document_id, text }) => [document_id, text]))
}

/** Documents with a file on its way to them. */
async function awaiting(trx: Writer, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await trx
    .selectFrom('source_file as f')
    .leftJoin('job as j', 'j.job_id', 'f.job_id')
    .select('f.document_id')
    .where('f.document_id', 'in', [...ids])
    .where((eb) => eb.or([eb('f.job_id', 'is', null), eb('j.state', 'not in', settledStates)]))
    .execute()
  return new Set(rows.flatMap(({ document_id }) => document_id ?? []))
}
