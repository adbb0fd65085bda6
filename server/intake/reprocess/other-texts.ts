/** The texts that a document has beside its own: recognised, transcribed, translated, summaries. */

import type { Reader, Writer } from '../../platform/records/records.ts'
import type { DocumentVariantTable } from '../../review/texts/tables.ts'

export type OtherText = Pick<DocumentVariantTable, 'origin' | 'language' | 'text' | 'at'>

export async function otherTexts(read: Reader | Writer, documentId: number): Promise<OtherText[]> {
  return await read
    .selectFrom('document_variant')
    .select(['origin', 'language', 'text', 'at'])
    .where('document_id', '=', documentId)
    .orderBy('origin')
    .orderBy('language')
    .execute()
}

/** Whether nothing was made anew between two looks. */
export const sameTexts = (one: readonly OtherText[], other: readonly OtherText[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * They were of a file that the document does not have any more; all that was said of its pages goes with them, so that text
 * may be recognised anew.
 */
export async function dropOtherTexts(trx: Writer, documentId: number): Promise<void> {
  await trx.deleteFrom('document_variant').where('document_id', '=', documentId).execute()
  await trx.deleteFrom('ocr_page').where('document_id', '=', documentId).execute()
  await trx.deleteFrom('ocr_document').where('document_id', '=', documentId).execute()
}
