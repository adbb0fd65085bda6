/** Layout, families, dates, ranges and what is compared when a volume is read back: the parts that need no record. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import { lfpLines } from '#server/platform/load-files/lfp.ts'
import { optLines } from '#server/platform/load-files/opt.ts'
import { presets } from '#server/production/record/presets.ts'
import { promised } from '#tests/runs.ts'
import { rangeAsked } from './byte-range.ts'
import { Continuity } from './continuity.ts'
import { coveredWords } from './covered-words.ts'
import { dateWriter } from './dates.ts'
import { kinOf } from './kin.ts'
import { beginsVolume, filesOf, VolumeLayout, volumeName } from './layout.ts'
import type { Planned } from './planned.ts'
import { producedCell } from './produced-fields.ts'
import { rowDigest } from './row-digest.ts'
import { pagesOf } from './write-load-files.ts'

const preset = (): ProductionSettings => {
  const [first] = presets
  if (first === undefined) throw new Error('There are no presets.')
  return { ...first.settings, numbering: { prefix: 'NW', digits: 6, level: 'page', start: 1 } }
}
const part = (kind: 'page' | 'pdf' | 'text' | 'workbook', extension: 'tif' | 'pdf' | 'txt' | 'xlsx') => ({
  ...{ kind, extension, at: 0, size: 10, crc32: 1, sha256: 'a'.repeat(64) },
})
const number = (at: number): string => `NW${String(at).padStart(6, '0')}`
const planned = (id: number, first: number, pages: number, more: Partial<Planned> = {}): Planned => ({
  ...{ place: id, documentId: id, familyId: id, parentId: null, treatment: 'images' },
  numbers: Array.from({ length: pages }, (_, page) => number(first + page)),
  ...{ first: number(first), last: number(first + pages - 1), designation: '', redacted: false },
  ...{ fileSha256: 'f'.repeat(64), isMail: false, sha256: 'b'.repeat(64), native: null },
  parts: [...Array.from({ length: pages }, () => part('page', 'tif')), part('text', 'txt')],
  ...more,
})

/** domain.md 1.6: a message of two pages with a spreadsheet, a redacted page, a withheld document. */
const mail = planned(1, 1, 2, { familyId: 1, isMail: true })
const sheet = planned(2, 3, 1, {
  ...{ familyId: 1, parentId: 1, treatment: 'native', designation: 'Confidential – Attorneys’ Eyes Only' },
  native: { sha256: 'f'.repeat(64), size: 500, crc32: 2, extension: 'xlsx' },
})
const memo = planned(3, 4, 1, { redacted: true })
const withheld = planned(4, 5, 1, { treatment: 'withheld', parts: [part('page', 'tif')] })

