/**
 * Volumes are read by programs and readers that share no code with the product: zips by 7-Zip, unzip, bsdtar and Python, TIFFs by
 * libtiff, PDFs by qpdf and poppler, XML by libxml, lists by readers that stand in tests/support. What they say is what the plan
 * says, in each form, encoding and numbering.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import { openVolumes } from '#server/production/volumes/open.ts'
import { message } from '#tests/fixtures/mail.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { writeBook } from '#tests/fixtures/sheets.ts'
import {
  type Coding,
  type Page,
  type Rows,
  readCsv,
  readDat,
  readLfp,
  readOpt,
} from '#tests/support/load-file-readers.ts'
import { withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { productionsOf } from './produced.ts'

withoutAnalysis()

const programs = ['7z', 'unzip', 'bsdtar', 'python3', 'tiffinfo', 'qpdf', 'pdfinfo', 'pdftotext', 'xmllint']
const missing = programs.filter((name) => spawnSync(name, ['--version']).error !== undefined)
if (missing.length > 0)
  console.log(`Volumes are not read by others: there is no ${missing.join(', no ')} here.`)

/** What they say, on either stream; throws where they end with a fault. */
function said(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stdout}${stderr}`)
  return stdout + stderr
}

const pythonTests = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    sys.stdout.buffer.write("\\n".join(i.filename for i in z.infolist()).encode())
`
const filesIn = (lines: readonly string[]): string[] =>
  lines.filter((line) => line !== '' && !line.endsWith('/')).toSorted()

/** A page of shades, which leaves as a JPEG. */
const shaded = `/Resources << /Font << /F 3 0 R >> /Shading << /S << /ShadingType 2 /ColorSpace /DeviceRGB
  /Coords [0 0 612 792] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >> >> >>`
const attached = Buffer.from('name,amount\nLee,12\nKim,7\n')
const subject = 'Budget for the "well", þ and ® – Größe; 5 €'
const files: Readonly<Record<string, Buffer>> = {
  'mail.eml': message({
    ...{ id: 'budget', subject, text: 'See the table.\n' },
    attachments: [
      { name: 'amounts.csv', type: 'text/csv', bytes: attached },
      {
        ...{ name: 'inner.eml', type: 'message/rfc822' },
        bytes: message({ id: 'inner', subject: 'Forwarded', text: 'Below.\n' }),
      },
    ],
  }),
  'contract.pdf': pdf({
    pages: [
      { content: show('The price of Larkspur stays', 72, 700) },
      { content: `/S sh\n${show('Appendix')}`, entries: shaded },
    ],
  }),
  'plain.pdf': pdf({ pages: Array.from({ length: 3 }, (_, page) => ({ content: show(`Sheet ${page}`) })) }),
  'counsel.eml': message({ id: 'counsel', subject: 'Zebrafish advice', text: 'Counsel says zanzibar.\n' }),
  'pay.xlsx': writeBook(
    [
      {
        name: 'Pay',
        rows: [
          ['Ana', 'Bonus of Larkspur'],
          ['Ben', 'Plain'],
        ],
      },
    ],
    'xlsx',
  ),
}

