import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import type { Burnable, RecognizedInFile } from '../../../review/redactions/burn/protocol.ts'
import type { PageWord } from '../pdf/page-words.ts'
import { type BurnedPage, burnPage, pageOfFile } from './burn-page.ts'
import { passGate } from './gate.ts'
import { openPages } from './page-source.ts'
import { withRecognized } from './recognized.ts'
import { writeRedactedPdf } from './redacted-pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'affiant-recognized-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Three bars instead of words, and a word of the page itself, on 400 points by 400. */
const bytes = pdf({
  pages: [
    {
      content: `20 350 80 10 re f 120 350 80 10 re f 20 300 80 10 re f ${show('Stamp', 20, 40, 12)}`,
      entries: '/MediaBox [0 0 400 400]',
    },
  ],
})
const words: RecognizedInFile[number][1] = [
  ['Rotterdam', 500, 1000, 2500, 1250],
  ['Albright', 3000, 1000, 5000, 1250],
  ['lease', 500, 2250, 2500, 2500],
  ['ghost', 6000, 5000, 8000, 5250],
  ['5tamp', 520, 8720, 1200, 9000],
]
const onPage = (boxes: number[]): Burnable => ({ page: 0, kind: 'box', boxes, label: '' })
const name = onPage([2900, 900, 5100, 1350])

async function burned(redactions: readonly Burnable[], spoil = (page: BurnedPage): BurnedPage => page) {
  const file = join(folder, 'words')
  writeFileSync(file, JSON.stringify([[0, words]] satisfies RecognizedInFile))
  const opening = { bytes, maker: 'pdf', mimeType: 'application/pdf', passwords: [], dpi: 150 } as const
  const pages = await withRecognized(await openPages(opening), file)
  try {
    const page = spoil(await burnPage(await pages.page(0), redactions, 'black'))
    const pdf = writeRedactedPdf()
    const written = Buffer.concat([pdf.page(pageOfFile(page)), pdf.end()])
    const answer = await passGate({ original: pages, written, redactions, fill: 'black' }, () => {})
    return { text: page.text, answer }
  } finally {
    pages.close()
  }
}
const said = (found: readonly PageWord[]) => found.map(({ text }) => text)

describe('recognized words of a burned page', () => {
  it('stay where they are seen and no box touches them, beside those of the page itself', async () => {
    const { text, answer } = await burned([name])
    expect(answer).toEqual({ ok: true })
    expect(said(text.words)).toEqual(['Stamp', 'Rotterdam', 'lease'])
    expect(text).toMatchObject({ kept: 19, covered: 8, unseen: 5 })
  })

  it('go as a whole where a box touches one of their edges', async () => {
    const { text } = await burned([onPage([2450, 900, 5100, 1350])])
    expect(said(text.words)).toEqual(['Stamp', 'lease'])
  })

  it('are known to the gate: a covered one that can be read elsewhere on the page does not leave', async () => {
    const { answer } = await burned([name], (page) => ({
      ...page,
      text: {
        ...page.text,
        words: [...page.text.words, { text: 'Albright', left: 20, top: 200, right: 100, bottom: 210 }],
      },
    }))
    expect(answer).toMatchObject({ ok: false, faults: [{ page: 0, kind: 'text' }] })
  })
})
