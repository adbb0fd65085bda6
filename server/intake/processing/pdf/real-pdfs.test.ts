/** PDFs of the wild, where they are present beside the project; skipped, and saying so, where they are not. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { tokenise } from '#query/tokenise.ts'
import { deep, property as test } from '#tests/runs.ts'
import { type Reading, Unreadable } from '../documents/reading.ts'
import { identify } from '../identify/identify.ts'
import { defaultLimits } from '../limits.ts'
import { withPdf } from './pdf-file.ts'
import { readPdf } from './read-pdf.ts'
import { renderPage } from './render-page.ts'

const corpus = fileURLToPath(new URL('../../../../../shared/corpus/', import.meta.url))
const present = existsSync(corpus)
if (!present) console.warn('The real documents are not here: the tests on them are skipped.')

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0

const bytesOf = (path: string): Buffer => readFileSync(join(corpus, path))
const readBytes = (bytes: Buffer, passwords: readonly string[] = []): Promise<Reading> =>
  readPdf(bytes, identify(bytes, 'a.pdf'), { limits: defaultLimits, passwords, name: 'a.pdf' })
const read = (path: string, passwords: readonly string[] = []): Promise<Reading> =>
  readBytes(bytesOf(path), passwords)

const answers = 'answers/pdf-expected-text'
const pdfsIn = (folder: string): string[] =>
  readdirSync(join(corpus, folder))
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => `${folder}/${name}`)
const folders = ['pdf', 'bad-input', 'encrypted', 'ocr', answers, 'answers/redaction-check']

/** Letters and digits, folded. */
const words = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []
/** And the words that a line ends within, whole as the search finds them. */
const searched = (text: string): string[] => [
  ...words(text),
  ...tokenise(text).flatMap((token) => (token.parts !== undefined ? [token.text] : [])),
]
const pairs = (all: readonly string[]): string[] => all.slice(1).map((word, n) => `${all[n]} ${word}`)
/** How many of what is expected were found; each occurrence counts once. */
function found(expected: readonly string[], got: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of got) left.set(word, (left.get(word) ?? 0) + 1)
  let hits = 0
  for (const word of expected) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    hits++
    left.set(word, count - 1)
  }
  return hits
}

describe.skipIf(!present)('the text of real PDFs', () => {
  it('has 99 % of the words that another program found, and 99 % of them beside the same neighbour', async () => {
    const expected = readdirSync(join(corpus, answers)).filter((name) => name.endsWith('.txt'))
    expect(expected.length).toBe(14)
    const sum = { words: 0, foundWords: 0, pairs: 0, foundPairs: 0 }
    const weak: string[] = []
    const scores: string[] = []
    for (const name of expected) {
      const want = words(readFileSync(join(corpus, answers, name), 'utf8'))
      const { text } = await read(`${answers}/${name.replace(/(-sorted)?\.txt$/, '')}`)
      const got = words(text ?? '')
      const [hits, pairHits] = [found(want, got), found(pairs(want), pairs(got))]
      const percent = (100 * hits) / want.length
      scores.push(
        `${name}: ${hits} of ${want.length} words (${percent.toFixed(1)}%), ${pairHits} of ${want.length - 1} pairs`,
      )
      if (percent < 97) weak.push(name)
      sum.words += want.length
      sum.foundWords += hits
      sum.pairs += want.length - 1
      sum.foundPairs += pairHits
    }
    const [all, order] = [sum.foundWords / sum.words, sum.foundPairs / sum.pairs]
    scores.push(`All: ${(100 * all).toFixed(2)} % of the words, ${(100 * order).toFixed(2)} % of the pairs`)
    console.warn(scores.join('\n'))
    // Its letters are drawings without names and without a table of what they stand for.
    expect(weak).toEqual(['PDFBOX-3053-reduced.pdf-sorted.txt'])
    expect(all).toBeGreaterThan(0.99)
    expect(order).toBeGreaterThan(0.99)
  })

  it.skipIf(!hasPoppler)('has 99 % of the words that poppler finds in all of them', async () => {
    const sum = { words: 0, found: 0 }
    const weak: string[] = []
    for (const path of folders.flatMap(pdfsIn)) {
      // What it cannot read either says nothing.
      const { status, stdout } = spawnSync('pdftotext', [join(corpus, path), '-'], { encoding: 'utf8' })
      if (status !== 0) continue
      const want = words(stdout)
      const got = searched((await read(path)).text ?? '')
      const hits = found(want, got)
      sum.words += want.length
      sum.found += hits
      if (hits < 0.97 * want.length) weak.push(`${path}: ${hits} of ${want.length} words`)
    }
    const all = sum.found / sum.words
    console.warn(`${weak.join('\n')}\nAll: ${sum.found} of ${sum.words} words (${(100 * all).toFixed(2)}%)`)
    // Of a list one value is chosen, and poppler has what is shown of the others; the letters of the second are drawings.
    expect(weak.map((line) => line.split(':')[0])).toEqual([
      'pdf/testPDF_acroform3.pdf',
      `${answers}/PDFBOX-3053-reduced.pdf`,
    ])
    expect(all).toBeGreaterThan(0.99)
  })

  it('is said to be missing where the pages need recognition', async () => {
    for (const path of ['ocr/testOCR.pdf', `${answers}/PDFBOX-3053-reduced.pdf`])
      expect(await read(path)).toMatchObject({
        text: '',
        metadata: { Pages_Without_Text: ['1'] },
        flaws: [{ code: 'noTextYet', reason: expect.stringContaining('text recognition is needed') }],
      })
  })

  it('has the values of a form, and the comments', async () => {
    const form = await read('pdf/testPDF_acroform3.pdf')
    for (const value of ['TIKA-1226', 'aCheckBox: Yes', 'comboItemB', 'listItemC', 'http://www.cutepdf.com'])
      expect(form.text).toContain(value)
    const comment = await read('pdf/testPopupAnnotation.pdf')
    expect(comment.text).toBe('[igalsh: this is the note]')
    const outline = await read('pdf/testPDF_bookmarks.pdf')
    expect(outline.text).toContain('Denmark bookmark is here')
  })
})

