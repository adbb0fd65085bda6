/**
 * Reads the final bytes of a redacted workbook with other eyes than those that wrote it, before it leaves: is each covered cell
 * covered, is there anything that does not belong, and does any covered value stand in any other place?
 */
import { readFile } from 'node:fs/promises'
import { type CellObject, read } from '@e965/xlsx'
import { cellAddressOf, columnName } from '#contracts/cell-names.ts'
import type { Cover } from './cover.ts'
import { knownFonts } from './fonts.ts'
import { bytesForms, saysAny, unescapedXml } from './gate-forms.ts'
import { Needles } from './gate-needles.ts'
import { attributes, elements, formatValue, partNames, plainValue, valuesOf, wordy } from './gate-words.ts'
import { readZip, type ZipPart } from './gate-zip.ts'

export interface GateFault {
  /** The part it is in, by its name in the format; a part with another name by its number. */
  readonly part: string
  /** A sentence, without what is covered. */
  readonly reason: string
}

/** An open cell that says something that is covered in another place. */
export interface OpenCell {
  readonly sheet: number
  /** Such as `B2`. */
  readonly cell: string
}

export type GateAnswer =
  | {
      readonly ok: true
      readonly alsoOpen: readonly OpenCell[] /** There are more. */
      readonly more: boolean
    }
  | { readonly ok: false; readonly faults: readonly GateFault[] }

export interface Gate {
  readonly file: string
  /** What stood where it is covered. */
  readonly values: Iterable<string>
  readonly cover: Cover
}

const mostFaults = 100
const mostOpen = 1_000

/** What it refuses must not leave, whoever wants it. */
export async function gateWorkbook({ file, values, cover }: Gate): Promise<GateAnswer> {
  const look = new Look(new Needles(values), cover)
  const bytes = await readFile(file)
  look.zip(bytes)
  look.byLibrary(bytes)
  return look.answer
}

