/** What a document had before another file or text came in its place: kept, and on its record. */

import { fileTypes } from '#contracts/files.ts'
import type { Blobs, Kept } from '../../platform/blobs/blobs.ts'
import { nameBlobs } from '../../platform/blobs/name.ts'
import type { Writer } from '../../platform/records/records.ts'
import { unknownLanguage } from '../../review/texts/texts.ts'
import type { OtherText } from './other-texts.ts'

/** A file that is replaced. */
export interface Old extends Kept {
  readonly fileType: number
  readonly fileName: string
}

/** The texts that go with a file that is replaced: its own, and what was recognised in it, heard in it or made of it. */
export async function oldTexts(
  blobs: Blobs,
  {
    fileName,
    text,
    others,
  }: { readonly fileName: string; readonly text: string; readonly others: readonly OtherText[] },
): Promise<Old[]> {
  const named = [
    { text, name: `${fileName}.txt` },
    ...others.map(({ origin, language, text }) => ({
      text,
      name: [fileName, origin, ...(language === unknownLanguage ? [] : [language]), 'txt'].join('.'),
    })),
  ]
  const old: Old[] = []
  for (const { text, name } of named)
    if (text !== '')
      old.push({ ...(await blobs.put(Buffer.from(text))), fileType: fileTypes.text, fileName: name })
  return old
}

/** Puts them on the record, in their order. The files are kept already. */
export async function recordOld(
  trx: Writer,
  asked: {
    readonly projectId: number
    readonly documentId: number
    readonly userId: number
    readonly at: string
  },
  old: readonly Old[],
): Promise<void> {
  await nameBlobs(trx, new Map(old.map(({ sha256, size }) => [sha256, size])), asked.at)
  for (const { fileType, sha256, size, fileName } of old)
    await trx
      .insertInto('replaced_file')
      .values({
        project_id: asked.projectId,
        document_id: asked.documentId,
        file_type: fileType,
        sha256,
        size,
        file_name: fileName,
        by_user: asked.userId,
        at: asked.at,
      })
      .execute()
}
