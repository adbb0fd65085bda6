/** What a search brings beside what matches, and how that is said. */
import * as z from 'zod/mini'

/** As the query language has them (query/widening.ts). */
const widenings = ['threads', 'duplicates', 'nearDuplicates'] as const

/** Threads, duplicates, near-duplicates: of what matches. Families are taken of all that these bring. */
export const also = z.array(z.enum(widenings)).check(z.maxLength(widenings.length))

export const widened = z.enum([...widenings, 'families'])
export type Widened = z.infer<typeof widened>

const words: Readonly<Record<Widened, string>> = {
  threads: 'e-mail threads',
  duplicates: 'duplicates',
  nearDuplicates: 'near-duplicates',
  families: 'families',
}

interface Asked {
  readonly includeFamily: boolean
  readonly also?: readonly Widened[] | undefined
}

/** What is asked for beside the query. */
export const widenedBy = ({ includeFamily, also: wanted = [] }: Asked): readonly Widened[] => [
  ...widenings.filter((one) => wanted.includes(one)),
  ...(includeFamily ? (['families'] as const) : []),
]

/** `e-mail threads, families`. */
export const widenedWords = (all: readonly Widened[]): string => all.map((one) => words[one]).join(', ')

/** Whether both bring the same. */
export const isSameWidening = (one: Asked, other: Asked): boolean =>
  widenedBy(one).join() === widenedBy(other).join()
