/** The option of families at the end of a query: `Include_Family true`, or with a colon. */
import type { Lexeme } from './lex.ts'

export const familyWord = 'include_family'

/** How many lexemes at the end are the option, and whether it asks for families; `null` where there is none. */
export function familyOption(
  lexemes: readonly Lexeme[],
): { readonly length: number; readonly asked: boolean } | null {
  const [name, value] = [chunkOf(lexemes.at(-2)), chunkOf(lexemes.at(-1))]
  const [glued, gluedValue = ''] = value.split(':')
  if (glued === familyWord && isFlag(gluedValue)) return { length: 1, asked: gluedValue === 'true' }
  return name === familyWord && isFlag(value) ? { length: 2, asked: value === 'true' } : null
}

/** What stands there without quotes, in small letters. */
export const chunkOf = (lexeme: Lexeme | undefined): string =>
  lexeme?.kind === 'chunk' ? lexeme.value.toLowerCase() : ''

const isFlag = (word: string): boolean => word === 'true' || word === 'false'
