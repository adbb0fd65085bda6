/**
 * Files that stand in a text as programs older than MIME put them there (uuencode, POSIX.1): a line `begin MODE NAME`, lines
 * that say in their first character how many bytes they hold, an empty one, and `end`.
 *
 * Mail programs and servers took the blanks from the ends of lines, where they stand for zeros. So a line may be shorter than
 * it says, but in no block are all of them.
 */
import { decodeText } from '../text.ts'

export interface UuBlock {
  /** Where its lines begin in the text, and behind the last of them. */
  readonly start: number
  readonly end: number
  readonly name: string
  readonly bytes: Buffer
}

interface UuFound {
  readonly blocks: readonly UuBlock[]
  /** Blocks that begin as one does and come to no end, or stop being one before it. */
  readonly broken: number
  /** Whether more stand in it than were asked for. */
  readonly isMore: boolean
}

const newline = 0x0a
const carriageReturn = 0x0d
const blank = 0x20
const mark = Buffer.from('begin ')
const begins = /^begin [0-7]{3,4} +(\S.*)$/
/** A longer line names no file. */
const longestName = 1000
/** Lines behind a `begin` among which one of whole data tells a block that is broken from words. */
const telling = 3

/** What stands in a text without such blocks. */
export function withoutUuBlocks(text: Buffer, blocks: readonly UuBlock[]): Buffer {
  const starts = [0, ...blocks.map(({ end }) => end)]
  const ends = [...blocks.map(({ start }) => start), text.length]
  return Buffer.concat(starts.map((start, nth) => text.subarray(start, ends[nth])))
}

/** What stands in a text of such files, at most so many of them. */
export function uuBlocksIn(text: Buffer, most: number): UuFound {
  const blocks: UuBlock[] = []
  let broken = 0
  let at = nextMark(text, 0)
  while (at >= 0) {
    const block = blockAt(text, at)
    if (block === 'broken') broken++
    else if (block !== null) {
      if (blocks.length === most) return { blocks, broken, isMore: true }
      blocks.push(block)
    }
    at = nextMark(text, block === null || block === 'broken' ? at + 1 : block.end)
  }
  return { blocks, broken, isMore: false }
}

/** The next line from here on that begins as a block does. */
function nextMark(text: Buffer, from: number): number {
  for (let at = text.indexOf(mark, from); at >= 0; at = text.indexOf(mark, at + 1))
    if (at === 0 || text[at - 1] === newline) return at
  return -1
}

/** The block that begins here; null where the line only begins as one does. */
function blockAt(text: Buffer, start: number): UuBlock | 'broken' | null {
  const first = lineAt(text, start)
  if (first.end - start > longestName) return null
  const name = begins.exec(first.line.toString('latin1'))
  if (name === null) return null
  const pieces: Buffer[] = []
  let hasWhole = false
  // Of an empty file there is nothing but the line that ends its data; one that is blank may be of any words.
  let isEmptyFile = false
  for (let at = first.end; at < text.length; ) {
    const { line, end } = lineAt(text, at)
    if (isEnd(line) && (hasWhole || isEmptyFile))
      return {
        start,
        end,
        name: decodeText(Buffer.from(name[1] ?? '', 'latin1')),
        bytes: Buffer.concat(pieces),
      }
    const data = pieces.at(-1)?.length === 0 ? null : dataOf(line)
    if (data === null) break
    hasWhole ||= isWhole(line)
    isEmptyFile = pieces.length === 0 && data.length === 0 && line.length > 0
    pieces.push(data)
    at = end
  }
  return beginsWithData(text, first.end) ? 'broken' : null
}

function beginsWithData(text: Buffer, from: number): boolean {
  let at = from
  for (let n = 0; n < telling && at < text.length; n++) {
    const { line, end } = lineAt(text, at)
    if (isWhole(line) && dataOf(line) !== null) return true
    at = end
  }
  return false
}

/** The line from here on without its end, and where the next one begins. */
function lineAt(text: Buffer, start: number): { readonly line: Buffer; readonly end: number } {
  const feed = text.indexOf(newline, start)
  const end = feed < 0 ? text.length : feed + 1
  let last = feed < 0 ? end : feed
  while (last > start && text[last - 1] === carriageReturn) last--
  return { line: text.subarray(start, last), end }
}

const isEnd = (line: Buffer): boolean => line.length <= 20 && line.toString('latin1').trimEnd() === 'end'

/** How many bytes a line says that it holds. */
const heldBy = (line: Buffer): number => ((line[0] ?? blank) - blank) & 0x3f

/** Whether no character of a line is missing that its bytes need; of one without bytes that cannot be told. */
function isWhole(line: Buffer): boolean {
  const held = heldBy(line)
  return held > 0 && line.length > Math.ceil((held * 4) / 3)
}

/** What a line holds; null where it is no line of data. Behind its data some programs wrote one character to check them by. */
function dataOf(line: Buffer): Buffer | null {
  if (line.some((code) => code < blank || code > 0x60)) return null
  const held = heldBy(line)
  const groups = Math.ceil(held / 3)
  const behind = line.subarray(1 + groups * 4)
  if (behind.toString('latin1').trim().length > 1) return null
  const bytes = Buffer.alloc(groups * 3)
  const bits = (at: number): number => ((line[at] ?? blank) - blank) & 0x3f
  for (let group = 0; group < groups; group++) {
    const at = 1 + group * 4
    const all = (bits(at) << 18) | (bits(at + 1) << 12) | (bits(at + 2) << 6) | bits(at + 3)
    bytes.writeUIntBE(all, group * 3, 3)
  }
  return bytes.subarray(0, held)
}
