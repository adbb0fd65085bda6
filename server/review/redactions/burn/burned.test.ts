import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageWords } from '#server/intake/processing/pdf/page-words.ts'
import { withPdf } from '#server/intake/processing/pdf/pdf-file.ts'
import { burnWorker } from '#server/intake/processing/workers.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import type { Drawable } from '../../pages/draw.ts'
import { isWhole } from '../../pages/images.ts'
import { type KeptPages, keepPages } from '../../pages/kept.ts'
import { type Burning, openBurning } from './burned.ts'
import type { Burnable } from './protocol.ts'

const never = new AbortController().signal
const folder = mkdtempSync(join(tmpdir(), 'affiant-burned-'))
const file = join(folder, 'original')
const source: Drawable = {
  ...{ documentId: 1, projectId: 1, sha256: 'a'.repeat(64), mimeType: 'application/pdf', category: 'PDF' },
  ...{ maker: 'pdf', version: 1, key: 'a'.repeat(64), file },
}
const small = '/MediaBox [0 0 400 300]'
/** The first line of the first page. */
const line: Burnable = { page: 0, kind: 'box', boxes: [0, 1000, 10_000, 2200], label: 'Privileged' }
const half: Burnable = { ...line, boxes: [0, 1000, 10_000, 1500] }
const at = (revision: number, ...redactions: Burnable[]) => ({
  revision,
  redactions,
  toCheck: false,
  inCells: false,
})

let burning: Burning
let kept: KeptPages

beforeAll(() => {
  writeFileSync(
    file,
    pdf({
      pages: [
        { content: show('The price', 20, 250) + show('Harmon', 20, 150), entries: small },
        { content: show('Second', 20, 250), entries: small },
      ],
    }),
  )
  const spool = join(folder, 'spool')
  const log = pino({ level: 'silent' })
  kept = keepPages({ root: join(folder, 'pages'), spool: folder, maxBytes: 1e9, log })
  burning = openBurning({
    ...{ spool, worker: burnWorker, passwordsOf: async () => [] },
    pages: { kept, file: async () => source },
  })
})
afterAll(async () => {
  await burning.stop()
  await kept.settled()
  rmSync(folder, { recursive: true })
})

const textOf = (bytes: Buffer): Promise<string[]> =>
  withPdf(bytes, [], (made) =>
    Array.from({ length: made.pageCount }, (_, page) =>
      (pageWords(made, page) ?? []).map(({ text }) => text).join(' '),
    ),
  )

describe('burned pages and redacted files', () => {
  it('are not made where cells are redacted: pages would show them', async () => {
    const cells = { ...at(1, line), inCells: true }
    const refused = { code: 'missing', reason: expect.stringContaining('redacted copy') }
    expect(await burning.page(source, cells, 0, 150, never)).toEqual(refused)
    expect(await burning.file(source, cells, 200, never)).toEqual(refused)
  })

  it('are made by other processes, and anew for each revision', async () => {
    const first = await burning.page(source, at(1, line), 0, 150, never)
    const again = await burning.page(source, at(1), 0, 150, never)
    const later = await burning.page(source, at(2), 0, 150, never)
    if (!Buffer.isBuffer(first) || !Buffer.isBuffer(again) || !Buffer.isBuffer(later))
      throw new Error('There is no image.')
    expect([isWhole(first), again.equals(first), later.equals(first)]).toEqual([true, true, false])

    const made = await burning.file(source, at(1, line), 150, never)
    if (!('path' in made)) throw new Error('There is no file.')
    expect(await textOf(readFileSync(made.path))).toEqual(['Harmon', 'Second'])
    expect(made.text).toEqual({ kept: 12, covered: 8, unseen: 0, withoutText: 0 })
    expect(await burning.file(source, at(1), 150, never)).toEqual({ path: made.path, text: null })
  })

  it('are not kept, and do not leave, where the gate says no', async () => {
    const before = readdirSync(join(folder, 'pages'), { recursive: true })
    expect(await burning.file(source, at(3, half), 150, never)).toMatchObject({
      faults: [{ page: 0, kind: 'ring' }],
    })
    expect(readdirSync(join(folder, 'pages'), { recursive: true })).toEqual(before)
    expect(readdirSync(join(folder, 'spool', 'project-1', 'burning'))).toEqual([])
  })

  it('say why there is none', async () => {
    const damaged = { ...source, key: 'b'.repeat(64), file: join(folder, 'damaged') }
    writeFileSync(damaged.file, '%PDF-1.4 nothing more')
    const other = openBurning({
      ...{ spool: join(folder, 'spool'), worker: burnWorker, passwordsOf: async () => [] },
      pages: { kept, file: async () => damaged },
    })
    try {
      expect(await other.file(damaged, at(1, line), 150, never)).toMatchObject({ code: 'corrupt' })
      expect(await other.page(damaged, at(1, line), 0, 150, never)).toMatchObject({ code: 'corrupt' })
    } finally {
      await other.stop()
    }
  })
})
