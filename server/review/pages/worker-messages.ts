/** What a process that draws pages may say: a document may have taken it over, so all of it is looked at before it is used. */
import * as z from 'zod/mini'
import { exceptionCodes } from '#contracts/collect.ts'
import { maxPdfBytes } from '../../platform/office/office.ts'
import { isWhole } from './images.ts'
import { maxPages, maxPlaced, type PagesDone, type PagesPart } from './protocol.ts'

const page = z.int().check(z.nonnegative(), z.maximum(maxPages - 1))
const side = z.int().check(z.minimum(1), z.maximum(100_000))
const fault = { code: z.enum(exceptionCodes), reason: z.string().check(z.maxLength(500)) }

/** The size of an image. */
export const pageSize = z.object({
  width: side,
  height: side,
  dpi: z.number().check(z.positive(), z.maximum(10_000)),
})

/** Images of one page, and HTML of one document: what is longer is none of ours. */
const maxBytes = 64 * 1024 * 1024
const maxHtml = 8_000_000

const part = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sizes'),
    sizes: z.array(pageSize).check(z.maxLength(maxPages)),
    left: z.int().check(z.nonnegative()),
  }),
  z.object({
    kind: z.literal('image'),
    page,
    bytes: z.custom<Buffer>((value) => Buffer.isBuffer(value) && value.length <= maxBytes && isWhole(value)),
  }),
  z.object({ kind: z.literal('fault'), page, ...fault }),
  z.object({
    kind: z.literal('words'),
    page,
    text: z.string().check(z.maxLength(maxPlaced)),
    boxes: z.array(z.int().check(z.minimum(-10_000), z.maximum(20_000))),
  }),
  z.object({ kind: z.literal('rendition'), html: z.string().check(z.maxLength(maxHtml)) }),
  z.object({
    kind: z.literal('office'),
    extension: z.string().check(z.regex(/^[a-z0-9]{1,8}$/)),
    plain: z.nullable(z.custom<Buffer>((value) => Buffer.isBuffer(value))),
    locked: z.boolean(),
  }),
  z.object({
    kind: z.literal('laidOut'),
    pdf: z.custom<Buffer>(
      (value) =>
        Buffer.isBuffer(value) && value.length <= maxPdfBytes && value.toString('latin1', 0, 5) === '%PDF-',
    ),
    fault: z.nullable(z.object(fault)),
  }),
])
const done = z.object({ fault: z.nullable(z.object(fault)) })

/** A part of what it made; both throw where it is none. */
export const parsePart = (said: unknown): PagesPart => part.parse(said)
/** How it ended. */
export const parseDone = (said: unknown): PagesDone => done.parse(said)
