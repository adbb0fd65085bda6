/** The lines of an image list as text, each with its place. */
import { encodingNames } from '#contracts/load-file-forms.ts'
import { byteOrderMarks, decoded, type Encoding } from './encodings.ts'
import { type Place, type RefusedRow, refusal } from './faults.ts'
import { headBytes, headFirst } from './head-first.ts'
import { type Line, LineCutter } from './lines.ts'
import { markOf, startsAsUtf8, unmarkedUtf16 } from './told-encoding.ts'

export interface TextLine extends Place {
  readonly kind: 'line'
  readonly text: string
}

/** Far beyond any path; what is longer is no image list. */
const maxLineBytes = 64 * 1024

/** By the first bytes: a mark, else UTF-16 where every other byte is zero, else UTF-8 where it can be. */
const listEncoding = (head: Uint8Array): Encoding =>
  markOf(head) ?? unmarkedUtf16(head) ?? (startsAsUtf8(head) ? 'utf-8' : 'windows-1252')

/** Lines that are not empty. One that cannot be read comes as a refusal. `encoding`: null to find it out. */
export async function* textLines(
  pieces: AsyncIterable<Uint8Array>,
  encoding: Encoding | null,
): AsyncGenerator<TextLine | RefusedRow> {
  let reading: ListReading | null = null
  for await (const piece of headFirst(pieces)) {
    if (reading !== null) {
      yield* reading.push(piece)
      continue
    }
    const chosen = encoding ?? listEncoding(piece.subarray(0, headBytes))
    const mark = byteOrderMarks[chosen]
    const skipped = mark.length > 0 && piece.subarray(0, mark.length).equals(mark) ? mark.length : 0
    reading = new ListReading(chosen, skipped)
    yield* reading.push(piece.subarray(skipped))
  }
  if (reading !== null) yield* reading.end()
}

class ListReading {
  readonly #encoding: Encoding
  readonly #cutter: LineCutter
  #line = 0

  constructor(encoding: Encoding, from: number) {
    this.#encoding = encoding
    this.#cutter = new LineCutter(encoding, maxLineBytes, from)
  }

  push(piece: Buffer): (TextLine | RefusedRow)[] {
    return this.#textsOf(this.#cutter.push(piece))
  }

  end(): (TextLine | RefusedRow)[] {
    return this.#textsOf(this.#cutter.end())
  }

  #textsOf(lines: readonly Line[]): (TextLine | RefusedRow)[] {
    const items: (TextLine | RefusedRow)[] = []
    for (const { bytes, from, to, tooLong } of lines) {
      const place = { line: ++this.#line, from, to }
      const text = tooLong ? null : decoded(bytes, this.#encoding)
      if (tooLong) items.push(refusal(place, 'tooLong', 'It is too long for a line of an image list.'))
      else if (text === null)
        items.push(
          refusal(place, 'encoding', `It holds bytes that are not ${encodingNames[this.#encoding]}.`),
        )
      else if (text.trim() !== '' && text !== '\u001a')
        items.push({ kind: 'line', ...place, text: text.replace(/[\r\n]+$/, '') })
    }
    return items
  }
}
