/** How large a page is that was made here, by the head of its image: the writers of both are our own. */
import { productionDpi } from '#contracts/production-settings.ts'
import type { PageSize } from '../../review/pages/protocol.ts'

/** In these the size stands. */
export const headBytes = 1024

/** Null where it is neither. */
export function sizeInHead(head: Buffer): PageSize | null {
  const size = head.toString('latin1', 0, 4) === 'II*\0' ? sizeOfTiff(head) : sizeOfJpeg(head)
  return size === null || size.width === 0 || size.height === 0 ? null : { ...size, dpi: productionDpi }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The first two entries of its directory, which stands in front. */
const sizeOfTiff = (head: Buffer): Size | null =>
  head.length < 34 || head.readUInt16LE(10) !== 256 || head.readUInt16LE(22) !== 257
    ? null
    : { width: head.readUInt32LE(18), height: head.readUInt32LE(30) }

/** In the frame header, which comes behind segments that each say how long they are. */
function sizeOfJpeg(head: Buffer): Size | null {
  if (head.length < 4 || head.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at + 9 <= head.length && head[at] === 0xff; ) {
    const marker = head[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc2)
      return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) }
    at += 2 + head.readUInt16BE(at + 2)
  }
  return null
}
