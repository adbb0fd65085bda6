/** What a document says of its text: whether there is any, how much, and why there is none. */
import { ownOrigins } from '#contracts/texts.ts'
import { flag } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'

/** Reads it off the document's own texts; `without` is why there are none, where there are none. */
export async function describeText(trx: Writer, documentId: number, without: string): Promise<void> {
  const extracted = await trx
    .selectFrom('document_text')
    .select('text')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  const variants = await trx
    .selectFrom('document_variant')
    .select('text')
    .where('document_id', '=', documentId)
    .where('origin', 'in', [...ownOrigins])
    .execute()
  const texts = [extracted?.text ?? '', ...variants.map(({ text }) => text)]
  const isText = texts.some((text) => text.trim() !== '')
  await trx
    .updateTable('document')
    .set({
      has_text: flag(isText),
      text_size: texts.reduce((sum, text) => sum + text.length, 0),
      no_text_reason: isText ? null : without,
    })
    .where('document_id', '=', documentId)
    .execute()
}
