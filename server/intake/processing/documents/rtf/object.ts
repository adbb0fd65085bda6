/** Objects that are embedded in RTF, as OLE 1 stores them ([MS-OLEDS] 2.2.5): version, kind, class, two names, data. */
import { readNative, unwrap } from '../../ole/package.ts'
import type { Embedded } from '../reading.ts'

const embeddedObject = 2

/** The file inside; null where it is a link, or data of a program that is not read. `fallback` names what has no name. */
export function readObject(bytes: Buffer, fallback: string): Embedded | null {
  if (bytes.length < 12 || bytes.readUInt32LE(4) !== embeddedObject) return null
  let at = 8
  let className = ''
  for (let i = 0; i < 3; i++) {
    if (at + 4 > bytes.length) return null
    const size = bytes.readUInt32LE(at)
    if (i === 0)
      className = bytes.toString('latin1', at + 4, Math.min(at + 4 + size, at + 200)).replace(/\0.*$/s, '')
    at += 4 + size
  }
  if (at + 4 > bytes.length) return null
  const data = bytes.subarray(at + 4, at + 4 + bytes.readUInt32LE(at))
  // The packager's data are those of its stream, which begins with its size.
  const inner =
    className === 'Package' ? readNative(Buffer.concat([Buffer.alloc(4), data])) : unwrap(data, fallback)
  return inner === null || inner.name !== '' ? inner : { ...inner, name: fallback }
}
