/** What a process that burns may say: a document may have taken it over, so all of it is looked at before it is used. */
import * as z from 'zod/mini'
import { exceptionCodes } from '#contracts/collect.ts'
import { isWhole } from '../../pages/images.ts'
import type { BurnDone, BurnPart } from './protocol.ts'

const bytes = z.custom<Buffer>((value) => Buffer.isBuffer(value))
const count = z.int().check(z.nonnegative())
const place = z.int()

const gateFault = z.object({
  page: z.nullable(count),
  box: z.nullable(z.tuple([place, place, place, place])),
  kind: z.enum(['text', 'pixels', 'ring', 'structure']),
  reason: z.string().check(z.maxLength(500)),
})

const part = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('image'),
    bytes: bytes.check(z.refine((value) => isWhole(value))),
  }),
  z.object({ kind: z.literal('piece'), bytes }),
  z.object({
    kind: z.literal('text'),
    text: z.object({ kept: count, covered: count, unseen: count, withoutText: count }),
  }),
  z.object({
    kind: z.literal('gate'),
    answer: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true) }),
      z.object({
        ok: z.literal(false),
        faults: z.array(gateFault).check(z.minLength(1), z.maxLength(100)),
      }),
    ]),
  }),
])
const done = z.object({
  fault: z.nullable(z.object({ code: z.enum(exceptionCodes), reason: z.string().check(z.maxLength(500)) })),
})

/** A part of what it made; both throw where it is none. */
export const parsePart = (said: unknown): BurnPart => part.parse(said)
/** How it ended. */
export const parseDone = (said: unknown): BurnDone => done.parse(said)
