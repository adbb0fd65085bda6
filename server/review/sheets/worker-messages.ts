/** What a process that reads or searches a spreadsheet may say: looked at before any of it is used or kept. */
import * as z from 'zod/mini'
import { maxColumns, maxHits, maxRows, sheet, sheetHit } from '#contracts/sheets.ts'
import type { Found } from './find.ts'
import type { ReadEnd, ReadPart } from './protocol.ts'

const whole = (most: number) => z.int().check(z.minimum(0), z.maximum(most))
const sentence = z.string().check(z.maxLength(1000))

const part = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sheet'), sheet }),
  z.object({
    kind: z.literal('block'),
    first: whole(maxRows),
    end: whole(maxRows + 1),
    columns: whole(maxColumns),
    bytes: z.custom<Buffer>((value) => Buffer.isBuffer(value)),
  }),
])

/** These throw where it is none of what may be said. */
export const parsePart = (said: unknown): ReadPart => part.parse(said)

const end = z.object({
  sheets: z.array(sheet),
  missing: z.array(sentence).check(z.maxLength(100)),
  failed: z.nullable(sentence),
})
export const parseEnd = (said: unknown): ReadEnd => end.parse(said)

const found = z.object({
  hits: z.array(sheetHit).check(z.maxLength(maxHits)),
  more: z.boolean(),
})
export const parseFound = (said: unknown): Found => found.parse(said)
