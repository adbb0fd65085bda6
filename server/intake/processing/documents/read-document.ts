/** Text, fields and embedded files of a document that is no mail; where there are none, the reason. */

import { isPictureType } from '../../../platform/picture-types.ts'
import { isSystemFault } from '../archives/archive.ts'
import type { Kind } from '../identify/identify.ts'
import type { ProcessingException } from '../member.ts'
import { readerOf } from './readers.ts'
import { type Reading, type ReadOptions, Unreadable } from './reading.ts'
import { whyShut } from './shut-containers.ts'
import { tiffPages } from './tiff-pages.ts'

/** Never rejects but for faults of the system: what one document does to its reader is an exception of that document. */
export async function readDocument(bytes: Buffer, kind: Kind, options: ReadOptions): Promise<Reading> {
  if (bytes.length === 0) return without('zeroByte', 'The file is empty.')
  const reader = readerOf(kind)
  if (reader === null) return unread(kind, bytes)
  try {
    return withPicturesTold(await reader(bytes, kind, options))
  } catch (error) {
    if (isSystemFault(error)) throw error
    // What is known to be encrypted is damaged to every reader that cannot open it.
    if (error instanceof Unreadable)
      return kind.category === 'Encrypted' && error.code !== 'encrypted'
        ? encrypted
        : without(error.code, error.message)
    return without(
      'textFailed',
      `Reading it failed (${error instanceof Error ? error.name : 'unknown fault'}).`,
    )
  }
}

const slideNumber = /^\[Slide \d+\]$/gm

/** A document of Office that is nothing but pictures, as scans are sent, says so: what they show stands in no text of it. */
function withPicturesTold(reading: Reading): Reading {
  const { text, metadata, flaws } = reading
  const [pictures] = metadata.Embedded_Images ?? []
  const says = (text ?? '').replace(slideNumber, '').trim() !== ''
  if (pictures === undefined || says || flaws.length > 0) return reading
  const [what, them] = pictures === '1' ? ['is a picture', 'it'] : [`are ${pictures} pictures`, 'them']
  const reason = `No text: what it shows ${what}, in which no text is recognised. Its page images show ${them}.`
  return { ...reading, flaws: [{ code: 'noTextYet', reason, stage: 'text' }] }
}

/** Of a kind that no reader knows. */
function unread({ shape, category, extension, mimeType }: Kind, bytes: Buffer): Reading {
  if (category === 'Encrypted') return encrypted
  if (category === 'Container') {
    // What stands in it are documents of their own.
    if (shape !== 'file') return { text: null, html: null, metadata: {}, embedded: [], flaws: [] }
    return without('unsupportedType', whyShut(mimeType))
  }
  if (isPictureType(mimeType))
    return {
      ...without('noTextYet', 'It is a picture: only text recognition can find text in it.'),
      metadata: pagesOf(mimeType, bytes),
    }
  if (category === 'Audio' || category === 'Video')
    return without('noTextYet', 'It is a recording: only a transcription can give it a text.')
  const what = category === 'Unknown' ? 'files of an unknown type' : `files of type ${extension || mimeType}`
  return without('noTextYet', `Text is not taken from ${what} yet.`)
}

/** Of pictures only a TIFF has pages. */
function pagesOf(mimeType: string, bytes: Buffer): Reading['metadata'] {
  const pages = mimeType === 'image/tiff' ? tiffPages(bytes) : null
  return pages === null ? {} : { Page_Count: [String(pages)] }
}

const without = (code: ProcessingException['code'], reason: string): Reading => ({
  text: null,
  html: null,
  metadata: {},
  embedded: [],
  flaws: [{ code, reason, stage: 'text' }],
})

const encrypted = without('encrypted', 'The content is encrypted.')
