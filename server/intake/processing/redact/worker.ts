/**
 * What a process that burns redactions does: takes one document and hands over a burned page, or all pages as a new PDF; or it
 * looks with other eyes at what another one has written.
 */
import { readFile, stat } from 'node:fs/promises'
import type { Tools } from '../../../platform/jobs/protocol.ts'
import { maxPages } from '../../../review/pages/protocol.ts'
import type { BurnDone, BurnedText, BurnPart, BurnTask } from '../../../review/redactions/burn/protocol.ts'
import { Unreadable } from '../documents/reading.ts'
import { defaultLimits } from '../limits.ts'
import { encodePage } from '../pdf/encode-page.ts'
import { burnPage, type PageSource, pageOfFile } from './burn-page.ts'
import { passGate } from './gate.ts'
import { openPages, type Pages } from './page-source.ts'
import { withRecognized } from './recognized.ts'
import { writeRedactedPdf } from './redacted-pdf.ts'

/** A file that is looked at is in memory, and in that of PDFium. */
const maxWritten = 400 * 1024 * 1024

/** The work of such a process. */
export async function work(task: BurnTask, tools: Tools): Promise<BurnDone> {
  try {
    const bytes = await readWhole(task.file, defaultLimits.itemBytes)
    const pages = await withRecognized(await openPages({ ...task, bytes, inPlace: true }), task.recognized)
    try {
      requireDrawable(task, pages)
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

async function readWhole(file: string, most: number): Promise<Buffer> {
  const { size } = await stat(file)
  if (size === 0) throw new Unreadable('zeroByte', 'The file is empty.')
  if (size > most) throw new Unreadable('tooLarge', `It has ${size} bytes: more than is redacted.`)
  return await readFile(file)
}

async function* partsOf(task: BurnTask, pages: Pages, tools: Tools): AsyncGenerator<BurnPart> {
  const onPage = (page: number): void => tools.at(String(page))
  const { redactions, fill } = task
  const of = (page: number) => redactions.filter((one) => one.page === page)
  if (task.work === 'page') {
    onPage(task.page)
    const { image } = await burnPage(await pages.page(task.page), of(task.page), fill)
    yield { kind: 'image', bytes: (await encodePage(image)).bytes }
    return
  }
  if (task.work === 'gate') {
    const written = await readWhole(task.written, maxWritten)
    yield { kind: 'gate', answer: await passGate({ original: pages, written, redactions, fill }, onPage) }
    return
  }
  const pdf = writeRedactedPdf()
  let text: BurnedText = { kept: 0, covered: 0, unseen: 0, withoutText: 0 }
  for (let page = 0; page < pages.count; page++) {
    onPage(page)
    const source = await sourceOf(pages, page)
    const burned = await burnPage(source, of(page), fill)
    const { kept, covered, unseen } = burned.text
    text = {
      kept: text.kept + kept,
      covered: text.covered + covered,
      unseen: text.unseen + unseen,
      withoutText:
        text.withoutText + (source.characters.length + (source.recognized ?? []).length === 0 ? 1 : 0),
    }
    yield { kind: 'piece', bytes: pdf.page(pageOfFile(burned)) }
  }
  yield { kind: 'piece', bytes: pdf.end() }
  yield { kind: 'text', text }
}

/** What could not be looked at, could not be redacted; and no redaction is left out because its page is not found. */
function requireDrawable({ redactions }: BurnTask, { count }: Pages): void {
  if (count > maxPages)
    throw new Unreadable('tooMany', `It has ${count} pages: only the first ${maxPages} can be redacted.`)
  if (redactions.some(({ page }) => page >= count))
    throw new Unreadable('corrupt', 'It has redactions on pages that it does not have.')
}

/** Says which page it is that cannot be drawn: without it the document cannot leave redacted. */
async function sourceOf(pages: Pages, page: number): Promise<PageSource> {
  try {
    return await pages.page(page)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw new Unreadable(
      error.code,
      `Page ${page + 1} cannot be drawn, so it cannot be redacted. ${error.message}`,
    )
  }
}
