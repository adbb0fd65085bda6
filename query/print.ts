/** A tree → the query that says the same, fully bracketed: parsing it again gives the same tree. */
import { quoted } from './lex.ts'
import type { AsWritten } from './signs.ts'
import type { FieldTest, Node } from './tree.ts'
import { charactersOf, isBigram, isUnspacedCharacter } from './unspaced.ts'

/** How a query was read. Groups inside groups are in parentheses; phrases and values are in quotes. */
export function print(node: Node): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.parts.map(inner).join(node.kind === 'and' ? ' AND ' : ' OR ')
    case 'not':
      return `NOT ${inner(node.part)}`
    case 'term':
      return printTerm(node.token)
    case 'phrase':
      return `"${phraseText(node.tokens)}"`
    case 'near':
      return `${inner(node.left)} ${connectors[node.how]}/${node.distance} ${inner(node.right)}`
    case 'edge':
      return `x${node.at}word`
    case 'exact':
      return quoted(`=${writtenText(node)}`)
    case 'field':
      return `${node.field} ${printTest(node.test)}`
  }
}

const inner = (node: Node): string =>
  node.kind === 'and' || node.kind === 'or' || node.kind === 'near' ? `(${print(node)})` : print(node)

const connectors = { within: 'w', before: 'pre', not: 'not w' } as const

/** Words that mean something outside quotes. */
const reserved =
  /^(and|or|not|near|contains|is|on|before|after|between|x(first|last)word|include_(family|threads|(near_)?duplicates))$/

function printTerm(token: string): string {
  const text = plainToken(token)
  return reserved.test(text) ? `"${text}"` : text
}

/** One character of Chinese, say, is looked for as a pattern, and written without its star. */
export const isOneUnspaced = (token: string): boolean =>
  token.endsWith('*') && isUnspacedCharacter(token.slice(0, -1))

/** A token as it is written. */
export const plainToken = (token: string): string => (isOneUnspaced(token) ? token.slice(0, -1) : token)

/** Words and signs as they are written behind the sign of equality. */
export const writtenText = ({ tokens, signs }: AsWritten): string =>
  tokens.reduce(
    (text, token, i) => text + token + (signs[i + 1] || (i + 1 < tokens.length ? ' ' : '')),
    signs[0] ?? '',
  )

/** Bigrams are put together to the run they were cut from. */
export function phraseText(tokens: readonly (string | null)[]): string {
  const words: string[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]
    if (token === null || token === undefined) {
      words.push('*')
      continue
    }
    if (!isBigram(token)) {
      words.push(plainToken(token))
      continue
    }
    const run = charactersOf(token)
    for (;;) {
      const next = charactersOf(tokens[i + 1] ?? '')
      const [first, second] = next
      if (second === undefined || !isBigram(tokens[i + 1] ?? '') || first !== run.at(-1)) break
      run.push(second)
      i++
    }
    words.push(run.join(''))
    // The place of the run's last character, which only a further word makes visible.
    if (i + 1 < tokens.length) i++
  }
  return words.join(' ')
}

const dateWords = {
  before: 'before',
  beforeOn: 'before or on',
  after: 'after',
  afterOn: 'after or on',
  on: 'on',
} as const

function printTest(test: FieldTest): string {
  switch (test.op) {
    case 'contains':
      return `contains (${print(test.query)})`
    case 'is':
      return `is ${quoted(test.value)}`
    case 'between':
      return `between ${test.from} and ${test.to}`
    case 'compare':
      return `${test.sign} ${test.value}`
    case 'isNull':
      return 'is null'
    case 'isNotNull':
      return 'is not null'
    default:
      return `${dateWords[test.op]} ${test.date}`
  }
}
