import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#tests/runs.ts'
import { corpusFile, hasCorpus } from '#tests/support/office.ts'
import { commaSeparated, concordance, type Delimiters, opticon } from './delimiters.ts'
import { encodingOf, markedEncoding } from './encoding.ts'
import { DelimitedFault, DelimitedReader, type Reading, type Row } from './reader.ts'
import { rowsFrom, rowsIn } from './rows.ts'
import { separatorOf, toldSeparator, usualSeparators, valueCounts } from './separator.ts'

/** Pieces of a text or of bytes, cut after so many characters by turns. */
function cut<T extends { readonly length: number; slice(from: number, to: number): T }>(
  whole: T,
  lengths: readonly number[],
): T[] {
  const pieces: T[] = []
  for (let at = 0; at < whole.length; at += lengths[(pieces.length - 1) % lengths.length] ?? 1)
    pieces.push(whole.slice(at, at + (lengths[pieces.length % lengths.length] ?? 1)))
  return pieces
}

function rowsOf(pieces: readonly string[], reading: Reading): Row[] {
  const rows: Row[] = []
  const reader = new DelimitedReader(reading, (values, line) => rows.push({ values, line }))
  for (const piece of pieces) reader.push(piece)
  reader.end()
  return rows
}

const valuesOf = (rows: Iterable<Row>): string[][] => Array.from(rows, ({ values }) => values)

const faultOf = (read: () => unknown): Pick<DelimitedFault, 'code' | 'line'> | null => {
  try {
    read()
    return null
  } catch (error) {
    if (!(error instanceof DelimitedFault)) throw error
    return { code: error.code, line: error.line }
  }
}

async function* streamOf(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces
}

async function read(
  pieces: readonly Buffer[],
  encoding: string,
  reading: Reading,
): Promise<{ rows: Row[]; fault: DelimitedFault | null }> {
  const rows: Row[] = []
  try {
    for await (const some of rowsFrom(streamOf(pieces), encoding, reading)) rows.push(...some)
    return { rows, fault: null }
  } catch (error) {
    if (!(error instanceof DelimitedFault)) throw error
    return { rows, fault: error }
  }
}

/** As a careful program writes it. */
function written(rows: readonly (readonly string[])[], by: Delimiters, lineEnd: string): string {
  const value = (text: string): string => {
    const held = by.newline === null ? text : text.replaceAll('\n', by.newline)
    const { qualifier } = by
    return qualifier === null ? held : qualifier + held.replaceAll(qualifier, qualifier.repeat(2)) + qualifier
  }
  return rows.map((row) => row.map(value).join(by.separator) + lineEnd).join('')
}

const strict = { ...commaSeparated, strict: true }
const lenient = { ...commaSeparated, strict: false }
const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 })
const lineEnd = fc.constantFrom('\n', '\r', '\r\n')
const sign = fc
  .integer({ min: 0, max: 0xd7ff })
  .map((code) => String.fromCharCode(code))
  .filter((char) => char !== '\r' && char !== '\n')
/** Signs of a table, so that they meet often. */
const busy = fc.string({ unit: fc.constantFrom(...',;"\r\n\u0014þ®aé漢😀 '), maxLength: 12 })

