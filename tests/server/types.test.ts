/** Every type of file that is to be read: one of each is brought in, and words of it are in the record. */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { lockedReason } from '#server/intake/processing/archives/archive.ts'
import { envelopedData } from '#tests/fixtures/cms.ts'
import { tags } from '#tests/fixtures/msg.ts'
import { content, xz, zst } from '#tests/fixtures/packed.ts'
import { blue, red, tiff } from '#tests/fixtures/pictures.ts'
import { pst } from '#tests/fixtures/pst.ts'
import { rar4, rar5 } from '#tests/fixtures/rar.ts'
import { startServer, type TestServer } from './harness.ts'

const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))
const present = existsSync(corpus)
if (!present) console.warn('The real documents are not here: the tests on them are skipped.')

/** Their words as the programs show them that made them. */
const types: readonly (readonly [type: string, file: string, words: string])[] = [
  ['tar of tgz', 'containers/test-nested-tarball.tar', "Test d'indexation de Txt"],
  ['spanned zip', 'containers/test-documents-spanned.zip', 'This is a sample Microsoft Word Document.'],
  ['zip', 'containers/testEmbedded.zip', 'Test 2 text.'],
  ['zip with odd names', 'containers/testZipEntryNameCharsetShiftSJIS.zip', 'あいうえお'],
  ['7z', 'containers/test-documents.7z', 'Sample Excel Worksheet - Numbers and their Squares'],
  ['tar', 'containers/testTAR_no_magic.tar', 'Lorem ipsum'],
  ['gz', 'containers/bob.gz', 'hello world'],
  ['bz2', 'containers/test-bz2.txt.bz2', 'Hello World'],
  ['lz4', 'containers/testLZ4-framed.lz4', 'qwertyuiop'],
  ['PST', 'mail-formats/testPST.pst', 'PreviousMapFeatureGenerator'],
  ['MSG', 'mail-formats/testMSG.msg', 'making the type detection code'],
  ['contact of Outlook', 'mail-formats/testMSG_Contact.msg', 'Company: Fence Co'],
  ['EML', 'mail-formats/testLotusEml.eml', 'Message body'],
  ['mbox', 'mail-formats/complex.mbox', 'MapCompletionEvents are generated'],
  ['emlx', 'mail-formats/testEMLX.emlx', 'Julien'],
  ['TNEF', 'mail-formats/testWINMAIL.dat', 'Five files from Hell!'],
  ['ICS', 'mail-formats/testICalendar.ics', 'Susi Hyldgaard - Festival International de Jazz'],
  ['S/MIME, signed', 'mail-formats/test.xml.p7m', 'SelfDescription version="1.0.0"'],
  ['Slack export', 'chats/slack-export-testarchive.zip', 'enrique'],
  ['doc', 'office/testWORD_features.doc', 'Lorem ipsum dolor sit amet, consectetur'],
  ['docx', 'office/testComment.docx', 'Michael McCandless (2011-09-17): Here is a comment'],
  ['xls', 'office/testEXCEL_hyperlinks.xls', 'Text box'],
  ['xlsx', 'office/testEXCEL_hyperlinks.xlsx', 'linked_file.txt.htm'],
  ['xlsb', 'office/testEXCEL_charts.xlsb', 'wants a peach'],
  ['ods', 'office/testFooter.ods', 'Here is a footer in the center area'],
  ['odt', 'office/testFooter.odt', 'Here is footer text'],
  ['ppt', 'office/testPPT_comment.ppt', "I'm afraid I'm going to have to ask you"],
  ['pptx', 'office/testPPT.pptx', 'This is a test file data with the same content'],
  ['rtf', 'office/testComment.rtf', 'Michael McCandless: Here is a comment'],
  ['pdf', 'pdf/testPDFVarious.pdf', 'This is the footer text.'],
  ['html', 'text/testHTML_charset_utf8.html', 'This is a sample text'],
  ['mhtml', 'text/testMHTMLFirefox.mhtml', 'a Java framework for getting data and metadata'],
  ['csv', 'text/testCSV.csv', 'Sample CSV File - Numbers and their Squares'],
  ['txt', 'text/testTXT_win-1252.txt', '“windows” encoding'],
  ['epub', 'containers/testEPUB_xml_ext.epub', 'It was a bright cold day in April'],
  ['OneNote', 'office/testOneNote3.one', 'neat info about totally killin it bro'],
  ['Visio', 'office/testVISIO_text.vsdx', 'Text, text, everywhere!'],
  ['Publisher', 'office/testPUBLISHER.pub', '0123456789abcdef'],
  ['Pages', 'office/testPages.pages', 'A text box with text.'],
  ['XPS', 'pdf/testPPT.xps', 'Attachment Test'],
]

