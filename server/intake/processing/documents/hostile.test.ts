/** Readers are given what was cut, changed, or made to keep them busy: they give a reading or say why there is none. */
import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inDeepRun, runs, property as test } from '#tests/runs.ts'
import { corpus, corpusFile, hasCorpus, kindOf, readAs, zipOf } from '#tests/support/office.ts'
import { defaultLimits } from '../limits.ts'
import { Unreadable } from './reading.ts'
import { walkXml } from './xml.ts'

const soon = 20_000
const extensions = [
  'docx',
  'xlsx',
  'xlsb',
  'pptx',
  'doc',
  'xls',
  'ppt',
  'odt',
  'ods',
  'rtf',
  'xps',
  'vsdx',
  'epub',
  'html',
  'xml',
  'pages',
]

/** Whether it ended as every document must. */
async function endsWell(name: string, bytes: Buffer): Promise<boolean> {
  try {
    const { text, embedded } = await readAs(name, bytes, { passwords: ['tika'] })
    return (text === null || text.isWellFormed()) && embedded.every((file) => Buffer.isBuffer(file.bytes))
  } catch (error) {
    if (error instanceof Unreadable) return true
    throw error
  }
}

describe('any bytes', () => {
  test('give a reading or a reason, whatever they are called', async () => {
    const beginnings = [
      '',
      'PK\u0003\u0004',
      '{\\rtf1 ',
      '<?xml version="1.0"?><w:wordDocument>',
      '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...extensions),
        fc.constantFrom(...beginnings),
        fc.uint8Array({ maxLength: 2000 }),
        async (extension, beginning, rest) =>
          await endsWell(`a.${extension}`, Buffer.concat([Buffer.from(beginning, 'latin1'), rest])),
      ),
      { numRuns: runs(300) },
    )
  }, 60_000)

  it.skipIf(!hasCorpus)(
    'of real documents that are cut, or changed in some places, do so too',
    { ...inDeepRun, timeout: 120_000 },
    async () => {
      const files = ['office', 'encrypted', 'pdf', 'text'].flatMap((folder) =>
        readdirSync(`${corpus}${folder}`).map((name) => `${folder}/${name}`),
      )
      const readable = files.filter((name) => kindOf(name) !== null && !/passtika.*x$/.test(name))
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...readable),
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255)), { maxLength: 20 }),
          async (name, kept, changes) => {
            const whole = corpusFile(name)
            // Half of them are whole, and only changed.
            const bytes = Buffer.from(
              whole.subarray(0, kept > 0.5 ? whole.length : Math.ceil(whole.length * kept * 2)),
            )
            for (const [at, value] of changes)
              if (bytes.length > 0) bytes[Math.floor(at * bytes.length)] = value
            return await endsWell(name, bytes)
          },
        ),
        { numRuns: runs(150) },
      )
    },
  )

  it.skipIf(!hasCorpus)('that are known to be bad do so too', { ...inDeepRun, timeout: 60_000 }, async () => {
    for (const name of readdirSync(`${corpus}bad-input`)) {
      if (name === 'mail-gem') continue
      const bytes = corpusFile(`bad-input/${name}`)
      // Whatever it is: somebody may have named it so.
      for (const extension of extensions) expect(await endsWell(`a.${extension}`, bytes)).toBe(true)
    }
  })
})

describe('what is made to keep readers busy', () => {
  const million = 1_000_000
  it.each([
    ['open tags', '<'.repeat(million)],
    ['tags with open quotes', '<a b="'.repeat(million / 2)],
    ['one tag of very many quotes', `<a ${"b='1' ".repeat(million)}`],
    ['elements in elements', '<a>'.repeat(million)],
    ['ampersands', `<a>${'&'.repeat(million)}`],
    ['comments that never end', '<!--'.repeat(million)],
    ['types of documents', '<!DOCTYPE ['.repeat(million / 4)],
  ])('XML: %s', { timeout: soon }, (_, xml) => {
    let opened = 0
    walkXml(xml, {
      open(_name, attributes) {
        opened += attributes.all().length + 1
      },
    })
    expect(opened).toBeLessThanOrEqual(million + 1)
  })

  it.each([
    ['groups in groups', '{\\rtf1 '.concat('{'.repeat(2 * million))],
    ['groups that never were', `{\\rtf1 ${'}'.repeat(million)}x`],
    ['asides in asides', `{\\rtf1 ${'{\\footnote x'.repeat(100_000)}`],
    ['binary data longer than the file', '{\\rtf1 \\bin2147483647 x}'],
    ['deletions', `{\\rtf1 ${'{\\deleted x}'.repeat(200_000)}}`],
  ])('RTF: %s', { timeout: soon }, async (_, rtf) => {
    expect(await endsWell('a.rtf', Buffer.from(rtf))).toBe(true)
  })

  it('parts that expand to far more than their size: the document stops at its limit', {
    timeout: soon,
  }, async () => {
    const long = `<c><t>${'y'.repeat(20_000_000)}</t></c>`
    const parts = { 'word/charts/chart1.xml': long, 'word/charts/chart2.xml': long }
    const bytes = zipOf({ 'word/document.xml': '<w><t>kept</t></w>', ...parts })
    expect(bytes.length).toBeLessThan(100_000)
    const { flaws, text } = await readAs('a.docx', bytes)
    expect(flaws.map(({ code }) => code)).toEqual(['tooLarge'])
    expect(text).toContain('kept')
  })

  it('repeated rows and cells without end', { timeout: soon }, async () => {
    const row =
      '<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>'
    const { flaws, text } = await readAs(
      'a.ods',
      zipOf({
        'content.xml': `<office:spreadsheet><table:table table:name="S">${row.repeat(100)}</table:table></office:spreadsheet>`,
      }),
      { limits: { ...defaultLimits, cells: 100_000 } },
    )
    expect(flaws.map(({ code }) => code)).toEqual(['textTruncated'])
    expect(text?.length).toBeLessThan(300_000)
  })
})
