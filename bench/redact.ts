/** How fast redactions are burned and redacted PDFs are written, and how large a page of text is then. */
import { pageParts } from '../contracts/redactions.ts'
import { layOut } from '../server/intake/processing/layout/lay-out.ts'
import { pageWords } from '../server/intake/processing/pdf/page-words.ts'
import { pageSizeOf, withPdf } from '../server/intake/processing/pdf/pdf-file.ts'
import { renderPage } from '../server/intake/processing/pdf/render-page.ts'
import { burnPage, pageOfFile } from '../server/intake/processing/redact/burn-page.ts'
import { passGate } from '../server/intake/processing/redact/gate.ts'
import { openPages, type Pages } from '../server/intake/processing/redact/page-source.ts'
import { writeRedactedPdf } from '../server/intake/processing/redact/redacted-pdf.ts'
import type { Burnable } from '../server/review/redactions/burn/protocol.ts'
import type { Figure } from './figure.ts'
import { around, times } from './references.ts'

const dpi = 200
const lines = 500

export async function* figures(): AsyncGenerator<Figure> {
  const document = await layOut(text, () => {})
  const pages = await openPages({
    ...{ bytes: document.pdf, maker: 'pdf', mimeType: 'application/pdf', passwords: [], dpi },
  })
  try {
    const redactions = await wordsIn(document.pdf)
    // Labels and fonts are read before.
    await written(pages, redactions, 1)
    const { result, beside } = await around(
      () => drawing(document.pdf),
      () => measured(pages, redactions),
    )
    const alone = 'pdfium alone on one core: the same pages drawn, and nothing done with them'
    const what = `pages of text redacted at ${dpi} dpi in black and white, one process`
    yield {
      group: 'redact',
      name: `${what}: burned and written`,
      value: result.burned,
      unit: 'pages/s',
      reference: times(alone, beside),
      bound: 0.2,
      better: 'higher',
    }
    yield {
      group: 'redact',
      name: `${what}: with the gate`,
      value: result.gated,
      unit: 'pages/s',
      reference: times(alone, beside),
      bound: 0.1,
      better: 'higher',
    }
    yield {
      group: 'redact',
      name: `size of a redacted page of text at ${dpi} dpi`,
      value: result.bytes / pages.count / 1000,
      unit: 'kB',
      bound: 90,
      better: 'lower',
    }
  } finally {
    pages.close()
  }
}

async function measured(
  pages: Pages,
  redactions: readonly Burnable[],
): Promise<{ burned: number; gated: number; bytes: number }> {
  const began = performance.now()
  const file = await written(pages, redactions, pages.count)
  const burned = performance.now() - began
  const answer = await passGate({ original: pages, written: file, redactions, fill: 'black' }, () => {})
  const gated = performance.now() - began
  if (!answer.ok) throw new Error(`The gate says no: ${answer.faults[0]?.reason}`)
  return { burned: (1000 * pages.count) / burned, gated: (1000 * pages.count) / gated, bytes: file.length }
}

async function written(pages: Pages, redactions: readonly Burnable[], count: number): Promise<Buffer> {
  const pdf = writeRedactedPdf()
  const parts: Buffer[] = []
  for (let page = 0; page < count; page++) {
    const own = redactions.filter((one) => one.page === page)
    parts.push(pdf.page(pageOfFile(await burnPage(await pages.page(page), own, 'black'))))
  }
  parts.push(pdf.end())
  return Buffer.concat(parts)
}

/** Pages a second. */
async function drawing(bytes: Buffer): Promise<number> {
  const began = performance.now()
  const pages = await withPdf(bytes, [], (pdf) => {
    for (let page = 0; page < pdf.pageCount; page++) renderPage(pdf, page, dpi)
    return pdf.pageCount
  })
  return (pages * 1000) / (performance.now() - began)
}

/** Every so many words of each page are covered, each by a box of its own. */
const every = 15

const wordsIn = (bytes: Buffer): Promise<Burnable[]> =>
  withPdf(bytes, [], (pdf) =>
    Array.from({ length: pdf.pageCount }, (_, page) => {
      const size = pageSizeOf(pdf, page)
      const words = size === null ? [] : (pageWords(pdf, page) ?? [])
      const { width, height } = size ?? { width: 1, height: 1 }
      return words
        .filter((_, nth) => nth % every === 0)
        .map(({ left, top, right, bottom }): Burnable => {
          const low = (value: number, whole: number): number => Math.floor((value / whole) * pageParts)
          const high = (value: number, whole: number): number => Math.ceil((value / whole) * pageParts)
          const boxes = [low(left, width), low(top, height), high(right, width), high(bottom, height)]
          return { page, kind: 'words', boxes, label: 'Privileged' }
        })
    }).flat(),
  )

const text = {
  heads: [],
  html: null,
  text: Array.from(
    { length: lines },
    (_, line) =>
      `The price of well ${line} was agreed before the cavern at Larkspur was tested, and nobody asked.`,
  ).join('\n'),
  isSource: false,
  isCut: false,
}
