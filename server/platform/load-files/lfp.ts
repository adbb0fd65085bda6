/** Image lists of IPRO (LFP): lines of commands. Pages are read; of everything else is told that it was there. */
import type { Encoding } from './encodings.ts'
import { type RefusedRow, refusal } from './faults.ts'
import { checkNames, type ImageDocument, imageTypeOf, type ListedPage, type ListWarning } from './images.ts'
import { type TextLine, textLines } from './list-lines.ts'

/** `IM,key,boundary,offset,@volume;folder;file;type,rotation`: the volume, the folder and the rotation may be missing. */
const page = /^IM,([^,]+),\s*([A-Za-z]?)\s*,\s*(\d*)\s*,(.+?);\s*(\d)\s*(?:,\s*([0-3])\s*)?$/i
const comment = /^##/
const boundaries: Readonly<Record<string, ListedPage['begins']>> = {
  '': null,
  P: null,
  D: 'document',
  C: 'attachment',
  S: 'document',
  B: 'document',
  F: 'document',
}

/**
 * The pages of a list, in its order. Other commands are warnings: what they draw over pages, redactions among it, is not
 * part of the images. A line that is no command is refused, and reading goes on.
 */
export async function* readLfp(
  pieces: AsyncIterable<Uint8Array>,
  encoding: Encoding | null = null,
): AsyncGenerator<ListedPage | ListWarning | RefusedRow> {
  for await (const item of textLines(pieces, encoding)) {
    if (item.kind === 'refused') yield item
    else if (!comment.test(item.text)) yield commandOf(item)
  }
}

function commandOf(item: TextLine): ListedPage | ListWarning | RefusedRow {
  const { line, from, to, text } = item
  const command = /^([A-Za-z]{2}),/.exec(text)?.[1]?.toUpperCase()
  if (command === undefined)
    return refusal(item, 'form', 'A line of an LFP begins with two letters and a comma.')
  if (command !== 'IM')
    return {
      kind: 'warning',
      line,
      from,
      to,
      reason: `The command ${command} is not read. Redactions and annotations of an LFP are not burned into its images: check the pages before anybody sees them.`,
    }
  const found = page.exec(text)
  if (found === null)
    return refusal(item, 'form', 'It is no page: IM,number,boundary,offset,@volume;folder;file;type.')
  const [, key = '', boundary = '', offset = '', where = '', , rotation = '0'] = found
  const begins = boundaries[boundary.toUpperCase()]
  if (begins === undefined) return refusal(item, 'form', 'Its boundary is none of D, C, S, B, F.')
  const parts = where.split(';').map((part) => part.trim())
  const volume = parts[0]?.startsWith('@') === true ? (parts.shift() ?? '').slice(1) : ''
  const file = parts.pop() ?? ''
  if (file === '' || parts.length > 1) return refusal(item, 'form', 'It names no file.')
  const folder = (parts[0] ?? '').replace(/[\\/]+$/, '')
  return {
    kind: 'page',
    line,
    from,
    to,
    key: key.trim(),
    volume,
    path: folder === '' ? file : `${folder}\\${file}`,
    begins,
    pages: null,
    pageOfFile: offset === '' || Number(offset) === 0 ? null : Number(offset),
    rotation: Number(rotation) as ListedPage['rotation'],
  }
}

const types = { tiff: 2, jpeg: 4, pdf: 6 } as const

/** The lines of a document. Throws a RangeError for names that part a line, and for files that are no images. */
export function lfpLines({ volume, pages, isAttachment }: ImageDocument): string {
  checkNames(pages, volume)
  const times = new Map<string, number>()
  for (const { path } of pages) times.set(path, (times.get(path) ?? 0) + 1)
  const seen = new Map<string, number>()
  return pages
    .map(({ key, path }, at) => {
      const type = imageTypeOf(path)
      if (type === null) throw new RangeError('A page of an image list is a TIFF, a JPEG or a PDF.')
      const cut = path.lastIndexOf('/')
      const inFile = (seen.get(path) ?? 0) + 1
      seen.set(path, inFile)
      const offset = (times.get(path) ?? 1) > 1 ? inFile : 0
      const boundary = at > 0 ? '' : isAttachment ? 'C' : 'D'
      const folder = path.slice(0, Math.max(0, cut)).replaceAll('/', '\\')
      return `IM,${key},${boundary},${offset},@${volume};${folder};${path.slice(cut + 1)};${types[type]}\r\n`
    })
    .join('')
}
