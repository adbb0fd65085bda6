/**
 * Real files that are damaged, endless, locked or in themselves, through the whole of it: each is accounted for, each
 * exception has its reason, and no process is lost over any of them.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ExceptionRow, listExceptions } from '#contracts/collect.ts'
import { getJob } from '#contracts/jobs.ts'
import { settledJob } from '#server/collect/import-path.ts'
import { startServer, type TestServer } from './harness.ts'
import { setProcessing } from './processing-settings.ts'
import { collectAll, filesOnDisk } from './whole-corpus.ts'

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
    server = await startServer({ env: { AFFIANT_COLLECT_FROM: join(folder, 'share') } })
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
    expect(lost).toEqual([])
    // A reason is for people, and says nothing of where the server keeps things.
    for (const { reason } of exceptions) {
      expect(reason).toMatch(/^[\p{Lu}“][^\n]{5,600}[.\p{L}]$/u)
      expect(reason).not.toContain(folder)
    }
    return { job, exceptions }
  }

  const codesOf = (exceptions: readonly ExceptionRow[]): Record<string, string[]> => {
    const byPath = Map.groupBy(exceptions, ({ path }) => path.join(' | '))
    return Object.fromEntries(
      [...byPath].map(([path, rows]) => [path, rows.map(({ code }) => code).toSorted()]),
    )
  }

  it('are brought in as far as they can be, and what is wrong with them is said', async () => {
    const { exceptions } = await bring('bad-input', [])
    const codes = codesOf(exceptions)
    // Archives in themselves, bombs, and what is cut or was written over.
    expect(codes).toMatchObject({
      'quine.gz | quine': ['tooDeep'],
      'droste.zip | droste.zip': ['tooDeep'],
      'testZ_oom.Z': ['corrupt'],
      'testZIP_corrupted_oom.zip': ['containerPartial'],
      'zip-with-some-smashed-bytes.zip': ['containerPartial'],
      'broken.pdf': ['corrupt'],
      'testTSD_broken_pdf.tsd': ['corrupt'],
      'testWORD_truncated.docx': ['corrupt', 'textFailed'],
    })
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
