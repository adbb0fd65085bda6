/**
 * A file that has come in the place of a document's own becomes that. What the document had before is kept and on its record;
 * what was wrong with it is settled.
 */

import type { Selectable } from 'kysely'
import { fileTypes } from '#contracts/files.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import { nameBlobs } from '../../platform/blobs/name.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { DocumentTable } from '../../review/documents/tables.ts'
import { sizeOf } from '../processing/large.ts'
import type { Member } from '../processing/member.ts'
import { entry, type ImportState, type WriteOptions } from '../writing/import-state.ts'
import { oldTexts, recordOld } from './old-files.ts'
import { dropOtherTexts, otherTexts } from './other-texts.ts'
import { refuseSuperseded } from './replacement-guard.ts'
import { settleReplaced } from './settle.ts'

interface Put {
  readonly document: Selectable<DocumentTable>
  /** The file as it was read. */
  readonly member: Member
}

/** Writes which file the document has; its text and fields are the caller's to write. Answers what the record says. */
export async function putNative(
  trx: Writer,
  state: ImportState,
  { document, member }: Put,
  { blobs, now }: Pick<WriteOptions, 'blobs' | 'now'>,
): Promise<AuditEntry> {
  const { document_id: documentId, sha256, size, file_name: fileName } = document
  const { projectId, createdBy, putAfter } = state
  await refuseSuperseded(trx, documentId, putAfter)
  const at = instantOf(now)
  const { text } = await trx
    .selectFrom('document_text')
    .select('text')
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  // Kept while others wait, because nobody may have made another text by the time it is written: it is one document.
  const texts = await oldTexts(blobs, { fileName, text, others: await otherTexts(trx, documentId) })
  await recordOld(trx, { projectId, documentId, userId: createdBy, at }, [
    { fileType: fileTypes.native, sha256, size, fileName },
    ...texts,
  ])
  await nameBlobs(trx, new Map([[member.sha256, sizeOf(member.bytes)]]), at)
  await trx
    .updateTable('document')
    .set({
      file_name: member.fileName,
      size: sizeOf(member.bytes),
      md5: member.md5,
      sha1: member.sha1,
      sha256: member.sha256,
      ...saidBy(document, member),
    })
    .where('document_id', '=', documentId)
    .execute()
  await dropOtherTexts(trx, documentId)
  return {
    ...entry(state, now, 'document.fileReplaced', documentId, {
      fileType: fileTypes.native,
      before: sha256,
      after: member.sha256,
      exceptionIds: await settleReplaced(trx, documentId, { userId: createdBy, at: now }),
    }),
    erasable: { oldValue: fileName, newValue: member.fileName },
  }
}

/** A message that could not be read said nothing of itself; what was known of one that could stays. */
export function saidBy({ addresses }: Put['document'], member: Member) {
  if (addresses !== null || member.mail === null) return {}
  return {
    addresses: JSON.stringify(member.mail),
    from_text: member.fromText,
    sent_at: member.sentAt,
    sent_original: member.sentOriginal,
    message_id: member.messageId,
    in_reply_to: member.inReplyTo,
    references: JSON.stringify(member.references),
  }
}