describe('delimited text', () => {
  it('gives back what was written, by any separator and qualifier, however it comes in pieces', () => {
    const by = fc
      .tuple(sign, sign, fc.option(sign))
      .filter((signs) => new Set(signs).size === 3)
      .map(([separator, qualifier, newline]) => ({ separator, qualifier, newline }))
    const delimiters = fc.oneof(by, fc.constantFrom(commaSeparated, concordance))
    const rows = fc.array(fc.array(fc.oneof(busy, fc.string()), { minLength: 1, maxLength: 5 }), {
      minLength: 1,
    })
    fc.assert(
      fc.property(rows, delimiters, lineEnd, lengths, (all, signs, ends, pieces) => {
        // What stands for a line end is one when it is read, whatever it was.
        const told = all.map((row) =>
          row.map((value) => (signs.newline === null ? value : value.replaceAll(signs.newline, '\n'))),
        )
        const text = written(all, signs, ends)
        const got = rowsOf(cut(text, pieces), { ...signs, strict: true })
        expect(valuesOf(got)).toEqual(told)
        expect(rowsOf([text], { ...signs, strict: true })).toEqual(got)
        expect([...rowsIn(text, { ...signs, strict: true })]).toEqual(got)
      }),
      { numRuns: runs(300) },
    )
  })

  it('is the same wherever it is cut, and each row has the line on which it begins', () => {
    fc.assert(
      fc.property(fc.array(busy, { maxLength: 30 }), lengths, (parts, pieces) => {
        const text = parts.join('')
        const rows = rowsOf([text], lenient)
        expect(rowsOf(cut(text, pieces), lenient)).toEqual(rows)
        const lines = text.split(/\r\n?|\n/)
        for (const { line, values } of rows) {
          const begun = lines[line - 1] ?? 'none'
          if (values.length === 0) expect(begun).toBe('')
          else expect(begun.startsWith('"') || begun.split(',')[0] === values[0]).toBe(true)
        }
        expect(rows.map(({ line }) => line)).toEqual(rows.map(({ line }) => line).toSorted((a, b) => a - b))
        const fault = faultOf(() => rowsOf([text], strict))
        expect(faultOf(() => rowsOf(cut(text, pieces), strict))).toEqual(fault)
        if (fault === null) expect(rowsOf([text], strict)).toEqual(rows)
      }),
      { numRuns: runs(400) },
    )
  })

  it('has line ends of every kind, between rows and within values, and empty lines', () => {
    const text = 'a,b\rc\r\n\n\r"d\re\r\nf\ng",h\n\r\n"",\n""\ni'
    expect(rowsOf([...text], strict)).toEqual([
      { line: 1, values: ['a', 'b'] },
      { line: 2, values: ['c'] },
      { line: 3, values: [] },
      { line: 4, values: [] },
      { line: 5, values: ['d\re\r\nf\ng', 'h'] },
      { line: 9, values: [] },
      { line: 10, values: ['', ''] },
      { line: 11, values: [''] },
      { line: 12, values: ['i'] },
    ])
    expect(valuesOf(rowsIn('', strict))).toEqual([])
    expect(valuesOf(rowsIn('a,', strict))).toEqual([['a', '']])
    expect(valuesOf(rowsIn('\r\n', strict))).toEqual([[]])
  })

  it('is read as far as it goes where nobody asked for more', () => {
    const text = 'd"e","f ""g"" h"x,\n"i\nj'
    expect(valuesOf(rowsOf([...text], lenient))).toEqual([['d"e"', 'f "g" hx', ''], ['i\nj']])
  })

  it('is refused with the line of the fault, behind the rows before it', async () => {
    expect(faultOf(() => rowsOf(['a,b\n"c\nd","x\ny\n'], strict))).toEqual({ code: 'unclosed', line: 3 })
    expect(faultOf(() => rowsOf(['a\n"b\nc"\n"d\ne"x,y\n'], strict))).toEqual({ code: 'textBehind', line: 5 })
    const wide = `a\n\n${','.repeat(10_000)}\n`
    expect(faultOf(() => rowsOf([wide], strict))).toEqual({ code: 'tooManyValues', line: 3 })
    expect(rowsOf([wide], lenient)[2]?.values).toHaveLength(10_001)
    const before: string[][] = []
    const all = (): void => {
      for (const { values } of rowsIn('a,b\nc\n"d"e', strict)) before.push(values)
    }
    expect(faultOf(all)).toEqual({ code: 'textBehind', line: 3 })
    expect(before).toEqual([['a', 'b'], ['c']])
    const { rows, fault } = await read([Buffer.from('a\n"b')], 'utf-8', strict)
    expect([valuesOf(rows), fault?.code, fault?.line]).toEqual([[['a']], 'unclosed', 2])
  })

  it('holds values of any length', () => {
    const long = 'x, "y"\r\nz '.repeat(50_000)
    const text = written([['a', long], [long]], commaSeparated, '\r\n')
    expect(valuesOf(rowsIn(text, strict)).map((row) => row.map(({ length }) => length))).toEqual([
      [1, long.length],
      [long.length],
    ])
    expect(faultOf(() => rowsOf([`"${long.replaceAll('"', '')}`], strict))).toEqual({
      code: 'unclosed',
      line: 1,
    })
  })

  it('is read by no delimiters that cannot be told apart', () => {
    for (const wrong of [
      { separator: '"' },
      { separator: '\n' },
      { separator: '' },
      { separator: '||' },
      { qualifier: '\r' },
      { newline: ',' },
    ])
      expect(() => rowsOf(['a'], { ...strict, ...wrong })).toThrow(RangeError)
  })
})

