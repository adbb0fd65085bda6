/** Real containers, where they are present beside the project; skipped, and saying so, where they are not. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { linesOf, resumed, walked } from '#tests/fixtures/walked.ts'
import { inDeepRun } from '#tests/runs.ts'
import type { Step } from './step.ts'

const corpus = fileURLToPath(new URL('../../../../shared/corpus/', import.meta.url))
const present = existsSync(corpus)
if (!present) console.warn('The real containers are not here: the tests on them are skipped.')

const steps = (name: string, passwords: readonly string[] = []): Promise<readonly Step[]> =>
  walked(name.split('/').at(-1) ?? '', readFileSync(join(corpus, name)), { passwords })

/** Paths with their sizes; what failed with its code. */
const listed = (all: readonly Step[]): string[] =>
  all
    .filter(({ kind }) => kind !== 'container')
    .map((step) => {
      const path = step.path.slice(1).join(' | ')
      return step.kind === 'item'
        ? `${path} ${step.bytes.length}`
        : `${path} ${step.kind === 'failed' && step.code}`
    })

/** As `tar tvf` lists test-documents.tar. */
const documents = [
  'testEXCEL.xls 13824',
  'testHTML.html 167',
  'testOpenOffice2.odt 26448',
  'testPDF.pdf 34824',
  'testPPT.ppt 16384',
  'testRTF.rtf 3410',
  'testTXT.txt 49',
  'testWORD.doc 19456',
  'testXML.xml 766',
]

