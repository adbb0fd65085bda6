/** Whether a document matches a query, by looking at it: slow, plain, and the judge of every engine. */
import { spanOf } from './dates.ts'
import { straighten } from './lex.ts'
import { asWritten, type Matching, occurrences, occurs } from './occurrences.ts'
import { type AsWritten, type Stretch, signsFit } from './signs.ts'
import { standNear } from './spans.ts'
import { between, readStream, streamTokens, tokenStream } from './stream.ts'
import type { FieldTest, Node, Sign } from './tree.ts'

/** Text and numbers; instants and days are milliseconds (days as if in UTC). */
export type Value = string | number

export interface Judged {
  readonly text: Stretch
  /** Values of a field; none where it is empty. */
  values(field: string): readonly Value[]
}

export interface JudgeOptions {
  readonly noise: ReadonlySet<string>
  /** The zone whose days count for a field: the project's for instants, UTC for floating days. */
  zoneOf(field: string): string
}

export function evaluate(node: Node, document: Judged, options: JudgeOptions): boolean {
  switch (node.kind) {
    case 'and':
      return node.parts.every((part) => evaluate(part, document, options))
    case 'or':
      return node.parts.some((part) => evaluate(part, document, options))
    case 'not':
      return !evaluate(node.part, document, options)
    case 'field':
      return fieldMatches(node.test, document.values(node.field), options.zoneOf(node.field))
    default:
      return wordsMatch(node, document.text, options.noise)
  }
}

/** Whether words are found in a text. */
export const wordsMatch = (node: Node, text: Stretch, noise: ReadonlySet<string> | null): boolean =>
  wordsStand(node, text, asWritten(noise))

/** The same where the text's tokens are kept otherwise than they are written. */
export function wordsStand<T>(node: Node, text: Stretch<T>, by: Matching<T>): boolean {
  switch (node.kind) {
    case 'and':
      return node.parts.every((part) => wordsStand(part, text, by))
    case 'or':
      return node.parts.some((part) => wordsStand(part, text, by))
    case 'not':
      return !wordsStand(node.part, text, by)
    case 'term':
      return occurs([by.wanted(node.token)], text.tokens)
    case 'phrase':
      return occurs(node.tokens.map(by.wanted), text.tokens)
    case 'exact':
      return standsIn(node, text, by)
    case 'near':
      return standNear(node, text, by)
    // Stands beside words alone, where a query is read.
    case 'edge':
    case 'field':
      return false
  }
}

/** Whether words stand in a text exactly as they are written. */
const standsIn = <T>(written: AsWritten, text: Stretch<T>, by: Matching<T>): boolean =>
  occurrences(written.tokens.map(by.exactly), text.tokens).some((at) =>
    signsFit(written.signs, text, at, by.isNumber),
  )

/** Whether a field with these values passes a test. */
export function fieldMatches(test: FieldTest, values: readonly Value[], zone: string): boolean {
  switch (test.op) {
    case 'contains':
      return values.length > 0 && wordsMatch(test.query, readStream(fieldStream(values)), null)
    case 'is': {
      const wanted = exactKey(test.value)
      return values.some((value) => exactKey(String(value)) === wanted)
    }
    case 'compare':
      return values.some((value) => compares(Number(value), test.sign, test.value))
    case 'isNull':
      return values.length === 0
    case 'isNotNull':
      return values.length > 0
    default: {
      const span = spanOf(test, zone)
      return span !== null && values.some((value) => Number(value) >= span[0] && Number(value) < span[1])
    }
  }
}

const fieldStream = (values: readonly Value[]): string =>
  values.map((value) => tokenStream(String(value))).join(between)

/** Tokens of all values, a gap between them. */
export const fieldTokens = (values: readonly Value[]): string[] => streamTokens(fieldStream(values))

/** What two values have in common that are the same but for case, spaces and the form of quotes: a query has straight ones. */
export const exactKey = (value: string): string =>
  straighten(value.normalize('NFC')).text.trim().replace(/\s+/g, ' ').toLowerCase()

export function compares(value: number, sign: Sign, limit: number): boolean {
  switch (sign) {
    case '<':
      return value < limit
    case '<=':
      return value <= limit
    case '=':
      return value === limit
    case '>=':
      return value >= limit
    case '>':
      return value > limit
  }
}
