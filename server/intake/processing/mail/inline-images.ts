/** Images that a message names in its own text: part of how it looks, and no documents where the project leaves them out. */
import { createHash } from 'node:crypto'
import type { InlineImageRule } from '#contracts/processing.ts'
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

/** An image that is told of with its message. */
export interface RecordedImage {
  /** Its own, or the id by which the message names it. */
  readonly name: string
  readonly mimeType: string
  readonly size: number
  readonly sha256: string
}

interface Parts {
  /** Images that stand in its text here. */
  readonly shown: readonly ShownImage[]
  /** Images that are told of with it, and are no documents. */
  readonly recorded: readonly Part[]
  /** What becomes documents of the family. */
  readonly attached: readonly Part[]
}

/**
 * What is to become of the parts of a message. An image that it names and that is too large, or of another kind, to be shown
 * in it here is a document unless the project wants none: it must not be missing.
 */
export function partsOf(message: Message, rule: InlineImageRule): Parts {
  const named = contentIds(message.html ?? '')
  const shown: ShownImage[] = []
  const recorded: Part[] = []
  const attached: Part[] = []
  let total = 0
  for (const part of message.parts) {
    const { mimeType, contentId, bytes } = part
    const isNamed = mimeType.startsWith('image/') && named.has(contentId)
    const fits = bytes.length <= shownImage && total + bytes.length <= shownImages
    // The type is taken from the bytes: what is declared may be anything.
    const shownAs = isNamed && fits ? identify(bytes, '').mimeType : ''
    const isShown = dataImages.test(shownAs)
    if (isShown) {
      total += bytes.length
      shown.push({ ...part, shownAs })
    }
    const isRecorded = rule === 'none' ? isNamed : rule === 'notShown' && isShown
    if (isRecorded) recorded.push(part)
    else attached.push(part)
  }
  return { shown, recorded, attached }
}

/** By their ids, as they can stand in the sanitised HTML. */
export const imagesOf = (shown: readonly ShownImage[]): InlineImages =>
  new Map(
    shown.map(({ contentId, shownAs, bytes }) => [
      contentId,
      `data:${shownAs};base64,${bytes.toString('base64')}`,
    ]),
  )

export const recordedImage = ({ fileName, contentId, mimeType, bytes }: Part): RecordedImage => ({
  name: fileName === '' ? contentId : fileName,
  mimeType,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

/** Images that are described one by one; of more only their number is told. */
const describedImages = 1000

export function describeImages(recorded: readonly RecordedImage[]): string[] {
  const described = recorded.slice(0, describedImages).map(describeInline)
  const left = recorded.length - described.length
  return left === 0 ? described : [...described, `${left} more`]
}

const describeInline = ({ name, mimeType, size, sha256 }: RecordedImage): string =>
  `${name} (${mimeType}, ${size} bytes, SHA-256 ${sha256})`
