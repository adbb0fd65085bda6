/**
 * What a process that makes pages does: draws each at 300 dpi into a white image, stamps it, and hands it over in the form in
 * which it leaves. What it draws of a redacted document is its redacted PDF: it never sees another file of it.
 */
import { readFile, stat } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { Unreadable } from '../../intake/processing/documents/reading.ts'
import { defaultLimits } from '../../intake/processing/limits.ts'
import { encodeJpeg } from '../../intake/processing/pdf/jpeg.ts'
import { isGrey } from '../../intake/processing/pdf/render-page.ts'
import { group4Of } from '../../intake/processing/redact/group4.ts'
import { type PageOfFile, writeRedactedPdf } from '../../intake/processing/redact/redacted-pdf.ts'
import { tiffOf } from '../../intake/processing/redact/tiff.ts'
import { twoValued } from '../../intake/processing/redact/two-valued.ts'
import type { Tools } from '../../platform/jobs/protocol.ts'
import { blackAndWhite } from './black-and-white.ts'
import { type DrawnPage, type DrawnPages, pdfPages, picturePages } from './draw.ts'
import { frameOf } from './frame.ts'
import { lineArt } from './line-art.ts'
import type { MakeDone, MakePart, MakeTask } from './protocol.ts'
import { screenImage } from './screen-image.ts'
import { slipSheetPage } from './slip-sheet-page.ts'
import { unstampable } from './stamp-lines.ts'
import { stampPage } from './stamp-page.ts'

/** The work of such a process. */
export async function work(task: MakeTask, tools: Tools): Promise<MakeDone> {
  try {
    requireLetters(task)
    const pages = await open(task.source)
    try {
      if (pages.count !== task.stamps.length) throw changed(pages.count, task.stamps.length)
      for await (const part of partsOf(task, pages, tools)) await tools.emit(part)
    } finally {
      pages.close()
    }
    return { fault: null }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { fault: { code: error.code, reason: error.message } }
  }
}

const changed = (now: number, planned: number): Unreadable =>
  new Unreadable(
    'changed',
    `It has ${now} pages now, and ${planned} were planned. Let a slip sheet stand for it, or roll back and start again.`,
  )

/** A letter that is not in the font would be a box in the place of what somebody has to read. */
function requireLetters({ source, stamps }: MakeTask): void {
  const texts = new Set(stamps.flatMap((one) => Object.values(one)))
  if (source.kind === 'slipSheet') texts.add(source.text)
  for (const text of texts) {
    const letter = unstampable(text)
    if (letter === null) continue
    const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    throw new Unreadable(
      'unsupportedType',
      `A stamp or a slip sheet has a letter that is in no font here (U+${code}). Leave it out.`,
    )
  }
}

async function open(source: MakeTask['source']): Promise<DrawnPages> {
  if (source.kind === 'slipSheet') return await pdfPages(slipSheetPage(source.text), [])
  const { file, maker, mimeType, passwords, isBurned } = source
  const { size } = await stat(file)
  if (size === 0) throw new Unreadable('zeroByte', 'The file is empty.')
  if (size > defaultLimits.itemBytes)
    throw new Unreadable('tooLarge', `It has ${size} bytes: more than is drawn.`)
  const bytes = await readFile(file)
  return maker === 'pdf' ? await pdfPages(bytes, passwords, isBurned) : await picturePages(bytes, mimeType)
}

async function* partsOf(
  { source, stamps, whole, images, only }: MakeTask,
  pages: DrawnPages,
  tools: Tools,
): AsyncGenerator<MakePart> {
  const pdf = images.format === 'pdf' && only === null ? writeRedactedPdf() : null
  for (const [page, own] of stamps.entries()) {
    if (only !== null && only !== page) continue
    tools.at(String(page))
    const image = await drawn(pages, page, (across, down) => frameOf(own, across, down))
    // Numbers are others in each production: what a page shows is compared without them.
    if (only === null) yield { kind: 'drawn', sum: shownOn(image) }
    await stampPage(image, own, whole)
    const leaving = asItLeaves(image, images.color)
    if (only !== null) yield { kind: 'page', extension: 'jpg', bytes: screenImage(leaving) }
    else if (pdf !== null) yield { kind: 'pdf', bytes: pdf.page(pageOfPdf(leaving, pages)) }
    else if ('bits' in leaving)
      yield { kind: 'page', extension: 'tif', bytes: tiffOf(leaving.bits, leaving.width, leaving.dpi) }
    else yield { kind: 'page', extension: 'jpg', bytes: encodeJpeg(leaving) }
    if (source.kind === 'file' && source.text) yield { kind: 'text', text: pages.text(page) }
  }
  if (pdf !== null) yield { kind: 'pdf', bytes: pdf.end() }
}

/** In black and white wherever nothing is lost by it, or where it was asked for. */
function asItLeaves(image: DrawnPage, color: MakeTask['images']['color']): DrawnPage {
  if ('bits' in image) return image
  const bits = twoValued(image) ?? lineArt(image) ?? (color === 'blackAndWhite' ? blackAndWhite(image) : null)
  const { pixels: _, ...size } = image
  return bits === null ? image : { ...size, bits }
}

function shownOn(image: DrawnPage): number {
  const { width, height } = image
  const shown = 'bits' in image ? image.bits : image.pixels.subarray(0, width * height * 3)
  return crc32(shown, crc32(`${width} ${height}`))
}

/** Says which page it is that cannot be drawn. */
async function drawn(
  pages: DrawnPages,
  page: number,
  frame: Parameters<DrawnPages['draw']>[1],
): Promise<DrawnPage> {
  try {
    return await pages.draw(page, frame)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw new Unreadable(error.code, `Page ${page + 1} cannot be drawn. ${error.message}`)
  }
}

function pageOfPdf(image: DrawnPage, pages: DrawnPages): PageOfFile {
  const { width, height, dpi } = image
  const size = { width, height, dpi, words: pages.words() }
  return 'bits' in image
    ? { ...size, encoding: 'group4', bytes: group4Of(image.bits, width) }
    : { ...size, encoding: { colors: isGrey(image) ? 1 : 3 }, bytes: encodeJpeg(image) }
}
