/** Writes stamps into the bands of a page. Letters are drawn once and kept: a Bates number is another on every page. */
import type { StampPlace } from '#contracts/production-settings.ts'
import { Unreadable } from '../../intake/processing/documents/reading.ts'
import { widthOf } from '../../intake/processing/layout/faces.ts'
import { type LabelImage, labelImage } from '../../intake/processing/redact/label-image.ts'
import type { DrawnPage } from './draw.ts'
import { bandsOf, type Stamps } from './frame.ts'
import { placeStamps, stampSize } from './stamp-lines.ts'

/** Of a line, as parts of the size. */
const lineHeight = 1.25

/** By the letter and the resolution. */
const letters = new Map<string, LabelImage>()
const most = 2_000

/** Paints on the image. Throws Unreadable where a number has no room. */
export async function stampPage(
  image: DrawnPage,
  stamps: Stamps,
  whole: readonly StampPlace[],
): Promise<void> {
  const { width, height, dpi } = image
  const scale = dpi / 72
  const placed = placeStamps(stamps, whole, width / scale)
  if (placed === null) throw new Unreadable('tooLarge', 'There is no room on a page for its number.')
  const { header, footer } = bandsOf(stamps, dpi)
  const line = Math.ceil(stampSize * lineHeight * scale)
  for (const { text, left, side } of placed) {
    const band = side === 'header' ? header : footer
    const top = (side === 'header' ? 0 : height - footer) + Math.floor((band - line) / 2)
    let x = left
    for (const part of partsOf(text)) {
      // The image of a letter has a pixel in front of it.
      paint(image, await letterImage(part, dpi, line), Math.round(x * scale) - 1, top)
      x += widthOf(part, 'plain', stampSize)
    }
  }
}

/** Letter by letter; as a whole where marks stand on letters that are not theirs alone. */
const partsOf = (text: string): readonly string[] => (/\p{M}/u.test(text) ? [text] : [...text])

async function letterImage(text: string, dpi: number, line: number): Promise<LabelImage> {
  const key = `${dpi} ${text}`
  const known = letters.get(key)
  if (known !== undefined) return known
  if (letters.size >= most) letters.clear()
  const right = Math.ceil((widthOf(text, 'plain', stampSize) * dpi) / 72) + 2
  const image = await labelImage({ text, size: stampSize, left: 0, top: 0, right, bottom: line }, dpi)
  letters.set(key, image)
  return image
}

function paint(image: DrawnPage, letter: LabelImage, left: number, top: number): void {
  const { width, height } = image
  for (let y = 0; y < letter.height; y++)
    for (let x = 0; x < letter.width; x++) {
      const [column, row] = [left + x, top + y]
      if (
        letter.bits[y * letter.width + x] !== 1 ||
        column < 0 ||
        column >= width ||
        row < 0 ||
        row >= height
      )
        continue
      const at = row * width + column
      if ('bits' in image) image.bits[at] = 1
      else image.pixels.fill(0, at * 3, at * 3 + 3)
    }
}
