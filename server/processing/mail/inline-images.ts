/** Images that a message shows in its own text: part of how it looks, recorded with it, and no documents. */
import { createHash } from 'node:crypto'
import { contentIds, type InlineImages } from '../documents/html.ts'
import { identify } from '../identify/identify.ts'
import type { Message } from './eml.ts'
import type { Part } from './mime.ts'

const dataImages = /^image\/(png|jpeg|gif)$/
/** Inline images up to these sizes are shown inside the sanitised HTML. */
const shownImage = 128 * 1024
const shownImages = 1024 * 1024

/** Images that the message shows itself are recorded with it; everything else becomes a document of the family. */
export function partsOf(message: Message): {
  readonly inline: readonly Part[]
  readonly attached: readonly Part[]
} {
  const named = contentIds(message.html ?? '')
  const shown = (part: Part): boolean => part.mimeType.startsWith('image/') && named.has(part.contentId)
  return { inline: message.parts.filter(shown), attached: message.parts.filter((part) => !shown(part)) }
}

/** By their ids, as they can stand in the sanitised HTML. */
export function imagesOf(inline: readonly Part[]): InlineImages {
  const images = new Map<string, string>()
  let total = 0
  for (const part of inline) {
    // The type is taken from the bytes: what is declared may be anything.
    const type = identify(part.bytes, '').mimeType
    total += part.bytes.length
    if (!dataImages.test(type) || part.bytes.length > shownImage || total > shownImages) continue
    images.set(part.contentId, `data:${type};base64,${part.bytes.toString('base64')}`)
  }
  return images
}

/** Images that are described one by one; of more only their number is told. */
const describedImages = 1000

export function describeImages(inline: readonly Part[]): string[] {
  const described = inline.slice(0, describedImages).map(describeInline)
  const left = inline.length - described.length
  return left === 0 ? described : [...described, `${left} more`]
}

/** How many images a description is of. */
export function imagesDescribed(described: readonly string[]): number {
  const left = described[describedImages]
  return left === undefined ? described.length : describedImages + Number.parseInt(left, 10)
}

const describeInline = ({ fileName, contentId, mimeType, bytes }: Part): string =>
  `${fileName === '' ? contentId : fileName} (${mimeType}, ${bytes.length} bytes, SHA-256 ${createHash('sha256').update(bytes).digest('hex')})`
