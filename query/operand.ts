/** An operand that is words: a quoted text, or a run of words, which is a phrase. */
import { group } from './build.ts'
import { type Chunk, type Cursor, type DocumentNumbers, missingOperator } from './cursor.ts'
import { droppedNotes, noiseNote } from './dropped.ts'
import { type Span, stop } from './fault.ts'
import { startsField } from './head.ts'
import { isConnector, startsOperator } from './near.ts'
import type { Node } from './tree.ts'
import { refuseDistance, refuseUnsupported } from './unsupported.ts'
import { exactNode, wordsNode } from './words.ts'

/** Reads a quoted text, or all the words up to the next operator, parenthesis or quote. */
export function wordsOperand(cursor: Cursor): Node {
  const first = cursor.chunk()
  if (first === undefined) missingOperator(cursor)
  if (first.kind === 'quoted') return quotedOperand(cursor, first)
  const special = edgeOperand(cursor, first) ?? rangeOperand(cursor, first)
  if (special !== null) return special
  let last = first
  const chunks: string[] = []
  for (;;) {
    checkWord(cursor, last)
    chunks.push(last.value)
    cursor.at++
    const next = cursor.chunk()
    if (next?.kind !== 'chunk' || startsOperator(cursor)) break
    if (startsField(cursor, 'inRun')) missingOperator(cursor)
    last = next
  }
  if (last !== first && isNumber(cursor, first.value) && isNumber(cursor, last.value)) {
    const advice = 'Put OR between the numbers of documents, or quotes around words that belong together.'
    stop('missingOperator', advice, { start: first.start, end: last.end })
  }
  const span = { start: first.start, end: last.end }
  const text = cursor.text.slice(span.start, span.end)
  const node = leaf(cursor, text, span, false)
  if (node.kind === 'term' || node.kind === 'phrase')
    for (const note of droppedNotes(text, chunks, node)) cursor.note(note)
  return node
}

/** `xfirstword` or `xlastword`, where no word stands behind it. */
function edgeOperand(cursor: Cursor, { value }: Chunk): Node | null {
  const at = /^x(first|last)word$/i.exec(value)?.[1]?.toLowerCase()
  if (at === undefined || cursor.scope?.exact === true) return null
  if (cursor.chunk(1) !== undefined && !startsOperator(cursor, 1)) return null
  cursor.at++
  return { kind: 'edge', at: at === 'first' ? 'first' : 'last' }
}

/** `[900 TO 1300]`, where no word stands behind it: the same as `900~~1300`. */
function rangeOperand(cursor: Cursor, first: Chunk): Node | null {
  const last = cursor.chunk(2)
  const [from, to] = [/^\[(\d+)$/.exec(first.value), /^(\d+)\]$/.exec(last?.value ?? '')]
  if (from === null || to === null || last === undefined || cursor.word(1) !== 'to') return null
  if (cursor.chunk(3) !== undefined && !startsOperator(cursor, 3)) return null
  cursor.at += 3
  return leaf(cursor, `${from[1]}~~${to[1]}`, { start: first.start, end: last.end }, false)
}

/** Reads exactly one quoted text or one chunk. */
export function oneOperand(cursor: Cursor, chunk: Chunk): Node {
  if (chunk.kind === 'quoted') return quotedOperand(cursor, chunk)
  const range = rangeOperand(cursor, chunk)
  if (range !== null) return range
  checkWord(cursor, chunk)
  cursor.at++
  return leaf(cursor, chunk.value, chunk, false)
}

function quotedOperand(cursor: Cursor, quoted: Chunk): Node {
  cursor.at++
  const behind = cursor.chunk()
  if (behind?.glued === true) refuseDistance(behind.value, behind)
  return leaf(cursor, quoted.value, quoted, true)
}

function checkWord(cursor: Cursor, chunk: Chunk): void {
  if (cursor.scope?.exact === true) return
  const next = cursor.peek(1)
  if (cursor.scope !== null && cursor.word(1) === 'contains' && cursor.field(chunk.value) !== undefined) {
    stop('unsupported', 'A field cannot be asked inside another field. Close the parentheses first.', chunk)
  }
  refuseUnsupported(chunk.value, chunk, {
    next: next?.kind === 'chunk' ? next.value : '',
    gluedGroup: next !== undefined && next.kind !== 'chunk' && next.start === chunk.end,
  })
}

/** Words, or in an exact scope a whole value. */
function leaf(cursor: Cursor, text: string, at: Span, quoted: boolean): Node {
  const { scope } = cursor
  if (scope?.exact === true) {
    return { kind: 'field', field: scope.field.name, test: { op: 'is', value: text } }
  }
  if (scope === null && isNumber(cursor, text))
    return numberNode(cursor, text.trim().replace(/[,;]$/, ''), at)
  const node = wordsNode(text, at, {
    noise: scope === null ? cursor.options.noise : null,
    quoted,
    note: (note) => cursor.note(note),
    ignored: (word, exactly) => cursor.ignore(word, exactly),
    pattern: (token, place) => {
      if (cursor.patterns.has(token)) return
      cursor.patterns.set(token, place)
      const note = scope === null ? noiseNote(token, cursor.options.noise) : null
      if (note !== null) cursor.note(note)
    },
  })
  // With signs beside it, it is the number all the same.
  return scope === null && node.kind === 'term' && isNumber(cursor, node.token)
    ? numberNode(cursor, node.token, at)
    : node
}

/** Beside a connector its words are meant: a document has no place in a text. */
const numberNode = (cursor: Cursor, number: string, at: Span): Node =>
  isBesideConnector(cursor)
    ? exactNode(number, at, (note) => cursor.note(note))
    : numbered(cursor, number, at)

/** Whether this is the number of a document, as it is typed: a comma may stand behind it. */
const isNumber = (cursor: Cursor, text: string): boolean =>
  fieldsOf(cursor, text.trim().replace(/[,;]$/, '')).length > 0

/** The fields that may hold it. */
const fieldsOf = ({ options: { numbers = [] } }: Cursor, number: string): readonly string[] => [
  ...new Set(numbers.flatMap((form) => (hasForm(form, number) ? form.field : []))),
]

function hasForm({ prefix, digits }: DocumentNumbers, number: string): boolean {
  if (!number.toLowerCase().startsWith(prefix.toLowerCase())) return false
  const [, counted = '', page] = /^(\d+)(?:_(\d{4,}))?$/.exec(number.slice(prefix.length)) ?? []
  return digits === null ? counted !== '' && page === undefined : counted.length === digits
}

/** Whether what was just read stands beside a connector, without parentheses. */
const isBesideConnector = (cursor: Cursor): boolean =>
  isConnector(cursor.word()) ||
  (cursor.word() === 'not' && isConnector(cursor.word(1))) ||
  isConnector(cursor.word(-2))

/** The document of that number, and those whose text names it. */
function numbered(cursor: Cursor, value: string, at: Span): Node {
  return group('or', [
    ...fieldsOf(cursor, value).map((field): Node => ({ kind: 'field', field, test: { op: 'is', value } })),
    exactNode(value, at, (note) => cursor.note(note)),
  ])
}
