/**
 * Sanitized HTML as blocks: what the viewer shows of it, and nothing that is hidden there, since the sanitizing has taken that
 * out. Colors, sizes and places of the page's author are not kept.
 */
import { attribute, type HtmlElement, type HtmlNode, htmlPage, isElement } from '../documents/html-tree.ts'
import { type Block, bodySize, drawn, monoSize, type Place, type Run, typed } from './blocks.ts'

interface Style extends Place {
  readonly bold: boolean
  readonly slanted: boolean
  readonly mono: boolean
  readonly line: Run['line']
  readonly size: number
  /** White space stands as it is. */
  readonly keeps: boolean
  /** Of the list around it: its numbers, or none. */
  readonly list: { next: number; readonly isOrdered: boolean } | null
}

interface Open {
  readonly nodes: readonly HtmlNode[]
  next: number
  readonly style: Style
  readonly end: (() => void) | null
}

const plain: Style = {
  indent: 0,
  bars: [],
  bold: false,
  slanted: false,
  mono: false,
  line: 'none',
  size: bodySize,
  keeps: false,
  list: null,
}

const listStep = 22
const quoteStep = 14
/** Deeper ones would leave no room for a line. */
const deepest = 240
const headings: ReadonlyMap<string, number> = new Map([
  ['h1', 16],
  ['h2', 14],
  ['h3', 12],
  ['h4', 11],
  ['h5', bodySize],
  ['h6', bodySize],
])
const spaced = new Set(['p', 'dl', 'ul', 'ol', 'blockquote', 'pre', 'table', 'figure', ...headings.keys()])
const ofBlocks = new Set([
  ...['address', 'article', 'caption', 'center', 'dd', 'div', 'dt', 'figcaption', 'footer', 'header', 'li'],
  ...['main', 'nav', 'section', 'tr', 'td', 'th', ...spaced],
])
const bold = new Set(['b', 'strong', 'th', 'dt', 'caption', ...headings.keys()])
const slanted = new Set(['i', 'em', 'cite', 'dfn', 'var', 'address'])
const mono = new Set(['pre', 'code', 'kbd', 'samp', 'tt'])
const under = new Set(['u', 'ins'])
const through = new Set(['s', 'strike', 'del'])
const notInCells = new Set(['table', 'img', 'pre', 'ul', 'ol', 'blockquote', 'hr'])

/** Columns of a table that is drawn as one; more do not fit on a page. */
const maxColumns = 8
const maxCells = 20_000
/** Characters of a link's address that are printed. */
const maxAddress = 300

/** The blocks of a page; null where it cannot be taken apart. */
export function htmlBlocks(html: string): Block[] | null {
  const page = htmlPage(html)
  if (page === null) return null
  const reading = new Reading()
  reading.read(page.childNodes, plain)
  return reading.blocks
}

class Reading {
  readonly blocks: Block[] = []
  #runs: Run[] = []
  /** Of the block that is open; null where none is. */
  #style: Style = plain
  #mark: string | null = null
  /** Room above the next block. */
  #before = 0
  #ended = true