describe('a volume', () => {
  it('has folders by kind and names by first number', () => {
    const layout = new VolumeLayout(preset())
    const laid = [mail, sheet, memo, withheld].map((document) => layout.add(document))
    expect(laid.flatMap(filesOf).map(({ path }) => path)).toEqual([
      'IMAGES/001/NW000001.tif',
      'IMAGES/001/NW000002.tif',
      'TEXT/001/NW000001.txt',
      'IMAGES/001/NW000003.tif',
      'NATIVES/001/NW000003_CONFIDENTIAL_ATTORNEYS_EYES_ONLY.xlsx',
      'TEXT/001/NW000003.txt',
      'IMAGES/001/NW000004.tif',
      'TEXT/001/NW000004.txt',
      'IMAGES/001/NW000005.tif',
    ])
    const images = laid.slice(0, 2).map((one, at) => ({
      ...{ volume: 'VOL001', isAttachment: at === 1, pages: pagesOf(one) },
    }))
    expect(images.map(optLines).join('')).toBe(
      'NW000001,VOL001,IMAGES\\001\\NW000001.tif,Y,,,2\r\n' +
        'NW000002,VOL001,IMAGES\\001\\NW000002.tif,,,,\r\n' +
        'NW000003,VOL001,IMAGES\\001\\NW000003.tif,Y,,,1\r\n',
    )
    expect(images.map(lfpLines).join('')).toBe(
      'IM,NW000001,D,0,@VOL001;IMAGES\\001;NW000001.tif;2\r\n' +
        'IM,NW000002,,0,@VOL001;IMAGES\\001;NW000002.tif;2\r\n' +
        'IM,NW000003,C,0,@VOL001;IMAGES\\001;NW000003.tif;2\r\n',
    )
  })

  it('says in the attachment fields what receivers expect [enum-bates-fields]', () => {
    const { loadFile } = preset()
    const row = (family: readonly Planned[], document: Planned, standAlone: 'range' | 'blank' = 'range') => {
      const kin = kinOf(family).get(document.documentId)
      const laid = new VolumeLayout(preset()).add(document)
      if (kin === undefined) throw new Error('It is not of the family.')
      return (
        [
          ...(['Begin_Bates', 'End_Bates', 'Begin_Attach', 'End_Attach', 'Attachment_Range'] as const),
          ...(['Parent_Bates', 'Child_Bates', 'Withheld', 'Redacted'] as const),
        ] as const
      ).map((field) => producedCell(field, laid, kin, { ...loadFile, standAlone }))
    }
    const [one, two, three, four, five] = [1, 2, 3, 4, 5].map(number)
    const range = [one, three, `${one}-${three}`]
    const family = [mail, sheet]
    expect(row(family, mail)).toEqual([one, two, ...range, '', [three], 'No', 'No'])
    expect(row(family, sheet)).toEqual([three, three, ...range, one, [], 'No', 'No'])
    expect(row([memo], memo)).toEqual([four, four, four, four, `${four}-${four}`, '', [], 'No', 'Yes'])
    expect(row([withheld], withheld, 'blank')).toEqual([five, five, '', '', '', '', [], 'Yes', 'No'])
  })

  it('names the top parent, even of what lies in an attachment', () => {
    const inner = planned(9, 4, 1, { familyId: 1, parentId: 2 })
    const kin = kinOf([mail, sheet, inner])
    expect(kin.get(9)?.parent).toBe('NW000001')
    expect(kin.get(1)?.children).toEqual(['NW000003', 'NW000004'])
    expect(kin.get(2)?.children).toEqual([])
  })

  it('begins a folder where the pages of a document do not fit, and never has more files in one', () => {
    const { volume, ...settings } = preset()
    const layout = new VolumeLayout({ ...settings, volume: { ...volume, filesPerFolder: 3 } })
    const folders = [planned(1, 1, 2), planned(2, 3, 2), planned(3, 5, 5)].map((document) =>
      layout.add(document).images.map(({ path }) => path.split('/')[1]),
    )
    expect(folders).toEqual([
      ['001', '001'],
      ['002', '002'],
      ['002', '003', '003', '003', '004'],
    ])
  })

  it('is followed by one that counts on, and no family is split', () => {
    expect([1, 2, 10].map((volume) => volumeName('VOL099', volume))).toEqual(['VOL099', 'VOL100', 'VOL108'])
    const limit = { volume: { ...preset().volume, gigabytes: 1 } }
    expect(beginsVolume(limit, 600_000_000, 400_000_001)).toBe(true)
    expect(beginsVolume(limit, 600_000_000, 400_000_000)).toBe(false)
    expect(beginsVolume(limit, 0, 9_000_000_000)).toBe(false)
  })
})

it('dates are written in the zone of the project, and days as they are', () => {
  const { instant, day } = dateWriter({ form: 'MM/DD/YYYY', time: true }, 'America/New_York')
  expect(instant('2021-03-01T04:30:05Z')).toBe('02/28/2021 23:30:05')
  expect(day('2021-03-01')).toBe('03/01/2021')
  expect(dateWriter({ form: 'YYYYMMDD', time: false }, 'UTC').instant('2021-03-01T00:00:00Z')).toBe(
    '20210301',
  )
})

