/** Archives in parts, collected through the server: whichever way the parts come, their documents are those of the whole. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contracts/collect.ts'
import { getJob, retryJob } from '#contracts/jobs.ts'
import { createCustodian } from '#contracts/project.ts'
import { importKind } from '#server/intake/import/import.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import type { ParseRequest } from '#server/intake/processing/protocol.ts'
import { startImport } from '#server/intake/sources/start-import.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import type { ChildPool } from '#server/platform/jobs/pool.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { pack } from '#tests/fixtures/seven-zip.ts'
import {
  type Content,
  noise,
  oldRarVolumes,
  type Part,
  pieces,
  rarVolumes,
  splitZip,
} from '#tests/fixtures/split-archives.ts'
import { inDeepRun } from '#tests/runs.ts'
import { startServer, type TestServer, type TestUser, withoutAnalysis } from './harness.ts'
import { setProcessing } from './processing-settings.ts'

withoutAnalysis()

describe('split archives', () => {
  let server: TestServer
  let user: TestUser
  let project: number
  let share: string
  let made = 0

  beforeAll(async () => {
    share = mkdtempSync(join(tmpdir(), 'affiant-share-'))
    server = await startServer({ env: { AFFIANT_COLLECT_FROM: `${share}=company-1` } })
    const companyId = await server.company()
    project = await server.project(companyId, { prefix: 'SPL' })
    user = await server.user({ role: 'ProjectManager', companyId })
    await server.member(project, user.userId, 'ProjectManager')
    // Copies would hide what came twice.
    expect((await setProcessing(server, user, project, { dedupe: 'off' })).status).toBe(200)
  }, 60_000)
  afterAll(async () => {
    await server.close()
    rmSync(share, { recursive: true, force: true })
  })

  async function sourceOf(name: string): Promise<number> {
    const { custodianId } = (await server.call(user, createCustodian, { project, body: { name } })).data
    const body = { name, custodianId, autoProcess: false, autoPromote: true }
    return (await server.call(user, contract.createSource, { project, body })).data.sourceId
  }
  async function upload(sourceId: number, parts: readonly Part[], folder = ''): Promise<void> {
    for (const { name, bytes } of parts) {
      const body = { sourceId, fileName: `${folder}${name}`, size: bytes.length }
      const { uploadId } = (await server.call(user, contract.beginUpload, { project, body })).data
      const params = { uploadId }
      await server.call(user, contract.putChunk, { project, params, query: { offset: 0 }, body: bytes })
      await server.call(user, contract.finishUpload, { project, params, body: {} })
    }
  }
  const stateOf = async (jobId: number) => {
    await settledJob(server.services, jobId)
    return (await server.call(user, getJob, { project, query: { jobId } })).data
  }
  async function processed(sourceId: number): Promise<number> {
    const asked = { project, params: { sourceId }, body: { ifAutomatic: false } }
    const { jobId } = (await server.call(user, contract.processSource, asked)).data
    await stateOf(jobId ?? 0)
    return jobId ?? 0
  }
  async function retried(jobId: number) {
    expect((await server.call(user, retryJob, { project, body: { jobId } })).status).toBe(200)
    return await stateOf(jobId)
  }
  /** Documents of some jobs: where each stood in its archive, and its bytes. */
  const documents = async (...jobIds: number[]) =>
    (
      await server.services.records.read
        .selectFrom('document')
        .select(['source_path', 'sha256'])
        .where('job_id', 'in', jobIds)
        .execute()
    )
      .map(({ source_path, sha256 }) => `${(JSON.parse(source_path) as string[]).at(-1)} ${sha256}`)
      .toSorted()
  const exceptions = async (jobId: number) =>
    (await server.call(user, contract.listExceptions, { project, query: { jobId } })).data.data
  const chain = async () =>
    (await verifyChain(server.services.records.read, `project:${project}`)).firstBroken

  /** Files that no other of these tests has. */
  const contents = (lengths: readonly number[]): Content[] => {
    made++
    return lengths.map((length, i) => ({
      name: `${i}.txt`,
      bytes: noise(length, made * 100 + i),
    }))
  }
  const expected = async (files: readonly Content[]): Promise<string[]> => {
    const sourceId = await sourceOf(`Whole ${made}`)
    await upload(sourceId, [{ name: 'x.zip', bytes: zip(files) }])
    return await documents(await processed(sourceId))
  }

  it('come in batches and in any order, and are one archive of as many containers as parts', async () => {
    const files = contents([4000, 6000, 5000])
    const parts = rarVolumes('x', files, 3000)
    expect(parts).toHaveLength(5)
    const sourceId = await sourceOf('Batches')
    await upload(sourceId, parts.slice(2).toReversed(), 'box/')
    await upload(sourceId, parts.slice(0, 2).toReversed(), 'box/')
    const jobId = await processed(sourceId)
    expect(await documents(jobId)).toEqual(await expected(files))
    expect(await stateOf(jobId)).toMatchObject({
      state: 'Completed',
      reconciliation: { itemsIn: 8, promoted: 3, containers: 5, exceptions: 0, unexplained: 0 },
    })
    const { data } = (await server.call(user, contract.listSourceFiles, { project, params: { sourceId } }))
      .data
    for (const { sha256, jobId: taken, partOf } of data) {
      expect(taken).toBe(jobId)
      expect(partOf).toEqual({ archive: 'x.rar', parts: 5 })
      expect(await server.services.blobs.has(sha256)).toBe(true)
    }
    expect(await chain()).toBeNull()
  })

  it('of which a part is missing say which, and a retry takes it when it has come', async () => {
    const files = contents([4000, 300, 500])
    const seven = await pack(['-t7z'], Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])))
    const whole = await expected(files)
    for (const [parts, gone] of [
      [splitZip('x.zip', files, 800), 'x.z02'],
      [splitZip('x.zip', files, 800), 'x.zip'],
      [rarVolumes('x', files, 1500), 'x.part2.rar'],
      [rarVolumes('x', files, 1500), 'x.part1.rar'],
      [pieces('x.7z', seven, 800), 'x.7z.001'],
      [pieces('x.7z', seven, 800), 'x.7z.002'],
      [pieces('x.zip', zip(files), 800), 'x.zip.002'],
      [pieces('x.zip', zip(files), 800), 'x.zip.003'],
    ] as const) {
      const missing = parts.filter(({ name }) => name === gone)
      expect(missing, gone).toHaveLength(1)
      const sourceId = await sourceOf(`Missing ${gone} ${parts.length}`)
      await upload(
        sourceId,
        parts.filter(({ name }) => name !== gone),
      )
      const jobId = await processed(sourceId)
      expect(await stateOf(jobId), gone).toMatchObject({
        state: 'CompletedWithErrors',
        reconciliation: { unexplained: 0 },
      })
      const open = await exceptions(jobId)
      expect(open.map(({ reason }) => reason).join(), gone).toContain(`“${gone}” is missing`)
      await upload(sourceId, missing)
      const after = await retried(jobId)
      expect(await exceptions(jobId), gone).toEqual([])
      expect(await documents(jobId), gone).toEqual(whole)
      expect(after, gone).toMatchObject({
        state: 'Completed',
        reconciliation: { promoted: 3, containers: parts.length, exceptions: 0, unexplained: 0 },
      })
    }
    expect(await chain()).toBeNull()
  }, 120_000)

  /** Does an import's work here, one step a process, and leaves it behind so many of them; whether it came to its end. */
  async function leftBehind(jobId: number, retry: boolean, steps: number): Promise<boolean> {
    const { services } = server
    const stop = new AbortController()
    let left = steps
    const children: ChildPool = {
      alive: 0,
      stop: async () => {},
      run: async (module, task, options = {}) =>
        await services.children.run(
          module,
          { ...(task as ParseRequest), shiftMs: -1 },
          {
            ...options,
            onPart: async (part) => {
              if (left-- <= 0) stop.abort()
              await options.onPart?.(part)
            },
          },
        ),
    }
    const { input } = await services.records.read
      .selectFrom('job')
      .select('input')
      .where('job_id', '=', jobId)
      .executeTakeFirstOrThrow()
    const run = { jobId, projectId: project, input: JSON.parse(input), cursor: null, retry, retryOnly: null }
    const beside = { signal: stop.signal, beat: async () => {}, hold: async () => {} }
    try {
      await importKind({ ...services, children }).run({ ...run, ...beside })
      return true
    } catch (error) {
      if (stop.signal.aborted) return false
      throw error
    }
  }

  it('are left in any place and gone on with, and so is a retry that takes a part, as if nothing had happened', {
    ...inDeepRun,
    timeout: 120_000,
  }, async () => {
    const files = contents([2000, 300, 500])
    const whole = await expected(files)
    for (const [parts, gone] of [
      [splitZip('x.zip', files, 800), 'x.z02'],
      [rarVolumes('x', files, 1000), 'x.part1.rar'],
    ] as const) {
      const sourceId = await sourceOf(`Left ${gone}`)
      await upload(
        sourceId,
        parts.filter(({ name }) => name !== gone),
      )
      const jobId = await server.services.records.write('interactive', async (trx) => {
        const person = { userId: user.userId, name: user.email, role: 'ProjectManager' }
        const id = await startImport(trx, server.services, { projectId: project, sourceId, user: person })
        await trx.updateTable('job').set({ state: 'Paused' }).where('job_id', '=', id).execute()
        return id ?? 0
      })
      let times = 0
      while (!(await leftBehind(jobId, false, 2))) times++
      await upload(
        sourceId,
        parts.filter(({ name }) => name === gone),
      )
      for (let steps = 0; !(await leftBehind(jobId, true, steps)); steps = 1) times++
      expect(times).toBeGreaterThan(3)
      expect(await exceptions(jobId), gone).toEqual([])
      expect(await documents(jobId), gone).toEqual(whole)
      const { data } = await server.call(user, getJob, { project, query: { jobId } })
      expect(data, gone).toMatchObject({
        reconciliation: { promoted: 3, containers: parts.length, exceptions: 0, unexplained: 0 },
      })
    }
  })

  it('whose parts were taken by several jobs are one all the same, whichever came first', async () => {
    const files = contents([4000, 300, 500])
    const parts = splitZip('x.zip', files, 800)
    const [first = parts[0], ...others] = parts
    const sourceId = await sourceOf('Several jobs')
    await upload(sourceId, others)
    const one = await processed(sourceId)
    expect((await exceptions(one)).map(({ path }) => path.at(-1))).toContain('x.zip')
    await upload(sourceId, first === undefined ? [] : [first])
    const other = await processed(sourceId)
    expect(await stateOf(other)).toMatchObject({ state: 'Completed', reconciliation: { containers: 1 } })
    await retried(one)
    expect(await exceptions(one)).toEqual([])
    expect(await documents(one, other)).toEqual(await expected(files))

    // The place where the archive stands comes last.
    const late = pieces('y.7z', await pack(['-t7z'], { 'a.txt': files[0]?.bytes ?? '' }), 800)
    const lateId = await sourceOf('Beginning last')
    await upload(lateId, late.slice(1))
    const before = await processed(lateId)
    expect(await exceptions(before)).toMatchObject([{ code: 'missing', path: ['y.7z.002'] }])
    await upload(lateId, late.slice(0, 1))
    const behind = await processed(lateId)
    expect(await stateOf(behind)).toMatchObject({ state: 'Completed', reconciliation: { promoted: 1 } })
    expect(await retried(before)).toMatchObject({
      state: 'Completed',
      reconciliation: { containers: late.length - 1, promoted: 0, unexplained: 0 },
    })
  })

  it('of the same bytes, of two custodians, in two folders, or twice in one, are each whole', async () => {
    const files = contents([4000, 300])
    const parts = rarVolumes('x', files, 1500)
    const same = await expected(files)
    for (const name of ['One', 'Other']) {
      const sourceId = await sourceOf(name)
      await upload(sourceId, parts)
      expect(await documents(await processed(sourceId))).toEqual(same)
    }
    const folders = await sourceOf('Folders')
    await upload(folders, parts.toReversed(), 'a/')
    await upload(folders, parts, 'b/')
    await upload(folders, parts.slice(1, 2), 'c/')
    const jobId = await processed(folders)
    expect(await documents(jobId)).toEqual([...same, ...same].toSorted())
    expect((await exceptions(jobId)).map(({ path }) => path)).toEqual([
      // Where it will be when the first part has come.
      ['c', 'x.part1.rar', '0.txt'],
      ['c', 'x.part2.rar'],
    ])
    const twice = await sourceOf('Twice')
    await upload(twice, [...parts, ...parts.slice(1)])
    const again = await processed(twice)
    expect(await documents(again)).toEqual(same)
    expect(await stateOf(again)).toMatchObject({ reconciliation: { containers: 2 * parts.length - 1 } })
  })

  it('of which only the one comes that is named like a whole one, are taken up by a retry too', async () => {
    const files = contents([2000, 300, 500])
    const whole = await expected(files)
    for (const parts of [splitZip('x.zip', files, 800), oldRarVolumes('x', files, 1000)]) {
      const first = parts.filter(({ name }) => /\.(zip|rar)$/.test(name))
      const sourceId = await sourceOf(`Alone ${parts.length} ${parts[0]?.name}`)
      await upload(sourceId, first)
      const jobId = await processed(sourceId)
      expect(await stateOf(jobId)).toMatchObject({ state: 'CompletedWithErrors' })
      await upload(
        sourceId,
        parts.filter((part) => !first.includes(part)),
      )
      const after = await retried(jobId)
      expect(await exceptions(jobId)).toEqual([])
      expect(await documents(jobId)).toEqual(whole)
      expect(after).toMatchObject({
        state: 'Completed',
        reconciliation: { promoted: 3, containers: parts.length, exceptions: 0, unexplained: 0 },
      })
    }
  }, 60_000)

  it('are collected from a folder of the server', async () => {
    const files = contents([4000, 300])
    const folder = join(share, 'split')
    mkdirSync(folder)
    for (const { name, bytes } of splitZip('x.zip', files, 800)) writeFileSync(join(folder, name), bytes)
    const sourceId = await sourceOf('Folder')
    const { jobId } = (
      await server.call(user, contract.collectFolder, {
        project,
        params: { sourceId },
        body: { root: 0, path: ['split'] },
      })
    ).data
    await stateOf(jobId)
    expect(await documents(await processed(sourceId))).toEqual(await expected(files))
  })
})
