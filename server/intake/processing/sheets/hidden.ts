/** Sheets, rows and columns that a spreadsheet of OpenDocument hides, which the library does not tell. */
import { maxColumns, maxRows, type Sheet } from '#contracts/sheets.ts'
import { type Attributes, walkXml } from '../documents/xml.ts'

type HiddenParts = Pick<Sheet, 'hidden' | 'hiddenRows' | 'hiddenColumns'>

/** By the name of the sheet; null where the library tells it. */
export type Hidden = (name: string) => HiddenParts | null
export const toldByLibrary: Hidden = () => null

/** By the content (ISO/IEC 26300-3, 9.1): rows and columns say it themselves, sheets by their style. */
export function hiddenInOpenDocument(content: string): Hidden {
  const hiddenStyles = new Set<string>()
  const sheets = new Map<string, Sides>()
  let style = ''
  /** Of the open table; one that stands in a cell is none of the sheets. */
  let depth = 0
  let sheet: Sides | null = null
  walkXml(content, {
    open(name, attributes) {
      if (name === 'style') style = attributes.get('name') ?? ''
      else if (name === 'table-properties' && attributes.get('display') === 'false') hiddenStyles.add(style)
      else if (name === 'table' && depth++ === 0) {
        sheet = new Sides(hiddenStyles.has(attributes.get('style-name') ?? ''))
        sheets.set(attributes.get('table:name') ?? attributes.get('name') ?? '', sheet)
      } else if (depth === 1 && name === 'table-row') sheet?.rows.take(attributes, 'number-rows-repeated')
      else if (depth === 1 && name === 'table-column')
        sheet?.columns.take(attributes, 'number-columns-repeated')
    },
    close(name) {
      if (name === 'table') depth--
    },
  })
  return (name) => sheets.get(name)?.told ?? null
}

class Sides {
  readonly rows = new Lines(maxRows)
  readonly columns = new Lines(maxColumns)
  readonly #hidden: boolean
  constructor(hidden: boolean) {
    this.#hidden = hidden
  }

  get told(): HiddenParts {
    return {
      hidden: this.#hidden ? 'hidden' : 'visible',
      hiddenRows: this.rows.hidden,
      hiddenColumns: this.columns.hidden,
    }
  }
}

/** Rows or columns, one after the other; each element may stand for many that are alike. */
class Lines {
  readonly hidden: { first: number; last: number }[] = []
  readonly #most: number
  #next = 0
  constructor(most: number) {
    this.#most = most
  }

  take(attributes: Attributes, repeated: string): void {
    const first = this.#next
    const said = attributes.get(repeated) ?? ''
    const times = /^\d+$/.test(said) ? Math.max(1, Number(said)) : 1
    // What is repeated beyond all sheets is none of them; a number must stay one.
    this.#next = Math.min(this.#most, first + times)
    if (first >= this.#most || !/^(collapse|filter)$/.test(attributes.get('visibility') ?? '')) return
    const last = this.#next - 1
    const before = this.hidden.at(-1)
    if (before !== undefined && before.last === first - 1) before.last = last
    else this.hidden.push({ first, last })
  }
}
