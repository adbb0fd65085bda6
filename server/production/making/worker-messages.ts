/** What a process that makes pages may say: a document may have taken it over, so all of it is looked at before it is used. */
import * as z from 'zod/mini'
import { exceptionCodes } from '#contracts/collect.ts'
import { maxPlaced } from '../../review/pages/protocol.ts'
import type { MakeDone, MakePart } from './protocol.ts'

const bytes = z.custom<Buffer>((value) => Buffer.isBuffer(value))
/** By its first bytes, of the kind that it is said to be. */
const beginsWith = (...heads: readonly string[]) =>
  bytes.check(z.refine((value) => heads.some((head) => value.toString('latin1', 0, head.length) === head)))

const part = z.union([
  z.object({ kind: z.literal('page'), extension: z.literal('tif'), bytes: beginsWith('II*\0') }),
  z.object({ kind: z.literal('page'), extension: z.literal('jpg'), bytes: beginsWith('\xff\xd8\xff') }),
  z.object({ kind: z.literal('pdf'), bytes }),
  z.object({ kind: z.literal('drawn'), sum: z.int().check(z.minimum(0), z.maximum(2 ** 32 - 1)) }),
  z.object({ kind: z.literal('text'), text: z.string().check(z.maxLength(maxPlaced)) }),
])
const done = z.object({
  fault: z.nullable(z.object({ code: z.enum(exceptionCodes), reason: z.string().check(z.maxLength(500)) })),
})

/** A part of what it made; both throw where it is none. */
export const parsePart = (said: unknown): MakePart => part.parse(said)
/** How it ended. */
export const parseDone = (said: unknown): MakeDone => done.parse(said)
