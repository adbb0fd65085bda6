/**
 * A binary workbook (XLSB) for the library that reads its cells. It has no limits of its own, and goes astray for minutes in
 * records that are damaged: it is given what is unpacked within ours, and is whole.
 */
import { type Zippable, zipSync } from 'fflate'
import type { Parts } from '../parts.ts'

const asked = /\.(bin|rels|xml)$/i
const aside = /(^|\/)(embeddings|media|charts|drawings)\//i
const records = /(^|\/)(workbook|sharedStrings|styles|worksheets\/[^/]+)\.bin$/i

/** Throws LimitPassed. */
export function binaryWorkbook(parts: Parts): Buffer {
  const unpacked: Zippable = {}
  for (const name of parts.names) {
    if (!asked.test(name) || aside.test(name)) continue
    const part = parts.whole(name)
    if (part === null) continue
    if (records.test(name) && !endsRecord(part)) parts.cut(name)
    unpacked[name] = [part, { level: 0 }]
  }
  return Buffer.from(zipSync(unpacked))
}

/** Whether the last record ends where the part does (MS-XLSB 2.1.4): what was cut mostly ends within one. */
function endsRecord(part: Buffer): boolean {
  let at = 0
  while (at < part.length) {
    at += (part[at] ?? 0) < 0x80 ? 1 : 2
    let size = 0
    for (let place = 0; place < 4; place++) {
      const byte = part[at++] ?? 0
      size |= (byte & 0x7f) << (7 * place)
      if (byte < 0x80) break
    }
    at += size
  }
  return at === part.length
}
