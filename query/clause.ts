/** Reads a field clause: what is asked of the field, and the value. */
import { group, negate } from './build.ts'
import { type Chunk, type Cursor, missingOperator } from './cursor.ts'
import { dateFault, dateMessages, readDay } from './dates.ts'
import { exactKey } from './evaluate.ts'
import { type Span, stop } from './fault.ts'
import { type DateOp, type Head, readHead } from './head.ts'
import { startsOperator } from './near.ts'
import { oneOperand, wordsOperand } from './operand.ts'
import type { FieldTest, Node, QueryField, Sign } from './tree.ts'

/** Reads the clause that begins here; `bracketed` reads a parenthesised expression. */
export function fieldClause(cursor: Cursor, bracketed: () => Node): Node {
  const head = readHead(cursor, 'first')
  const name = cursor.peek()
  if (head === null || name === undefined) missingOperator(cursor)
  if (cursor.scope !== null) {
    stop('unsupported', 'A field cannot be asked inside another field. Close the parentheses first.', name)
  }
  cursor.at += head.length
  if (head.rest !== '') {
    cursor.at--
    cursor.leave({
      kind: 'chunk',
      value: head.rest,
      start: name.end - head.rest.length,
      end: name.end,
      glued: true,
    })
  }
  return readTest(cursor, head, name, bracketed)
}

function readTest(cursor: Cursor, head: Head, name: Span, bracketed: () => Node): Node {
  const { field, op } = head
  if (typeof op === 'object') return compared(cursor, field, op.sign, name)
  switch (op) {
    case 'isNull':
    case 'isNotNull':
      return test(field, { op })
    case 'contains':
      return contains(cursor, field, name, bracketed)
    case 'notContains':
      return negate(contains(cursor, field, name, bracketed))
    case 'is':
      return exactly(cursor, field, valueChunk(cursor, name))
    case 'isNot':
      return negate(exactly(cursor, field, valueChunk(cursor, name)))
    case 'colon':
      return colon(cursor, field, name, bracketed)
    case 'between':
      return between(cursor, field, name)
    default:
      return dated(cursor, field, op, name)
  }
}

const test = (field: QueryField, asked: FieldTest): Node => ({
  kind: 'field',
  field: field.name,
  test: asked,
})

function contains(cursor: Cursor, field: QueryField, name: Span, bracketed: () => Node): Node {
  if (field.kind !== 'text' && field.kind !== 'keyword') wrongOperator(field, name)
  const inBrackets = cursor.peek()?.kind === 'open'
  if (!inBrackets) valueChunk(cursor, name)
  const query = scoped(cursor, field, false, () => (inBrackets ? bracketed() : wordsOperand(cursor)))
  return test(field, { op: 'contains', query })
}

function scoped(cursor: Cursor, field: QueryField, exact: boolean, read: () => Node): Node {
  cursor.scope = { field, exact }
  const node = read()
  cursor.scope = null
  return node
}

function colon(cursor: Cursor, field: QueryField, name: Span, bracketed: () => Node): Node {
  if (cursor.peek()?.kind === 'open') {
    if (field.kind === 'keyword') return scoped(cursor, field, true, bracketed)
    return contains(cursor, field, name, bracketed)
  }
  const value = valueChunk(cursor, name)
  if (field.kind === 'instant' || field.kind === 'day' || field.kind === 'number') {
    if (value.kind === 'chunk' && value.value.startsWith('[')) return range(cursor, field, value)
    return exactly(cursor, field, value)
  }
  const wild = value.kind === 'chunk' && /[*?]/.test(value.value)
  if (field.kind === 'flag' || (field.kind === 'keyword' && !wild)) return exactly(cursor, field, value)
  return test(field, { op: 'contains', query: scoped(cursor, field, false, () => oneOperand(cursor, value)) })
}

/** The value of a clause; stops where there is none. */
function valueChunk(cursor: Cursor, name: Span): Chunk {
  const chunk = cursor.chunk()
  if (chunk === undefined || (startsOperator(cursor) && !chunk.glued)) {
    const before = cursor.peek(-1) ?? name
    stop('missingOperand', `There is nothing after “${cursor.text.slice(name.start, before.end)}”.`, before)
  }
  return chunk
}

function exactly(cursor: Cursor, field: QueryField, value: Chunk): Node {
  cursor.at++
  if (value.value.trim() === '') {
    const advice = `To find documents without a value, write ${field.name} is null.`
    stop('noWords', `There is nothing between the quotes. ${advice}`, value, field.name)
  }
  switch (field.kind) {
    case 'number':
      return test(field, { op: 'compare', sign: '=', value: readNumber(value.value, value, field) })
    case 'instant':
    case 'day':
      return test(field, { op: 'on', date: readDate(value.value, value) })
    case 'flag':
      return test(field, { op: 'is', value: readFlag(value, field) })
    default:
      return test(field, { op: 'is', value: value.value })
  }
}

