/**
 * Recognises the text of one page, whichever way up it lies. The engine reads a page that lies on its side, or on its head,
 * as nonsense that it is not sure of. So where it is unsure, the part with most writing on it is tried all four ways, and
 * the page is read again the way that makes the most sense.
 */
import type { OcrEngine } from './engine.ts'
import {
  type Box,
  boxBefore,
  densest,
  type GreyImage,
  part,
  type Quarters,
  quarters,
  turned,
} from './grey.ts'
import { confidenceOf, type ReadTable, readTable, type Word } from './read-table.ts'

export interface RecognisedPage extends ReadTable {
  /** Of the image in which the words have their places. */
  readonly width: number
  readonly height: number
  readonly dpi: number
  readonly confidence: number
  /** Quarters by which the page has to be turned clockwise to be read. */
  readonly turn: Quarters
}

/** A page that is read this surely lies the right way up: wrong ones come to 15 to 45. */
const sureFrom = 70
/** Words of which the engine is so sure make sense. */
const sensible = 60
/** Another way up must make so much more sense than this one. */
const clearly = 1.5
/** Inches of the side of the part that is tried: about twenty lines of seven words. */
const triedInches = 4
/** Where all of it is as unsure as this, it is a picture that was taken for writing. */
const minConfidence = 45

/** Calls `onTry` before each thing that takes a while. */
export function recognisePage(
  engine: OcrEngine,
  image: GreyImage,
  onTry: () => void = () => {},
): RecognisedPage {
  const { width, height, dpi } = image
  const written = densest(image, Math.round(triedInches * dpi))
  if (written === null) return { width, height, dpi, text: '', words: [], confidence: 0, turn: 0 }
  onTry()
  const upright = read(engine, image, 0)
  if (upright.confidence >= sureFrom) return settled(upright)
  const turn = bestTurn(engine, part(image, written), onTry)
  if (turn === 0) return settled(upright)
  onTry()
  const other = read(engine, image, turn)
  return settled(sense(other) > sense(upright) ? other : upright)
}

function bestTurn(engine: OcrEngine, piece: GreyImage, onTry: () => void): Quarters {
  const senses = quarters.map((turn) => {
    onTry()
    return sense(read(engine, piece, turn))
  })
  const upright = senses[0] ?? 0
  let best: Quarters = 0
  for (const turn of quarters) if ((senses[turn] ?? 0) > (senses[best] ?? 0)) best = turn
  return (senses[best] ?? 0) >= upright * clearly ? best : 0
}

/** Letters and digits in words that make sense. */
const sense = ({ words }: RecognisedPage): number =>
  words.reduce((sum, { length, confidence }) => (confidence >= sensible ? sum + length : sum), 0)

function read(engine: OcrEngine, image: GreyImage, turn: Quarters): RecognisedPage {
  const shown = turned(image, turn)
  const { table, skew } = engine.recognise(shown)
  const { text, words } = readTable(table)
  const { width, height, dpi } = image
  return {
    width,
    height,
    dpi,
    turn,
    text,
    words: words.map((word) => ({
      ...word,
      ...boxBefore(leaning(word, skew, shown), turn, image),
    })),
    confidence: confidenceOf(words),
  }
}

const settled = (page: RecognisedPage): RecognisedPage =>
  page.confidence < minConfidence ? { ...page, text: '', words: [], confidence: 0 } : page

/** The box of a word in an image that was turned by `skew` about its middle to be read, in the image as it was. */
function leaning(word: Word, skew: number, { width, height }: GreyImage): Box {
  if (skew === 0) return word
  const [cos, sin] = [Math.cos(skew), Math.sin(skew)]
  const corners = [word.left, word.left + word.width].flatMap((x) =>
    [word.top, word.top + word.height].map((y) => {
      const [dx, dy] = [x - width / 2, y - height / 2]
      return { x: width / 2 + dx * cos + dy * sin, y: height / 2 - dx * sin + dy * cos }
    }),
  )
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const left = clamp(Math.floor(Math.min(...xs)), width)
  const top = clamp(Math.floor(Math.min(...ys)), height)
  return {
    left,
    top,
    width: clamp(Math.ceil(Math.max(...xs)), width) - left,
    height: clamp(Math.ceil(Math.max(...ys)), height) - top,
  }
}

const clamp = (at: number, most: number): number => Math.max(0, Math.min(most, at))
