/**
 * A Word document as HTML, by mammoth: its words, headings, lists, tables and pictures, but not its pages. Made harmless
 * as HTML of mail is.
 */
import mammoth from 'mammoth'
import { LimitPassed } from '../budget.ts'
import { sanitiseHtml } from '../documents/html.ts'
import { openParts } from '../documents/parts.ts'
import { Unreadable } from '../documents/reading.ts'
import { identify } from '../identify/identify.ts'
import { defaultLimits } from '../limits.ts'
import { unlocked } from './unlocked.ts'

const shownImages = /^image\/(png|jpeg|gif)$/
/** Bytes of one picture that is shown in the rendition, and of all. */
const imageBytes = 1024 * 1024
const imagesBytes = 2 * 1024 * 1024

/** Opens it with the first password that fits. Rejects with Unreadable where nothing can be made of the document. */
export async function renderWord(file: Buffer, passwords: readonly string[]): Promise<string> {
  const bytes = await unlocked(file, passwords)
  requireBearable(bytes)
  const images = new Map<string, string>()
  let total = 0
  const convertImage = mammoth.images.imgElement(async (image) => {
    const content = await image.readAsBuffer()
    // The type is taken from the bytes: what is declared may be anything.
    const type = identify(content, '').mimeType
    const fits = content.length <= imageBytes && total + content.length <= imagesBytes
    if (!shownImages.test(type) || !fits) return { src: '' }
    total += content.length
    const id = `image-${images.size}`
    images.set(id, `data:${type};base64,${content.toString('base64')}`)
    return { src: `cid:${id}` }
  })
  const { value } = await mammoth
    .convertToHtml({ buffer: bytes }, { convertImage })
    .catch(() => Promise.reject(new Unreadable('corrupt', 'It is damaged: no rendition can be made of it.')))
  const html = sanitiseHtml(value, images)
  if (html.length > defaultLimits.htmlChars)
    throw new Unreadable('tooLarge', 'Its rendition is longer than what can be shown: read it as text.')
  return html
}

/** Mammoth unpacks whatever it is given: what swells is found before. */
function requireBearable(bytes: Buffer): void {
  try {
    const parts = openParts(bytes, defaultLimits)
    for (const name of parts.names) parts.read(name)
  } catch (error) {
    if (error instanceof LimitPassed) throw new Unreadable(error.code, error.message)
    throw error
  }
}