const dateOf: Readonly<Record<Sign, DateOp>> = {
  '<': 'before',
  '<=': 'beforeOn',
  '=': 'on',
  '>=': 'afterOn',
  '>': 'after',
}

function compared(cursor: Cursor, field: QueryField, sign: Sign, name: Span): Node {
  const value = valueChunk(cursor, name)
  if (field.kind === 'instant' || field.kind === 'day') return dated(cursor, field, dateOf[sign], name)
  if (sign === '=') return exactly(cursor, field, value)
  if (field.kind !== 'number') wrongOperator(field, name)
  cursor.at++
  return test(field, { op: 'compare', sign, value: readNumber(value.value, value, field) })
}

function dated(cursor: Cursor, field: QueryField, op: DateOp, name: Span): Node {
  if (field.kind !== 'instant' && field.kind !== 'day') wrongOperator(field, name)
  const value = valueChunk(cursor, name)
  cursor.at++
  return test(field, { op, date: readDate(value.value, value) })
}

function between(cursor: Cursor, field: QueryField, name: Span): Node {
  const from = valueChunk(cursor, name)
  cursor.at++
  if (cursor.word() !== 'and') {
    stop(
      'missingOperand',
      `Between needs two values: ${field.name} between … and ….`,
      cursor.here(),
      field.name,
    )
  }
  cursor.at++
  const to = valueChunk(cursor, name)
  cursor.at++
  return spanning(field, name, from.value, to.value, from, to)
}

/** `[from TO to]`. */
function range(cursor: Cursor, field: QueryField, first: Chunk): Node {
  const to = cursor.chunk(2)
  if (cursor.word(1) !== 'to' || to === undefined || !to.value.endsWith(']')) {
    stop('badValue', `Write a range as ${field.name}:[… TO …].`, first, field.name)
  }
  cursor.at += 3
  return spanning(field, first, first.value.slice(1), to.value.slice(0, -1), first, to)
}

function spanning(field: QueryField, name: Span, from: string, to: string, atFrom: Span, atTo: Span): Node {
  if (field.kind === 'number') {
    return group('and', [
      test(field, { op: 'compare', sign: '>=', value: readNumber(from, atFrom, field) }),
      test(field, { op: 'compare', sign: '<=', value: readNumber(to, atTo, field) }),
    ])
  }
  if (field.kind !== 'instant' && field.kind !== 'day') wrongOperator(field, name)
  const between = { op: 'between', from: readDate(from, atFrom), to: readDate(to, atTo) } as const
  if (dayNumber(between.from) > dayNumber(between.to)) stop('dateOrder', dateMessages.order, atTo)
  return test(field, between)
}

function dayNumber(text: string): number {
  const day = readDay(text)
  return day === null ? Number.NaN : day.year * 10_000 + day.month * 100 + day.day
}

function readDate(text: string, at: Span): string {
  const fault = dateFault(text)
  if (fault === 'bounds') stop('dateBounds', dateMessages.bounds, at)
  if (fault !== null) stop('badDate', dateMessages[fault], at)
  return text
}

function readNumber(text: string, at: Span, field: QueryField): number {
  if (!/^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,6})?$/.test(text) || text.length > 20) {
    stop('badNumber', `${field.name} is a number: “${text}” is none.`, at, field.name)
  }
  return Number(text.replaceAll(',', ''))
}

function readFlag(value: Chunk, field: QueryField): string {
  const text = value.value.trim().toLowerCase()
  if (text === 'yes' || text === 'true') return 'Yes'
  if (text === 'no' || text === 'false') return 'No'
  const options = field.options ?? []
  const at = options.findIndex((option) => exactKey(option) === exactKey(text))
  if (at >= 0) return at === 0 ? 'Yes' : 'No'
  const names = ['Yes', 'No', ...options.filter((option) => !/^(?:yes|no)$/i.test(option))]
  const said = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
  stop('badValue', `${field.name} is ${said}: “${value.value}” is none of them.`, value, field.name)
}

const howToAsk: Readonly<Record<QueryField['kind'], string>> = {
  text: 'holds text: ask with contains',
  keyword: 'holds whole values: ask with is, or contains',
  flag: 'is Yes or No: ask with is',
  number: 'is a number: ask with =, <, <=, > or >=',
  instant: 'is a date: ask with On, Before, After or Between and dates as MM/DD/YYYY',
  day: 'is a date: ask with On, Before, After or Between and dates as MM/DD/YYYY',
}

function wrongOperator(field: QueryField, at: Span): never {
  stop('wrongOperator', `${field.name} ${howToAsk[field.kind]}.`, at, field.name)
}
