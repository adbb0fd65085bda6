/** Pages of what has words and no pages of its own: messages, calendars, contacts, conversations, texts and web pages. */
import { maxPages, type PageFault, type TextOfPages } from '../../../review/pages/protocol.ts'
import { type Block, bodySize, drawn, monoSize, type Run, type TextBlock, typed } from './blocks.ts'
import { widthOf } from './faces.ts'
import { htmlBlocks } from './html-blocks.ts'
import { PageFlow, PagesFull } from './page-flow.ts'
import { writePdf } from './pdf-writer.ts'
import { picturesOf } from './pictures-within.ts'

export interface LaidOut {
  readonly pdf: Buffer
  readonly pages: number
  /** What is not on its pages as it should be; null where all is. */
  readonly fault: PageFault | null
}

/** Between the names of heads and what they say. */
const headGap = 8

/** Lays a document out. `onPage` hears how many pages there are. */
export async function layOut(text: TextOfPages, onPage: (pages: number) => void): Promise<LaidOut> {
  const body = text.html === null ? null : htmlBlocks(text.html)
  const pictures = await picturesOf(body ?? [])
  const writer = writePdf()
  const flow = new PageFlow({ writer, maxPages, pictureOf: (src) => pictures.get(src) ?? null, onPage })
  let isCut = false
  try {
    for (const block of headBlocks(text.heads)) flow.add(block)
    if (text.heads.length > 0) flow.rule({ indent: 0, bars: [] })
    for (const block of body ?? typedBlocks(text.text, text.isSource)) flow.add(block)
    flow.end()
  } catch (error) {
    if (!(error instanceof PagesFull)) throw error
    isCut = true
  }
  return { pdf: writer.end(), pages: writer.pages, fault: faultOf(isCut, flow.missing, text.isCut) }
}

/** Names above each other, and what they say beside them. */
function headBlocks(heads: TextOfPages['heads']): TextBlock[] {
  const names = heads.map(({ name }) => `${name}:`)
  const indent = Math.max(0, ...names.map((name) => widthOf(name, 'bold', bodySize))) + headGap
  return heads.map(({ name, value }, at) => ({
    kind: 'text',
    runs: [
      { text: drawn(value).replace(/\s+/g, ' '), face: name === 'Subject' ? 'bold' : 'plain', line: 'none' },
    ],
    size: bodySize,
    before: 0,
    indent,
    bars: [],
    mark: { text: names[at] ?? '', face: 'bold', at: 0 },
  }))
}

/** A text as it was typed, a block for each line. */
function* typedBlocks(text: string, isSource: boolean): Generator<Block> {
  const lines = typed(drawn(text)).replace(/\n+$/, '').split('\n')
  const look: Omit<Run, 'text'> = { face: isSource ? 'mono' : 'plain', line: 'none' }
  const size = isSource ? monoSize : bodySize
  for (const line of lines)
    yield {
      kind: 'text',
      runs: [{ ...look, text: line }],
      size,
      before: 0,
      indent: 0,
      bars: [],
      mark: null,
    }
}

function faultOf(isCut: boolean, missing: number, isTextCut: boolean): PageFault | null {
  const said = [
    isCut ? `Only the first ${maxPages} pages of it are laid out.` : '',
    isTextCut ? 'Only the part of its text that is kept is on these pages.' : '',
    missing === 0
      ? ''
      : `${missing === 1 ? '1 letter is' : `${missing} letters are`} not in the font: a box stands for each.`,
  ].filter((one) => one !== '')
  if (said.length === 0) return null
  const code = isCut ? 'tooMany' : isTextCut ? 'textTruncated' : 'textFailed'
  return { code, reason: said.join(' ') }
}
