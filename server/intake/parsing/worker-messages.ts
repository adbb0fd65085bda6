/**
 * What a parsing process may say. A document may have taken it over, so all that it says is looked at before any of it is
 * used or kept: words that are none of ours would be read again, and refused, each time somebody asks for them.
 */
import * as z from 'zod/mini'
import { exceptionCodes } from '#contracts/collect.ts'
import { id, instant, sha256 } from '#contracts/ids.ts'
import { fileCategories } from '../processing/identify/identify.ts'
import { keptName } from '../processing/large.ts'
import type { Member } from '../processing/member.ts'
import type { Batch, ItemLocation, Parsed } from '../processing/protocol.ts'

const whole = z.int().check(z.nonnegative())
const texts = z.array(z.string())
const position = z.array(whole)
const code = z.enum(exceptionCodes)
const hex = (length: number) => z.string().check(z.length(length), z.regex(/^[0-9a-f]*$/))
/** In memory, or in a file of the spool that bears such a name as those have. */
const bytes = z.union([
  z.custom<Buffer>((value) => Buffer.isBuffer(value)),
  z.object({
    file: z.nullable(z.string().check(z.regex(keptName))),
    size: whole,
    md5: hex(32),
    sha1: hex(40),
    sha256,
  }),
])
const addresses = z.array(z.object({ name: z.string(), address: z.string() }))

const flaw = z.object({ code, reason: z.string(), stage: z.enum(['expand', 'parse', 'text']) })

const member = z.object({
  ordinal: whole,
  parent: z.nullable(whole),
  depth: whole,
  recordType: z.enum(['E-mail', 'E-mail attachment', 'Loose file', 'Chat']),
  category: z.enum(fileCategories),
  title: z.string(),
  fileName: z.string(),
  extension: z.string(),
  mimeType: z.string(),
  bytes,
  md5: hex(32),
  sha1: hex(40),
  sha256,
  mail: z.nullable(z.object({ from: addresses, to: addresses, cc: addresses, bcc: addresses })),
  fromText: z.string(),
  sentAt: z.nullable(instant),
  sentOriginal: z.string(),
  messageId: z.string(),
  inReplyTo: z.string(),
  references: texts,
  path: texts,
  attachmentCount: whole,
  text: z.nullable(z.string()),
  html: z.nullable(z.string()),
  hidden: z.string(),
  truncated: z.boolean(),
  noText: z.nullable(z.string()),
  metadata: z.record(z.string(), texts),
  flaws: z.array(flaw),
})

/** Members stand in reading order, each behind its parent and one deeper; only the first has none. */
const isFamily = (members: readonly Member[]): boolean =>
  members.length > 0 &&
  members.every(({ ordinal, parent, depth }, i) => {
    if (ordinal !== i) return false
    if (i === 0 || parent === null) return i === 0 && parent === null && depth === 0
    return parent < i && members[parent]?.depth === depth - 1
  })

const partOfMember = { parent: whole, path: texts, size: whole, sha256 }

const place = { at: position, path: texts }
const reached = { at: position, spent: z.array(z.object({ bytes: whole, forgiven: whole })) }
const done = { ...reached, path: texts }
const outcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('family'),
    ...done,
    family: z.object({
      members: z.array(member).check(z.refine(isFamily)),
      dedupeHash: sha256,
      date: z.nullable(instant),
      inlineImages: z.array(z.object(partOfMember)),
      leftOut: z.array(z.object({ ...partOfMember, hashListId: id })),
    }),
  }),
  z.object({ kind: z.literal('container'), ...done }),
  z.object({ kind: z.literal('known'), ...done, hashListId: id, size: whole, sha256 }),
  z.object({
    kind: z.literal('failed'),
    ...done,
    code,
    reason: z.string(),
    stage: z.enum(['expand', 'parse']),
    size: whole,
    begun: z.boolean(),
    bytes: z.nullable(bytes),
  }),
])

/** A part of what it found; all of these throw where it is none. */
export const parseBatch: (said: unknown) => Batch = reader(
  z.object({ outcomes: z.array(outcome), bytesRead: whole, items: whole }),
)

/** How it ended. */
export const parseEnd: (said: unknown) => Parsed = reader(
  z.object({ finished: z.boolean(), reached: z.nullable(z.object(reached)) }),
)

/** What it is on, as its journal has it. */
export const parseLocation: (said: unknown) => ItemLocation = reader(z.object(place))

function reader<T>(schema: z.ZodMiniType<T>): (said: unknown) => T {
  return (said) => schema.parse(said)
}
