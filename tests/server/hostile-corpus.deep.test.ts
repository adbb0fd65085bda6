/**
 * Real files that are damaged, endless, locked or in themselves, through the whole of it: each is accounted for, each
 * exception has its reason, and no process is lost over any of them.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ExceptionRow, exceptionCategories, listExceptions } from '#contracts/collect.ts'
import { getJob } from '#contracts/jobs.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import { startServer, type TestServer } from './harness.ts'
import { setProcessing } from './processing-settings.ts'
import { collectAll, filesOnDisk } from './whole-corpus.ts'

type Wrong = readonly [given: number, wrong: readonly [string, ...string[]]]
type Sound = readonly [given: number, wrong: readonly [], why: string]

/** Of each file: how many documents and copies it gives, what is wrong, and of what is sound why it is. */
const badInput: Readonly<Record<string, Wrong | Sound>> = {
  'alert.html': [1, [], 'a page whose script is not run'],
  'bad-and-long-filenames.tar': [3, [], 'three texts; their names are only shown'],
  'broken-subject.eml': [1, ['document: Damaged, corrupt (parse)']],
  'broken.pdf': [1, ['document: Damaged, corrupt (text)']],
  'droste.zip': [1, ['document: Text, noTextYet (text)', 'no document: Limits, tooDeep (expand)']],
  'links.html': [1, [], 'a page whose links are not followed'],
  'mail-gem/bad_date_header2.eml': [1, ['document: Damaged, corrupt (parse)']],
  'mail-gem/content_transfer_encoding_7-bit.eml': [
    1,
    [],
    'a message with a fault of form, which says all the same what it is',
  ],
  'mail-gem/content_transfer_encoding_spam.eml': [
    1,
    [],
    'a message with a fault of form, which says all the same what it is',
  ],
  'mail-gem/content_transfer_encoding_text-html.eml': [
    1,
    [],
    'a message with a fault of form, which says all the same what it is',
  ],
  'mail-gem/content_transfer_encoding_with_semi_colon.eml': [
    1,
    [],
    'a message with a fault of form, which says all the same what it is',
  ],
  'mail-gem/content_transfer_encoding_x_uuencode.eml': [
    2,
    [],
    'a message with a fault of form, which says all the same what it is',
  ],
  'mail-gem/empty_in_reply_to.eml': [1, ['document: Damaged, corrupt (parse)']],
  'mail-gem/header_fields_with_empty_values.eml': [
    1,
    [],
    'a message with a fault of form, which says all the same what it is',
  ],
  'mail-gem/invalid_subject_characters.eml': [
    1,
    [],
    'a message with a fault of form, which says all the same what it is',
  ],
  'mail-gem/missing_body.eml': [1, ['document: Damaged, corrupt (parse)']],
  'mail-gem/multiple_content_types.eml': [
    1,
    [],
    'a message with a fault of form, which says all the same what it is',
  ],
  'mail-gem/multiple_invalid_content_dispositions.eml': [
    1,
    [],
    'a message with a fault of form, which says all the same what it is',
  ],
  'mail-gem/multiple_references_with_one_invalid.eml': [
    1,
    [],
    'a message with a fault of form, which says all the same what it is',
  ],
  'mail-gem/trademark_character_in_subject.eml': [
    1,
    [],
    'a message with a fault of form, which says all the same what it is',
  ],
  'parent.zip': [1, [], 'a text in a folder'],
  'quine.gz': [0, ['no document: Limits, tooDeep (expand)']],
  'testBoilerplateMissingSpace.html': [1, [], 'a page with a very long line'],
  'testBrokenHTMLContainingRFC822.html': [1, [], 'a page that shows a message'],
  'testHTMLBadScript.html': [1, [], 'a page whose script is not run'],
  'testIWorksNPEDetector.zip': [1, [], 'one XML file: an archive that only looks like a document of iWork'],
  'testJPEG_EXIF_emptyDateTime.jpg': [1, ['document: Text, noTextYet (text)']],
  'testNPEOpenDocument.odt': [1, [], 'its text can be read'],
  'testODTnotaZipFile.odt': [1, [], 'a text, whatever its name says'],
  'testOneNote-fuzz1.one': [1, ['document: File type, unsupportedType (text)']],
  'testOneNote-fuzz2.one': [
    1,
    ['document: Damaged, corrupt (parse)', 'document: Text, textTruncated (text)'],
  ],
  'testOneNote-fuzz3.one': [1, ['document: Text, textTruncated (text)']],
  'testPDF_bad_page_303226.pdf': [1, ['document: Damaged, corrupt (text)']],
  'testPDF_deeplyEmbeddedAttachments.pdf': [21, [], 'files in files, less deep than the limit'],
  'testPDF_malformedXFA.pdf': [1, [], 'its pages have text; the form beside them is not needed'],
  'testPDF_no_extract_no_accessibility_owner_empty.pdf': [1, [], 'it may not be copied from; it can be read'],
  'testPDF_no_extract_yes_accessibility_owner_empty.pdf': [
    1,
    [],
    'it may not be copied from; it can be read',
  ],
  'testPPT_skipBadCompressedObject.ppt': [
    4,
    [
      'document: Damaged, corrupt (parse)',
      'document: File type, unsupportedType (text)',
      'document: File type, unsupportedType (text)',
      'document: File type, unsupportedType (text)',
    ],
  ],
  'testRTFCorruptListOverride.rtf': [1, [], 'its text can be read'],
  'testRTFInvalidUnicode.rtf': [1, ['document: Text, textFailed (text)']],
  'testTSD_broken_pdf.tsd': [0, ['no document: Damaged, corrupt (expand)']],
  'testWORD_emptyParaInTextbox.docx': [1, [], 'its text can be read'],
  'testWORD_missing_ooxml_bean1.docx': [1, [], 'its text can be read'],
  'testWORD_missing_text.docx': [1, [], 'its text can be read'],
  // It is cut, two of its parts are missing and one is damaged.
  'testWORD_truncated.docx': [
    1,
    [
      'document: Damaged, corrupt (parse)',
      'document: Damaged, corrupt (parse)',
      'document: Damaged, corrupt (parse)',
      'document: Damaged, corrupt (parse)',
      'document: Text, textFailed (text)',
    ],
  ],
  'testZIP_corrupted_oom.zip': [
    0,
    ['no document: Damaged, containerPartial (expand)', 'no document: Damaged, corrupt (expand)'],
  ],
  'testZ_oom.Z': [0, ['no document: Damaged, corrupt (expand)']],
  'test_recursive_embedded.doc': [11, [], 'documents in documents, less deep than the limit'],
  'test_recursive_embedded.docx': [11, [], 'documents in documents, less deep than the limit'],
  'test_recursive_embedded_npe.docx': [12, [], 'documents in documents, less deep than the limit'],
  'the-directory.zip': [667, [], 'its files; its folders are no items'],
  'with-bom.eml': [1, [], 'a message behind a mark of its encoding'],
  'zip-with-some-smashed-bytes.zip': [
    0,
    ['no document: Damaged, containerPartial (expand)', 'no document: Damaged, corrupt (expand)'],
  ],
}

