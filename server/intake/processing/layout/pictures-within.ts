/** The pictures that stand in a message: those that it holds itself, read as pictures that are pages are. */
import { Unreadable } from '../documents/reading.ts'
import { drawPicture } from '../pages/pictures.ts'
import type { Block } from './blocks.ts'
import type { Picture } from './pdf-writer.ts'

const held = /^data:(image\/(?:png|jpeg|gif));base64,/
/** Pictures of one document that are drawn, each in as many places as it stands in. */
const maxPictures = 200

/** By their addresses; one that cannot be read is not among them. Nothing is fetched. */
export async function picturesOf(blocks: readonly Block[]): Promise<ReadonlyMap<string, Picture>> {
  const pictures = new Map<string, Picture>()
  const sources = new Set(blocks.flatMap((block) => (block.kind === 'picture' ? [block.src] : [])))
  for (const src of [...sources].slice(0, maxPictures)) {
    const [head = '', mimeType] = held.exec(src) ?? []
    if (mimeType === undefined) continue
    try {
      const jpeg = await drawPicture(Buffer.from(src.slice(head.length), 'base64'), mimeType, 0)
      const picture = pictureOf(jpeg)
      if (picture !== null) pictures.set(src, picture)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
    }
  }
  return pictures
}

/** A JPEG with the size and the colors that its frame says (ITU-T T.81, B.2.2). */
function pictureOf(jpeg: Buffer): Picture | null {
  for (let at = 2; at + 9 < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg[at + 1] ?? 0
    if (marker < 0xc0 || marker > 0xc2) continue
    const colors = jpeg[at + 9]
    const size = { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) }
    return colors === 1 || colors === 3 ? { jpeg, ...size, colors } : null
  }
  return null
}