describe.skipIf(!present)('real containers', () => {
  it.each([
    ['7z', ''],
    ['tar', ''],
    ['tar.Z', 'test-documents.tar | '],
    ['tgz', 'test-documents.tar | '],
  ])('the same documents come out of test-documents.%s', async (type, inside) => {
    const sums = (all: readonly Step[]): string[] =>
      all.flatMap((step) =>
        step.kind === 'item'
          ? [`${step.path.at(-1)} ${createHash('sha256').update(step.bytes).digest('hex')}`]
          : [],
      )
    const all = await steps(`containers/test-documents.${type}`)
    expect(listed(all).toSorted()).toEqual(documents.map((line) => `${inside}test-documents/${line}`))
    expect(sums(all).toSorted()).toEqual(sums(await steps('containers/test-documents.tar')).toSorted())
  })

  // By Python's zipfile with the charset of the place, by gunzip, bunzip2, lz4 and openssl, and by looking.
  it.each<[string, readonly string[]]>([
    ['gbk.zip', ['审计压缩包文件检索测试/集团邮件审计系统2021年自动巡检需求文档_V4.0.doc 0']],
    ['testZipEntryNameCharsetShiftSJIS.zip', ['文章1.txt 24', '文章2.txt 24']],
    ['testEmbedded.zip', ['test1.txt 13', 'test2.txt 13']],
    ['testTika4424.zip', ['LO455-26eb80d3.kml 577611', 'LO455_26eb80d3.csv 26505']],
    [
      'testZip_with_DataDescriptor2.zip',
      ['mimetype 0', 'source.xml 502', 'code.bin 972', 'META-INF/manifest.xml 827'],
    ],
    [
      'test-nested-tarball.tar',
      ['folderContainingTgz/inner/nested.tgz | nested.tar | folderWithinTgz/testTXT.txt 49'],
    ],
    ['testTAR_no_magic.tar', ['Lorem ipsum 1 140814', 'Lorem ipsum 2 6078', 'Lorem ipsum 3 6078']],
    ['testARofText.ar', ['testTXT.txt 47']],
    ['testARofSND.ar', ['testAU.au 3868']],
    ['bob.gz', ['bob 11']],
    ['multiple.gz', ['multiple 2']],
    ['test-bz2.txt.bz2', ['test-bz2.txt 12']],
    ['testLZ4-framed.lz4', ['testLZ4-framed 152']],
    ['testODTBodyListOpenClose.xml.gz', ['testODTBodyListOpenClose.xml 58374']],
    ['gzip_extra_sl.warc.gz', []],
    ['testWARC_multiple.warc', ['russellvets.org 8497', 'kendrick_joseph_b.jpg 1916']],
    [
      'testWARC_multiple.warc.gz',
      ['russellvets.org 8497', 'kendrick_joseph_b.jpg 1916'].map(
        (line) => `testWARC_multiple.warc | ${line}`,
      ),
    ],
    ['Test1.txt.tsd', ['Test1.txt 14']],
    ['testPKCS7_compressed_def_short.p7z', ['testPKCS7_compressed_def_short | a 0']],
    [
      'test-documents-spanned.zip',
      [
        'testTXT.txt 49',
        'testWORD.doc 19456',
        'testXML.xml 766',
        ...documents.slice(0, 6).map((line) => `${line.split(' ')[0]} missing`),
        ' containerPartial',
      ],
    ],
  ])('%s holds what other programs find in it', async (name, expected) => {
    expect(listed(await steps(`containers/${name}`))).toEqual(expected)
  })

  it('opens what is encrypted with the password that is known, and says what it could not open', async () => {
    const known = ['nothing', 'Tika', 'password']
    expect(linesOf(await steps('encrypted/full_encrypted.7z', known))).toEqual(['test.txt = test', 'end of '])
    expect(listed(await steps('encrypted/test7Z_protected_passTika.7z', known))).toEqual(['text.txt 124'])
    const rar = 'encrypted/test-documents-enc.rar'
    expect(await steps(rar, known)).toMatchObject([
      { kind: 'failed', code: 'encrypted', bytes: readFileSync(join(corpus, rar)) },
    ])
    expect(listed(await steps('encrypted/testZipEncrypted.zip', known))).toEqual([
      'unencrypted.txt 13',
      'encrypted.txt encrypted',
    ])
  })

  it('stops at archives that hold themselves', async () => {
    const reason = 'It is the same as an archive that it is in.'
    expect(linesOf(await steps('bad-input/droste.zip'))).toEqual([
      'droste.jpg = 13760',
      `droste.zip: tooDeep: ${reason}`,
      'end of ',
    ])
    const bytes = readFileSync(join(corpus, 'bad-input/quine.gz'))
    expect(await steps('bad-input/quine.gz')).toMatchObject([
      { kind: 'failed', path: ['quine.gz', 'quine'], code: 'tooDeep', reason, bytes },
      { kind: 'container', path: ['quine.gz'] },
    ])
  })

  it('is soon done with whatever is bad, in little memory', async () => {
    const names = readdirSync(join(corpus, 'bad-input')).filter((name) => /\.(zip|gz|Z|tar|tsd)$/.test(name))
    expect(names.length).toBeGreaterThan(8)
    for (const name of names) {
      const before = process.memoryUsage().rss
      expect(await steps(`bad-input/${name}`)).not.toHaveLength(0)
      expect(process.memoryUsage().rss - before).toBeLessThan(500e6)
    }
  }, 60_000)

  it('goes on behind any step as if it had not been left', { ...inDeepRun, timeout: 60_000 }, async () => {
    const names = [
      'containers/test-nested-tarball.tar',
      'containers/testWACZ.wacz',
      'encrypted/testZipEncrypted.zip',
      // Stops at what it may expand to.
      'containers/TIKA-216.tgz',
    ]
    for (const name of [...names, 'containers/test-documents.7z', 'containers/test-documents-spanned.zip']) {
      const all = await steps(name)
      const bytes = readFileSync(join(corpus, name))
      for (let from = 0; from < all.length; from += Math.ceil(all.length / 12)) {
        const again = await resumed(
          all,
          (doneUpTo) => walked(name.split('/')[1] ?? '', bytes, { doneUpTo }),
          from,
        )
        expect(again.given).toEqual(again.left)
      }
    }
  })
})
