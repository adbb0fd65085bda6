/** What is wrapped in ASN.1: the S/MIME family (RFC 5652, 3274, 5544), certificates and key stores, by their structure. */
import { type Kind, type KindName, kindOf } from '../../../platform/file-kinds.ts'

interface Element {
  readonly tag: number
  /** Where its content begins. */
  readonly start: number
  /** Where it ends; null where only an end mark says so (BER). */
  readonly end: number | null
}

const sequence = 0x30
const identifier = 0x06
const integer = 0x02
const set = 0x31
const content = 0xa0

const contentTypes: ReadonlyMap<string, KindName> = new Map([
  ['2a864886f70d010702', 'smimeSigned'],
  ['2a864886f70d010703', 'smimeEnveloped'],
  ['2a864886f70d010704', 'smimeEnveloped'], // signed and enveloped, PKCS #7
  ['2a864886f70d010706', 'smimeEnveloped'], // encrypted data
  ['2a864886f70d0109100117', 'smimeEnveloped'], // authenticated and enveloped
  ['2a864886f70d0109100109', 'smimeCompressed'],
  ['2a864886f70d010910011f', 'timeStamped'],
])

/** The kind by its outermost object identifier, or null where it is not such a structure. */
export function byDer(head: Buffer, extension: string): Kind | null {
  const outer = elementAt(head, 0)
  if (outer?.tag !== sequence) return null
  const first = elementAt(head, outer.start)
  if (first === null || first.end === null) return null
  const name =
    first.tag === identifier ? contentKind(head, first.start, first.end) : keyMaterial(head, outer, first)
  return name === null ? null : kindOf(name, extension)
}

const pemLabel = /^-----BEGIN ([A-Z0-9 ]{3,40})-----\s/

/** The same in Base64, with or without the lines around it that PEM has (RFC 7468). */
export function byDerInText(text: string, extension: string): Kind | null {
  const label = pemLabel.exec(text)
  if (label?.[1]?.endsWith('CERTIFICATE') === true) return kindOf('certificate', extension)
  if (label === null && !text.startsWith('MI')) return null
  return byDer(ofBase64(text, label?.[0].length ?? 0), extension)
}

/** The bytes of such a structure, which may be written in Base64. */
export function derOf(bytes: Buffer): Buffer {
  if (bytes[0] === sequence) return bytes
  const text = bytes.toString('latin1').trimStart()
  const label = pemLabel.exec(text)
  return label === null && !text.startsWith('MI') ? bytes : ofBase64(text, label?.[0].length ?? 0)
}

const ofBase64 = (text: string, start: number): Buffer => {
  const body = text.slice(start).replace(/\s+/g, '')
  return Buffer.from(/^[A-Za-z0-9+/]+/.exec(body)?.[0] ?? '', 'base64')
}

function contentKind(head: Buffer, start: number, end: number): KindName | null {
  const name = contentTypes.get(head.toString('hex', start, end)) ?? null
  return name === 'smimeSigned' ? signedKind(head, end) : name
}

/**
 * SignedData holds what was signed, or is a signature for something else, or carries certificates and signs nothing.
 * What is cut before that shows counts as holding it.
 */
function signedKind(head: Buffer, afterType: number): KindName {
  const wrapped = elementAt(head, afterType)
  const data = wrapped?.tag === content ? elementAt(head, wrapped.start) : null
  const version = data === null ? null : elementAt(head, data.start)
  const algorithms = version?.end == null ? null : elementAt(head, version.end)
  if (algorithms?.tag !== set) return 'smimeSigned'
  const afterAlgorithms = algorithms.end ?? endOf(head, algorithms.start, 4)
  const inner = afterAlgorithms === null ? null : elementAt(head, afterAlgorithms)
  const type = inner === null ? null : elementAt(head, inner.start)
  if (inner === null || type?.end == null) return 'smimeSigned'
  const holdsContent = inner.end === type.end ? false : elementAt(head, type.end)?.tag === content
  if (holdsContent) return 'smimeSigned'
  return algorithms.end === algorithms.start ? 'smimeCertificates' : 'smimeSignature'
}

/** A key store begins with version 3 and a sequence; a certificate is a sequence with a version inside, and two more. */
function keyMaterial(head: Buffer, outer: Element, first: Element): KindName | null {
  const end = first.end ?? 0
  if (first.tag === integer)
    return end === first.start + 1 && head[first.start] === 3 && elementAt(head, end)?.tag === sequence
      ? contentKindInside(head, end)
      : null
  const version = first.tag === sequence ? elementAt(head, first.start) : null
  const isVersioned = version?.tag === content && elementAt(head, version.start)?.tag === integer
  return isVersioned && outer.end !== null && outer.end > end ? 'certificate' : null
}

const contentKindInside = (head: Buffer, at: number): KindName | null => {
  const inner = elementAt(head, at)
  const type = inner === null ? null : elementAt(head, inner.start)
  return type?.tag === identifier && head.toString('hex', type.start, type.start + 8) === '2a864886f70d0107'
    ? 'keyStore'
    : null
}

/** Tags of one byte suffice here. Null where the bytes end, or where the length is none. */
function elementAt(head: Buffer, at: number): Element | null {
  const tag = head[at]
  const length = head[at + 1]
  if (tag === undefined || length === undefined) return null
  const start = at + 2
  if (length === 0x80) return (tag & 0x20) === 0 ? null : { tag, start, end: null }
  if (length < 0x80) return { tag, start, end: start + length }
  const size = length & 0x7f
  if (size > 5 || start + size > head.length) return null
  return { tag, start: start + size, end: start + size + head.readUIntBE(start, size) }
}

/** Behind the end mark of an element without a length. */
function endOf(head: Buffer, start: number, depth: number): number | null {
  let at = start
  while (at + 1 < head.length) {
    if (head[at] === 0 && head[at + 1] === 0) return at + 2
    const element = elementAt(head, at)
    const end: number | null =
      element === null ? null : (element.end ?? (depth > 0 ? endOf(head, element.start, depth - 1) : null))
    if (end === null) return null
    at = end
  }
  return null
}
