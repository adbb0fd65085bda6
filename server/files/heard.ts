/** What was recognised or heard in a native: it goes with that native, and is kept with it. */
import { ownOrigins, type TextOrigin, textOrigin } from '#contracts/texts.ts'
import type { Reader, Writer } from '../records/records.ts'
import { type Before, conflict } from './write.ts'

export interface Heard {
  readonly origin: TextOrigin
  readonly text: string
}

export async function heardOf(read: Reader, documentId: number): Promise<readonly Heard[]> {
  const rows = await read
    .selectFrom('document_variant')
    .select(['origin', 'text'])
    .where('document_id', '=', documentId)
    .where('origin', 'in', [...ownOrigins])
    .orderBy('origin')
    .orderBy('language')
    .execute()
  return rows.map(({ origin, text }) => ({ origin: textOrigin.parse(origin), text }))
}

/** Takes it off the document, with all that was said of its pages: text may be recognised anew. */
export async function forgetHeard(trx: Writer, { documentId, heard }: Before): Promise<void> {
  const gone = await trx
    .deleteFrom('document_variant')
    .where('document_id', '=', documentId)
    .where('origin', 'in', [...ownOrigins])
    .returning('text')
    .execute()
  if (gone.some(({ text }) => !heard.some((one) => one.text === text)))
    throw conflict('Text of this file has been recognised meanwhile. Look at the document again.')
  await trx.deleteFrom('ocr_page').where('document_id', '=', documentId).execute()
  await trx.deleteFrom('ocr_document').where('document_id', '=', documentId).execute()
}
