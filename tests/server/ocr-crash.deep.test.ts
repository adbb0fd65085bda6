/** OCR that is disturbed: its server killed, its processes ended, its time cut short. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startOcr } from '#contracts/ocr.ts'
import { importPath } from '#server/intake/import/import-path.ts'
import { ocrKind } from '#server/intake/ocr/job.ts'
import type { OcrLimits } from '#server/intake/ocr/recognise-document.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { scan, scannedPdf } from '#tests/fixtures/scans.ts'
import { startServer, type TestServer } from './harness.ts'
import { work } from './killed-worker.ts'

const lines = ['The wharf lease was signed', 'by Jonathan Albright']

/** All that recognition has written, without ids of jobs and times. */
async function resultOf({ services: { records } }: TestServer) {
  const { read } = records
  return {
    texts: await read
      .selectFrom('document_variant')
      .select(['document_id', 'origin', 'text', 'confidence'])
      .orderBy('document_id')
      .execute(),
    pages: await read
      .selectFrom('ocr_page')
      .select(['document_id', 'page', 'text', 'words', 'reason'])
      .orderBy('document_id')
      .orderBy('page')
      .execute(),
    // Side by side, the second document may fail first.
    exceptions: await read
      .selectFrom('exception')
      .select(['document_id', 'code', 'reason'])
      .orderBy('document_id')
      .orderBy('code')
      .execute(),
    recognised: (
      await read
        .selectFrom('audit')
        .select('document_id')
        .where('action', '=', 'document.textRecognised')
        .orderBy('document_id')
        .execute()
    ).map(({ document_id }) => document_id),
  }
}

describe('text recognition that is disturbed (SQLite)', () => {
  let dataDir: string
  let server: TestServer
  let project: number
  let ask: () => Promise<number>
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'affiant-ocr-kill-'))
    server = await startServer({ dataDir, work: false })
    const companyId = await server.company()
    project = await server.project(companyId)
    const user = await server.user({ role: 'ProjectManager', companyId })
    await server.member(project, user.userId, 'ProjectManager')
    const image = await scan(lines)
    for (const [name, pages] of Object.entries({ a: 3, b: 2 })) {
      const path = join(dataDir, `${name}.pdf`)
      writeFileSync(path, scannedPdf(Array.from({ length: pages }, () => ({ image }))))
      const asked = { path, projectId: project, custodian: 'Rivera', userId: user.userId }
      await work(dataDir, (await importPath(server.services, asked)).jobId, null)
    }
    ask = async () => {
      const body = { documents: null, withText: false, correlationId: 'gesture-0001' }
      const { data } = await server.call(user, startOcr, { project, key: 'ocr-command-1', body })
      return data.jobId
    }
  }, 60_000)
  afterEach(async () => {
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Does the job's work here, with other limits than the product's. */
  const workHere = async (jobId: number, limits: Partial<OcrLimits>, retry = false) =>
    ocrKind(server.services, limits).run({
      jobId,
      projectId: project,
      // As versions that knew no languages have kept it.
      input: { withText: false },
      cursor: null,
      retry,
      retryOnly: null,
      signal: new AbortController().signal,
      beat: async () => {},
      hold: async () => {},
    })

  it('a killed server’s job goes on with the page it was on, and does no document twice', async () => {
    const jobId = await ask()
    expect(await work(dataDir, jobId, 0)).toBeNull()
    const half = await resultOf(server)
    expect(half.pages.length).toBeGreaterThan(0)
    expect(half.pages.length).toBeLessThan(5)
    expect(await work(dataDir, jobId, null)).toBe('Completed')
    const whole = await resultOf(server)
    expect(whole.recognised).toEqual([1, 2])
    expect(whole.pages.map(({ document_id, page }) => [document_id, page])).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
      [2, 1],
      [2, 2],
    ])
    expect(whole.texts.map(({ text }) => text.split('\f').length)).toEqual([3, 2])
    expect(whole.exceptions).toEqual([])
    const { read } = server.services.records
    expect((await verifyChain(read, `project:${project}`)).firstBroken).toBeNull()
  }, 120_000)

  it('many short shifts find what one long one does', async () => {
    const jobId = await ask()
    await workHere(jobId, { shiftMs: 0 })
    const short = await resultOf(server)
    expect(short.texts.map(({ text }) => text.split(/\s+/).slice(0, 4).join(' '))).toEqual([
      'The wharf lease was',
      'The wharf lease was',
    ])
    expect(short.pages).toHaveLength(5)
  }, 60_000)

  it('processes that hang cost each document an exception with its reason, and a retry does these alone', async () => {
    const jobId = await ask()
    await workHere(jobId, { pageMs: 1 })
    const hung = await resultOf(server)
    expect(hung.texts).toEqual([])
    expect(hung.exceptions.filter(({ code }) => code === 'ocrFailed')).toEqual([
      { document_id: 1, code: 'ocrFailed', reason: 'Opening it took too long.' },
      { document_id: 2, code: 'ocrFailed', reason: 'Opening it took too long.' },
    ])
    await workHere(jobId, {}, true)
    const whole = await resultOf(server)
    expect(whole.recognised).toEqual([1, 2])
    expect(whole.exceptions).toEqual([])
  }, 60_000)
})
