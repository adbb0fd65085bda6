/**
 * The recognized words of scans and pictures, among what of a page may stay: a word stays as a whole, if no box touches its
 * box and its ink is seen on the burned page. What the page says by itself goes before what was recognized there.
 */
import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { pageParts } from '#contracts/redactions.ts'
import type { RecognizedInFile } from '../../../review/redactions/burn/protocol.ts'
import type { InkedCharacter } from '../pdf/page-characters.ts'
import type { PageImage } from '../pdf/render-page.ts'
import type { PageSource } from './burn-page.ts'
import type { Pages } from './page-source.ts'
import { type Cover, touches } from './place.ts'
import { type StayingText, scaled, seenOn } from './staying-text.ts'

const part = z.int().check(z.minimum(0), z.maximum(pageParts))
const given = z.array(z.tuple([z.int(), z.array(z.tuple([z.string(), part, part, part, part]))]))

/** The pages of a document with the words of a file (`RecognizedInFile`); null: it has none. */
export async function withRecognized(pages: Pages, file: string | null): Promise<Pages> {
  if (file === null) return pages
  const found: RecognizedInFile = given.parse(JSON.parse(await readFile(file, 'utf8')))
  const words = new Map(found)
  return {
    ...pages,
    page: async (index) => {
      const source = await pages.page(index)
      return { ...source, recognized: wordsOn(source, words.get(index) ?? []) }
    },
  }
}

/** As characters of a whole word each. */
function wordsOn({ image, characters }: PageSource, words: RecognizedInFile[number][1]): InkedCharacter[] {
  const own = characters.length > mostOwn ? null : characters
  const [across, down] = [image.width, image.height].map((pixels) => (pixels * 72) / image.dpi / pageParts)
  return words.flatMap(([char, left, top, right, bottom]) => {
    const box = {
      left: left * (across ?? 0),
      top: top * (down ?? 0),
      right: right * (across ?? 0),
      bottom: bottom * (down ?? 0),
    }
    if (own === null || touches(own, box)) return []
    return [{ char, endsWord: true, ...box, ink: box, pen: box, hidden: false }]
  })
}

/** A page with more of its own says what it says by itself. */
const mostOwn = 5_000

/** Which of the recognized words may stay, counted by their letters. */
export function stayingWords(
  words: readonly InkedCharacter[],
  covers: readonly Cover[],
  image: PageImage,
  bits: Uint8Array | null,
): StayingText {
  const isSeen = seenOn(image, bits)
  const counts = { kept: 0, covered: 0, unseen: 0 }
  const staying = words.filter((one) => {
    const box = scaled(one, image.dpi / 72)
    const fate = touches(covers, box) ? 'covered' : isSeen(box) ? 'kept' : 'unseen'
    counts[fate] += [...one.char].length
    return fate === 'kept'
  })
  return {
    ...counts,
    words: staying.map(({ char, left, top, right, bottom }) => ({ text: char, left, top, right, bottom })),
  }
}

/** One text after the other. */
export const both = (one: StayingText, other: StayingText): StayingText => ({
  words: [...one.words, ...other.words],
  kept: one.kept + other.kept,
  covered: one.covered + other.covered,
  unseen: one.unseen + other.unseen,
})
