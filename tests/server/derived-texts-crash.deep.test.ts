/** Jobs of texts that are disturbed: their server killed, their endpoint not to be had. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSummaries, startTranslation } from '#contracts/derived-texts.ts'
import { putSettings } from '#contracts/settings.ts'
import { importPath } from '#server/intake/import/import-path.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { jobKinds } from '#server/review/derived-texts/job.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { type AiServer, said, startAiServer } from '#tests/fixtures/ai-server.ts'
import { startServer, type TestServer, type TestUser } from './harness.ts'
import { work } from './killed-worker.ts'

const count = 8
const pieces = 3
/** Files of a zip become documents in their order. */
const ids = Array.from({ length: count }, (_, n) => n + 1)

describe('texts made of documents, disturbed (SQLite)', () => {
  let dataDir: string
  let ai: AiServer
  let server: TestServer
  let user: TestUser
  let project: number
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'affiant-derived-kill-'))
    ai = await startAiServer(({ text }) => said(`[${text.slice(0, 14)}]`))
    server = await startServer({ dataDir, work: false, env: ai.env })
    const companyId = await server.company()
    project = await server.project(companyId)
    user = await server.user({ role: 'ProjectManager', companyId })
    await server.member(project, user.userId, 'ProjectManager')
    await server.call(user, putSettings, { project, body: { aiSendingAllowed: true } })
    const files = ids.map((n) => {
      const paragraphs = Array.from(
        { length: pieces },
        (_, piece) => `Document ${n} (${piece}) ${'It is about the lease of the wharf. '.repeat(300)}`,
      )
      return { name: `${n}.txt`, bytes: Buffer.from(paragraphs.join('\n\n')) }
    })
    const path = join(dataDir, 'texts.zip')
    writeFileSync(path, zip(files))
    const asked = { path, projectId: project, custodian: 'Rivera', userId: user.userId }
    await work(dataDir, (await importPath(server.services, asked)).jobId, null)
  }, 120_000)
  afterEach(async () => {
    await server.close()
    await ai.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const common = { documents: { ids }, again: false, correlationId: 'gesture-0001' }
  const translate = async () => {
    const sendTo = { host: new URL(ai.url).host, model: 'scribe-1' }
    const body = { ...common, to: 'it', sendTo }
    const { data } = await server.call(user, startTranslation, { project, key: 'translate-0001', body })
    return data.jobId
  }
  const resultOf = async () => {
    const { read } = server.services.records
    return {
      texts: await read
        .selectFrom('document_variant')
        .select(['document_id', 'origin', 'text'])
        .orderBy('document_id')
        .execute(),
      audited: (
        await read
          .selectFrom('audit')
          .select('document_id')
          .where('action', 'in', ['document.translated', 'document.summarised'])
          .orderBy('document_id')
          .execute()
      ).map(({ document_id }) => document_id),
      broken: (await verifyChain(read, `project:${project}`)).firstBroken,
    }
  }

  it('a killed server’s job goes on behind what was answered, and sends none of that again', async () => {
    const jobId = await translate()
    expect(await work(dataDir, jobId, 1, ai.env)).toBeNull()
    const { read } = server.services.records
    const kept = await read.selectFrom('derived_part').select(['document_id', 'part']).execute()
    const done = (await resultOf()).texts.map(({ document_id }) => document_id)
    expect(done.length).toBeGreaterThan(0)
    expect(done.length).toBeLessThan(count)
    const before = ai.asked.length
    expect(await work(dataDir, jobId, null, ai.env)).toBe('Completed')
    const sentAgain = ai.asked.slice(before).map(({ text }) => text.slice(0, 14))
    for (const id of done) expect(sentAgain).not.toContain(`Document ${id} (0)`)
    for (const { document_id, part } of kept)
      expect(sentAgain).not.toContain(`Document ${document_id} (${part})`)
    const whole = await resultOf()
    expect(whole.texts).toEqual(
      ids.map((id) => ({
        document_id: id,
        origin: 'translated',
        text: Array.from({ length: pieces }, (_, piece) => `[Document ${id} (${piece})]`).join('\n\n'),
      })),
    )
    expect(whole.audited).toEqual(ids)
    expect(whole.broken).toBeNull()
  }, 120_000)

  it('extractive summaries of a killed server are made once each', async () => {
    const body = { ...common, sendTo: null }
    const { data } = await server.call(user, startSummaries, { project, key: 'summarise-0001', body })
    expect(await work(dataDir, data.jobId, 1)).toBeNull()
    expect(await work(dataDir, data.jobId, null)).toBe('Completed')
    const whole = await resultOf()
    expect(whole.audited).toEqual(ids)
    expect(whole.texts.map(({ document_id, origin }) => [document_id, origin])).toEqual(
      ids.map((id) => [id, 'extractive']),
    )
    expect(ai.asked).toEqual([])
  }, 120_000)

  it('an endpoint that is not to be had stops the job after a few documents, each with its reason', async () => {
    ai.answer = () => ({ status: 503 })
    const jobId = await translate()
    const { read } = server.services.records
    const { input } = await read
      .selectFrom('job')
      .select('input')
      .where('job_id', '=', jobId)
      .executeTakeFirstOrThrow()
    const limits = { timeoutMs: 5_000, tries: 2, firstWaitMs: 1, maxWaitMs: 10, maxReplyBytes: 100_000 }
    const kind = jobKinds(server.services, limits).find((one) => one.kind === 'translate')
    const run = kind?.run({
      jobId,
      projectId: project,
      input: JSON.parse(input),
      cursor: null,
      retry: false,
      retryOnly: null,
      signal: new AbortController().signal,
      beat: async () => {},
      hold: async () => {},
    })
    await expect(run).rejects.toThrow('The endpoint failed (503). The job has stopped; retry it later.')
    const failed = await read.selectFrom('exception').select(['code', 'reason']).execute()
    expect(failed.length).toBeGreaterThanOrEqual(3)
    expect(failed.length).toBeLessThan(count)
    for (const one of failed)
      expect(one).toEqual({ code: 'translationFailed', reason: 'The endpoint failed (503).' })
  }, 60_000)
})
