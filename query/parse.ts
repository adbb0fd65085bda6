/**
 * The query language: words, "phrases", wildcards, AND OR NOT, parentheses, fields. What is not understood is a fault
 * with its place and what to do; nothing is read as something else than it was written for.
 */
import { group, negate } from './build.ts'
import { fieldClause } from './clause.ts'
import { Cursor, missingOperator, type ParseOptions } from './cursor.ts'
import { type Fault, type Note, type Span, Stop, stop } from './fault.ts'
import { startsField } from './head.ts'
import { lex, straighten } from './lex.ts'
import { bareEdge, near, readConnector, startsOperator } from './near.ts'
import { wordsOperand } from './operand.ts'
import { print } from './print.ts'
import type { Node } from './tree.ts'
import { optionNamed, optionsIn, type Widening } from './widening.ts'

export type { ParseOptions } from './cursor.ts'
export type { Fault, Note } from './fault.ts'

export type Parsed =
  | {
      readonly ok: true
      /** `null`: nothing was asked, which means all documents. */
      readonly tree: Node | null
      readonly notes: readonly Note[]
      /** Where words stand that stand for several others. */
      readonly patterns: ReadonlyMap<string, Span>
      /** The query ends with the option `Include_Family true`. */
      readonly includeFamily: boolean
      /** What else its options bring. */
      readonly also: readonly Widening[]
    }
  | { readonly ok: false; readonly fault: Fault }

export function parse(query: string, options: ParseOptions): Parsed {
  try {
    return parseOrStop(query, options)
  } catch (error) {
    if (error instanceof Stop) return { ok: false, fault: error.fault }
    throw error
  }
}

const deepest = 100
/** Characters of a query. */
const maxQueryLength = 20_000

function parseOrStop(query: string, options: ParseOptions): Parsed {
  if (query.length > maxQueryLength) {
    stop(
      'tooLong',
      `The query is longer than ${maxQueryLength.toLocaleString('en-US')} characters. Search for its parts one after the other, or put its words into a keyword list.`,
      { start: maxQueryLength, end: query.length },
    )
  }
  const { text, replaced } = straighten(query)
  const { lexemes, openQuote } = lex(text)
  if (openQuote >= 0) {
    stop('unbalancedQuote', 'Quotes are not balanced: nothing closes this one.', {
      start: openQuote,
      end: openQuote + 1,
    })
  }
  checkParentheses(lexemes)
  const { includeFamily, also, refused, length } = optionsIn(lexemes)
  const rest = lexemes.slice(0, lexemes.length - length)
  refuseOptions(rest)
  const cursor = new Cursor(text, rest, options)
  for (const name of refused) {
    cursor.note({
      code: 'familyOption',
      message: `${name} false changes nothing: nothing is brought beside what matches unless ${name} true or its switch asks for it.`,
    })
  }
  if (replaced) cursor.note({ code: 'curlyQuotes', message: 'Curly quotes were replaced.' })
  if (cursor.peek() === undefined) {
    return { ok: true, tree: null, notes: cursor.notes, patterns: cursor.patterns, includeFamily, also }
  }
  const tree = expression(cursor)
  if (cursor.peek() !== undefined) missingOperator(cursor)
  const edge = bareEdge(tree)
  if (edge !== null) {
    const at = cursor.placeOf(edge) ?? { start: 0, end: text.length }
    const word = text.slice(at.start, at.end)
    const advice = `Write a word near it, as in merger w/5 ${word}. To look for the word itself, put it in quotes.`
    stop('unsupported', `“${word}” is a place, and no word. ${advice}`, at)
  }
  if (cursor.ignored.size > 0) {
    const words = [...cursor.ignored].map((word) => `“${word}”`).join(', ')
    const exactly = cursor.exactly === '' ? '' : ` For exactly these words write ${cursor.exactly}.`
    cursor.note({
      code: 'noiseWords',
      message: `Too common to look for, so any one word may stand there: ${words}.${exactly}`,
    })
  }
  if (cursor.mixed) {
    const first = options.precedence === 'dtsearch' ? 'OR goes before AND and AND NOT' : 'AND goes before OR'
    cursor.note({
      code: 'mixedOperators',
      message: `AND, OR or NOT stand side by side without parentheses; ${first}: ${print(tree)}`,
    })
  }
  if (cursor.nearGroups) {
    cursor.note({
      code: 'nearGroups',
      message: `Each part of an AND group has to be near, and of several connectors in a row the first goes first: ${print(tree)}`,
    })
  }
  return { ok: true, tree, notes: cursor.notes, patterns: cursor.patterns, includeFamily, also }
}

function checkParentheses(lexemes: Lexemes): void {
  const open: Span[] = []
  for (const lexeme of lexemes) {
    if (lexeme.kind === 'open') open.push(lexeme)
    if (lexeme.kind === 'close' && open.pop() === undefined) unbalanced(lexeme)
    if (open.length > deepest) stop('tooDeep', `Parentheses are nested more than ${deepest} deep.`, lexeme)
  }
  const last = open.at(-1)
  if (last !== undefined) unbalanced(last)
}

