/** Puts blocks on pages, one below the other, and begins a page where there is no more room. */
import { type Block, bodySize, type Place, type Run, type TableBlock, type TextBlock } from './blocks.ts'
import { type FaceName, widthOf } from './faces.ts'
import { type Line, linesOf } from './lines.ts'
import { type PdfWriter, type Picture, pageHeight, pageWidth } from './pdf-writer.ts'

const margin = 72
const room = pageWidth - 2 * margin
const top = pageHeight - margin
/** From line to line, and from the top of a line to the foot of its letters, in sizes of its letters. */
const leading = 1.25
const rise = 0.95
/** Around the words of a cell. */
const padding = 4
const noteSize = 7
/** Narrower columns are no columns. */
const leastColumn = 40

/** The pages are as many as there may be. */
export class PagesFull extends Error {}

export interface FlowOptions {
  readonly writer: PdfWriter
  readonly maxPages: number
  readonly pictureOf: (src: string) => Picture | null
  /** Hears how many pages are ended. */
  readonly onPage: (pages: number) => void
}

/** The blocks go where the last ones ended. */
export class PageFlow {
  readonly #options: FlowOptions
  #y = top
  #isEmpty = true
  /** Letters that no font has, of all pages. */
  missing = 0

  constructor(options: FlowOptions) {
    this.#options = options
  }

  add(block: Block): void {
    if (block.kind === 'text') this.#text(block)
    else if (block.kind === 'table') this.#table(block)
    else if (block.kind === 'picture') this.#picture(block.src, block.width, block)
    else this.rule(block)
  }

  /** A line across the page. */
  rule({ indent, bars }: Place): void {
    this.#need(bodySize)
    this.#bars(bars, bodySize)
    this.#y -= bodySize / 2
    this.#options.writer.box(margin + indent, this.#y, room - indent, 0.5, 0.5)
    this.#y -= bodySize / 2
    this.#isEmpty = false
  }

  /** Ends the last page. */
  end(): void {
    if (!this.#isEmpty || this.#options.writer.pages === 0) this.#endPage()
  }

  #endPage(): void {
    const { writer, onPage } = this.#options
    const { missing } = writer
    if (missing > 0) {
      const note = missing === 1 ? '1 letter of this page is' : `${missing} letters of this page are`
      writer.text(`${note} not in the font`, 'plain', noteSize, margin, margin - 2 * noteSize)
      this.missing += missing
    }
    writer.endPage()
    onPage(writer.pages)
    this.#y = top
    this.#isEmpty = true
  }

  /** Begins a page where there is not so much room. */
  #need(height: number): void {
    const { writer, maxPages } = this.#options
    if (this.#y - height >= margin || this.#isEmpty) return
    this.#endPage()
    if (writer.pages >= maxPages) throw new PagesFull()
  }

  #text({ runs, size, before, indent, bars, mark }: TextBlock): void {
    const height = size * leading
    const lines = linesOf(runs, size, room - indent)
    if (!this.#isEmpty && before > 0) this.#y -= before
    for (const [at, line] of lines.entries()) {
      this.#need(height)
      this.#bars(bars, height)
      const foot = this.#y - size * rise
      // The space parts it from the line also for whoever reads the page.
      if (at === 0 && mark !== null) {
        const text = `${mark.text} `
        const x = mark.at >= 0 ? mark.at : indent - widthOf(text, mark.face, size)
        this.#options.writer.text(text, mark.face, size, margin + x, foot)
      }
      this.#line(line, size, margin + indent, foot)
      this.#y -= height
      this.#isEmpty = false
    }
  }

