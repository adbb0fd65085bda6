/**
 * Which cells a formula reads (ECMA-376 part 1, 18.17), as far as its text says it. Whatever is not understood is told: a formula
 * that may read a covered cell must not pass for one that does not.
 */
import { cellAddressOf, columnNumber } from '#contracts/cell-names.ts'
import { plainFunctions } from './formula-functions.ts'
import { between, type CellRange } from './redactions.ts'

/** Cells on the sheets from `first` to `last`. */
export interface Target {
  readonly first: number
  readonly last: number
  readonly range: CellRange
}

export interface Reads {
  readonly targets: readonly Target[]
  /** Why it may read more than that; null where it does not. */
  readonly unread: string | null
}

export interface Table {
  readonly sheet: number
  readonly range: CellRange
  readonly columns: readonly string[]
}

/** What the words of a formula mean in its workbook. */
export interface Meanings {
  sheet(name: string): number | null
  /** The formula behind a name, as it is seen from a sheet. */
  name(name: string, sheet: number): string | null
  table(name: string): Table | null
}

export interface FormulaPlace {
  readonly sheet: number
  readonly row: number
}

/** Names within names. */
const deepest = 16
/** References of one formula that are followed. */
const mostTargets = 10_000
const lastRow = 1_048_575
const lastColumn = 16_383

