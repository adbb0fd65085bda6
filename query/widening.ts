/** What a query brings beside what it finds: options that stand at its end, as `Include_Family true`. */
import type { Lexeme } from './lex.ts'

/** E-mail threads, documents that are the same, and documents that are nearly the same. Families have their own option. */
export const widenings = ['threads', 'duplicates', 'nearDuplicates'] as const
export type Widening = (typeof widenings)[number]

const optionNames: ReadonlyMap<string, 'families' | Widening> = new Map([
  ['include_family', 'families'],
  ['include_threads', 'threads'],
  ['include_duplicates', 'duplicates'],
  ['include_near_duplicates', 'nearDuplicates'],
])

export interface Options {
  readonly includeFamily: boolean
  /** Each once, in the order of `widenings`. */
  readonly also: readonly Widening[]
  /** How many lexemes at the end are options. */
  readonly length: number
}

/** The options that a query ends with, each written `Include_Family true` or `Include_Family:true`. */
export function optionsIn(lexemes: readonly Lexeme[]): Options {
  const found = new Set<'families' | Widening>()
  let length = 0
  for (;;) {
    const option = optionAt(lexemes.slice(0, lexemes.length - length))
    if (option === null) break
    found.add(option.name)
    length += option.length
  }
  return { includeFamily: found.has('families'), also: widenings.filter((one) => found.has(one)), length }
}

function optionAt(
  lexemes: readonly Lexeme[],
): { readonly name: 'families' | Widening; readonly length: 1 | 2 } | null {
  const [last, before] = [wordOf(lexemes.at(-1)), wordOf(lexemes.at(-2))]
  const glued = last.endsWith(':true') ? optionNames.get(last.slice(0, -':true'.length)) : undefined
  if (glued !== undefined) return { name: glued, length: 1 }
  const spaced = last === 'true' ? optionNames.get(before) : undefined
  return spaced === undefined ? null : { name: spaced, length: 2 }
}

const wordOf = (lexeme: Lexeme | undefined): string =>
  lexeme?.kind === 'chunk' ? lexeme.value.toLowerCase() : ''

/** Names that no field may have. */
export const reservedOptions: readonly string[] = [...optionNames.keys()]