  #line({ pieces }: Line, size: number, left: number, foot: number): void {
    const { writer } = this.#options
    let x = left
    for (const { text, face, line, width } of pieces) {
      if (text.trim() !== '') writer.text(text, face, size, x, foot)
      if (line === 'under') writer.box(x, foot - size * 0.15, width, 0.5, 0)
      if (line === 'through') writer.box(x, foot + size * 0.28, width, 0.5, 0)
      x += width
    }
  }

  #bars(bars: readonly number[], height: number): void {
    for (const bar of bars) this.#options.writer.box(margin + bar, this.#y - height, 1.5, height, 0.7)
  }

  #picture(src: string, wanted: number | null, { indent, bars }: Place): void {
    const picture = this.#options.pictureOf(src)
    if (picture === null) {
      const runs: Run[] = [{ text: '[image that cannot be shown]', face: 'slanted', line: 'none' }]
      this.#text({ kind: 'text', runs, size: bodySize, before: 0, indent, bars, mark: null })
      return
    }
    const own = picture.width * 0.75
    const scale = Math.min(
      1,
      (room - indent) / (wanted ?? own),
      (top - margin) / ((picture.height * (wanted ?? own)) / picture.width),
    )
    const width = Math.max(1, (wanted ?? own) * scale)
    const height = (picture.height * width) / picture.width
    this.#need(height + 4)
    this.#bars(bars, height + 4)
    this.#options.writer.picture(picture, margin + indent, this.#y - height - 2, width, height)
    this.#y -= height + 4
    this.#isEmpty = false
  }

  #table({ rows, indent, bars }: TableBlock): void {
    const widths = columnsOf(rows, room - indent)
    if (widths === null) {
      for (const row of rows) this.#asText(row, { indent, bars })
      return
    }
    const size = bodySize - 1
    const height = size * leading
    this.#y -= padding
    for (const row of rows) {
      const cells = widths.map((width, at) => linesOf(row[at] ?? [], size, width - 2 * padding))
      const rowHeight = Math.max(...cells.map((lines) => lines.length)) * height + padding
      if (rowHeight > top - margin) {
        this.#asText(row, { indent, bars })
        continue
      }
      this.#need(rowHeight)
      this.#bars(bars, rowHeight)
      let x = margin + indent
      for (const [at, lines] of cells.entries()) {
        const width = widths[at] ?? 0
        this.#frame(x, this.#y - rowHeight, width, rowHeight)
        for (const [down, line] of lines.entries())
          this.#line(line, size, x + padding, this.#y - padding / 2 - down * height - size * rise)
        x += width
      }
      this.#y -= rowHeight
      this.#isEmpty = false
    }
    this.#y -= padding
  }

  #frame(x: number, y: number, width: number, height: number): void {
    const { writer } = this.#options
    for (const [left, foot, wide, high] of [
      [x, y, width, 0.5],
      [x, y + height, width, 0.5],
      [x, y, 0.5, height],
      [x + width, y, 0.5, height],
    ] as const)
      writer.box(left, foot, wide, high, 0.6)
  }

  /** A row that is no row of columns here: its cells one behind the other. */
  #asText(row: readonly (readonly Run[])[], { indent, bars }: Place): void {
    const gap: Run = { text: '    ', face: 'plain', line: 'none' }
    const runs = row
      .filter((cell) => cell.length > 0)
      .flatMap((cell, at) => (at === 0 ? cell : [gap, ...cell]))
    this.#text({ kind: 'text', runs, size: bodySize, before: 0, indent, bars, mark: null })
  }
}

/** How wide the columns are; null where there is no room for so many. */
function columnsOf(rows: TableBlock['rows'], space: number): number[] | null {
  const count = Math.max(...rows.map((row) => row.length))
  if (space / count < leastColumn) return null
  const wanted = Array.from({ length: count }, (_, at) =>
    Math.max(leastColumn, ...rows.map((row) => widest(row[at] ?? []) + 2 * padding + 1)),
  )
  const sum = wanted.reduce((total, width) => total + width, 0)
  if (sum <= space) return wanted
  // Narrow ones keep what they want; wide ones share what is left.
  const fair = space / count
  const kept = wanted.map((width) => (width <= fair ? width : 0))
  const left = space - kept.reduce((total, width) => total + width, 0)
  const wide = wanted.reduce((total, width) => (width > fair ? total + width : total), 0)
  const least = Math.min(fair, 60)
  const shares = wanted.map((width) => (width > fair ? Math.max(least, (left * width) / wide) : width))
  const over = shares.reduce((total, width) => total + width, 0) - space
  const largest = shares.indexOf(Math.max(...shares))
  return shares.map((width, at) =>
    at === largest ? Math.max(leastColumn, width - Math.max(0, over)) : width,
  )
}

const widest = (runs: readonly Run[]): number => {
  let width = 0
  let most = 0
  for (const { text, face } of runs)
    for (const [at, part] of text.split('\n').entries()) {
      width = (at === 0 ? width : 0) + widthOf(part, face satisfies FaceName, bodySize - 1)
      most = Math.max(most, width)
    }
  return most
}