describe('a load file', () => {
  const dat = { ...concordance, strict: true }
  const heading = [{ line: 1, values: ['A', 'B'] }]

  it.each([
    ['UTF-8 with a mark', 'utf-8', 'efbbbfc3be41c3be14c3be42c3be0d0a'],
    ['UTF-8', 'utf-8', 'c3be41c3be14c3be42c3be0d0a'],
    ['Windows-1252', 'windows-1252', 'fe41fe14fe42fe0d0a'],
    ['UTF-16', 'utf-16le', 'fffefe004100fe001400fe004200fe000d000a00'],
    ['UTF-16, high byte first', 'utf-16be', 'feff00fe004100fe001400fe004200fe000d000a'],
  ])('of Concordance is known and read in %s', async (_, encoding, hex) => {
    const bytes = Buffer.from(hex, 'hex')
    expect(encodingOf(bytes, concordance)).toBe(encoding)
    for (const length of [1, 2, 3, 100])
      expect(await read(cut(bytes, [length]), encoding, dat)).toEqual({ rows: heading, fault: null })
  })

  it('of Concordance has line ends as a sign of their own, and as they are, and its qualifier twice', () => {
    const text = 'þA\u0014,"þ\u0014þþ\u0014þx þþ y®zþ\r\nþ1\r\n2þ\u0014þ;þ\u0014þþ\r\n'
    expect(rowsOf([...text], dat)).toEqual([
      { line: 1, values: ['A\u0014,"', '', 'x þ y\nz'] },
      { line: 2, values: ['1\r\n2', ';', ''] },
    ])
  })

  it('of pages quotes nothing', () => {
    const text = 'NW000001,VOL001,IMAGES\\001\\"NW000001".tif,Y,,,2\r\n"NW000002,VOL001,x.tif,,,,\r\n'
    expect(valuesOf(rowsIn(text, { ...opticon, strict: true }))).toEqual([
      ['NW000001', 'VOL001', 'IMAGES\\001\\"NW000001".tif', 'Y', '', '', '2'],
      ['"NW000002', 'VOL001', 'x.tif', '', '', '', ''],
    ])
  })

  it('in another encoding than the one that was said is refused by its name, never read as one column', async () => {
    const bytes = Buffer.from('þAþ\u0014þBþ\r\n', 'latin1')
    const { rows, fault } = await read([bytes], encodingOf(bytes, concordance, 'utf-8'), dat)
    expect(rows).toEqual([])
    expect(fault).toMatchObject({ code: 'encoding', line: 1, message: expect.stringContaining('utf-8') })
  })

  it('tells the line of bytes that are of no encoding, and gives the rows before them', async () => {
    const value = fc.string({ unit: fc.constantFrom(...'aé漢😀\n"'), maxLength: 8 })
    const rows = fc.array(fc.array(value, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(rows, rows, lengths, async (good, bad, pieces) => {
        const before = written(good, commaSeparated, '\n')
        const bytes = Buffer.concat([
          Buffer.from(`${before}"x`),
          Buffer.from([0xff]),
          Buffer.from(`"\n${written(bad, commaSeparated, '\n')}`),
        ])
        const told = await read(cut(bytes, pieces), 'utf-8', strict)
        expect(valuesOf(told.rows)).toEqual(good)
        expect(told.fault).toMatchObject({ code: 'encoding', line: before.split('\n').length })
      }),
      { numRuns: runs(200) },
    )
    const cutOff = await read([Buffer.from('a\nb\n'), Buffer.from([0xc3])], 'utf-8', strict)
    expect([valuesOf(cutOff.rows), cutOff.fault?.line]).toEqual([[['a'], ['b']], 3])
    const shown = await read([Buffer.from([0x61, 0xff, 0x0a])], 'utf-8', lenient)
    expect(valuesOf(shown.rows)).toEqual([['a\uFFFD']])
  })
})

describe.skipIf(!hasCorpus)('real load files', () => {
  it.each([
    ['relativity/load_file_03.dat', concordance, 23],
    ['relativity/load_file_07_0.dat', concordance, 23],
    ['relativity/load_file_05.dat', { separator: '|', qualifier: '^', newline: null }, 23],
    ['relativity/Opticon_01.opt', opticon, 7],
  ])('have as many values in every row: %s', async (path, by, width) => {
    const bytes = corpusFile(`loadfiles/${path}`)
    const { rows, fault } = await read(cut(bytes, [7]), encodingOf(bytes, by), { ...by, strict: true })
    expect(fault).toBeNull()
    expect(rows.map(({ values }) => values.length)).toEqual(rows.map(() => width))
    expect(rows.map(({ line }) => line)).toEqual(rows.map((_, index) => index + 1))
  })
})

describe('the encoding of delimited text', () => {
  it('is that of its mark, else the one that was declared, else the likelier one', () => {
    const marked = Buffer.from('\ufeffa,b\n')
    expect(encodingOf(marked, commaSeparated, 'windows-1252')).toBe('utf-8')
    expect(encodingOf(Buffer.from('a,b\n'), commaSeparated, 'windows-1252')).toBe('windows-1252')
    expect(encodingOf(Buffer.from('Zoë,b\n'), commaSeparated)).toBe('utf-8')
    expect(encodingOf(Buffer.from('Zoë,b\n').subarray(0, 3), commaSeparated)).toBe('utf-8')
    expect(encodingOf(Buffer.from('Zoë,b\n', 'latin1'), commaSeparated)).toBe('windows-1252')
    // A value that is damaged does not hide what all delimiters say.
    const damaged = Buffer.concat([Buffer.from('þaþ\u0014þb'), Buffer.from([0xff]), Buffer.from('þ\n')])
    expect(encodingOf(damaged, concordance)).toBe('utf-8')
    expect(markedEncoding(Buffer.from('a'))).toBeNull()
  })
})

describe('the separator of a text', () => {
  const byRows = (text: string): string => separatorOf(text, usualSeparators, 50)
  const byHeading = (text: string): string => separatorOf(text, [',', ';', '\t'], 1)

  it('is what gives most rows the same number of values', () => {
    expect(byRows('a;b;c\n1,5;2,5;3\n')).toBe(';')
    expect(byRows('a\tb\n1,000\t2\n')).toBe('\t')
    expect(byRows('one\ntwo\n')).toBe(',')
    expect(byRows('a|b')).toBe('|')
  })

  it('is what the heading has most of outside of quotes, where only that counts', () => {
    expect(byHeading('a;b;c,d\n1,2,3')).toBe(';')
    expect(byHeading('a\tb\n')).toBe('\t')
    // What stands in quotes, and what stands below, parts nothing.
    expect(byHeading('"Issues; ""all""; of\r\nthem; there",Box\n1;2;3;4;5')).toBe(',')
    expect(byHeading('Disk 5";Box\n')).toBe(';')
    expect(byHeading('\r\n\r\na;b,c;d\n')).toBe(';')
  })

  it('is what the file says in a line of its own', () => {
    expect(toldSeparator('sep=|\na|b,c\n')).toBe('|')
    expect(toldSeparator('SEP=;\r\n')).toBe(';')
    expect(toldSeparator('sep="\n')).toBeNull()
    expect(toldSeparator('separate\n')).toBeNull()
  })

  it('counts the values of whole rows, and of what the text does not end where it is all', () => {
    expect(valueCounts('a,b\n\n"c,\n",d,e\nf', ',', 50, false)).toEqual([2, 3])
    expect(valueCounts('a,b\n\n"c,\n",d,e\nf', ',', 50, true)).toEqual([2, 3, 1])
    expect(valueCounts('a\nb\nc\n', ',', 2, true)).toEqual([1, 1])
  })
})
