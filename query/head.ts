/** Recognises where a field is asked, and how: `name:`, `name contains`, `name on`, `name >=`, `name is not null` … */
import type { Cursor } from './cursor.ts'
import type { QueryField, Sign } from './tree.ts'

export type DateOp = 'before' | 'beforeOn' | 'after' | 'afterOn' | 'on'
type HeadOp =
  | 'colon'
  | 'contains'
  | 'notContains'
  | 'is'
  | 'isNot'
  | 'isNull'
  | 'isNotNull'
  | 'between'
  | DateOp
  | { readonly sign: Sign }

export interface Head {
  readonly field: QueryField
  readonly op: HeadOp
  /** Lexemes that name and operator take; the last one's rest is `rest`. */
  readonly length: number
  /** What the last lexeme goes on with, for `name:value`; empty where the value is the next lexeme. */
  readonly rest: string
}

/** Whether a field is asked here; `inRun`: after words, where plain words are the likelier meaning. */
export const startsField = (cursor: Cursor, place: 'first' | 'inRun'): boolean =>
  readHead(cursor, place) !== null

/** The head of a field clause. Stops where it is one, but of a field that is not there. */
export function readHead(cursor: Cursor, place: 'first' | 'inRun'): Head | null {
  const lexeme = cursor.peek()
  if (lexeme?.kind !== 'chunk') return null
  return gluedHead(cursor, lexeme.value, lexeme) ?? spacedHead(cursor, lexeme.value, lexeme, place)
}

type At = { readonly start: number; readonly end: number }

/** `name:value` and `name>=value`. */
function gluedHead(cursor: Cursor, chunk: string, at: At): Head | null {
  // Inside a field's parentheses there are no further fields: a colon only separates words.
  if (cursor.scope !== null) return null
  const colon = /^([\p{L}_][\p{L}\p{N}_]*):(.*)$/su.exec(chunk)
  if (colon !== null) {
    const [, name = '', rest = ''] = colon
    if (rest.startsWith('//') || (name.length === 1 && rest.startsWith('\\'))) return null
    const field = cursor.field(name) ?? cursor.unknownField(name, at)
    const sign = /^(<=|>=|<|>|=)(.*)$/s.exec(rest)
    return sign === null || field.kind === 'text' || field.kind === 'keyword'
      ? { field, op: 'colon', length: 1, rest }
      : { field, op: { sign: sign[1] as Sign }, length: 1, rest: sign[2] ?? '' }
  }
  const compared = /^([\p{L}_][\p{L}\p{N}_]*)(<=|>=|<|>|=)(.*)$/su.exec(chunk)
  const field = compared === null ? undefined : cursor.field(compared[1] ?? '')
  if (compared === null || field === undefined) return null
  return { field, op: { sign: compared[2] as Sign }, length: 1, rest: compared[3] ?? '' }
}

/** Words of operators; longer ones first. */
const spelled: readonly (readonly [string, HeadOp])[] = [
  ['does not contain', 'notContains'],
  ['not contains', 'notContains'],
  ['contains', 'contains'],
  ['is not null', 'isNotNull'],
  ['is null', 'isNull'],
  ['is not', 'isNot'],
  ['is', 'is'],
  ['before or on', 'beforeOn'],
  ['on or before', 'beforeOn'],
  ['before on', 'beforeOn'],
  ['after or on', 'afterOn'],
  ['on or after', 'afterOn'],
  ['after on', 'afterOn'],
  ['before', 'before'],
  ['after', 'after'],
  ['on', 'on'],
  ['between', 'between'],
  ['<=', { sign: '<=' }],
  ['>=', { sign: '>=' }],
  ['<', { sign: '<' }],
  ['>', { sign: '>' }],
  ['=', { sign: '=' }],
]

/** `name contains …`, with spaces between. */
function spacedHead(cursor: Cursor, chunk: string, at: At, place: 'first' | 'inRun'): Head | null {
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(chunk)) return null
  for (const [words, op] of spelled) {
    const parts = words.split(' ')
    if (!parts.every((part, i) => cursor.word(i + 1) === part)) continue
    const known = cursor.field(chunk)
    const length = parts.length + 1
    if (!isMeant(cursor, op, known, length, place)) return null
    return { field: known ?? cursor.unknownField(chunk, at), op, length, rest: '' }
  }
  return null
}

/** Whether such words ask a field, rather than being words of a text ("subject to approval on Friday"). */
function isMeant(
  cursor: Cursor,
  op: HeadOp,
  known: QueryField | undefined,
  length: number,
  place: 'first' | 'inRun',
): boolean {
  if (typeof op === 'object' || op === 'contains' || op === 'notContains') return true
  if (cursor.scope !== null) return false
  if (op === 'isNull' || op === 'isNotNull') return true
  if (op === 'is' || op === 'isNot') {
    return known !== undefined && place === 'first' && cursor.chunk(length) !== undefined
  }
  if (op === 'between' && known?.kind === 'number') return true
  if (known?.kind === 'instant' || known?.kind === 'day')
    return place === 'first' || dateLike(cursor.word(length))
  return dateLike(cursor.word(length))
}

const dateLike = (word: string): boolean => /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}$/.test(word)
