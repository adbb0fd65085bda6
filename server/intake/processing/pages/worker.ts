/**
 * What a process that draws pages does: takes one document, says how large its pages are, and hands their images over as
 * they are ready. When a page makes it loop, swell or crash it is ended, and the server knows which page that was.
 */
import { readFile, stat } from 'node:fs/promises'
import type { Tools } from '../../../platform/jobs/protocol.ts'
import type { PageFault, PagesDone, PagesPart, PagesTask } from '../../../review/pages/protocol.ts'
import { Unreadable } from '../documents/reading.ts'
import { defaultLimits } from '../limits.ts'

/** The work of such a process: parts are sizes, images, words, faults of single pages, a rendition, or a file for LibreOffice. */
export async function work(task: PagesTask, tools: Tools): Promise<PagesDone> {
  try {
    const { size } = await stat(task.file)
    if (size === 0) throw new Unreadable('zeroByte', 'The file is empty.')
    if (size > defaultLimits.itemBytes)
      throw new Unreadable('tooLarge', `It has ${size} bytes: more than is drawn.`)
    const bytes = await readFile(task.file)
    for await (const part of partsOf(bytes, task, tools)) await tools.emit(part)
    return { fault: null }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { fault: { code: error.code, reason: error.message } }
  }
}

async function* partsOf(
  bytes: Buffer,
  { maker, mimeType, measure, pages, words = false, passwords }: PagesTask,
  tools: Tools,
): AsyncGenerator<PagesPart> {
  // Each loads what it needs: all of it together takes longer than most pages.
  if (maker === 'word') {
    const { renderWord } = await import('./word-rendition.ts')
    yield { kind: 'rendition', html: await renderWord(bytes, passwords) }
    return
  }
  if (maker === 'office') {
    const { officeFile } = await import('./office-file.ts')
    yield { kind: 'office', ...(await officeFile(bytes, mimeType, passwords)) }
    return
  }
  if (maker === 'text') {
    const { layOutFile } = await import('../layout/lay-out-file.ts')
    yield* layOutFile(bytes, tools)
    return
  }
  const onPage = (page: number): void => tools.at(String(page))
  if (maker === 'pdf') {
    const { drawPdf, measurePdf } = await import('./pdf-pages.ts')
    if (measure) yield { kind: 'sizes', ...(await measurePdf(bytes, passwords)) }
    if (words) {
      const { readWords } = await import('./pdf-words.ts')
      yield* readWords(bytes, passwords, onPage)
      return
    }
    yield* drawPdf(bytes, passwords, pages, onPage)
    return
  }
  const { drawPicture, measurePicture } = await import('./pictures.ts')
  if (measure) yield { kind: 'sizes', ...(await measurePicture(bytes, mimeType)) }
  for (const page of pages) {
    onPage(page)
    yield await drawPicture(bytes, mimeType, page).then(
      (image): PagesPart => ({ kind: 'image', page, bytes: image }),
      (error: unknown) => {
        if (!(error instanceof Unreadable)) throw error
        const fault: PageFault = { code: error.code, reason: error.message }
        return { kind: 'fault', page, ...fault }
      },
    )
  }
}
