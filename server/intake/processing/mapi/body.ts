/** What a message says, in whichever of three forms it is kept: plain text, HTML, compressed RTF. */
import { charsetOfPage } from '../charsets/code-pages.ts'
import { Unreadable } from '../documents/reading.ts'
import { readRtf } from '../documents/rtf/rtf.ts'
import { identify } from '../identify/identify.ts'
import type { Limits } from '../limits.ts'
import type { Message } from '../mail/eml.ts'
import { givenName } from '../names.ts'
import { decodeText, storable } from '../text.ts'
import { readCompressedRtf } from './compressed-rtf.ts'
import { unwrapRtf } from './html-in-rtf.ts'
import { ids, type Properties } from './properties.ts'

/** `parts`: files that stand in the text itself; `metadata`: what the form that it is kept in tells. */
export type Body = Pick<Message, 'text' | 'html' | 'parts' | 'metadata' | 'faults' | 'flaws'>

/** A form that is there and says nothing hides no other. */
export async function bodyOf(p: Properties, limits: Limits): Promise<Body> {
  // A report on what became of a message has its text elsewhere.
  const plain = storable(p.textOf(ids.body, ids.reportText))
  const body = (text: string, html: string | null): Body => ({
    text,
    html,
    parts: [],
    metadata: {},
    faults: [],
    flaws: [],
  })
  const html = storable(htmlOf(p))
  if (html.trim() !== '') return body(plain, html)
  const packed = p.bytes(ids.rtf)
  if (packed === null || packed.length === 0) return body(plain, null)
  const rtf = readCompressedRtf(packed, limits.itemBytes)
  if (rtf === null) return { ...body(plain, null), faults: [damaged] }
  const unwrapped = unwrapRtf(rtf)
  const content = storable(unwrapped?.content ?? '')
  if (unwrapped?.kind === 'html' && content.trim() !== '') return body(plain, content)
  if (plain.trim() !== '' || rtf.length === 0) return body(plain, null)
  return content.trim() === '' ? await readFormatted(rtf, limits) : body(content, null)
}

const damaged = 'Its formatted body is damaged.'

function htmlOf(p: Properties): string {
  const bytes = p.bytes(ids.html)
  if (bytes === null) return p.text(ids.html)
  const charset = charsetOfPage(p.whole(ids.internetCodePage) ?? 0)
  // Markup in UTF-16 has zeros: what has none only says so.
  return decodeText(bytes, charset.startsWith('utf-16') && !bytes.includes(0) ? 'windows-1252' : charset)
}

/** RTF that somebody wrote as such is read as the document that it is. */
async function readFormatted(rtf: Buffer, limits: Limits): Promise<Body> {
  try {
    const options = { limits, passwords: [], name: '' }
    const { text, embedded, flaws } = await readRtf(rtf, identify(rtf, ''), options)
    const parts = embedded.map(({ name, bytes }) => ({
      fileName: givenName(name),
      mimeType: 'application/octet-stream',
      charset: '',
      contentId: '',
      bytes,
    }))
    return {
      text: storable(text ?? '').trim(),
      html: null,
      parts,
      metadata: {},
      faults: flaws.map(({ reason }) => reason),
      flaws: [],
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { text: '', html: null, parts: [], metadata: {}, faults: [damaged], flaws: [] }
  }
}