  read(nodes: readonly HtmlNode[], style: Style): void {
    const open: Open[] = [{ nodes, next: 0, style, end: null }]
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const node = top.nodes[top.next++]
      if (node === undefined) {
        open.pop()
        top.end?.()
      } else if (isElement(node)) {
        const within = this.#element(node, top.style)
        if (within !== null) open.push(within)
      } else if ('value' in node) this.#text(node.value, top.style)
    }
    this.#close()
  }

  #element(element: HtmlElement, around: Style): Open | null {
    const { tagName: tag } = element
    if (tag === 'br') {
      this.#add('\n', around)
      this.#ended = true
      return null
    }
    if (tag === 'hr' || tag === 'img') {
      this.#close()
      const { indent, bars } = around
      if (tag === 'hr') this.blocks.push({ kind: 'rule', indent, bars })
      else this.#picture(element, around)
      return null
    }
    if (tag === 'table') {
      const rows = tableRows(element)
      if (rows !== null) {
        this.#close()
        this.blocks.push({ kind: 'table', rows, indent: around.indent, bars: around.bars })
        return null
      }
    }
    const style = this.#styleOf(element, around)
    const isBlock = ofBlocks.has(tag)
    if (isBlock) {
      this.#close()
      if (spaced.has(tag) && !(around.list !== null && tag !== 'p')) this.#before = style.size * 0.6
      if (tag === 'li') this.#mark = markOf(element, around)
    }
    return { nodes: element.childNodes, next: 0, style, end: this.#endOf(element, around, isBlock) }
  }

  #endOf(element: HtmlElement, around: Style, isBlock: boolean): (() => void) | null {
    const { tagName: tag } = element
    if (isBlock)
      return () => {
        this.#close()
        if (spaced.has(tag)) this.#before = around.size * 0.6
        if (tag === 'li') this.#mark = null
      }
    const address = tag === 'a' ? (attribute(element, 'title') ?? '') : ''
    if (!/^[a-z][a-z0-9+.-]*:/i.test(address)) return null
    return () => {
      const words = this.#runs.map(({ text }) => text).join('')
      if (!words.includes(bare(address))) this.#add(` <${told(address)}>`, around)
    }
  }

  #styleOf(element: HtmlElement, around: Style): Style {
    const { tagName: tag } = element
    const isList = tag === 'ul' || tag === 'ol'
    const step = isList || tag === 'dd' ? listStep : tag === 'blockquote' ? quoteStep : 0
    const indent = around.indent + step > deepest ? around.indent : around.indent + step
    const isMono = around.mono || mono.has(tag)
    return {
      indent,
      bars:
        tag === 'blockquote' && indent > around.indent ? [...around.bars, around.indent + 3] : around.bars,
      bold: around.bold || bold.has(tag),
      slanted: around.slanted || slanted.has(tag),
      mono: isMono,
      line: through.has(tag) ? 'through' : under.has(tag) && around.line === 'none' ? 'under' : around.line,
      size: headings.get(tag) ?? (tag === 'pre' ? monoSize : around.size),
      keeps: around.keeps || tag === 'pre',
      list: isList
        ? { next: wholeOf(attribute(element, 'start')) ?? 1, isOrdered: tag === 'ol' }
        : around.list,
    }
  }

  #picture(element: HtmlElement, { indent, bars }: Style): void {
    const src = attribute(element, 'src') ?? ''
    const pixels = wholeOf(attribute(element, 'width'))
    // Browsers take 96 pixels for an inch, and an inch has 72 points.
    this.blocks.push({ kind: 'picture', src, width: pixels === null ? null : pixels * 0.75, indent, bars })
  }

  #text(value: string, style: Style): void {
    if (style.keeps) {
      const text = typed(drawn(value))
      if (text !== '') this.#add(text, style)
      return
    }
    const text = drawn(value.replace(/[ \t\r\n\f]+/g, '\u0020'))
    const run = this.#ended ? text.replace(/^ +(?! )/, '') : text
    if (run === '') return
    this.#add(run, style)
    this.#ended = run.endsWith(' ')
  }

  #add(text: string, style: Style): void {
    if (this.#runs.length === 0) this.#style = style
    const face = style.mono ? 'mono' : style.bold ? 'bold' : style.slanted ? 'slanted' : 'plain'
    this.#runs.push({ text, face, line: style.line })
    if (style.keeps || !/\s$/.test(text)) this.#ended = false
  }

  /** Ends the block that is open, where it has something to show. */
  #close(): void {
    const runs = trimmed(this.#runs)
    this.#runs = []
    this.#ended = true
    if (runs.length === 0) return
    const { size, indent, bars } = this.#style
    const mark = this.#mark === null ? null : { text: this.#mark, face: 'plain' as const, at: -1 }
    this.blocks.push({ kind: 'text', runs, size, before: this.#before, indent, bars, mark })
    this.#before = 0
    this.#mark = null
  }
}

/** Without the spaces and line ends behind the last word, which no page shows. */
function trimmed(runs: readonly Run[]): Run[] {
  const left = [...runs]
  for (let last = left.pop(); last !== undefined; last = left.pop()) {
    const text = last.text.trimEnd()
    if (text !== '') return [...left, { ...last, text }]
  }
  return []
}

function markOf(element: HtmlElement, { list }: Style): string {
  if (list === null || !list.isOrdered) return '•'
  const number = wholeOf(attribute(element, 'value')) ?? list.next
  list.next = number + 1
  return `${number}.`
}

/** The cells of a table that holds nothing but words, in two columns or more; null of any other, whose cells are read one by one. */
function tableRows(table: HtmlElement): Run[][][] | null {
  const rows: Run[][][] = []
  const left: HtmlNode[] = [...table.childNodes].reverse()
  let cells = 0
  let columns = 0
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (!isElement(node)) continue
    const { tagName: tag } = node
    if (tag === 'caption') return null
    if (tag === 'tr') rows.push([])
    if (tag !== 'td' && tag !== 'th') {
      for (const child of node.childNodes.toReversed()) left.push(child)
      continue
    }
    const row = rows.at(-1)
    if (row === undefined || ++cells > maxCells || holds(node, notInCells)) return null
    row.push(cellRuns(node, tag === 'th'))
    const span = Math.min(maxColumns, wholeOf(attribute(node, 'colspan')) ?? 1)
    for (let more = 1; more < span; more++) row.push([])
    columns = Math.max(columns, row.length)
  }
  const full = rows.filter((row) => row.some((cell) => cell.length > 0))
  return columns < 2 || columns > maxColumns ? null : full
}

function cellRuns(cell: HtmlElement, isHead: boolean): Run[] {
  const reading = new Reading()
  reading.read(cell.childNodes, { ...plain, bold: isHead })
  return reading.blocks.flatMap((block, at) => {
    if (block.kind !== 'text') return []
    const end: Run[] = at === 0 ? [] : [{ text: '\n', face: 'plain', line: 'none' }]
    return [...end, ...block.runs]
  })
}

function holds(element: HtmlElement, tags: ReadonlySet<string>): boolean {
  const left: HtmlNode[] = [...element.childNodes]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (!isElement(node)) continue
    if (tags.has(node.tagName)) return true
    for (const child of node.childNodes) left.push(child)
  }
  return false
}

/** An address without what nobody writes of it. */
const bare = (address: string): string =>
  address.replace(/^(mailto:|tel:|https?:\/\/(www\.)?)/i, '').replace(/\/$/, '')

const told = (address: string): string => {
  const text = drawn(address).replace(/\s+/g, ' ')
  return text.length > maxAddress ? `${text.slice(0, maxAddress)}…` : text
}

function wholeOf(value: string | undefined): number | null {
  const [digits] = /^\d{1,5}(?=px|\s*$)/.exec(value?.trim() ?? '') ?? []
  return digits === undefined ? null : Number(digits)
}