describe.skipIf(missing.length > 0)('a volume that is read by others (SQLite)', () => {
  let intake: Intake
  let productions: ReturnType<typeof productionsOf>
  let commercial: ProductionSettings
  beforeAll(async () => {
    intake = await startIntake('sqlite')
    await intake.server.user({ role: 'SystemAdmin' })
    productions = productionsOf(intake)
    const ids = new Map<string, number>()
    for (const [name, bytes] of Object.entries(files))
      ids.set(name, await productions.imported(intake.write(name, bytes)))
    await productions.cover(ids.get('contract.pdf') ?? 0, 'Larkspur')
    await productions.coverCells(ids.get('pay.xlsx') ?? 0, 'B1')
    commercial = {
      ...(await productions.template('Commercial')),
      withheld: [{ query: 'zanzibar', slipSheet: { text: 'DOCUMENT WITHHELD' } }],
      designations: [{ query: 'Subject:budget', text: 'CONFIDENTIAL' }],
    }
  })
  afterAll(() => intake.close())

  interface Read {
    readonly names: readonly string[]
    readonly fileOf: (path: string) => Buffer
    readonly pathOf: (path: string) => string
  }

  /** Writes the zip down, has all four list and test it, and unpacks it. */
  const opened = (production: number, { name, zip }: { name: string; zip: Buffer }): Read => {
    const path = join(intake.folder, `${production}-${name}.zip`)
    const out = join(intake.folder, `${production}-${name}`)
    writeFileSync(path, zip)
    mkdirSync(out)
    const tested = said('7z', ['t', path])
    expect(tested).toContain('Everything is Ok')
    expect(tested).not.toMatch(/warning|error/i)
    expect(said('unzip', ['-t', path])).toContain('No errors detected')
    said('bsdtar', ['-xf', path, '-C', out])
    const lists = {
      bsdtar: said('bsdtar', ['-tf', path]).split('\n'),
      unzip: said('unzip', ['-Z1', path]).split('\n'),
      python: said('python3', ['-c', pythonTests, path]).split('\n'),
      sevenZip: [...said('7z', ['l', '-slt', path]).matchAll(/^Path = (.+)$/gm)].flatMap(([, one = '']) =>
        one === path ? [] : one,
      ),
    }
    const names = filesIn(lists.python)
    for (const [by, list] of Object.entries(lists)) expect([by, filesIn(list)]).toEqual([by, names])
    const unpacked = readdirSync(out, { recursive: true, withFileTypes: true })
    expect(unpacked.filter((entry) => entry.isFile()).length).toBe(names.length)
    const pathOf = (file: string) => join(out, name, file)
    return {
      names: names.map((one) => one.slice(name.length + 1)),
      ...{ pathOf, fileOf: (file) => readFileSync(pathOf(file)) },
    }
  }

  /** One bit, Group 4, 300 dpi, one directory each, and nothing that libtiff wonders about. */
  const areGroup4 = (paths: readonly string[]): void => {
    if (paths.length === 0) return
    const told = said('tiffinfo', paths)
    expect(told).not.toMatch(/warning|error/i)
    for (const wanted of [
      ...[/^TIFF Directory at offset/gim, /Compression Scheme: CCITT Group 4$/gm, /Bits\/Sample: 1$/gm],
      ...[/Resolution: 300, 300 pixels\/inch$/gm, /Photometric Interpretation: min-is-white$/gm],
      /Image Width: 2550 Image Length: 3300$/gm,
    ])
      expect([wanted, told.match(wanted)?.length]).toEqual([wanted, paths.length])
  }

  /** Answers what poppler reads of it. */
  const pdfText = (path: string, pages: number): string => {
    const checked = said('qpdf', ['--check', path])
    expect(checked).toMatch(/No syntax or stream encoding errors found/)
    expect(checked).not.toMatch(/warning/i)
    expect(said('pdfinfo', [path])).toMatch(new RegExp(`^Pages: +${pages}$`, 'm'))
    return said('pdftotext', ['-enc', 'UTF-8', path, '-'])
  }

  const isWellFormed = (path: string, ask: string): string => {
    said('xmllint', ['--noout', '--nonet', path])
    return said('xmllint', ['--xpath', ask, path]).trim()
  }

  /** What all say together of a production. */
  async function compared(productionId: number, settings: ProductionSettings, coding: Coding) {
    const plan = await productions.planOf(productionId)
    const volumes = (await productions.volumesOf(productionId)).map((one) => ({
      ...one,
      ...opened(productionId, one),
    }))
    const [dat, csv, opt, lfp]: [Rows, Rows, Page[], Page[]] = [[], [], [], []]
    const xml: string[] = []
    const texts: string[] = []
    for (const { name, names, fileOf, pathOf } of volumes) {
      const data = (format: string) => fileOf(`DATA/${name}.${format}`)
      const [ownRows, ownPages] = [readDat(data('dat'), coding), readOpt(data('opt'))]
      dat.push(...ownRows)
      csv.push(...readCsv(data('csv'), coding))
      opt.push(...ownPages)
      lfp.push(...readLfp(data('lfp')))
      const ids = isWellFormed(pathOf(`DATA/${name}.xml`), '//Document/@DocID')
      xml.push(...[...ids.matchAll(/DocID="([^"]+)"/g)].map(([, id = '']) => id))
      // Every file is named, and every file that is named is there.
      const named = (column: string) =>
        ownRows.map((row) => (row[column] ?? '').replaceAll('\\', '/')).filter((path) => path !== '')
      const listed = [
        ...new Set([...ownPages.map(({ path }) => path), ...named('NATIVELINK'), ...named('TEXTLINK')]),
      ]
      const kept = [
        'COVER.txt',
        'MANIFEST.csv',
        ...settings.loadFile.formats.map((format) => `DATA/${name}.${format}`),
      ]
      expect([...listed, ...kept].toSorted()).toEqual([...names].toSorted())
      expect(ownPages.every((page) => page.volume === name)).toBe(true)
      for (const { FILE = '', BYTES, SHA256 } of manifestOf(fileOf('MANIFEST.csv'))) {
        const bytes = fileOf(FILE)
        expect([FILE, bytes.length, sha256(bytes)]).toEqual([FILE, Number(BYTES), SHA256])
      }
      areGroup4(names.filter((one) => one.endsWith('.tif')).map(pathOf))
      for (const path of names.filter((one) => one.endsWith('.jpg')))
        expect(fileOf(path).subarray(0, 3).toString('hex')).toBe('ffd8ff')
      for (const path of names.filter((one) => one.endsWith('.pdf') && one.startsWith('IMAGES/'))) {
        const { pages = 0 } = ownPages.find((page) => page.path === path) ?? {}
        texts.push(pdfText(pathOf(path), pages ?? 0))
      }
      for (const path of names.filter((one) => one.endsWith('.txt')))
        texts.push(fileOf(path).toString('utf8'))
    }
    expect(dat.map((row) => [row.BEGDOC, row.ENDDOC, Number(row.PGCOUNT)])).toEqual(
      plan.map(({ first, last, pages }) => [first, last, pages]),
    )
    // In a DAT the sign stands for a line end.
    expect(csv.map(plainLines)).toEqual(dat.map(plainLines))
    expect(xml).toEqual(plan.map(({ first }) => first))
    const begun = opt.filter(({ begins }) => begins)
    expect(begun.map(({ number, pages }) => [number, pages])).toEqual(
      plan.map(({ first, pages }) => [first, pages]),
    )
    expect(lfp.filter(({ begins }) => begins).map(({ number }) => number)).toEqual(
      plan.map(({ first }) => first),
    )
    expect(lfp.length).toBe(plan.reduce((sum, { pages }) => sum + pages, 0))
    expect(new Set(lfp.map(({ number }) => number)).size).toBe(lfp.length)
    // Where a page is a file, both lists say the same.
    if (settings.images.format === 'tiff')
      expect(opt.map(({ number, path }) => [number, path])).toEqual(
        lfp.map(({ number, path }) => [number, path]),
      )
    return { plan, volumes, dat, lfp, texts: texts.join('\n') }
  }
  const manifestOf = (bytes: Buffer): Rows => {
    const [heading = '', ...lines] = bytes
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimEnd()
      .split('\r\n')
    const columns = heading.split(',')
    return lines.map((line) =>
      Object.fromEntries(line.split(',').map((value, at) => [columns[at] ?? '', value])),
    )
  }
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const plainLines = (row: Readonly<Record<string, string>>) =>
    Object.values(row).map((value) => value.replaceAll('®', '(R)'))
  const formats: ProductionSettings['loadFile']['formats'] = ['dat', 'opt', 'csv', 'lfp', 'xml']

  it('in pages of Group 4 and JPEG, files, texts, a redacted workbook and UTF-8, over several volumes', async () => {
    const settings: ProductionSettings = {
      ...commercial,
      numbering: { prefix: 'NW', digits: 6, level: 'page', start: null },
      loadFile: { ...commercial.loadFile, formats },
    }
    const { volumes } = intake.server.services
    const small = openVolumes({ ...intake.server.services, gigabyte: 100_000 / commercial.volume.gigabytes })
    vi.spyOn(volumes, 'write').mockImplementation(small.write)
    const {
      plan,
      dat,
      texts,
      volumes: zips,
      lfp,
    } = await compared(await productions.produce('Pages', settings), settings, 'utf-8')
    expect(zips.length).toBeGreaterThan(1)
    expect(lfp.map(({ number }) => number)).toEqual(
      lfp.map((_, page) => `NW${String(page + 1).padStart(6, '0')}`),
    )
    const names = zips.flatMap((zip) => zip.names)
    for (const ending of ['tif', 'jpg', 'csv', 'xlsx'])
      expect(names.filter((one) => one.endsWith(`.${ending}`))).not.toEqual([])
    const [mail] = dat
    expect(mail?.SUBJECT).toBe(subject.replace('®', '(R)'))
    expect(mail?.CONFIDENTIALITY).toBe('CONFIDENTIAL')
    const holding = zips.find((zip) => zip.names.some((one) => one.endsWith('.xlsx')))
    const book = holding?.names.find((one) => one.endsWith('.xlsx')) ?? ''
    const inside = said('7z', ['x', '-so', holding?.pathOf(book) ?? ''])
    expect([inside.includes('Plain'), inside.includes('Larkspur')]).toEqual([true, false])
    expect(texts).toContain('price of')
    expect(texts).not.toMatch(/Larkspur|zanzibar|Zebrafish/)
    expect(plan.filter(({ treatment }) => treatment === 'withheld').length).toBe(1)
  }, 120_000)

  it('in PDFs and UTF-16, by numbers of documents', async () => {
    const settings: ProductionSettings = {
      ...commercial,
      numbering: { prefix: 'DOC-', digits: 5, level: 'document', start: 41 },
      images: { format: 'pdf', color: 'jpeg' },
      loadFile: { ...commercial.loadFile, formats, encoding: 'utf-16le' },
    }
    const { plan, dat, texts, lfp } = await compared(
      await productions.produce('Documents', settings),
      settings,
      'utf-16le',
    )
    expect(plan.map(({ first }) => first)).toEqual(
      plan.map((_, at) => `DOC-${String(41 + at).padStart(5, '0')}`),
    )
    expect(lfp.find(({ begins }) => !begins)?.number).toMatch(/^DOC-\d{5}_0002$/)
    expect(dat[0]?.SUBJECT).toBe(subject.replace('®', '(R)'))
    // Poppler finds the words that are still there on the pages, and none that is covered or withheld.
    expect(texts).toMatch(/The price of\s+stays/)
    expect(texts).toContain('Sheet 2')
    expect(texts).not.toMatch(/Larkspur|zanzibar|Zebrafish/)
  }, 120_000)

  it('in black and white and Windows-1252', async () => {
    const settings: ProductionSettings = {
      ...commercial,
      numbering: { prefix: 'BW', digits: 7, level: 'page', start: 1 },
      images: { format: 'tiff', color: 'blackAndWhite' },
      loadFile: { ...commercial.loadFile, formats, encoding: 'windows-1252' },
    }
    const first = await productions.produce('Black and white', settings)
    const { dat, volumes } = await compared(first, settings, 'windows-1252')
    expect(dat[0]?.SUBJECT).toBe(subject.replace('®', '(R)'))
    expect(volumes.flatMap(({ names }) => names).filter((name) => name.endsWith('.jpg'))).toEqual([])
  }, 120_000)
})
