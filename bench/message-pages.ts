/** How fast messages are laid out as pages, beside drawing the same pages. */
import { layOut } from '../server/intake/processing/layout/lay-out.ts'
import { withPdf } from '../server/intake/processing/pdf/pdf-file.ts'
import { renderPage, viewerDpi } from '../server/intake/processing/pdf/render-page.ts'
import type { TextOfPages } from '../server/review/pages/protocol.ts'
import type { TimeFigure } from './figure.ts'
import { times } from './references.ts'

const messages = 100

/** One process, one message after the other; fonts are read before. */
export async function messageFigure(): Promise<TimeFigure> {
  await layOut(message(0), () => {})
  const pdfs: Buffer[] = []
  let pages = 0
  const began = performance.now()
  for (let at = 0; at < messages; at++) {
    const made = await layOut(message(at), () => {})
    pages += made.pages
    pdfs.push(made.pdf)
  }
  const seconds = (performance.now() - began) / 1000
  const drawn = await drawing(pdfs.slice(0, messages / 5))
  return {
    group: 'pages',
    name: 'pages of messages laid out',
    value: pages / seconds,
    unit: 'pages/s',
    reference: times('pdfium alone on one core: a part of the same pages drawn', drawn),
    bound: 2,
    better: 'higher',
  }
}

/** Pages a second. */
async function drawing(pdfs: readonly Buffer[]): Promise<number> {
  let pages = 0
  const began = performance.now()
  for (const pdf of pdfs)
    pages += await withPdf(pdf, [], (file) => {
      for (let page = 0; page < file.pageCount; page++) renderPage(file, page, viewerDpi)
      return file.pageCount
    })
  return (pages * 1000) / (performance.now() - began)
}

/** A reply of some pages, with what it answers below it. */
function message(at: number): TextOfPages {
  const lines = Array.from({ length: 30 }, (_, line) => {
    const number = at * 100 + line
    return `<p>The price of well ${number} was agreed <b>before</b> the cavern at Larkspur was tested, and nobody asked why.</p>`
  }).join('')
  const rows = Array.from(
    { length: 10 },
    (_, row) => `<tr><td>Well ${row}</td><td>${at * row}</td></tr>`,
  ).join('')
  return {
    heads: [
      { name: 'From', value: 'Maria Reyes <maria@northwind.example>' },
      { name: 'To', value: 'Jonas Weber <jonas@northwind.example>' },
      { name: 'Sent', value: '03/05/2024 14:02:11 CST' },
      { name: 'Subject', value: `Re: Harmon 14-${at}` },
    ],
    html: `${lines}<table>${rows}</table><blockquote>${lines}</blockquote>`,
    text: '',
    isSource: false,
    isCut: false,
  }
}
