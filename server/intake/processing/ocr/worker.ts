/**
 * What a recognising process does: goes through the pages of one document and hands over the text of those that are images.
 * It says which page it is on before it begins it, so that a page that hangs or ends the process can be told from the others.
 */
import { readFile, stat } from 'node:fs/promises'
import type { Tools } from '../../../platform/jobs/protocol.ts'
import { Unreadable } from '../documents/reading.ts'
import { defaultLimits } from '../limits.ts'
import { withPdf } from '../pdf/pdf-file.ts'
import { openOcr } from './engine.ts'
import type { GreyImage } from './grey.ts'
import { isToRecognise, pageImage } from './pdf-pages.ts'
import { openPictures } from './pictures.ts'
import { maxPages, type OcrEnd, type OcrPart, type OcrRequest } from './protocol.ts'
import { recognisePage } from './recognise-page.ts'

/** The pages of a document, from 0. */
interface Pages {
  readonly pageCount: number
  /** Null where the page needs no recognition. Throws Unreadable. */
  image(index: number): GreyImage | null
}

/** The work of a recognising process: parts are pages, the result says whether all are done. */
export async function work(request: OcrRequest, tools: Tools): Promise<OcrEnd> {
  try {
    const { size } = await stat(request.file)
    if (size > defaultLimits.itemBytes)
      throw new Unreadable('tooLarge', `It has ${size} bytes: more than is looked at.`)
    const bytes = await readFile(request.file)
    if (request.mimeType !== 'application/pdf') {
      const pictures = await openPictures(bytes, request.mimeType)
      return await goThrough({ ...pictures, image: pictures.page }, request, tools)
    }
    return await withPdf(bytes, request.passwords, (pdf) =>
      goThrough(
        {
          pageCount: pdf.pageCount,
          image: (index) => {
            const wanted = isToRecognise(pdf, index)
            if (wanted === false) return null
            const image = wanted === null ? null : pageImage(pdf, index)
            if (image === null) throw new Unreadable('corrupt', 'The page cannot be read.')
            return image
          },
        },
        request,
        tools,
      ),
    )
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { finished: true, unreadable: error.message }
  }
}

async function goThrough(pages: Pages, request: OcrRequest, tools: Tools): Promise<OcrEnd> {
  const began = Date.now()
  const last = Math.min(pages.pageCount, maxPages)
  const without = new Set(request.without)
  const engine = await openOcr(request)
  const left = pages.pageCount - last
  await tools.emit({ kind: 'opened', pageCount: last, left, engine: engine.name } satisfies OcrPart)
  // One page at least: a shift that does nothing would be followed by another.
  let done = 0
  for (let page = request.from; page <= last; page++) {
    if (without.has(page)) continue
    if (done++ > 0 && Date.now() - began > request.shiftMs) return { finished: false, unreadable: null }
    await tools.emit(await onePage(pages, page, request, () => tools.at(String(page))))
  }
  return { finished: true, unreadable: null }
}

/** What becomes of one page; a fault of it is its own. */
async function onePage(pages: Pages, page: number, request: OcrRequest, sign: () => void): Promise<OcrPart> {
  try {
    sign()
    const image = pages.image(page - 1)
    const found = image === null ? null : recognisePage(await openOcr(request), image, sign)
    return { kind: 'page', page, found, reason: null }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { kind: 'page', page, found: null, reason: error.message }
  }
}
