/**
 * What the job and its child say to each other. Texts of documents may take a child over, so that all it says is looked at
 * before any of it is used.
 */
import * as z from 'zod/mini'
import { confidences, inclusive, maxPersonalData } from '#contracts/analysis.ts'
import { personalDataKinds } from '#contracts/personal-data-kinds.ts'

/** A text whose languages and personal data are looked for. */
export interface Asked {
  readonly id: number
  readonly text: string
}

/** Over the documents of a side that were put into the folder (spool.ts), which has so many. */
export interface Comparison {
  readonly what: 'threads' | 'nearDuplicates'
  readonly side: Side
  readonly folder: string
  readonly documents: number
}

export type Task =
  | Comparison
  | { readonly what: 'texts'; readonly texts: readonly Asked[] }
  /** Where personal data stands in the texts of one document; their places in the list are their ids. */
  | { readonly what: 'places'; readonly texts: readonly Asked[] }

/** Which documents are held against each other: those in review, or all. */
export type Side = 'processing' | 'review'

const id = z.int().check(z.positive())
const count = z.int().check(z.nonnegative())
const percent = z.int().check(z.minimum(0), z.maximum(100))
const counts = z.partialRecord(z.enum(personalDataKinds), count)

const read = z.object({
  id,
  languages: z
    .array(z.object({ code: z.string().check(z.regex(/^[a-z]{2,3}$/)), share: percent, confidence: percent }))
    .check(z.maxLength(100)),
  likely: counts,
  potential: counts,
})
/** What was found in one text. */
export type Read = z.infer<typeof read>
export const parseTexts = reader(z.array(read))

const places = z.object({
  data: z
    .array(
      z.object({
        /** Of the text. */
        id: count,
        kind: z.enum(personalDataKinds),
        confidence: z.enum(confidences),
        start: count,
        end: count,
      }),
    )
    .check(z.maxLength(maxPersonalData)),
  totalCount: count,
})
/** Where personal data stands in the texts that were asked about. */
export type Places = z.infer<typeof places>
export const parsePlaces = reader(places)

const threaded = z.object({
  id,
  /** Whether it is of the side; one that is not has nothing of what follows. */
  here: z.boolean(),
  thread: z.nullable(id),
  /** Documents of the side that have the thread. */
  size: z.nullable(count),
  parent: z.nullable(id),
  missing: z.boolean(),
  inclusive: z.nullable(inclusive),
})
/** Where a document stands in its conversation; of each document in the folder, by id. */
export type ThreadRow = z.infer<typeof threaded>

const grouped = z.object({
  id,
  group: z.nullable(id),
  /** Documents of the group. */
  size: z.nullable(count),
  similarity: z.nullable(percent),
})
/** Its group of near-duplicates; of each document in the folder, by id. */
export type GroupRow = z.infer<typeof grouped>

const part = z.discriminatedUnion('what', [
  z.object({ what: z.literal('progress'), done: count }),
  z.object({ what: z.literal('threads'), rows: z.array(threaded) }),
  z.object({ what: z.literal('nearDuplicates'), rows: z.array(grouped) }),
])
export type Part = z.infer<typeof part>
export const parsePart = reader(part)

function reader<T>(schema: z.ZodMiniType<T>): (said: unknown) => T {
  return (said) => schema.parse(said)
}