const unbalanced = (at: Span): never => stop('unbalancedParenthesis', 'Parentheses are not balanced.', at)

type Lexemes = ReturnType<typeof lex>['lexemes']

/** An option anywhere else would be read as a word that no text holds. */
function refuseOptions(lexemes: Lexemes): void {
  for (const lexeme of lexemes) {
    const name = optionNamed(lexeme)
    if (name === null) continue
    const advice = 'To look for the word itself, put it in quotes.'
    stop('badValue', `Write ${name} true once, at the end of the query, or leave it out. ${advice}`, lexeme)
  }
}

/** The operator that binds weakest first: OR in standard precedence, AND in the other. */
function expression(cursor: Cursor): Node {
  const dtsearch = cursor.options.precedence === 'dtsearch'
  const [weak, strong] = dtsearch ? (['and', 'or'] as const) : (['or', 'and'] as const)
  const one = (): Chain => {
    const negated = cursor.word() === 'not'
    return { node: proximity(cursor), joined: 1, negated }
  }
  return chain(cursor, weak, () => chain(cursor, strong, one)).node
}

interface Chain {
  readonly node: Node
  /** How many operands were joined without parentheses. */
  readonly joined: number
  /** Whether it begins with NOT. */
  readonly negated: boolean
}

function chain(cursor: Cursor, kind: 'and' | 'or', operand: () => Chain): Chain {
  const isDtsearch = cursor.options.precedence === 'dtsearch'
  const parts = [operand()]
  for (;;) {
    if (cursor.word() === kind) cursor.at++
    // `a NOT b` is `a AND NOT b`.
    else if (kind !== 'and' || cursor.word() !== 'not') break
    // In dtSearch's precedence AND NOT is one connector: it negates all that OR joins behind it.
    const negates = isDtsearch && kind === 'and' && cursor.word() === 'not'
    if (negates) cursor.at++
    const part = operand()
    parts.push(negates ? { ...part, node: negate(part.node) } : part)
  }
  const isMixed = (part: Chain): boolean => part.joined > 1 || (isDtsearch && kind === 'or' && part.negated)
  if (parts.length > 1 && parts.some(isMixed)) cursor.mixed = true
  const nodes = parts.map((part) => part.node)
  return { node: group(kind, nodes), joined: parts.length, negated: parts[0]?.negated ?? false }
}

/** Connectors of one clause without parentheses. */
const maxConnectors = 20

/** Words near each other: the connectors bind stronger than AND and OR, and of several the first goes first. */
function proximity(cursor: Cursor): Node {
  const { start } = cursor.here()
  let node = unary(cursor)
  for (let count = 1; ; count++) {
    const at = cursor.here()
    const connector = readConnector(cursor)
    if (connector === null) return node
    cursor.at += connector.length
    const written = { start: at.start, end: cursor.readEnd() }
    if (count > maxConnectors)
      stop('tooDeep', `More than ${maxConnectors} connectors stand in a row. Put parentheses.`, written)
    const right = unary(cursor)
    if (count > 1 || node.kind === 'and' || right.kind === 'and') cursor.nearGroups = true
    node = near(cursor, connector, [node, right], written)
    cursor.place(node, start)
  }
}

function unary(cursor: Cursor): Node {
  const { start } = cursor.here()
  let negations = 0
  while (cursor.word() === 'not') {
    cursor.at++
    if (++negations > deepest)
      stop('tooDeep', `NOT stands more than ${deepest} times in a row.`, cursor.here())
  }
  let node = operand(cursor)
  for (; negations > 0; negations--) node = negate(node)
  cursor.place(node, start)
  return node
}

function operand(cursor: Cursor): Node {
  const lexeme = cursor.peek()
  if (lexeme === undefined || lexeme.kind === 'close' || startsOperator(cursor)) missingOperand(cursor)
  if (lexeme.kind === 'open') return bracketed(cursor)
  const node = startsField(cursor, 'first')
    ? fieldClause(cursor, () => bracketed(cursor))
    : wordsOperand(cursor)
  endOfOperand(cursor)
  return node
}

function bracketed(cursor: Cursor): Node {
  cursor.at++
  const node = expression(cursor)
  if (cursor.peek()?.kind !== 'close') missingOperator(cursor)
  cursor.at++
  endOfOperand(cursor)
  return node
}

function endOfOperand(cursor: Cursor): void {
  const after = cursor.peek()
  if (after !== undefined && after.kind !== 'close' && !startsOperator(cursor)) missingOperator(cursor)
}

function missingOperand(cursor: Cursor): never {
  const before = cursor.peek(-1)
  const here = cursor.peek()
  if (before?.kind === 'chunk') {
    stop('missingOperand', `There is nothing after ${before.value.toUpperCase()}.`, before)
  }
  if (here?.kind === 'chunk')
    stop('missingOperand', `There is nothing before ${here.value.toUpperCase()}.`, here)
  stop('missingOperand', 'There is nothing between the parentheses.', cursor.here())
}
