/** The text of a document that goes out: what its file says, and what was recognized or transcribed of it. */
import { ownOrigins } from '#contracts/texts.ts'
import type { Reader } from '../../platform/records/records.ts'

/** Of a document that is not redacted: a redacted one has the text of its burned pages. */
export async function recordText(read: Reader, documentId: number): Promise<string> {
  const own = await read
    .selectFrom('document_text')
    .select('text')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  const others = await read
    .selectFrom('document_variant')
    .select('text')
    .where('document_id', '=', documentId)
    .where('origin', 'in', [...ownOrigins])
    .orderBy('origin')
    .orderBy('language')
    .execute()
  const texts = [own?.text ?? '', ...others.map(({ text }) => text)]
  return texts.filter((text) => text.trim() !== '').join('\n\n')
}
