/** Burns the redactions of a page into its pixels, and takes of its text what may stay. */
import type { Burnable, Fill } from '../../../review/redactions/burn/protocol.ts'
import { encodeJpeg } from '../pdf/jpeg.ts'
import type { InkedCharacter } from '../pdf/page-characters.ts'
import { isGrey, type PageImage } from '../pdf/render-page.ts'
import { group4Of } from './group4.ts'
import { paintCovers } from './paint.ts'
import { coversOf } from './place.ts'
import { both, stayingWords } from './recognized.ts'
import type { PageOfFile } from './redacted-pdf.ts'
import { type StayingText, stayingText } from './staying-text.ts'
import { twoValued } from './two-valued.ts'

/** A page as it is before it is burned. */
export interface PageSource {
  readonly image: PageImage
  readonly characters: readonly InkedCharacter[]
  /** Words that were recognized where no such characters stand; each as one. */
  readonly recognized?: readonly InkedCharacter[]
}

export interface BurnedPage {
  readonly image: PageImage
  /** A byte a pixel, 1 black; null where it is not black and white. */
  readonly bits: Uint8Array | null
  readonly text: StayingText
}

/** Paints on the image of the source. `redactions`: those of this page. */
export async function burnPage(
  { image, characters, recognized = [] }: PageSource,
  redactions: readonly Burnable[],
  fill: Fill,
): Promise<BurnedPage> {
  const covers = coversOf(redactions, image)
  await paintCovers({ ...image, step: 3 }, covers, fill)
  const bits = twoValued(image)
  const own = stayingText(characters, covers, image, bits)
  return { image, bits, text: both(own, stayingWords(recognized, covers, image, bits)) }
}

/** As it stands in the file. */
export function pageOfFile({ image, bits, text: { words } }: BurnedPage): PageOfFile {
  const { width, height, dpi } = image
  const size = { width, height, dpi, words }
  return bits === null
    ? { ...size, encoding: { colors: isGrey(image) ? 1 : 3 }, bytes: encodeJpeg(image) }
    : { ...size, encoding: 'group4', bytes: group4Of(bits, width) }
}
