/** How values are shown: number formats of a workbook, by the style of a cell (ECMA-376 part 1, 18.8). */
import { SSF } from '@e965/xlsx'
import type { OfficeFile } from './office-file.ts'

export class CellFormats {
  readonly #formats: readonly (string | number)[]
  readonly #date1904: boolean
  /** What is shown of a number in a style; workbooks show few numbers very often. */
  readonly #cache = new Map<string, string>()
  constructor(formats: readonly (string | number)[], date1904: boolean) {
    this.#formats = formats
    this.#date1904 = date1904
  }

  /** A number as the cell shows it; as it is stored where the format cannot show it. */
  show(raw: string, style: number): string {
    const format = this.#formats[style] ?? 0
    if (format === 0 && /^-?\d{1,10}$/.test(raw)) return raw
    const key = `${style} ${raw}`
    const known = this.#cache.get(key)
    if (known !== undefined) return known
    const shown = this.#format(raw, format)
    if (this.#cache.size < 10_000) this.#cache.set(key, shown)
    return shown
  }

  /** Whether a number in this style is a date or a time. */
  isDate(style: number): boolean {
    const format = this.#formats[style] ?? 0
    const code: unknown = typeof format === 'number' ? SSF.get_table()[format] : format
    return typeof code === 'string' && SSF.is_date(code)
  }

  #format(raw: string, format: string | number): string {
    const value = Number(raw)
    if (Number.isNaN(value)) return raw
    try {
      const shown: unknown = SSF.format(format, value, { date1904: this.#date1904 })
      // A format may hide the number: it is in the document all the same.
      return typeof shown === 'string' && shown.trim() !== '' ? shown : raw
    } catch {
      return raw
    }
  }
}

export function readCellFormats(file: OfficeFile, part: string | undefined, date1904: boolean): CellFormats {
  const own = new Map<number, string>()
  const formats: (string | number)[] = []
  let inCells = false
  if (part !== undefined)
    file.walk(part, {
      open(name, attributes) {
        if (name === 'numFmt') own.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '')
        else if (name === 'cellXfs') inCells = true
        else if (name === 'xf' && inCells) {
          const id = Number(attributes.get('numFmtId') ?? 0)
          const code = own.get(id) ?? id
          formats.push(typeof code === 'string' && code.length > 1000 ? 0 : code)
        }
      },
      close(name) {
        if (name === 'cellXfs') inCells = false
      },
    })
  return new CellFormats(formats, date1904)
}
