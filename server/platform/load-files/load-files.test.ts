import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadEncodings } from '#contracts/load-file-forms.ts'
import { promised } from '#tests/runs.ts'
import { collected } from '#tests/support/collected.ts'
import { corpus } from '#tests/support/office.ts'
import { detectDialect, previewLoadFile } from './detect.ts'
import { type Dialect, dialectFault, multiValues, nestedLevels, presets } from './dialect.ts'
import { type Encoding, encoded } from './encodings.ts'
import { LoadFileFault } from './faults.ts'
import { readDelimited } from './read-delimited.ts'
import type { RowItem } from './row-reader.ts'
import { type Cell, DelimitedWriter } from './write-delimited.ts'

async function* piecesOf(bytes: Buffer, size = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function itemsOf(bytes: Buffer, dialect: Dialect, size?: number): Promise<RowItem[]> {
  return collected(readDelimited(piecesOf(bytes, size), dialect))
}

const written = (dialect: Dialect, names: readonly string[], rows: readonly (readonly Cell[])[]): Buffer => {
  const writer = new DelimitedWriter(dialect, names)
  return Buffer.concat([writer.begin(), ...rows.map((row) => writer.row(row))])
}
const valuesOf = (items: readonly RowItem[]): (readonly string[])[] =>
  items.flatMap((item) => (item.kind === 'row' ? [item.values] : []))
const refusedOf = (items: readonly RowItem[]): [line: number, code: string][] =>
  items.flatMap((item) => (item.kind === 'refused' ? [[item.line, item.code]] : []))
/** As somebody's program wrote it, byte by byte. */
const dat = (text: string, encoding: Encoding = 'utf-8'): Buffer =>
  encoded(text.replaceAll('|', '\u0014'), encoding).bytes
const concordanceIn = (encoding: Encoding, mark = true): Dialect => ({
  ...presets.concordance,
  encoding,
  mark,
})

describe('Concordance files, byte by byte', () => {
  const vectors: [Encoding, string][] = [
    ['utf-8', 'efbbbfc3be41c3be14c3be42c3be0d0a'],
    ['windows-1252', 'fe41fe14fe42fe0d0a'],
    ['utf-16le', 'fffefe004100fe001400fe004200fe000d000a00'],
  ]
  for (const [encoding, hex] of vectors)
    it(`are written, recognized and read in ${encoding}`, async () => {
      const bytes = Buffer.from(hex, 'hex')
      expect(new DelimitedWriter(concordanceIn(encoding), ['A', 'B']).begin().toString('hex')).toBe(hex)
      const found = detectDialect(bytes, true)
      expect([found.dialect.encoding, found.encodingIs, found.preset]).toEqual([
        encoding,
        'certain',
        'concordance',
      ])
      expect(await itemsOf(bytes, concordanceIn(encoding))).toEqual([
        expect.objectContaining({ kind: 'heading', values: ['A', 'B'], line: 1, to: bytes.length }),
      ])
    })

  it('hold a doubled qualifier, and never leave an empty value out', () => {
    const writer = new DelimitedWriter(presets.concordance, ['A', 'B'])
    expect(writer.row(['xþy', '']).toString('hex')).toBe('c3be78c3bec3be79c3be14c3bec3be0d0a')
  })

  it('replace what would not come back, and count it', async () => {
    const writer = new DelimitedWriter(presets.concordance, ['A', 'B', 'C'])
    const row = writer.row([
      'Windows® 11\u0000\u0014!',
      'one\r\ntwo\nthree',
      ['"Rivera; Ana"', ['a\\b', 'c;d'], '', 'Chen'],
    ])
    expect(writer.replacements).toEqual({
      lineEnds: 2,
      newlineSigns: 1,
      controls: 2,
      multiValueSigns: 2,
      nestedSigns: 1,
      separators: 0,
      halfCharacters: 0,
      lost: 0,
    })
    const [values = []] = valuesOf(await itemsOf(row, { ...presets.concordance, heading: false }))
    expect(values).toEqual(['Windows(R) 11!', 'one\ntwo\nthree', '"Rivera, Ana";a/b\\c,d;Chen'])
    expect(multiValues(values[2] ?? '', presets.concordance)).toHaveLength(3)
    expect(nestedLevels('a/b\\c,d', presets.concordance)).toEqual(['a/b', 'c,d'])
  })

  it('say how many characters Windows-1252 lacks, and keep the others', async () => {
    const dialect = { ...concordanceIn('windows-1252'), heading: false }
    const writer = new DelimitedWriter(dialect, ['A'])
    const row = writer.row(['€ “漢” 😀 é'])
    expect(writer.replacements.lost).toBe(2)
    expect(valuesOf(await itemsOf(row, dialect))).toEqual([['€ “?” ? é']])
  })
})

describe('reading', () => {
  it('takes no Windows-1252 for UTF-8, and the other way round, as one giant column', async () => {
    for (const [is, taken] of [
      ['windows-1252', 'utf-8'],
      ['utf-8', 'windows-1252'],
      ['utf-16le', 'utf-8'],
      ['utf-8', 'utf-16be'],
    ] as const) {
      const bytes = dat('þDOCIDþ|þSUBJECTþ\r\nþNW1þ|þréunionþ\r\n', is)
      const failing = itemsOf(bytes, concordanceIn(taken))
      await expect(failing).rejects.toThrow(LoadFileFault)
      await expect(failing).rejects.toMatchObject({ code: 'encoding' })
    }
  })

  it('refuses rows with their line and bytes, and reads the others', async () => {
    const lines = [
      'þIDþ|þSUBJECTþ\r\n',
      'NW1|þmixedþ\r\n',
      'þNW2þ|\r\n',
      'þNW3þ\r\n',
      'þNW4þ|þnothing closes this\r\n',
      'þNW5þ|þline one\r\nline twoþ\r\n',
      'þNW6þ|þtwoþ words\r\n',
      '\r\n',
      'þIDþ|þSUBJECTþ\r\n',
      `þNW7þ${'|'.repeat(1_000_000)}\r\n`,
      'þNW8þ|þlastþ',
    ]
    const bytes = dat(lines.join(''))
    for (const size of [7, 4096, bytes.length]) {
      const items = await itemsOf(bytes, concordanceIn('utf-8', false), size)
      expect(valuesOf(items)).toEqual([
        ['NW1', 'mixed'],
        ['NW2', ''],
        ['NW5', 'line one\r\nline two'],
        ['NW8', 'last'],
      ])
      expect(refusedOf(items)).toEqual([
        [4, 'fieldCount'],
        [5, 'openQualifier'],
        [8, 'textBehind'],
        [10, 'headingAgain'],
        [11, 'tooManyFields'],
      ])
      for (const item of items)
        expect(bytes.subarray(item.from, item.to).toString()).toMatch(/^(?:þ?ID|þ?NW)[\s\S]*(?:\r\n|lastþ)$/)
    }
  })

  it('refuses a row of another encoding, and one that has no end', async () => {
    const long = Buffer.alloc(17 * 1024 * 1024, 'x')
    const bytes = Buffer.concat([
      dat('þIDþ|þAþ\r\nþNW1þ|þ'),
      Buffer.from([0xe9]),
      dat('þ\r\nþNW2þ|þ'),
      long,
      dat('þ\r\nþNW3þ|þzþ\r\n'),
    ])
    const items = await itemsOf(bytes, concordanceIn('utf-8', false))
    expect(refusedOf(items)).toEqual([
      [2, 'encoding'],
      [3, 'tooLong'],
    ])
    expect(valuesOf(items)).toEqual([['NW3', 'z']])
    const windows = Buffer.from([0xfe, 0x41, 0xfe, 0x0d, 0x0a, 0xfe, 0x81, 0xfe, 0x0d, 0x0a])
    expect(refusedOf(await itemsOf(windows, concordanceIn('windows-1252')))).toEqual([[2, 'encoding']])
  })

  it('is done in time whatever qualifiers stand in a file', async () => {
    const lines = Array.from({ length: 20_000 }, () => 'aþ|þ').join('\r\n')
    const items = await itemsOf(dat(`þAþ|þBþ\r\n${lines}`), concordanceIn('utf-8', false))
    expect(items.length).toBeGreaterThan(9_000)
  }, 20_000)

  it('refuses signs by which nothing can be read, with what to do', async () => {
    expect(dialectFault({ ...presets.concordance, separator: 'þ' })).toContain('different')
    expect(dialectFault({ ...presets.concordance, multiValue: '\\' })).toContain('differ')
    expect(dialectFault({ ...presets.concordance, encoding: 'windows-1252', separator: '漢' })).toContain(
      'lacks',
    )
    for (const preset of Object.values(presets)) expect(dialectFault(preset)).toBeNull()
    await expect(itemsOf(dat('a'), { ...presets.comma, qualifier: ',' })).rejects.toMatchObject({
      code: 'dialect',
    })
  })
})

describe('recognizing', () => {
  it('finds the usual kinds, and says what it is not sure of', () => {
    const kinds: [string, string, boolean][] = [
      ['BEGDOC,ENDDOC,DATE\nNW1,NW2,2001-05-21\n', 'comma', true],
      ['BEGDOC\tENDDOC\nNW000001\tNW000002\n', 'tab', true],
      ['^BEGDOC^|^ENDDOC^\n^NW1^|^a|b^\n', 'pipeAndCaret', true],
      ['NW000001;NW000002;1\nNW000003;NW000004;2\n', 'semicolon', false],
    ]
    for (const [text, preset, heading] of kinds) {
      const found = detectDialect(Buffer.from(text), true)
      expect([found.preset, found.dialect.heading, found.preview.refused]).toEqual([preset, heading, 0])
    }
    expect(detectDialect(Buffer.from('just words\nand more words\n'), true).signsAre).toBe('unsure')
    expect(detectDialect(dat('þDOCIDþ|þDOCIDþ\r\nþ1þ|þ2þ\r\n'), true).preview.repeated).toEqual(['DOCID'])
  })

  it('tells what both readings of an ambiguous column would give, and leaves it open', () => {
    const file = (dates: readonly string[]): Buffer =>
      dat(`þDOCIDþ|þDATESENTþ\r\n${dates.map((date, at) => `þNW${at}þ|þ${date}þ\r\n`).join('')}`)
    const open = detectDialect(file(['03/04/2001', '05/06/2001']), true)
    expect(open.dialect.dates).toEqual([])
    expect(open.preview.dates[1]?.ambiguous).toEqual({
      line: 2,
      readings: [
        { format: 'MM/DD/YYYY', day: '2001-03-04' },
        { format: 'DD/MM/YYYY', day: '2001-04-03' },
      ],
    })
    const settled = detectDialect(file(['03/04/2001', '25/06/2001']), true)
    expect(settled.dialect.dates).toEqual(['DD/MM/YYYY'])
  })
})

const samples = `${corpus}loadfiles/`
describe.skipIf(!existsSync(samples))('the samples beside the project', () => {
  const sample = (name: string): Buffer => readFileSync(`${samples}${name}`)
  const names = existsSync(samples)
    ? readdirSync(`${samples}relativity`).filter((name) => name.endsWith('.dat'))
    : []

  it.each(names)('%s is recognized and read whole', async (name) => {
    const bytes = sample(`relativity/${name}`)
    const found = detectDialect(bytes, true)
    const piped = /_0[125]/.test(name)
    expect(found.preset).toBe(piped ? 'pipe' : 'concordance')
    expect([found.dialect.encoding, found.encodingIs, found.dialect.heading]).toEqual([
      'utf-8',
      'certain',
      /_0[15]\./.test(name),
    ])
    expect(found.preview.columns).toBe(23)
    const items = await itemsOf(bytes, found.dialect)
    expect(refusedOf(items)).toEqual([])
    const rows = valuesOf(items)
    expect(rows).toHaveLength(/_07/.test(name) ? 12 : /_0[23]/.test(name) ? 2 : 4)
    expect(rows.every((row) => row[0]?.startsWith('Sample_') === true)).toBe(true)
  })

  it('the impossible dates of load_file_05 are told by column and line', () => {
    const { preview, dialect } = detectDialect(sample('relativity/load_file_05.dat'), true)
    expect(preview.names?.[4]).toBe('Date Received')
    // 13/21 and 14/21 are no days by any form.
    expect(preview.dates[4]).toMatchObject({
      filled: 4,
      formats: [],
      best: { format: 'MM/DD/YYYY', refused: 2, firstLine: 2 },
    })
    expect(dialect.dates).toEqual(['MM/DD/YYYY'])
  })

  it('load-no-text.csv is parted by pipes, has 1,383 rows of 29 values, and LF alone', async () => {
    const bytes = sample('freeeed-bailey-s/load-no-text.csv')
    const found = detectDialect(bytes, false)
    expect([found.preset, found.dialect.heading, found.headingIs]).toEqual(['pipe', true, 'certain'])
    const items = await itemsOf(bytes, found.dialect)
    expect([valuesOf(items).length, refusedOf(items).length]).toEqual([1383, 0])
    expect(previewLoadFile(bytes, false, presets.comma).columns).not.toBe(29)
  })
})

/** Characters that meet trouble often, and any others. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...'þ®;\\,"|\t\u0014\0\r\n\u001aÃ¾\ufeff\ufffe\u2028a 漢é€',
      '\ud83d\ude00',
      '\ud83d',
      '\r\n',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 24,
})
const anyDialect = fc
  .record({
    preset: fc.constantFrom(...Object.values(presets)),
    encoding: fc.constantFrom(...loadEncodings),
    mark: fc.boolean(),
  })
  .map(({ preset, encoding, mark }): Dialect => ({ ...preset, encoding, mark }))

const windows = new TextDecoder('windows-1252')
const inWindows = new Set(Array.from({ length: 256 }, (_, byte) => windows.decode(Buffer.from([byte]))))

/** What must come back, said apart from how it is written. */
function expected(value: string, { newline, encoding }: Dialect): string {
  const chars = [...value].filter(
    (char) => char === '\t' || char === '\n' || char === '\r' || !/^\p{Cc}$/u.test(char),
  )
  const plain = chars.map((char) => (char.isWellFormed() ? char : '\ufffd')).join('')
  const unsigned = newline === '®' ? plain.replaceAll('®', '(R)').replace(/\r\n|\r|\n/g, '\n') : plain
  if (encoding !== 'windows-1252') return unsigned
  return [...unsigned].map((char) => (inWindows.has(char) ? char : '?')).join('')
}

promised('what is written reads as it was, in four encodings, cut anywhere', [150, 20_000], async (cases) => {
  await fc.assert(
    fc.asyncProperty(
      anyDialect,
      fc.array(fc.tuple(hostile, hostile, hostile), { maxLength: 6 }),
      fc.integer({ min: 1, max: 40 }),
      async (dialect, rows, size) => {
        const bytes = written(
          dialect,
          ['ID', 'A', 'B', 'C'],
          rows.map((row, at) => [`${at}`, ...row]),
        )
        const items = await itemsOf(bytes, dialect, size)
        expect(refusedOf(items)).toEqual([])
        expect(valuesOf(items)).toEqual(
          rows.map((row, at) => [`${at}`, ...row.map((value) => expected(value, dialect))]),
        )
        let at = items[0]?.from
        for (const { from, to } of items) {
          expect(from).toBe(at)
          at = to
        }
        expect(at).toBe(bytes.length)
      },
    ),
    { numRuns: cases },
  )
})

promised(
  'any bytes are read to their end, each row or refusal with its own bytes',
  [150, 5_000],
  async (cases) => {
    const bytesOf = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .string({ unit: fc.constantFrom(...'þ\u0014,"ab\r\n'), maxLength: 80 })
        .map((text) => Buffer.from(text)),
    )
    await fc.assert(
      fc.asyncProperty(bytesOf, anyDialect, fc.integer({ min: 1, max: 50 }), async (raw, dialect, size) => {
        const bytes = Buffer.from(raw)
        const items = await itemsOf(bytes, { ...dialect, heading: false }, size).catch((error: unknown) => {
          expect(error).toBeInstanceOf(LoadFileFault)
          return []
        })
        let end = 0
        for (const { from, to } of items) {
          expect(from).toBeGreaterThanOrEqual(end)
          expect(to).toBeGreaterThan(from)
          end = to
        }
        expect(end).toBeLessThanOrEqual(bytes.length)
        expect(detectDialect(bytes, true).preview.rows.length).toBeLessThanOrEqual(5)
      }),
      { numRuns: cases },
    )
  },
)
