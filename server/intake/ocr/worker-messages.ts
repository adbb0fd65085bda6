/** What a recognising process may say: a document may have taken it over, so nothing of it is used that is not looked at. */
import * as z from 'zod/mini'
import { maxPages, type OcrEnd, type OcrPart } from '../processing/ocr/protocol.ts'

const whole = z.int().check(z.nonnegative())
const percent = z.int().check(z.minimum(0), z.maximum(100))
const place = z.number().check(z.minimum(0), z.maximum(100_000))
const reason = z.nullable(z.string().check(z.maxLength(500)))

const word = z.object({
  start: whole,
  length: whole,
  confidence: percent,
  left: place,
  top: place,
  width: place,
  height: place,
})

const found = z
  .object({
    text: z.string().check(z.maxLength(10_000_000)),
    words: z.array(word).check(z.maxLength(20_000)),
    width: place,
    height: place,
    dpi: z.number().check(z.nonnegative()),
    confidence: percent,
    turn: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  })
  // Pages are told apart by form feeds, and words are marked where they stand.
  .check(
    z.refine(({ text }) => !/[\f\0]/.test(text) && text.isWellFormed()),
    z.refine(({ text, words }) => words.every(({ start, length }) => start + length <= text.length)),
  )

const part = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('opened'),
    pageCount: whole.check(z.maximum(maxPages)),
    left: whole,
    engine: z.string().check(z.maxLength(200)),
  }),
  z.object({
    kind: z.literal('page'),
    page: z.int().check(z.minimum(1), z.maximum(maxPages)),
    found: z.nullable(found),
    reason,
  }),
])
const end = z.object({ finished: z.boolean(), unreadable: reason })

/** A part of what it found; all of these throw where it is none. */
export const parsePart = (said: unknown): OcrPart => part.parse(said)

/** How it ended. */
export const parseEnd = (said: unknown): OcrEnd => end.parse(said)

/** The page that it is on. */
export const parsePage = (said: string): number =>
  z.int().check(z.minimum(1), z.maximum(maxPages)).parse(Number(said))
