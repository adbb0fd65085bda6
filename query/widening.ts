/** What a query brings beside what it finds: options that stand at its end, as `Include_Family true`. */
import type { Lexeme } from './lex.ts'

/** E-mail threads, documents that are the same, and documents that are nearly the same. Families have their own option. */
export const widenings = ['threads', 'duplicates', 'nearDuplicates'] as const
export type Widening = (typeof widenings)[number]

/** As they are written. */
const optionNames = {
  families: 'Include_Family',
  threads: 'Include_Threads',
  duplicates: 'Include_Duplicates',
  nearDuplicates: 'Include_Near_Duplicates',
} as const
type OptionName = (typeof optionNames)[keyof typeof optionNames]

/** Names that no field may have. */
export const reservedOptions: readonly string[] = Object.values(optionNames).map((name) => name.toLowerCase())

export interface Options {
  readonly includeFamily: boolean
  /** Each once, in the order of `widenings`. */
  readonly also: readonly Widening[]
  /** Those that are said not to be asked for. */
  readonly refused: readonly OptionName[]
  /** How many lexemes at the end are options. */
  readonly length: number
}

/** The options that a query ends with, each once, written `Include_Family true` or `Include_Family:true`. */
export function optionsIn(lexemes: readonly Lexeme[]): Options {
  const found = new Map<OptionName, boolean>()
  let length = 0
  for (;;) {
    const option = optionAt(lexemes.slice(0, lexemes.length - length))
    if (option === null || found.has(option.name)) break
    found.set(option.name, option.asked)
    length += option.length
  }
  return {
    includeFamily: found.get(optionNames.families) === true,
    also: widenings.filter((one) => found.get(optionNames[one]) === true),
    refused: [...found].flatMap(([name, asked]) => (asked ? [] : [name])).toReversed(),
    length,
  }
}

/** The option that a lexeme is, or begins with; null where it is another word. */
export function optionNamed(lexeme: Lexeme | undefined): OptionName | null {
  const [name] = wordOf(lexeme).split(':')
  return Object.values(optionNames).find((one) => one.toLowerCase() === name) ?? null
}

function optionAt(
  lexemes: readonly Lexeme[],
): { readonly name: OptionName; readonly asked: boolean; readonly length: 1 | 2 } | null {
  const last = lexemes.at(-1)
  const [, value = ''] = wordOf(last).split(':')
  const glued = optionNamed(last)
  if (glued !== null && isFlag(value)) return { name: glued, asked: value === 'true', length: 1 }
  const before = lexemes.at(-2)
  const spaced = wordOf(before).includes(':') ? null : optionNamed(before)
  return spaced !== null && isFlag(wordOf(last))
    ? { name: spaced, asked: wordOf(last) === 'true', length: 2 }
    : null
}

/** What stands there without quotes, in small letters. */
const wordOf = (lexeme: Lexeme | undefined): string =>
  lexeme?.kind === 'chunk' ? lexeme.value.toLowerCase() : ''

const isFlag = (word: string): boolean => word === 'true' || word === 'false'
