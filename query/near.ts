/** Words near each other: recognises the connector, `w/5`, `pre/5` or `not w/5`, and joins what stands on both sides of it. */
import { group } from './build.ts'
import { type Cursor, operators } from './cursor.ts'
import { type Span, stop } from './fault.ts'
import { maxDistance } from './places.ts'
import type { Near, Node } from './tree.ts'

const connector = /^(?:w|pre)\/\d*$/i

/** Whether an operator stands here, and no operand. */
export const startsOperator = (cursor: Cursor, ahead = 0): boolean =>
  operators.has(cursor.word(ahead)) || isConnector(cursor.word(ahead))

export const isConnector = (word: string): boolean => connector.test(word)

export interface Connector extends Pick<Near, 'how' | 'distance'> {
  /** Lexemes that it takes. */
  readonly length: number
}

/** The connector that stands here. Stops where it is one that cannot be read. */
export function readConnector(cursor: Cursor): Connector | null {
  const negated = cursor.word() === 'not'
  const chunk = cursor.chunk(negated ? 1 : 0)
  if (chunk?.kind !== 'chunk' || !isConnector(chunk.value)) return null
  const [kind = '', number = ''] = chunk.value.toLowerCase().split('/')
  if (cursor.scope?.exact === true) {
    const { name } = cursor.scope.field
    const advice = `To look for words in them, write ${name} contains (…).`
    stop(
      'unsupported',
      `Values of ${name} are found whole, and no words are near each other there. ${advice}`,
      chunk,
    )
  }
  if (negated && kind === 'pre') {
    stop('unsupported', `“not ${chunk.value}” is not supported. Write not w/${number || 'N'}.`, chunk)
  }
  if (number === '') {
    stop(
      'badDistance',
      `“${chunk.value}” lacks a number. Write ${kind}/5 for at most five words apart.`,
      chunk,
    )
  }
  const distance = Number(number)
  if (distance < 1 || distance > maxDistance) {
    stop('badDistance', `“${chunk.value}”: the number of words is from 1 to ${maxDistance}.`, chunk)
  }
  return { how: negated ? 'not' : kind === 'pre' ? 'before' : 'within', distance, length: negated ? 2 : 1 }
}

/** Alternatives that one connector is taken apart into. */
const maxParts = 20

/** What stands near what; a group of AND on one side is taken apart: each of its parts has to. */
export function near(
  cursor: Cursor,
  { how, distance }: Connector,
  [left, right]: readonly [Node, Node],
  at: Span,
): Node {
  const written = cursor.text.slice(at.start, at.end)
  checkSide(cursor, left, at, written)
  checkSide(cursor, right, at, written)
  if (left.kind === 'and' && right.kind === 'and') {
    stop(
      'unsupported',
      `AND stands on both sides of “${written}”. Leave one word, phrase or OR group on one side, or join several such clauses by AND.`,
      at,
    )
  }
  const join = (one: Node, other: Node): Node => ({ kind: 'near', how, distance, left: one, right: other })
  const apart =
    left.kind === 'and'
      ? left.parts.map((part) => join(part, right))
      : right.kind === 'and'
        ? right.parts.map((part) => join(left, part))
        : null
  if (apart === null) return join(left, right)
  if (apart.length > maxParts) {
    stop(
      'tooLong',
      `Beside “${written}” stand ${apart.length} parts joined by AND; there may be ${maxParts}.`,
      at,
    )
  }
  return group('and', apart)
}

function checkSide(cursor: Cursor, side: Node, at: Span, written: string): void {
  const parts = side.kind === 'and' || side.kind === 'or' ? side.parts : [side]
  for (const part of parts) {
    const place = cursor.placeOf(part) ?? at
    if (part.kind === 'not') {
      stop(
        'unsupported',
        `NOT cannot stand beside “${written}”. Write NOT (a ${written} b) for documents without such a place, or a not w/5 b for an a that has no b near.`,
        place,
      )
    }
    if (part.kind === 'field') {
      stop(
        'unsupported',
        `A field cannot stand beside “${written}”. Put all of it inside the field: ${part.field} contains (a ${written} b).`,
        place,
      )
    }
    if (part.kind === 'or' && side.kind === 'and') checkSide(cursor, part, at, written)
    if (part.kind === 'and') {
      stop(
        'unsupported',
        `AND cannot stand inside OR beside “${written}”. Write each alternative as a clause of its own, joined by OR.`,
        place,
      )
    }
  }
}

/** The first edge that stands beside no connector. */
export function bareEdge(node: Node): Node | null {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.parts.reduce<Node | null>((found, part) => found ?? bareEdge(part), null)
    case 'not':
      return bareEdge(node.part)
    case 'field':
      return node.test.op === 'contains' ? bareEdge(node.test.query) : null
    case 'edge':
      return node
    default:
      return null
  }
}