const whole = 'the whole file'
/** Tags with their attributes, and what stands between. */
const token = /<([^>]*)>|([^<]+)/g
const attribute = /([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

class Look {
  readonly #needles: Needles
  readonly #cover: Cover
  readonly #faults: GateFault[] = []
  /** Strings that say something covered, by their number, and all strings. */
  #speaking = new Set<number>()
  #strings: string[] = []
  readonly #used = new Set<number>()
  readonly #open = new Set<string>()
  readonly #alsoOpen: OpenCell[] = []
  #more = false

  constructor(needles: Needles, cover: Cover) {
    this.#needles = needles
    this.#cover = cover
  }

  get answer(): GateAnswer {
    return this.#faults.length > 0
      ? { ok: false, faults: this.#faults }
      : { ok: true, alsoOpen: this.#alsoOpen, more: this.#more }
  }

  zip(bytes: Buffer): void {
    const { parts, faults } = readZip(bytes)
    for (const reason of faults) this.#fault(whole, reason)
    const strings = parts.find(({ name }) => name === 'xl/sharedStrings.xml')
    const order = [...(strings === undefined ? [] : [strings]), ...parts.filter((part) => part !== strings)]
    const names = new Set<string>()
    for (const part of order) {
      const known = partNames.exec(part.name)
      if (known === null || names.has(part.name)) {
        this.#stranger(part, `entry ${parts.indexOf(part) + 1}`, 0)
        continue
      }
      names.add(part.name)
      this.#part(part, known[1] === undefined ? null : Number(known[1]) - 1)
    }
    for (let at = 0; at < this.#strings.length; at++)
      if (!this.#used.has(at)) {
        this.#fault('xl/sharedStrings.xml', 'It holds a text that no cell shows.')
        break
      }
  }

  /** The same file as another program sees it. */
  byLibrary(bytes: Buffer): void {
    if (this.#faults.length > 0) return
    let book: ReturnType<typeof read>
    try {
      book = read(bytes, { type: 'buffer', dense: true, cellFormula: true, cellHTML: false, cellText: false })
    } catch {
      this.#fault(whole, 'Another program cannot open it.')
      return
    }
    if (book.SheetNames.length !== this.#cover.sheets.length)
      this.#fault('xl/workbook.xml', 'Another program sees other sheets in it.')
    if ((book.Workbook?.Names ?? []).length > 0)
      this.#fault('xl/workbook.xml', 'Another program finds names in it.')
    for (const [sheet, name] of book.SheetNames.entries()) {
      const rows: readonly (readonly CellObject[] | undefined)[] = book.Sheets[name]?.['!data'] ?? []
      for (const key in rows)
        rows[key]?.forEach((cell, column) => {
          this.#seen(cell, sheet, Number(key), column)
        })
    }
  }

  #seen(cell: CellObject, sheet: number, row: number, column: number): void {
    const part = `xl/worksheets/sheet${sheet + 1}.xml`
    const name = `${columnName(column)}${row + 1}`
    if (cell.f !== undefined || cell.c !== undefined || cell.l !== undefined)
      this.#fault(part, `Another program finds a formula, a comment or a link at ${name}.`)
    const shown = cell.v === undefined ? '' : String(cell.v)
    const label = this.#cover.sheets[sheet]?.labelAt(row, column) ?? null
    if (label !== null) {
      if (shown !== label) this.#fault(part, `Another program sees something else than its label at ${name}.`)
    } else if (
      cell.t === 's' &&
      this.#needles.isIn(shown) &&
      !this.#more &&
      !this.#open.has(`${sheet} ${name}`)
    )
      this.#fault(part, `Another program sees something covered at ${name}.`)
  }

  #part({ name, bytes }: ZipPart, sheet: number | null): void {
    let xml: string
    try {
      xml = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      this.#fault(name, 'It is no text.')
      return
    }
    if (!xml.startsWith('<?xml ') || xml.lastIndexOf('<?') > 0 || xml.includes('<!') || xml.includes('\0')) {
      this.#fault(name, 'It holds a comment, a declaration, or bytes that are no text.')
      return
    }
    const cells = sheet === null ? null : new Cells(sheet, (at, label) => this.#cell(name, at, label))
    let words = ''
    let open = ''
    let isText = false
    for (const [, tag, text] of xml.matchAll(token)) {
      if (tag === undefined) {
        if (cells !== null && open === 'v') cells.text(text ?? '')
        else if (isText) words += text
        else if ((text ?? '').trim() !== '') this.#fault(name, 'It holds a text where none belongs.')
        continue
      }
      if (tag.startsWith('?')) continue
      const isEnd = tag.startsWith('/')
      const element = (isEnd ? tag.slice(1) : tag.replace(/[\s/][\s\S]*$/, '')).trim()
      if (!elements.has(element)) this.#fault(name, 'It holds an element that does not belong there.')
      if (!isEnd) {
        const cell = element === 'c' ? cells : null
        this.#attributes(name, element, tag, cell)
        if (element === 'si') words = ''
      }
      isText = !isEnd && !tag.endsWith('/') && element === 't'
      open = isEnd || tag.endsWith('/') ? '' : element
      if (element === 'si' && isEnd) this.#string(unescapedXml(words))
      if (element === 'c' && (isEnd || tag.endsWith('/'))) cells?.end()
    }
  }

  #attributes(part: string, element: string, tag: string, cells: Cells | null): void {
    if (!tag.includes('=')) {
      cells?.begin('', '')
      return
    }
    let [place, type] = ['', '']
    for (const [, key = '', double, single = ''] of tag.slice(element.length).matchAll(attribute)) {
      const raw = double ?? single
      if (cells !== null && key === 'r') place = raw
      if (cells !== null && key === 't') type = raw
      if (!attributes.has(key)) this.#fault(part, 'It holds an attribute that does not belong there.')
      const isWordy = wordy.has(`${element} ${key}`)
      if (!isWordy && (plainValue.test(raw) || valuesOf.get(key)?.test(raw) === true)) continue
      if (!isWordy && (formatValue.test(raw) || knownFonts.has(raw))) continue
      const value = unescapedXml(raw)
      if (!isWordy) this.#fault(part, 'It holds a value that does not belong there.')
      if (saysAny(value, this.#needles)) this.#fault(part, whereOf(element))
    }
    cells?.begin(place, type)
  }

  #string(text: string): void {
    const number = this.#strings.push(text) - 1
    if (saysAny(text, this.#needles)) this.#speaking.add(number)
  }

  /** A cell with what it holds: a number of a string, or a value. */
  #cell(part: string, { sheet, name, type }: CellAt, value: string): void {
    const place = cellAddressOf(name)
    const own = this.#cover.sheets[sheet]
    if (place === null || own === undefined) {
      this.#fault(part, 'A cell has no place.')
      return
    }
    const isString = type === 's'
    const number = isString ? Number(value) : -1
    if (isString) this.#used.add(number)
    const text = isString ? this.#strings[number] : unescapedXml(value)
    if (text === undefined) {
      this.#fault(part, `The text of ${name} is not there.`)
      return
    }
    const label = own.labelAt(place.row, place.column)
    if (label !== null) {
      if (text !== label) this.#fault(part, `${name} is covered, and says something else than its label.`)
      return
    }
    if (isString ? !this.#speaking.has(number) : text === '' || !saysAny(text, this.#needles)) return
    this.#open.add(`${sheet} ${name}`)
    if (this.#alsoOpen.length < mostOpen) this.#alsoOpen.push({ sheet, cell: name })
    else this.#more = true
  }

  /** A part that has no business there: it is refused in any case, and said whether it tells what is covered. */
  #stranger({ name, bytes }: ZipPart, called: string, depth: number): void {
    this.#fault(called, 'It is a part that does not belong in a redacted workbook.')
    if (saysAny(name, this.#needles)) this.#fault(called, 'Its name says what is covered.')
    for (const text of bytesForms(bytes)) {
      // Letters that tags stand between are read together.
      const isTold =
        saysAny(text, this.#needles) || saysAny(unescapedXml(text.replace(/<[^>]*>/g, '')), this.#needles)
      if (!isTold) continue
      this.#fault(called, 'It says what is covered.')
      break
    }
    if (depth < 5 && bytes.subarray(0, 2).toString('latin1') === 'PK')
      for (const part of readZip(bytes).parts) this.#stranger(part, `${called}, an archive in it`, depth + 1)
  }

  #fault(part: string, reason: string): void {
    const isKnown = this.#faults.some((fault) => fault.part === part && fault.reason === reason)
    if (!isKnown && this.#faults.length < mostFaults) this.#faults.push({ part, reason })
  }
}

const whereOf = (element: string): string =>
  element === 'sheet'
    ? 'The name of a sheet says what is covered: cover the name, too.'
    : 'It says what is covered in its looks.'

interface CellAt {
  readonly sheet: number
  readonly name: string
  readonly type: string
}

/** Puts the cells of a sheet together. */
class Cells {
  readonly #sheet: number
  readonly #tell: (at: CellAt, value: string) => void
  #at: CellAt
  #value = ''

  constructor(sheet: number, tell: (at: CellAt, value: string) => void) {
    this.#sheet = sheet
    this.#tell = tell
    this.#at = { sheet, name: '', type: '' }
  }

  begin(name: string, type: string): void {
    this.#at = { sheet: this.#sheet, name, type }
    this.#value = ''
  }

  text(text: string): void {
    this.#value += text
  }

  end(): void {
    this.#tell(this.#at, this.#value)
  }
}
