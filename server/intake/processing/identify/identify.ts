/**
 * What bytes are, by their content; a name only decides where content leaves it open. There are two steps. `identify`
 * looks at the beginning alone and says how the import takes a file: what streams out of a container need not be held for
 * that. `identifyWhole` is for those who hold all bytes: it also knows what only the whole file tells, such as the streams
 * of an OLE file or the parts of a zip. What the head tells to be a message, a mailbox, a tar or packed is so for both; a
 * zip in whose head no part of a document shows is an archive to the first step, whatever the second one finds behind it.
 */

import { type Kind, kindOf } from '../../../platform/file-kinds.ts'
import { byDer } from './der.ts'
import { byMailShape } from './mail-shape.ts'
import { byMarkup } from './markup.ts'
import { oleKind } from './ole-kinds.ts'
import { nearlyText, plainText } from './plain-text.ts'
import { bySignature } from './signatures.ts'
import { textKind } from './text-kinds.ts'
import { endsZip } from './zip-parts.ts'
import { zippedKind } from './zipped.ts'

export {
  conversationKind,
  type FileCategory,
  fileCategories,
  type Kind,
  type Shape,
} from '../../../platform/file-kinds.ts'

/** Bytes of the beginning that identification looks at: an ISO 9660 image has its mark behind the first 32 KB. */
export const headBytes = 33 * 1024

/** Identifies by the first bytes (`headBytes` of them, or all). */
export function identify(head: Uint8Array, name: string): Kind {
  return kindIn(bufferOf(head).subarray(0, headBytes), name)
}

/** Identifies by all bytes of a file. */
export function identifyWhole(bytes: Uint8Array, name: string): Kind {
  const all = bufferOf(bytes)
  const kind = kindIn(all, name)
  // The last segment of a split archive, or an archive behind other bytes: it is named, and cannot be walked.
  if (kind.category === 'Unknown' && endsZip(all))
    return { ...kindOf('zip', extensionOf(name)), shape: 'file' }
  return kind
}

/** Lower case, without the dot; empty where there is none that looks like one. */
export function extensionOf(name: string): string {
  return /[^.\\/]\.([A-Za-z0-9_~-]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function kindIn(bytes: Buffer, name: string): Kind {
  const extension = extensionOf(name)
  const head = bytes.subarray(0, headBytes)
  const text = once(() => plainText(head))
  const found =
    zippedKind(bytes, extension) ??
    oleKind(bytes, extension) ??
    byDer(head, extension) ??
    bySignature(head, extension, () => text() !== null) ??
    byMailShape(head, extension) ??
    latePdf(head, extension) ??
    (endsDiskImage(bytes) ? kindOf('dmg', extension) : null)
  if (found !== null) return found
  const plain = text() ?? nearlyText(head)
  if (plain !== null) return textKind(plain, extension)
  return brokenPage(head, extension) ?? kindOf('unknown', extension)
}

/** A disk image of a Macintosh says what it is in its last 512 bytes. */
const endsDiskImage = (bytes: Buffer): boolean =>
  bytes.length >= 512 && bytes.toString('latin1', bytes.length - 512, bytes.length - 508) === 'koly'

/** ISO 32000 lets something stand before the header within the first 1,024 bytes, and printers write it. */
function latePdf(head: Buffer, extension: string): Kind | null {
  const at = head.subarray(0, 1024).indexOf('%PDF-')
  const follows =
    at > 0 && /^%PDF-\d\.\d\s[\s\S]{0,2000}?\d obj\b/.test(head.toString('latin1', at, at + 2100))
  return follows ? kindOf('pdf', extension) : null
}

/** A page with bytes in it that no text has is still shown as a page. */
function brokenPage(head: Buffer, extension: string): Kind | null {
  const start = head.toString('latin1', 0, 1000)
  return /^\s{0,100}<(!doctype\s+html|html)[\s>]/i.test(start) ? byMarkup(start, extension) : null
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