describe.skipIf(!present)('every type of file', () => {
  let server: TestServer
  let texts: ReadonlyMap<string, string>
  const folder = mkdtempSync(join(tmpdir(), 'affiant-types-'))
  beforeAll(async () => {
    server = await startServer()
    await server.user({ role: 'SystemAdmin' })
    const company = await server.company()
    const found = new Map<string, string>()
    // Those of one project are no duplicates of each other.
    for (const some of [types.slice(0, 1), types.slice(1, 2), types.slice(2)]) {
      const projectId = await server.project(company)
      for (const [, file] of some) copyFileSync(join(corpus, file), join(folder, basename(file)))
      const { jobId } = await importPath(server.services, { path: folder, projectId, custodian: 'Reyes' })
      await settledJob(server.services, jobId)
      const rows = await server.services.records.read
        .selectFrom('document as d')
        .innerJoin('document_text as t', 't.document_id', 'd.document_id')
        .select(['d.source_path', 't.text'])
        .where('d.project_id', '=', projectId)
        .execute()
      for (const [, file] of some) {
        const own = rows.filter(({ source_path }) => JSON.parse(source_path).includes(basename(file)))
        found.set(file, own.map(({ text }) => text).join('\n'))
        rmSync(join(folder, basename(file)))
      }
    }
    texts = found
  }, 300_000)
  afterAll(async () => {
    await server?.close()
    rmSync(folder, { recursive: true })
  })

  it.each(types)('is read: %s', (_, file, words) => {
    expect(texts.get(file)).toContain(words)
  })
})

/** What comes of a file: each document by its title, what it is, and words of its text. */
interface Coming {
  readonly documents: readonly (readonly [title: string, kind: string, words: string | null])[]
  /** At a document or instead of one: its name, its code and why. */
  readonly exceptions?: readonly (readonly [name: string, code: string, reason: string])[]
}

const isPicture = 'It is a picture: only text recognition can find text in it.'
const isEncrypted = 'The content is encrypted.'
const item = (subject: string) => ({
  properties: {
    [tags.messageClass]: 'IPM.Note',
    [tags.subject]: subject,
    [tags.senderAddress]: 'dale@northwind.example',
    [tags.body]: `About ${subject}.`,
  },
  attachments: [
    {
      properties: {
        [tags.attachedName]: `${subject}.csv`,
        [tags.attachMethod]: 1,
        [tags.attachedData]: Buffer.from(`${subject},1\n`),
      },
    },
  ],
})
const sealed = Buffer.from(
  [
    ...['From: dale@northwind.example', 'Subject: Sealed', 'Date: Tue, 5 Mar 2024 15:00:00 +0000'],
    ...['MIME-Version: 1.0', 'Content-Type: application/pkcs7-mime; smime-type=enveloped-data'],
    ...['Content-Transfer-Encoding: base64', '', envelopedData.toString('base64'), ''],
  ].join('\r\n'),
)
const cards = [
  ...['BEGIN:VCARD', 'VERSION:3.0', 'FN:Ann Lee', 'ORG:Northwind;Wells', 'END:VCARD'],
  ...['BEGIN:VCARD', 'VERSION:3.0', 'FN:Bo Chen', 'TEL;TYPE=CELL:+1 555 0100', 'END:VCARD', ''],
].join('\r\n')

type Case = readonly [type: string, file: string, bytes: () => Buffer, coming: Coming]

