/**
 * A query as what is typed and what is chosen beside the list. Each choice is a clause at the query's end that a person could
 * have typed, so the query alone says what is chosen. Pure.
 */
import { type Lexeme, lex, quoted } from '#query/lex.ts'
import { optionsIn } from '#query/widening.ts'
import type { Days } from './days.ts'

/** What is chosen of one field: any of its values will do. */
export interface Choice {
  readonly field: string
  readonly values: readonly string[]
  /** Documents without a value. */
  readonly none: boolean
  /** Of a date. */
  readonly days: Days | null
  /** All documents but these. */
  readonly excluded: boolean
}

export interface Narrowed {
  readonly typed: string
  readonly choices: readonly Choice[]
  /** The query's own options of families, threads and duplicates, which stand at its end. */
  readonly option: string
}

const isName = /^[\p{L}_][\p{L}\p{N}_]*$/u
/** Names of fields are the same in capitals. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const nothingOf = (field: string): Choice => ({ field, values: [], none: false, days: null, excluded: false })

const asks = ({ values, none, days }: Choice): boolean => values.length > 0 || none || days !== null

/** What is chosen of a field. */
export const choiceOf = ({ choices }: Narrowed, field: string): Choice =>
  choices.find((choice) => isSame(choice.field, field)) ?? nothingOf(field)

/** With another choice of a field; one that asks for nothing is taken out. */
export function withChoice(narrowed: Narrowed, field: string, change: Partial<Choice>): Narrowed {
  const next = { ...choiceOf(narrowed, field), ...change }
  const { choices } = narrowed
  const isNew = choices.every((choice) => !isSame(choice.field, field))
  const changed = isNew
    ? [...choices, next]
    : choices.map((choice) => (isSame(choice.field, field) ? next : choice))
  return { ...narrowed, choices: changed.filter(asks) }
}

/** Chooses a value, or takes it out again. */
export function withValue(narrowed: Narrowed, field: string, value: string): Narrowed {
  const { values } = choiceOf(narrowed, field)
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
  return withChoice(narrowed, field, { values: next })
}

export const withoutChoices = (narrowed: Narrowed): Narrowed => ({ ...narrowed, choices: [] })

/** The query of what is typed and chosen. */
export function queryOf({ typed, choices, option }: Narrowed): string {
  const clauses = choices.map(clauseOf)
  const first = typed === '' ? [] : [clauses.length === 0 || standsAlone(typed) ? typed : `(${typed})`]
  const query = [...first, ...clauses].join(' AND ')
  return option === '' ? query : `${query} ${option}`.trim()
}

function clauseOf({ field, values, none, days, excluded }: Choice): string {
  const tests = [
    ...values.map((value) => `${field} is ${quoted(value)}`),
    ...(days === null ? [] : [`${field}:[${days.start} TO ${days.end}]`]),
    ...(none ? [`${field} is null`] : []),
  ]
  const any = tests.join(' OR ')
  if (excluded) return `NOT (${any})`
  return tests.length === 1 ? any : `(${any})`
}

/** What of a query is typed, and what is chosen. */
export function narrowedIn(query: string): Narrowed {
  const { lexemes, openQuote } = lex(query)
  const whole: Narrowed = { typed: query.trim(), choices: [], option: '' }
  if (openQuote >= 0) return whole
  const { length: optional } = optionsIn(lexemes)
  const asked = lexemes.slice(0, lexemes.length - optional)
  const option = optional === 0 ? '' : query.slice(lexemes[asked.length]?.start).trim()
  const parts = conjuncts(asked)
  const choices: Choice[] = []
  while (parts.length > 0) {
    const choice = readClause(parts.at(-1) ?? [])
    if (choice === null || choices.some(({ field }) => isSame(field, choice.field))) break
    choices.unshift(choice)
    parts.pop()
  }
  const rest = parts.flat()
  const [first, last] = [rest[0], rest.at(-1)]
  // Where OR stands between what is typed and the clauses, they may not be about all of it.
  const isOpen = parts.some((part) => atTop(part).some((lexeme) => isWord(lexeme, 'or')))
  if (isOpen || first === undefined || last === undefined)
    return isOpen
      ? { typed: query.slice(0, asked.at(-1)?.end ?? 0).trim(), choices: [], option }
      : { typed: '', choices, option }
  const typed = query.slice(first.start, last.end)
  const isWrapped = choices.length > 0 && parts.length === 1 && isBracketed(rest)
  return { typed: isWrapped ? typed.slice(1, -1).trim() : typed, choices, option }
}