it('a gap, a number twice and a foreign number are seen', () => {
  const { numbering } = preset()
  const after = (...documents: string[][]) => {
    const numbers = new Continuity(numbering, 1)
    return documents.map((pages) => numbers.pages(pages) === null)
  }
  expect(after(['NW000001', 'NW000002'], ['NW000003'])).toEqual([true, true])
  expect(after(['NW000001'], ['NW000003'])).toEqual([true, false])
  expect(after(['NW000001'], ['NW000001'])).toEqual([true, false])
  expect(after(['XX000001'])).toEqual([false])
  const byDocument = new Continuity({ ...numbering, level: 'document' }, 7)
  expect(byDocument.pages(['NW000007', 'NW000007_0002'])).toBeNull()
  expect(byDocument.pages(['NW000008', 'NW000008_0003'])).not.toBeNull()
})

it('a row is known again by what a load file may change of it, and by nothing else', () => {
  const record = ['Windows® 11\u0000', 'one\r\ntwo', ['Rivera; Ana', ' Chen ', '']]
  const read = ['Windows(R) 11', 'one\ntwo', 'Rivera, Ana;Chen']
  expect(rowDigest(read, 'utf-8')).toEqual(rowDigest(record, 'utf-8'))
  expect(rowDigest(['漢'], 'windows-1252')).toEqual(rowDigest(['?'], 'windows-1252'))
  expect(rowDigest(['a', 'b'], 'utf-8')).not.toEqual(rowDigest(['ab', ''], 'utf-8'))
})

it('words under boxes are covered unless they stand open elsewhere', () => {
  const redaction = { page: 0, kind: 'words' as const, label: '', boxes: [...box(1), ...box(2)] }
  const pages = [{ text: 'The Larkspur price\nof Larkspur-Gas', boxes: [0, 1, 2, 3, 4].flatMap(box) }]
  expect(coveredWords(pages, [redaction])).toEqual(new Set(['price']))
  const inverse = { ...redaction, kind: 'inverse' as const, boxes: box(0) }
  expect(coveredWords(pages, [inverse])).toEqual(new Set(['larkspur', 'price', 'gas']))
  expect(coveredWords(pages, [{ ...redaction, page: 1 }])).toEqual(new Set())
})
const box = (at: number): number[] => [at * 1000, 0, at * 1000 + 900, 100]

describe('a range of bytes', () => {
  const zip = { bytes: 100, tag: '"a"' }
  const asked = (range: string | undefined, condition?: string) => rangeAsked({ range, condition }, zip)

  it('is what was asked for, or all of it', () => {
    expect(asked('bytes=0-9')).toEqual({ from: 0, to: 10 })
    expect(asked('bytes=90-')).toEqual({ from: 90, to: 100 })
    expect(asked('bytes=-5')).toEqual({ from: 95, to: 100 })
    expect(asked('bytes=90-500', '"a"')).toEqual({ from: 90, to: 100 })
    for (const all of [undefined, 'bytes=0-1,5-6', 'bytes=5-1', 'pages=1-2', 'bytes=-'])
      expect(asked(all)).toBeNull()
    expect(asked('bytes=0-9', '"b"')).toBeNull()
    for (const outside of ['bytes=100-', 'bytes=-0']) expect(asked(outside)).toBe('outside')
  })

  promised('lies within the bytes, whatever is asked', [200, 20_000], (cases) => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,4}-\d{0,4}$/), fc.nat({ max: 2_000 }), (text, most) => {
        const range = rangeAsked(
          { range: `bytes=${text}`, condition: undefined },
          { bytes: most + 1, tag: '' },
        )
        if (range !== null && range !== 'outside')
          expect(0 <= range.from && range.from < range.to && range.to <= most + 1).toBe(true)
      }),
      { numRuns: cases },
    )
  })
})
