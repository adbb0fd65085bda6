/** Every type of file that is to be read: one of each is brought in, and words of it are in the record. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importPath, settledJob } from '#server/collect/import-path.ts'
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
