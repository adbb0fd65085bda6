import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pdf } from '#tests/fixtures/pdf.ts'
import { maxPages } from './protocol.ts'
import { work } from './worker.ts'

it('a book of more pages than are looked at says how many are left', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'affiant-ocr-'))
  try {
    const file = join(folder, 'book.pdf')
    // One page, which the book has again and again.
    const kids = Array.from({ length: maxPages + 3 }, () => '10 0 R').join(' ')
    const tree = `<< /Type /Pages /Kids [${kids}] /Count ${maxPages + 3} >>`
    writeFileSync(file, pdf({ pages: [{}], objects: { 2: tree } }))
    const said: unknown[] = []
    const end = await work(
      {
        ...{ file, mimeType: 'application/pdf', passwords: [], languages: ['en'], tessdata: null },
        ...{ from: maxPages, without: [], shiftMs: 1000 },
      },
      { at() {}, emit: async (part) => void said.push(part) },
    )
    expect(said).toMatchObject([
      { kind: 'opened', pageCount: maxPages, left: 3 },
      { kind: 'page', page: maxPages, found: null, reason: null },
    ])
    expect(end).toEqual({ finished: true, unreadable: null })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 30_000)