const quotedSheets = /'((?:[^']|'')+)'!/y
const plainSheets = /([\p{L}_\\][\p{L}\p{N}_.\\?]*)(?::([\p{L}_\\][\p{L}\p{N}_.\\?]*))?!/uy
const cells =
  /(\$?)([A-Z]{1,3})(\$?)([1-9]\d{0,6})(?::(\$?)([A-Z]{1,3})(\$?)([1-9]\d{0,6}))?(?![\p{L}\p{N}_.(\\!?[])/iuy
const columns = /(\$?)([A-Z]{1,3}):(\$?)([A-Z]{1,3})(?![\p{L}\p{N}_.(\\!?[$])/iuy
const rows = /(\$?)([1-9]\d{0,6}):(\$?)([1-9]\d{0,6})(?![\p{L}\p{N}_.(\\!?[])/uy
const number = /(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?/iy
const word = /[\p{L}_\\][\p{L}\p{N}_.\\?]*/uy
const fault =
  /#(?:REF!|N\/A|VALUE!|NAME\?|NUM!|NULL!|DIV\/0!|GETTING_DATA|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!)/iy

export function readsOf(formula: string, at: FormulaPlace, meanings: Meanings): Reads {
  const scan = new Scan(meanings, at)
  scan.formula(formula.startsWith('=') ? formula.slice(1) : formula, at.sheet, 0)
  return { targets: scan.targets, unread: scan.unread }
}

class Scan {
  readonly targets: Target[] = []
  unread: string | null = null
  readonly #meanings: Meanings
  readonly #at: FormulaPlace
  readonly #followed = new Set<string>()

  constructor(meanings: Meanings, at: FormulaPlace) {
    this.#meanings = meanings
    this.#at = at
  }

  /** `depth`: 0 for the formula of a cell, more for what stands behind a name. */
  formula(text: string, sheet: number, depth: number): void {
    let at = 0
    while (at < text.length) {
      const next = this.#token(text, at, sheet, depth)
      at = next > at ? next : at + 1
    }
  }

  #token(text: string, at: number, sheet: number, depth: number): number {
    const sign = text.charAt(at)
    if (sign === '"') return afterText(text, at)
    if (sign === "'") {
      const quoted = matchAt(quotedSheets, text, at)
      if (quoted === null) return this.#lost('It has a name that does not end.', text.length)
      return this.#onSheets((quoted[1] ?? '').replaceAll("''", "'"), text, at + quoted[0].length, depth)
    }
    if (sign === '[') return this.#lost('It reads another workbook.', text.length)
    if (sign === ':') return this.#lost('It reads a range whose ends are worked out.', at + 1)
    if (sign === '#') {
      const found = matchAt(fault, text, at)
      return found === null
        ? this.#lost('It reads all cells that another formula fills.', at + 1)
        : at + found[0].length
    }
    const sheets = matchAt(plainSheets, text, at)
    if (sheets !== null) {
      const named = sheets[2] === undefined ? (sheets[1] ?? '') : `${sheets[1]}:${sheets[2]}`
      return this.#onSheets(named, text, at + sheets[0].length, depth)
    }
    const area = this.#area(text, at, sheet, sheet, depth)
    if (area !== null) return area
    const digits = matchAt(number, text, at)
    if (digits !== null) return at + digits[0].length
    const named = matchAt(word, text, at)
    return named === null ? at + 1 : this.#word(named[0], text, at + named[0].length, sheet, depth)
  }

  /** What stands behind the name of a sheet, or of the first and the last of several. */
  #onSheets(named: string, text: string, at: number, depth: number): number {
    if (named.includes('[')) return this.#lost('It reads another workbook.', text.length)
    const whole = this.#meanings.sheet(named)
    const [from = '', to = from] = whole === null ? named.split(':') : [named]
    const [first, last] = [whole ?? this.#meanings.sheet(from), whole ?? this.#meanings.sheet(to)]
    if (first === null || last === null) return this.#lost('It reads a sheet that is not there.', text.length)
    const area = this.#area(text, at, Math.min(first, last), Math.max(first, last), depth)
    if (area !== null) return area
    const found = matchAt(fault, text, at)
    if (found !== null) return at + found[0].length
    const name = matchAt(word, text, at)
    if (name === null) return this.#lost('It cannot be read.', text.length)
    return this.#word(name[0], text, at + name[0].length, first, depth)
  }

  #area(text: string, at: number, first: number, last: number, depth: number): number | null {
    const found = areaAt(text, at)
    if (found === null) return null
    // Behind a name it means other cells in each place.
    if (depth > 0 && !found.isFixed) this.unread ??= 'It reads a name that means other cells in each place.'
    if (this.targets.length >= mostTargets) this.unread ??= 'It has too many references to follow.'
    else this.targets.push({ first, last, range: found.range })
    return found.end
  }

  #word(name: string, text: string, at: number, sheet: number, depth: number): number {
    const next = text.charAt(at)
    if (next === '(') {
      const plain = name.toUpperCase().replace(/^(?:_xlfn\.)?(?:_xlws\.)?/i, '')
      if (!plainFunctions.has(plain) && !plain.startsWith('_XLPM.'))
        this.unread ??= 'It has a function that finds for itself what it reads.'
      return at + 1
    }
    if (next === '[') return this.#structured(name, text, at)
    if (/^(?:true|false)$/i.test(name) || /^_xlpm\./i.test(name)) return at
    const table = this.#meanings.table(name)
    if (table !== null) {
      this.targets.push({ first: table.sheet, last: table.sheet, range: table.range })
      return at
    }
    const behind = this.#meanings.name(name, sheet)
    if (behind === null || depth >= deepest) return this.#lost('It reads a name that leads nowhere.', at)
    const key = `${sheet} ${name.toLowerCase()}`
    if (!this.#followed.has(key)) {
      this.#followed.add(key)
      this.formula(behind, sheet, depth + 1)
    }
    return at
  }

  /** Of a table its columns, as `Sales[Net]`, `Sales[[#This Row],[Net]]` and `Sales[[Net]:[Tax]]` name them. */
  #structured(name: string, text: string, at: number): number {
    const end = bracketEnd(text, at)
    const table = this.#meanings.table(name)
    if (end === null || table === null)
      return this.#lost('It reads a table that is not there.', end ?? text.length)
    const inside = text.slice(at + 1, end - 1)
    const parts = inside.includes('[')
      ? [...inside.matchAll(/\[((?:'.|[^'\]])*)\]/g)].map(([, part = '']) => part)
      : [inside]
    const isThisRow = parts.some((part) => /^(?:#this row|@)$/i.test(part.trim())) || inside.startsWith('@')
    const wanted = parts
      .map((part) => part.replace(/^@/, '').replaceAll(/'(.)/g, '$1'))
      .filter((part) => part !== '' && !part.startsWith('#'))
      .map((part) => table.columns.findIndex((column) => column.toLowerCase() === part.toLowerCase()))
    const { range } = table
    const isKnown = wanted.length > 0 && wanted.every((column) => column >= 0)
    const isOwnRow = isThisRow && table.sheet === this.#at.sheet
    this.targets.push({
      first: table.sheet,
      last: table.sheet,
      range: {
        firstRow: isOwnRow ? this.#at.row : range.firstRow,
        lastRow: isOwnRow ? this.#at.row : range.lastRow,
        firstColumn: isKnown ? range.firstColumn + Math.min(...wanted) : range.firstColumn,
        lastColumn: isKnown ? range.firstColumn + Math.max(...wanted) : range.lastColumn,
      },
    })
    return end
  }

  #lost(why: string, next: number): number {
    this.unread ??= why
    return next
  }
}

interface Area {
  readonly range: CellRange
  readonly isFixed: boolean
  readonly end: number
}

function areaAt(text: string, at: number): Area | null {
  const cell = matchAt(cells, text, at)
  if (cell !== null) {
    const [whole, a, letters = '', b, digits = '', c = a, lastLetters = letters, d = b, lastDigits = digits] =
      cell
    const from = cellAddressOf(letters + digits)
    const to = cellAddressOf(lastLetters + lastDigits)
    return areaOf(from, to, [a, b, c, d], at + whole.length)
  }
  const column = matchAt(columns, text, at)
  if (column !== null) {
    const [whole, a, from = '', b, to = ''] = column
    return areaOf(
      { row: 0, column: columnNumber(from) },
      { row: lastRow, column: columnNumber(to) },
      [a, b],
      at + whole.length,
    )
  }
  const row = matchAt(rows, text, at)
  if (row === null) return null
  const [whole, a, from, b, to] = row
  return areaOf(
    { row: Number(from) - 1, column: 0 },
    { row: Number(to) - 1, column: lastColumn },
    [a, b],
    at + whole.length,
  )
}

function areaOf(
  from: { row: number; column: number } | null,
  to: { row: number; column: number } | null,
  fixed: readonly (string | undefined)[],
  end: number,
): Area | null {
  if (from === null || to === null) return null
  const range = between(from, to)
  if (range === null || range.lastRow > lastRow || range.lastColumn > lastColumn) return null
  return { range, isFixed: fixed.every((sign) => sign === '$'), end }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function afterText(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 2))
    if (text.charAt(at + 1) !== '"') return at + 1
  return text.length
}

/** Behind the bracket that closes the one at `from`; an apostrophe takes its meaning from what follows it. */
function bracketEnd(text: string, from: number): number | null {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === "'") at++
    else if (sign === '[') depth++
    else if (sign === ']' && --depth === 0) return at + 1
  }
  return null
}