const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))
const present = existsSync(corpus)
if (!present) console.warn('The real documents are not here: the tests on them are skipped.')

describe.skipIf(!present)('real files that mean no good', () => {
  let folder: string
  let server: TestServer
  /** Why processes were lost. */
  let lost: string[]
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'affiant-hostile-'))
    mkdirSync(join(folder, 'share'))
    mkdirSync(join(folder, 'data'))
    const env = { AFFIANT_COLLECT_FROM: join(folder, 'share') }
    server = await startServer({ dataDir: join(folder, 'data'), env })
    lost = []
    const { children } = server.services
    const run = children.run
    children.run = <T>(...given: Parameters<typeof run>) =>
      run<T>(...given).catch((error: unknown) => {
        lost.push(String(error))
        throw error
      })
  }, 60_000)
  afterEach(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Brings in a folder of the real documents, with the passwords that are known. */
  async function bring(name: string, passwords: readonly string[]) {
    const share = join(folder, 'share')
    cpSync(join(corpus, name), share, { recursive: true })
    const outside = outsideData()
    const { services } = server
    const project = await server.project(await server.company())
    const user = await server.user({ role: 'SystemAdmin' })
    await setProcessing(server, user, project, { passwords: [...passwords] })
    const collectId = await collectAll(server, user, project)
    expect(await settledJob(services, collectId)).toMatchObject({ state: 'Completed', exceptions: 0 })
    const { job_id: jobId } = await services.records.read
      .selectFrom('job')
      .select('job_id')
      .where('kind', '=', 'import')
      .executeTakeFirstOrThrow()
    await settledJob(services, jobId)
    const job = (await server.call(user, getJob, { project, query: { jobId } })).data
    const exceptions = (await server.call(user, listExceptions, { project, query: { jobId, limit: 500 } }))
      .data.data
    const documents = await services.records.read.selectFrom('document').select('source_path').execute()
    const copies = await services.records.read.selectFrom('document_copy').select('source_path').execute()
    const places = [...documents, ...copies]
      .map((row): readonly string[] => JSON.parse(row.source_path))
      .concat(exceptions.map(({ path }) => path))
    const isOf = (file: string, place: readonly string[]): boolean =>
      `${place.join('/')}/`.startsWith(`${file}/`)
    const nowhere = filesOnDisk(share).filter(({ path }) => !places.some((place) => isOf(path, place)))
    expect(nowhere).toEqual([])
    expect(job.reconciliation).toMatchObject({ unexplained: 0 })
    // None was ended by a limit: of the time that one item may take, or of memory.
    expect(lost).toEqual([])
    expect(exceptions.filter(({ code }) => code === 'timedOut')).toEqual([])
    // What is in an archive is named by it, and written where the server says: beside its own folder all is as it was.
    expect(outsideData()).toEqual(outside)
    // A reason is for people, and says nothing of where the server keeps things.
    for (const { reason } of exceptions) {
      expect(reason).toMatch(/^[\p{Lu}“][^\n]{5,600}[.\p{L}]$/u)
      expect(reason).not.toContain(folder)
    }
    /** By file: how many documents and copies it gave, and what is wrong. */
    const outcomes = Object.fromEntries(
      filesOnDisk(share).map(({ path: file }) => {
        const given = [...documents, ...copies].filter((row) => isOf(file, JSON.parse(row.source_path)))
        const wrong = exceptions.filter(({ path }) => isOf(file, path)).map(said)
        return [file, [given.length, wrong.toSorted()]]
      }),
    )
    return { job, exceptions, outcomes }
  }

  /** All files beside the server's own, the share among them. */
  const outsideData = () => filesOnDisk(folder).filter(({ path }) => !path.startsWith('data/'))

  /** Whether it is about an item that is no document, or about a document; and what is wrong. */
  const said = ({ documentId, code, stage }: ExceptionRow): string =>
    `${documentId === null ? 'no document' : 'document'}: ${exceptionCategories[code]}, ${code} (${stage})`

  const codesOf = (exceptions: readonly ExceptionRow[]): Record<string, string[]> => {
    const byPath = Map.groupBy(exceptions, ({ path }) => path.join(' | '))
    return Object.fromEntries(
      [...byPath].map(([path, rows]) => [path, rows.map(({ code }) => code).toSorted()]),
    )
  }

  it('are brought in as far as they can be, and what is wrong with them is said: each of them', async () => {
    const { outcomes } = await bring('bad-input', [])
    expect(outcomes).toEqual(
      Object.fromEntries(Object.entries(badInput).map(([file, [given, wrong]]) => [file, [given, wrong]])),
    )
  }, 300_000)

  it('call nobody: what they name is not asked for', async () => {
    let calls = 0
    const listening = createServer((socket) => {
      calls++
      socket.destroy()
    })
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
    try {
      const address = listening.address()
      const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
      mkdirSync(join(folder, 'share', 'calling'))
      for (const [name, text] of Object.entries(callingHome(url)))
        writeFileSync(join(folder, 'share', 'calling', name), text)
      const { outcomes } = await bring('bad-input/mail-gem', [])
      expect(outcomes).toMatchObject(
        Object.fromEntries(Object.keys(callingHome(url)).map((name) => [`calling/${name}`, [1, []]])),
      )
      expect(calls).toBe(0)
    } finally {
      listening.close()
    }
  }, 120_000)

  /** No password opens them here: theirs are not known, or they are locked in ways that are not read. */
  const staysLocked = [
    'test-documents-enc.rar',
    'testPagesPwdProtected.pages',
    'testRFC822_encrypted_zip | test.zip',
    'testWORD_protected_drm.doc',
    'testZipEncrypted.zip | encrypted.txt',
  ]

  it('are locked, and said to be', async () => {
    // By `file` and by their names; of the others of the folder one keeps its sheets, one its printing, and one has the
    // password that every program knows.
    const opens = [
      ...['full_encrypted.7z', 'protected_normal_case.docx', 'protected_upper_case.docx'],
      ...['test7Z_protected_passTika.7z | text.txt', 'testEXCEL_protected_passtika.xls'],
      ...['testEXCEL_protected_passtika.xlsx', 'testEXCEL_protected_passtika_2.xlsx'],
      ...['testODTEncrypted.odt', 'testPPT_protected_passtika.ppt', 'testPPT_protected_passtika.pptx'],
      ...['testWORD_protected_passtika.doc', 'testWORD_protected_passtika.docx'],
    ]
    const { exceptions } = await bring('encrypted', [])
    const locked = [...opens, ...staysLocked].map((path) => [path, ['encrypted']])
    expect(codesOf(exceptions)).toEqual(Object.fromEntries(locked))
  }, 120_000)

  it('are opened with their passwords, but for those that no password opens', async () => {
    const { exceptions } = await bring('encrypted', ['no', 'tika', 'Tika', 'password'])
    expect(codesOf(exceptions)).toEqual(Object.fromEntries(staysLocked.map((path) => [path, ['encrypted']])))
  }, 120_000)
})

/** Files that name an address in each way that a program may follow by itself. */
const callingHome = (url: string): Readonly<Record<string, string>> => ({
  'page.html': `<html><head><link rel="stylesheet" href="${url}/a.css"><base href="${url}/"></head><body><img src="${url}/b.png"><iframe src="${url}/c"></iframe><script src="${url}/d.js"></script>Read me.</body></html>`,
  'letter.eml': `From: a@b.example\r\nSubject: Look\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>Look.</p><img src="${url}/e.png">`,
  'drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${url}/f.png"/><text>Look.</text></svg>`,
  'entity.xml': `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "${url}/g">]><a>&b; and more</a>`,
})