/** Those of which there is no real one that can be read, written as their formats say. */
const made: readonly Case[] = [
  [
    'rar 5',
    'five.rar',
    () =>
      rar5([
        ['a.txt', 'The fifth, first.'],
        ['b.txt', 'The fifth, second.'],
      ]),
    {
      documents: [
        ['a.txt', 'text/plain', 'The fifth, first.'],
        ['b.txt', 'text/plain', 'The fifth, second.'],
      ],
    },
  ],
  [
    'rar 4',
    'four.rar',
    () => rar4([['a.txt', 'The fourth.']]),
    { documents: [['a.txt', 'text/plain', 'The fourth.']] },
  ],
  ['zstd', 'z.txt.zst', () => zst, { documents: [['z.txt', 'text/plain', content]] }],
  ['xz', 'x.txt.xz', () => xz, { documents: [['x.txt', 'text/plain', content]] }],
  [
    'OST',
    'box.ost',
    () => pst([{ name: 'Inbox', items: [item('Prices'), item('Terms')] }], { isOst: true }),
    {
      documents: [
        ['Prices', 'message/rfc822', 'About Prices.'],
        ['Prices.csv', 'text/csv', 'Prices'],
        ['Terms', 'message/rfc822', 'About Terms.'],
        ['Terms.csv', 'text/csv', 'Terms'],
      ],
    },
  ],
  ['VCF', 'cards.vcf', () => Buffer.from(cards), { documents: [['cards.vcf', 'text/vcard', 'Bo Chen']] }],
  [
    'TIFF of several pages',
    'fax.tif',
    () => tiff([red, blue].map((colour) => ({ width: 40, height: 20, left: colour, right: colour }))),
    {
      documents: [['fax.tif', 'image/tiff', null]],
      exceptions: [['fax.tif', 'noTextYet', isPicture]],
    },
  ],
  [
    'S/MIME, encrypted',
    'sealed.eml',
    () => sealed,
    {
      documents: [
        ['Sealed', 'message/rfc822', null],
        ['attachment-1.p7m', 'application/pkcs7-mime', null],
      ],
      exceptions: [['attachment-1.p7m', 'encrypted', isEncrypted]],
    },
  ],
]

const real = (file: string) => (): Buffer => readFileSync(join(corpus, file))
/** Real ones without words. */
const wordless: readonly Case[] = [
  [
    'rar, encrypted',
    'locked.rar',
    real('encrypted/test-documents-enc.rar'),
    { documents: [], exceptions: [['locked.rar', 'encrypted', lockedReason([])]] },
  ],
  [
    'TIFF of several pages, scanned',
    'scan.tif',
    real('images/testTIFF_multipage.tif'),
    {
      documents: [['scan.tif', 'image/tiff', null]],
      exceptions: [['scan.tif', 'noTextYet', isPicture]],
    },
  ],
  [
    'S/MIME, encrypted, as a file',
    'smime.p7m',
    real('mail-formats/testPKCS7_enveloped_def.p7m'),
    {
      documents: [['smime.p7m', 'application/pkcs7-mime', null]],
      exceptions: [['smime.p7m', 'encrypted', isEncrypted]],
    },
  ],
]

const cases = present ? [...made, ...wordless] : made

describe('a type of file whose documents are few', () => {
  let server: TestServer
  const found = new Map<string, { documents: unknown[]; exceptions: unknown[] }>()
  const folder = mkdtempSync(join(tmpdir(), 'affiant-made-'))
  beforeAll(async () => {
    server = await startServer()
    await server.user({ role: 'SystemAdmin' })
    const company = await server.company()
    for (const [type, file, bytes] of cases) {
      const projectId = await server.project(company)
      const path = join(folder, file)
      writeFileSync(path, bytes())
      const { jobId } = await importPath(server.services, { path, projectId, custodian: 'Reyes' })
      await settledJob(server.services, jobId)
      const { read } = server.services.records
      const documents = await read
        .selectFrom('document as d')
        .innerJoin('document_text as t', 't.document_id', 'd.document_id')
        .select(['d.title', 'd.mime_type', 'd.has_text', 't.text'])
        .where('d.project_id', '=', projectId)
        .orderBy('d.control')
        .execute()
      const exceptions = await read
        .selectFrom('exception')
        .select(['path', 'code', 'reason'])
        .where('job_id', '=', jobId)
        .orderBy('exception_id')
        .execute()
      found.set(type, {
        documents: documents.map(({ title, mime_type, has_text, text }) => [
          ...[title, mime_type, has_text === 1 ? text : null],
        ]),
        exceptions: exceptions.map(({ path, code, reason }) => [JSON.parse(path).at(-1), code, reason]),
      })
    }
  }, 120_000)
  afterAll(async () => {
    await server?.close()
    rmSync(folder, { recursive: true })
  })

  it.each(cases)('comes as documents, or says why not: %s', (type, _, __, { documents, exceptions = [] }) => {
    expect(found.get(type)).toEqual({
      documents: documents.map(([title, kind, words]) => [
        ...[title, kind, words === null ? null : expect.stringContaining(words)],
      ]),
      exceptions,
    })
  })
})