const isWord = (lexeme: Lexeme | undefined, word: string): boolean =>
  lexeme?.kind === 'chunk' && lexeme.value.toLowerCase() === word

/** The parts that AND joins outside of all brackets. */
function conjuncts(lexemes: readonly Lexeme[]): Lexeme[][] {
  const parts: Lexeme[][] = [[]]
  let depth = 0
  for (const lexeme of lexemes) {
    if (lexeme.kind === 'open') depth++
    if (lexeme.kind === 'close') depth--
    if (depth === 0 && isWord(lexeme, 'and')) parts.push([])
    else parts.at(-1)?.push(lexeme)
  }
  return parts.filter((part) => part.length > 0)
}

/** The lexemes outside of all brackets. */
function atTop(lexemes: readonly Lexeme[]): readonly Lexeme[] {
  let depth = 0
  return lexemes.filter((lexeme) => {
    if (lexeme.kind === 'open') depth++
    const isOutside = depth === 0
    if (lexeme.kind === 'close') depth--
    return isOutside
  })
}

/** Whether one pair of brackets holds all of it: `(a) (b)` begins and ends with some, and none does. */
function isBracketed(lexemes: readonly Lexeme[]): boolean {
  let depth = 0
  return (
    lexemes.at(-1)?.kind === 'close' &&
    lexemes.every((lexeme, at) => {
      if (lexeme.kind === 'open') depth++
      if (lexeme.kind === 'close') depth--
      return depth > 0 || at === lexemes.length - 1
    })
  )
}

/** Whether it needs no brackets before AND: one word or phrase, one clause, one pair of brackets. */
function standsAlone(typed: string): boolean {
  const { lexemes } = lex(typed)
  const isGlued = (lexeme: Lexeme, at: number) => at === 0 || (lexeme.kind === 'quoted' && lexeme.glued)
  return isBracketed(lexemes) || lexemes.every(isGlued)
}

/** The choice that a clause writes; null where it is none, or says more. */
function readClause(clause: readonly Lexeme[]): Choice | null {
  const excluded = isWord(clause[0], 'not')
  const inner = excluded ? clause.slice(1) : clause
  const tests = isBracketed(inner) ? inner.slice(1, -1) : inner
  let choice = null as Choice | null
  let at = 0
  while (at < tests.length) {
    if (at > 0 && !isWord(tests[at++], 'or')) return null
    const test = readTest(tests, at)
    if (test === null || (choice !== null && !isSame(choice.field, test.of.field))) return null
    const { of, length } = test
    at += length
    choice = {
      field: of.field,
      values: [...(choice?.values ?? []), ...of.values],
      none: of.none || choice?.none === true,
      days: of.days ?? choice?.days ?? null,
      excluded,
    }
  }
  return choice
}

function readTest(
  lexemes: readonly Lexeme[],
  at: number,
): { readonly of: Choice; readonly length: number } | null {
  const [name, verb, value] = [lexemes[at], lexemes[at + 1], lexemes[at + 2]]
  if (name?.kind !== 'chunk') return null
  const [, ranged, start] = /^([^:]+):\[(\d{1,2}\/\d{1,2}\/\d{4})$/.exec(name.value) ?? []
  const field = ranged ?? name.value
  if (!isName.test(field)) return null
  const nothing = nothingOf(field)
  if (start !== undefined && isWord(verb, 'to')) {
    const end = value?.kind === 'chunk' ? /^(\d{1,2}\/\d{1,2}\/\d{4})\]$/.exec(value.value)?.[1] : undefined
    return end === undefined ? null : { of: { ...nothing, days: { start, end } }, length: 3 }
  }
  if (!isWord(verb, 'is')) return null
  if (isWord(value, 'null')) return { of: { ...nothing, none: true }, length: 3 }
  return value?.kind === 'quoted' ? { of: { ...nothing, values: [value.value] }, length: 3 } : null
}