describe.skipIf(!present)('what real PDFs hold and say', () => {
  it('is the files inside them, those of pages too, which can be read in turn', async () => {
    const { embedded } = await read('bad-input/testPDF_deeplyEmbeddedAttachments.pdf')
    expect(embedded).toHaveLength(20)
    for (const { bytes } of embedded) {
      expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
      expect((await readBytes(bytes)).metadata.Page_Count).toEqual(['1'])
    }
    for (const name of ['testPDFFileEmbInAnnotation', 'testPDFFileEmbInAnnotation_noContents']) {
      const [file] = (await read(`pdf/${name}.pdf`)).embedded
      expect(file?.name).toBe('Excel.xlsx')
      expect(identify(file?.bytes ?? Buffer.alloc(0), 'Excel.xlsx').category).toBe('Spreadsheet')
    }
  })

  it('is who wrote them, with what, when, and what they forbid', async () => {
    const { metadata } = await read('encrypted/testPDF_protected.pdf')
    expect(metadata).toMatchObject({
      Author: ['The Bank of England'],
      Doc_Subject: ['Speeches by Andrew G Haldane'],
      Created_Date: ['2009-04-28T09:06:56.000Z'],
      Page_Count: ['41'],
      PDF_Version: ['1.6'],
      Security: ['Encrypted', 'No changes', 'No comments'],
    })
    const locked = await read('pdf/testPDF_no_extract_no_accessibility_owner_user.pdf', ['x', 'user'])
    expect(locked).toMatchObject({ text: 'Hello World', metadata: { Security: ['Password', 'No copying'] } })
  })
})

describe.skipIf(!present)('hostile and broken PDFs', () => {
  const outcome = (bytes: Buffer): Promise<string> =>
    readBytes(bytes).then(
      () => 'read',
      (error: unknown) => (error instanceof Unreadable ? error.code : String(error)),
    )

  it('are read, or cannot be read and say why; drawing them ends nothing either', async () => {
    const unread: string[] = []
    for (const path of folders.flatMap(pdfsIn)) {
      const bytes = bytesOf(path)
      const result = await outcome(bytes)
      if (result === 'read')
        await withPdf(bytes, ['user'], (file) => {
          expect(renderPage(file, 0, 50)?.width, path).toBeGreaterThan(0)
        })
      else unread.push(`${path}: ${result}`)
    }
    expect(unread).toEqual([
      'pdf/testPDF_no_extract_no_accessibility_owner_user.pdf: encrypted',
      'bad-input/broken.pdf: corrupt',
    ])
  })

  test('are read as far as they go where they are cut, or where bytes in them are wrong', async () => {
    const cuts = deep ? 40 : 4
    for (const path of folders.flatMap(pdfsIn)) {
      const whole = bytesOf(path)
      for (let n = 1; n < cuts; n++) {
        const cut = whole.subarray(0, Math.floor((whole.length * n) / cuts))
        expect(['read', 'corrupt', 'encrypted', 'tooLarge'], path).toContain(await outcome(cut))
        const wrong = Buffer.from(whole)
        for (let at = n * 37; at < wrong.length; at += Math.floor(wrong.length / 200) + 1)
          wrong[at] = (at * n) % 251
        expect(['read', 'corrupt', 'encrypted', 'tooLarge'], path).toContain(await outcome(wrong))
      }
    }
  }, 300_000)
})
