/** What the first bytes of a load file say of its encoding, whatever somebody has chosen. */
import { isAscii, isUtf8 } from 'node:buffer'
import { encodingNames } from '#contracts/load-file-forms.ts'
import type { Delimiters } from '../delimited/delimiters.ts'
import { markedEncoding, wholeUpTo } from '../delimited/encoding.ts'
import type { Encoding } from './encodings.ts'
import { LoadFileFault } from './faults.ts'

/** By a byte order mark; null where there is none. */
export const markOf = (head: Uint8Array): Encoding | null => markedEncoding(head) as Encoding | null

/** UTF-16 without a mark: nearly every other byte of Western text is zero. Null for any other. */
export function unmarkedUtf16(head: Uint8Array): Encoding | null {
  const zeros = [0, 0]
  const length = head.length - (head.length % 2)
  for (let at = 0; at < length; at++) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = length / 8
  if (odd > many && even * 10 < odd) return 'utf-16le'
  if (even > many && odd * 10 < even) return 'utf-16be'
  return null
}

/** By a qualifier that is not ASCII, beside separators: FE 14 FE against C3 BE 14 C3 BE. Null where neither is there more often. */
export function encodingBySigns(head: Buffer, { separator, qualifier }: Delimiters): Encoding | null {
  if (qualifier === null || qualifier.charCodeAt(0) < 0x80 || qualifier.charCodeAt(0) > 0xff) return null
  const times = (encoding: 'latin1' | 'utf8'): number =>
    [qualifier + separator, separator + qualifier].reduce(
      (sum, sign) => sum + count(head, Buffer.from(sign, encoding)),
      0,
    )
  const [narrow, wide] = [times('latin1'), times('utf8')]
  if (narrow === wide) return null
  return narrow > wide ? 'windows-1252' : 'utf-8'
}

/** Whether bytes that may end within a character are UTF-8. */
export const startsAsUtf8 = (head: Uint8Array): boolean => isUtf8(head.subarray(0, wholeUpTo(head)))

/** Throws a LoadFileFault if the bytes are surely of another encoding than the one that was chosen. */
export function checkEncoding(head: Buffer, chosen: Encoding, delimiters: Delimiters): void {
  const told =
    markOf(head) ?? unmarkedUtf16(head) ?? encodingBySigns(head, delimiters) ?? notWide(head, chosen)
  if (told !== null && told !== chosen)
    throw new LoadFileFault(
      'encoding',
      1,
      `This file is not ${encodingNames[chosen]}: it is ${encodingNames[told]} by its first bytes. Choose ${encodingNames[told]}.`,
    )
}

/** Plain text that was taken for UTF-16. */
const notWide = (head: Buffer, chosen: Encoding): Encoding | null =>
  chosen.startsWith('utf-16') && head.length > 0 && isAscii(head) && !head.includes(0) ? 'utf-8' : null

function count(bytes: Buffer, sought: Buffer): number {
  let times = 0
  for (let at = bytes.indexOf(sought); at >= 0; at = bytes.indexOf(sought, at + 1)) times++
  return times
}
