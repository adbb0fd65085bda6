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

interface ShownImage extends Part {
  /** Its type, by its bytes. */
  readonly shownAs: string
}

/**
 * Images that the message shows itself are recorded with it; everything else becomes a document of the family, images too
 * that it names and that are too large, or of another kind, to be shown in it here: they must not be missing.
 */
export function partsOf(message: Message): {
  readonly inline: readonly ShownImage[]
  readonly attached: readonly Part[]
} {
  const named = contentIds(message.html ?? '')
  const inline: ShownImage[] = []
  const attached: Part[] = []
  let total = 0
  for (const part of message.parts) {
    const { mimeType, contentId, bytes } = part
    const isShown =
      mimeType.startsWith('image/') &&
      named.has(contentId) &&
      bytes.length <= shownImage &&
      total + bytes.length <= shownImages
    // The type is taken from the bytes: what is declared may be anything.
    const shownAs = isShown ? identify(bytes, '').mimeType : ''
    if (dataImages.test(shownAs)) {
      total += bytes.length
      inline.push({ ...part, shownAs })
    } else attached.push(part)
  }
  return { inline, attached }
}

/** By their ids, as they can stand in the sanitised HTML. */
export const imagesOf = (inline: readonly ShownImage[]): InlineImages =>
  new Map(
    inline.map(({ contentId, shownAs, bytes }) => [
      contentId,
      `data:${shownAs};base64,${bytes.toString('base64')}`,
    ]),
  )

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
