/** An operand that is words: a quoted text, or a run of words, which is a phrase. */
import { type Chunk, type Cursor, missingOperator, operators } from './cursor.ts'
import { type Span, stop } from './fault.ts'
import { startsField } from './head.ts'
import type { Node } from './tree.ts'
import { refuseDistance, refuseUnsupported } from './unsupported.ts'
import { wordsNode } from './words.ts'

/** Reads a quoted text, or all the words up to the next operator, parenthesis or quote. */
export function wordsOperand(cursor: Cursor): Node {
  const first = cursor.chunk()
  if (first === undefined) missingOperator(cursor)
  if (first.kind === 'quoted') return quotedOperand(cursor, first)
  let last = first
  for (;;) {
    checkWord(cursor, last)
    cursor.at++
    const next = cursor.chunk()
    if (next?.kind !== 'chunk' || operators.has(cursor.word())) break
    if (startsField(cursor, 'inRun')) missingOperator(cursor)
    last = next
  }
  const span = { start: first.start, end: last.end }
  return leaf(cursor, cursor.text.slice(span.start, span.end), span, false)
}

/** Reads exactly one quoted text or one chunk. */
export function oneOperand(cursor: Cursor, chunk: Chunk): Node {
  if (chunk.kind === 'quoted') return quotedOperand(cursor, chunk)
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
  return wordsNode(text, at, {
    noise: scope === null ? cursor.options.noise : null,
    quoted,
    note: (note) => cursor.note(note),
    ignored: (word) => cursor.ignored.add(word),
  })
}
