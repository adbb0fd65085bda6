/**
 * The file inside an embedded object. Programs wrap what is embedded in a compound file, by several customs: as a package
 * with a name (Ole10Native), as a stream that is the file, or as the storage of the program that owns it.
 */

import { decodeCodePage } from '../charsets/code-pages.ts'
import type { Embedded } from '../documents/reading.ts'
import { type Compound, insideStorage, isCompound, NotCompound, readCompound } from './compound.ts'
import { writeCompound } from './write-compound.ts'

/** Streams that are the file itself, whatever program made it. */
const whole = ['Package', 'CONTENTS', 'EmbeddedOdf', 'Ooxml', 'package_stream']

/** The names of main streams tell what a storage is. */
const programs: readonly (readonly [stream: RegExp, extension: string])[] = [
  [/^WordDocument$/i, 'doc'],
  [/^(Workbook|Book)$/i, 'xls'],
  [/^PowerPoint Document$/i, 'ppt'],
  [/^VisioDocument$/i, 'vsd'],
  [/^__properties_version1\.0$/i, 'msg'],
  [/^Quill$/i, 'pub'],
]

/**
 * What `bytes` (an embedded object as it is stored) has inside, with its own name or `name`. Bytes that are no wrapping
 * are the file itself; null where there is only data of a program that is not read (an equation, a control).
 */
export function unwrap(bytes: Buffer, name: string): Embedded | null {
  if (bytes.length === 0) return null
  if (!isCompound(bytes)) return { name, bytes }
  try {
    return fromCompound(readCompound(bytes), () => bytes, name)
  } catch (error) {
    if (error instanceof NotCompound) return { name, bytes }
    throw error
  }
}

/** The same for an object that has a storage of its own inside the file of the document. */
export const unwrapStorage = (compound: Compound, storage: string, name: string): Embedded | null => {
  const inner = insideStorage(compound, storage)
  return fromCompound(inner, () => writeCompound(inner), name)
}

function fromCompound(compound: Compound, wholeFile: () => Buffer, name: string): Embedded | null {
  const native = compound.stream('\u0001Ole10Native')
  if (native !== null) return readNative(native)
  for (const stream of whole) {
    const content = compound.stream(stream)
    if (content !== null && content.length > 0) return { name: bareName(name), bytes: content }
  }
  const top = compound.entries.filter(({ path }) => !path.includes('/'))
  const program = programs.find(([stream]) => top.some((entry) => stream.test(entry.name)))
  if (program === undefined) return null
  const [, extension] = program
  const bare = bareName(name)
  return {
    name: bare.toLowerCase().endsWith(`.${extension}`) ? bare : `${bare}.${extension}`,
    bytes: wholeFile(),
  }
}

/** Without the extension of the wrapping: what is inside has another type. */
const bareName = (name: string): string => name.replace(/\.bin$/i, '')

/**
 * The stream of the packager: size, flags, a label, the path of the file that was packed, a temporary path, the file.
 * Null where it is the data of a program and no packed file; `cut`: it ends before the file does.
 */
export function readNative(bytes: Buffer): (Embedded & { readonly cut: boolean }) | null {
  // The total size comes first, then 2 for a packed file.
  if (bytes.length < 8 || bytes.readUInt16LE(4) !== 2) return null
  const label = stringAt(bytes, 6)
  const path = stringAt(bytes, label.end)
  let at = path.end + 4
  if (at + 4 > bytes.length) return null
  at += 4 + bytes.readUInt32LE(at)
  if (at + 4 > bytes.length) return null
  const size = bytes.readUInt32LE(at)
  const content = bytes.subarray(at + 4, at + 4 + size)
  const wide = wideName(bytes, at + 4 + size)
  const name = [wide, label.text, path.text].find((text) => text !== '') ?? ''
  return { name: name.split(/[\\/]/).at(-1) ?? '', bytes: content, cut: content.length < size }
}

/** Newer packagers repeat the names in Unicode after the file: temporary path, label, path. */
function wideName(bytes: Buffer, from: number): string {
  let at = from
  let text = ''
  for (let i = 0; i < 2; i++) {
    if (at + 4 > bytes.length) return ''
    const size = bytes.readUInt32LE(at) * 2
    if (size > 2000 || at + 4 + size > bytes.length) return ''
    text = bytes.toString('utf16le', at + 4, at + 4 + size)
    at += 4 + size
  }
  return text
}

function stringAt(bytes: Buffer, from: number): { text: string; end: number } {
  const zero = bytes.indexOf(0, from)
  const end = zero < 0 ? bytes.length : zero
  return { text: decodeCodePage(bytes.subarray(from, Math.min(end, from + 1000)), 1252), end: end + 1 }
}
