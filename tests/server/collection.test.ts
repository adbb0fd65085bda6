/** Sources: what comes into them over the web and from folders of the server, and how it is processed. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contracts/collect.ts'
import { getMetadata } from '#contracts/documents.ts'
import { getJob, getJobStatus, type JobState, retryJob, setPriority } from '#contracts/jobs.ts'
import {
  defaultProcessing,
  getJobSettings,
  getProcessingSettings,
  type ProcessingSeen,
  type ProcessingSettings,
  putProcessingSettings,
  setAutoProcess,
} from '#contracts/processing.ts'
import { createCustodian } from '#contracts/project.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import { collectorOfJob, missingBindings } from '#server/intake/sources/collectors.ts'
import { collectRootsOf } from '#server/platform/collect-from.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { mbox, message } from '#tests/fixtures/mail.ts'
import { lockedZip } from '../fixtures/locked-zip.ts'
import { costlyDialects, startServer, type TestServer, type TestUser, withoutAnalysis } from './harness.ts'
import { trail } from './people.ts'
import { setProcessing } from './processing-settings.ts'

withoutAnalysis()

describe.each(costlyDialects)('collection on %s', (dialect) => {
  let server: TestServer
  let user: TestUser
  let company: number
  let project: number
  let share: string

  beforeAll(async () => {
    share = mkdtempSync(join(tmpdir(), 'affiant-share-'))
    server = await startServer({ dialect, env: { AFFIANT_COLLECT_FROM: `${share}=company-1` } })
    company = await server.company()
    project = await server.project(company, { prefix: 'COL' })
    user = await server.user({ role: 'LitigationSupport', companyId: company })
    await server.member(project, user.userId, 'LitigationSupport')
  }, 60_000)
  afterAll(async () => {
    await server.close()
    rmSync(share, { recursive: true, force: true })
  })

  const custodian = async (name: string) =>
    (await server.call(user, createCustodian, { project, body: { name } })).data.custodianId
  const create = (name: string, custodianId: number, flags: Partial<contract.Source> = {}) => {
    const { autoProcess = false, autoPromote = true } = flags
    return server.call(user, contract.createSource, {
      project,
      body: { name, custodianId, autoProcess, autoPromote },
    })
  }
  const sourceOf = async (name: string, flags: Partial<contract.Source> = {}) =>
    (await create(name, await custodian(name), flags)).data.sourceId
  async function upload(sourceId: number, fileName: string, bytes: Buffer, beside: object = {}) {
    const body = { sourceId, fileName, size: bytes.length, ...beside }
    const { uploadId } = (await server.call(user, contract.beginUpload, { project, body })).data
    const params = { uploadId }
    await server.call(user, contract.putChunk, { project, params, query: { offset: 0 }, body: bytes })
    return (await server.call(user, contract.finishUpload, { project, params, body: {} })).data.sourceFileId
  }
  const processIt = async (sourceId: number, ifAutomatic = false) =>
    (
      await server.call(user, contract.processSource, {
        project,
        params: { sourceId },
        body: { ifAutomatic },
      })
    ).data.jobId
  async function settled(jobId: number | null) {
    await settledJob(server.services, jobId ?? 0)
    return (await server.call(user, getJob, { project, query: { jobId: jobId ?? 0 } })).data
  }
  const files = async (sourceId: number) =>
    (await server.call(user, contract.listSourceFiles, { project, params: { sourceId } })).data.data
  const documents = (jobId: number) =>
    server.services.records.read
      .selectFrom('document')
      .selectAll()
      .where('job_id', '=', jobId)
      .orderBy('control')
      .execute()
  const exceptions = async (query: object) =>
    (await server.call(user, contract.listExceptions, { project, query })).data.data
  const change = (settings: Partial<ProcessingSettings>) => setProcessing(server, user, project, settings)

  it('[entity-source] [rest-any-project-source] sources have names of their own, a custodian, and what they do by themselves', async () => {
    const rivera = await custodian('Rivera')
    const made = (await create('Rivera laptop', rivera, { autoProcess: true })).data
    expect(made).toMatchObject({
      name: 'Rivera laptop',
      custodian: 'Rivera',
      autoProcess: true,
      autoPromote: true,
      files: 0,
      waiting: 0,
    })
    expect((await create('rivera LAPTOP ', rivera)).status).toBe(409)
    const params = { sourceId: made.sourceId }
    const chen = await custodian('Chen')
    const { version } = made
    const body = { name: 'Chen laptop', custodianId: chen, autoProcess: false, autoPromote: true, version }
    const changed = await server.call(user, contract.changeSource, { project, params, body })
    expect(changed.data).toMatchObject({ name: 'Chen laptop', custodian: 'Chen', autoProcess: false })
    await upload(made.sourceId, 'a.txt', Buffer.from('words'))
    const other = { ...body, custodianId: rivera, version: changed.data.version }
    expect(await server.call(user, contract.changeSource, { project, params, body: other })).toMatchObject({
      status: 409,
      error: { detail: 'custodianId' },
    })
    expect((await server.call(user, contract.deleteSource, { project, params })).status).toBe(409)
    const empty = (await create('Empty', rivera)).data.sourceId
    expect(
      (await server.call(user, contract.deleteSource, { project, params: { sourceId: empty } })).status,
    ).toBe(204)
    const { data } = (await server.call(user, contract.listSources, { project })).data
    expect(data.map(({ name, files: count, waiting }) => [name, count, waiting])).toEqual([
      ['Chen laptop', 1, 1],
    ])
    const said = (await trail(server, `project:${project}`)).filter(({ action }) =>
      action.startsWith('source.'),
    )
    expect(said.map(({ action }) => action)).toEqual([
      'source.created',
      'source.changed',
      'source.created',
      'source.deleted',
    ])
    expect(said.every(({ text }) => !text.includes('laptop'))).toBe(true)
  })

  it('[rest-any-project-local-upload] a dropped folder is one job, in which every file keeps its folders, its date and its bytes', async () => {
    const sourceId = await sourceOf('Okafor')
    const modifiedAt = '2023-04-05T06:07:08.000Z'
    await upload(sourceId, 'Papers/2023/memo.txt', Buffer.from('A memo.'), { modifiedAt })
    await upload(
      sourceId,
      'Papers/../box.mbox',
      mbox([message({ id: 'x1', subject: 'One' }), message({ id: 'x2', subject: 'Two' })]),
    )
    await upload(sourceId, 'Papers/2023/memo.txt', Buffer.from('Another memo.'))
    expect((await files(sourceId)).map(({ path, jobId }) => [path, jobId])).toEqual([
      [['Papers', '2023', 'memo.txt'], null],
      [['Papers', 'box.mbox'], null],
      [['Papers', '2023', 'memo.txt'], null],
    ])
    expect(await processIt(sourceId, true)).toBeNull()
    const job = await settled(await processIt(sourceId))
    expect(job).toMatchObject({ state: 'Completed', title: 'Okafor, 3 files', itemsTotal: 5, itemsDone: 5 })
    expect(job.bytesDone).toBe(job.bytesTotal)
    expect(job.reconciliation).toMatchObject({ itemsIn: 5, promoted: 4, containers: 1, unexplained: 0 })
    const rows = await documents(job.jobId)
    expect(rows.map((row) => JSON.parse(row.source_path))).toEqual([
      ['Papers', '2023', 'memo.txt'],
      ['Papers', 'box.mbox', 'message@0'],
      ['Papers', 'box.mbox', expect.stringMatching(/^message@/)],
      ['Papers', '2023', 'memo.txt (2)'],
    ])
    expect(rows[0]?.parent_date).toBe(modifiedAt)
    expect((await files(sourceId)).every(({ jobId }) => jobId === job.jobId)).toBe(true)
    expect(await processIt(sourceId)).toBeNull()
  })

  it('[job-action-auto-process] a source that processes by itself takes up what has arrived', async () => {
    const sourceId = await sourceOf('Varga', { autoProcess: true })
    await upload(sourceId, 'one.eml', message({ id: 'auto', subject: 'By itself' }))
    const job = await settled(await processIt(sourceId, true))
    expect((await documents(job.jobId)).map((row) => row.title)).toEqual(['By itself'])
  })

  it('equal families are promoted once in the project, once a custodian, or each time, as the settings say', async () => {
    const letter = message({ id: 'same', subject: 'Sent to all', text: 'Of three custodians.' })
    const promotedFrom = async (name: string) => {
      const sourceId = await sourceOf(name)
      await upload(sourceId, 'a.eml', letter)
      await upload(sourceId, 'b.eml', letter)
      const job = await settled(await processIt(sourceId))
      expect(job.reconciliation?.unexplained).toBe(0)
      return [job.reconciliation?.promoted, job.reconciliation?.duplicates]
    }
    expect(await promotedFrom('First holder')).toEqual([1, 1])
    expect(await promotedFrom('Second holder')).toEqual([0, 2])
    expect((await change({ dedupe: 'custodial' })).status).toBe(200)
    expect(await promotedFrom('Third holder')).toEqual([1, 1])
    expect(await promotedFrom('Fourth holder')).toEqual([1, 1])
    await change({ dedupe: 'off' })
    expect(await promotedFrom('Fifth holder')).toEqual([2, 0])
    await change({})
  })

  it('no source that files have come from can be deleted, so that no document and no copy of it is lost', async () => {
    const same = message({ id: 'kept', subject: 'Kept', text: 'The same mail of both.' })
    const brought = async (name: string) => {
      const sourceId = await sourceOf(name)
      await upload(sourceId, `${name}.eml`, same)
      return { sourceId, job: await settled(await processIt(sourceId)) }
    }
    const rivera = await brought('Rivera, Luz')
    const chen = await brought('Chen, Wei')
    expect(await documents(chen.job.jobId)).toEqual([])
    const [survivor] = await documents(rivera.job.jobId)
    const documentId = survivor?.document_id ?? 0
    const custodians = async () => {
      const { data } = (await server.call(user, getMetadata, { project, query: { documentId } })).data
      return data
        .filter(({ name }) => name === 'Custodian' || name === 'All_Custodian')
        .map(({ values }) => values)
    }
    const both = [['Rivera, Luz'], ['Rivera, Luz', 'Chen, Wei']]
    expect(await custodians()).toEqual(both)
    for (const { sourceId } of [rivera, chen])
      expect(await server.call(user, contract.deleteSource, { project, params: { sourceId } })).toMatchObject(
        {
          status: 409,
          error: {
            message: 'Something came from this source, or was to come: it stays on the record.',
            detail: 'source',
          },
        },
      )
    expect(await custodians()).toEqual(both)
    expect((await files(rivera.sourceId)).length).toBe(1)
    expect((await documents(rivera.job.jobId)).map(({ document_id }) => document_id)).toEqual([documentId])
  })

  it('a source keeps its custodian once an upload into it has begun: its first bytes are somebody’s', async () => {
    const [custodianId, another] = [await custodian('Begun, Ann'), await custodian('Begun, Bo')]
    const { sourceId, version } = (await create('Begun', custodianId)).data
    const body = { fileName: 'a.mbox', size: 10, sourceId }
    const { uploadId } = (await server.call(user, contract.beginUpload, { project, body })).data
    const give = () =>
      server.call(user, contract.changeSource, {
        project,
        params: { sourceId },
        body: { name: 'Begun', custodianId: another, autoProcess: false, autoPromote: true, version },
      })
    expect(await give()).toMatchObject({ status: 409, error: { detail: 'custodianId' } })
    await server.call(user, contract.discardUpload, { project, params: { uploadId } })
    expect((await give()).data.custodianId).toBe(another)
  })

  it('of two who change a source or the settings at once, the second is told, and overwrites nothing', async () => {
    const body = { custodianId: await custodian('Okafor'), autoProcess: false, autoPromote: true }
    const made = (await create('Share of Okafor', body.custodianId)).data
    const rename = (name: string, { version } = made) =>
      server.call(user, contract.changeSource, {
        project,
        params: { sourceId: made.sourceId },
        body: { ...body, name, version },
      })
    const renamed = (await rename('Share of the first')).data
    expect(await rename('Share of the second')).toMatchObject({
      status: 409,
      error: { code: 'conflict', detail: 'version' },
    })
    const { data } = (await server.call(user, contract.listSources, { project })).data
    expect(data.find(({ sourceId }) => sourceId === made.sourceId)?.name).toBe('Share of the first')
    expect((await rename('Share of the second', renamed)).data.name).toBe('Share of the second')

    const seen = (await server.call(user, getProcessingSettings, { project })).data
    const set = (settings: Partial<ProcessingSeen>) =>
      server.call(user, putProcessingSettings, { project, body: { ...seen, ...settings } })
    const first = (await set({ depth: 7, passwords: ['first'] })).data
    expect(await set({ depth: 9 })).toMatchObject({
      status: 409,
      error: { code: 'conflict', detail: 'version' },
    })
    expect((await server.call(user, getProcessingSettings, { project })).data).toEqual(first)
    expect((await set({ depth: 9, version: first.version })).data.depth).toBe(9)
    await change({})
  })

  it('settings are checked, kept and told, and no trail repeats a password', async () => {
    const asked: ProcessingSettings = { ...defaultProcessing, passwords: ['swordfish'], itemSeconds: 30 }
    expect((await change(asked)).data).toMatchObject(asked)
    expect((await server.call(user, getProcessingSettings, { project })).data).toMatchObject(asked)
    expect((await change({ itemSeconds: 1 })).status).toBe(400)
    const languages = async (...ocrLanguages: string[]) => {
      const { status, error } = await change({ ocrLanguages } as Partial<ProcessingSettings>)
      return [status, error.message]
    }
    expect(await languages('en', 'tlh')).toEqual([
      400,
      '"ocrLanguages[1]" in the body: OCR reads text in these languages: en, de, fr, es, it, pt, nl, pl.',
    ])
    expect(await languages()).toEqual([
      400,
      '"ocrLanguages" in the body: OCR reads text in one language at least.',
    ])
    expect(await languages('en', 'en')).toEqual([400, 'Each language is named once.'])
    expect((await server.call(user, getProcessingSettings, { project })).data).toMatchObject(asked)
    const reviewer = await server.user({ role: 'ReviewManager', companyId: company })
    await server.member(project, reviewer.userId, 'ReviewManager')
    expect((await server.call(reviewer, getProcessingSettings, { project })).status).toBe(403)
    const said = (await trail(server, `project:${project}`)).filter(
      ({ action }) => action === 'processing.settingsChanged',
    )
    expect(said.at(-1)?.text).toContain('"passwords":1')
    expect(JSON.stringify(said)).not.toContain('swordfish')
    await change({})
  })

  it('a password that is added opens, in a retry, what was locked, and only that', async () => {
    const sourceId = await sourceOf('Locked')
    const locked = Buffer.from(lockedZip, 'base64')
    await upload(sourceId, 'locked.zip', locked)
    await upload(sourceId, 'open.eml', message({ id: 'beside', subject: 'Beside it' }))
    const first = await settled(await processIt(sourceId))
    expect(first).toMatchObject({
      state: 'CompletedWithErrors',
      reconciliation: { promoted: 1, exceptions: 1 },
    })
    expect(await exceptions({ jobId: first.jobId })).toMatchObject([
      { code: 'encrypted', path: ['locked.zip', 'secret.txt'], resolution: 'open' },
    ])
    await change({ passwords: ['not this', 'opensesame'] })
    await server.call(user, retryJob, { project, body: { jobId: first.jobId } })
    const second = await settled(first.jobId)
    expect(second).toMatchObject({
      state: 'Completed',
      exceptions: 0,
      reconciliation: { itemsIn: 3, promoted: 2, containers: 1, exceptions: 0, unexplained: 0 },
    })
    expect((await documents(first.jobId)).map((row) => row.file_name).sort()).toEqual([
      'Beside it.eml',
      'secret.txt',
    ])
    await change({})
  })

  it('what failed inside a packed file is tried again too, and has a path that begins with the file that came', async () => {
    const sourceId = await sourceOf('Packed')
    const note = (words: string) => [{ name: 'note.txt', bytes: Buffer.from(words) }]
    await upload(sourceId, 'locked.zip.gz', gzipSync(Buffer.from(lockedZip, 'base64')))
    // The same name without its packing, so that one is not taken for the other.
    await upload(sourceId, 'locked.zip', zip(note('Open from the start.')))
    const first = await settled(await processIt(sourceId))
    expect(first.reconciliation).toMatchObject({
      ...{ itemsIn: 5, promoted: 1, containers: 3, exceptions: 1, unexplained: 0 },
    })
    expect(await exceptions({ jobId: first.jobId })).toMatchObject([
      { code: 'encrypted', path: ['locked.zip.gz', 'locked.zip', 'secret.txt'] },
    ])
    await change({ passwords: ['opensesame'] })
    await server.call(user, retryJob, { project, body: { jobId: first.jobId } })
    const { state, reconciliation } = await settled(first.jobId)
    expect(state).toBe('Completed')
    expect(reconciliation).toMatchObject({ itemsIn: 5, containers: 3, exceptions: 0, unexplained: 0 })
    // Another source may have the same file already.
    expect((reconciliation?.promoted ?? 0) + (reconciliation?.duplicates ?? 0)).toBe(2)
    await change({})
  })

  it('what was accepted, or has another file in its place, is not tried again', async () => {
    const sourceId = await sourceOf('Settled')
    for (const name of ['one.zip', 'two.zip', 'three.zip'])
      await upload(sourceId, name, Buffer.from(lockedZip, 'base64'))
    const job = await settled(await processIt(sourceId))
    const [one, two, three] = await exceptions({ jobId: job.jobId })
    const exceptionIds = [one?.exceptionId ?? 0]
    await server.call(user, contract.acceptExceptions, { project, body: { exceptionIds, note: 'Not ours' } })
    await upload(sourceId, 'secret.txt', Buffer.from('As it was sent later.'), {
      replaces: two?.exceptionId ?? 0,
    })
    await change({ passwords: ['opensesame'] })
    await server.call(user, retryJob, { project, body: { jobId: job.jobId } })
    const again = await settled(job.jobId)
    // Both are settled: they are counted, and the job is not said to have any that somebody must look at.
    expect(again).toMatchObject({ state: 'Completed', exceptions: 2, openExceptions: 0 })
    expect(again.reconciliation?.unexplained).toBe(0)
    const left = await exceptions({ jobId: job.jobId })
    expect(left.map(({ exceptionId, resolution }) => [exceptionId, resolution])).toEqual([
      [one?.exceptionId, 'accepted'],
      [two?.exceptionId, 'replaced'],
    ])
    expect(three?.path).toEqual(['three.zip', 'secret.txt'])
    await change({})
  })

  it('an exception is accepted with a reason, or another file takes its place; both are on the record', async () => {
    const sourceId = await sourceOf('Broken')
    await upload(sourceId, 'a.zip', zip([{ name: 'x.txt', bytes: Buffer.from('x') }]).subarray(0, 40))
    await upload(sourceId, 'empty.txt', Buffer.alloc(0))
    const job = await settled(await processIt(sourceId))
    const [damaged, empty] = await exceptions({ jobId: job.jobId })
    const accepted = await server.call(user, contract.acceptExceptions, {
      project,
      body: { exceptionIds: [empty?.exceptionId ?? 0], note: 'Empty in the original too' },
    })
    expect(accepted.data).toEqual({ accepted: 1 })
    const replaces = damaged?.exceptionId ?? 0
    await upload(sourceId, 'a.zip', zip([{ name: 'x.txt', bytes: Buffer.from('whole') }]), { replaces })
    const again = { sourceId, fileName: 'b.zip', size: 1, replaces }
    expect((await server.call(user, contract.beginUpload, { project, body: again })).status).toBe(409)
    expect(await exceptions({ jobId: job.jobId, resolution: 'open' })).toEqual([])
    expect(await exceptions({ jobId: job.jobId, resolution: 'accepted' })).toMatchObject([
      { path: ['empty.txt'], note: 'Empty in the original too' },
    ])
    // It alone is processed: what else waits in the source goes on waiting.
    await upload(sourceId, 'later.txt', Buffer.from('Nobody has asked for this.'))
    const files = await server.call(user, contract.listSourceFiles, {
      project,
      params: { sourceId },
      query: {},
    })
    const whole = files.data.data.filter(({ path }) => path.at(-1) === 'a.zip').at(-1)
    const begun = await server.call(user, contract.processSource, {
      project,
      params: { sourceId },
      body: { ifAutomatic: false, sourceFileId: whole?.sourceFileId ?? 0 },
    })
    const replacement = await settled(begun.data.jobId)
    expect(replacement.reconciliation).toMatchObject({ itemsIn: 2, promoted: 1, unexplained: 0 })
    const actions = (await trail(server, `project:${project}`)).map(({ action }) => action)
    expect(actions).toEqual(
      expect.arrayContaining(['exception.accepted', 'exception.replaced', 'file.collected']),
    )
  })

  it('[job-action-priority] [rest-job-priority] of jobs that wait the one of the highest priority is begun first', async () => {
    const sourceId = await sourceOf('Urgent')
    await upload(sourceId, 'late.eml', message({ id: 'late' }))
    const jobId = (await processIt(sourceId)) ?? 0
    await settled(jobId)
    const body = { jobId, priority: 5 }
    const over = await server.call(user, setPriority, { project, body })
    expect([over.status, over.error.code]).toEqual([409, 'job.transition'])
    await server.services.records.write('interactive', async (trx) => {
      await trx.updateTable('job').set({ state: 'Paused' }).where('job_id', '=', jobId).execute()
    })
    expect((await server.call(user, setPriority, { project, body })).data).toMatchObject({ priority: 5 })
    expect((await trail(server, `project:${project}`)).at(-1)).toMatchObject({
      action: 'job.priorityChanged',
    })
  })

  it('[job-action-status] [rest-job-status] [rest-job] says in few words how a job stands, and what who asks may tell it', async () => {
    const sourceId = await sourceOf('Status')
    await upload(sourceId, 'status.eml', message({ id: 'status' }))
    const jobId = (await processIt(sourceId)) ?? 0
    const status = async (as = user) =>
      (await server.call(as, getJobStatus, { project, query: { jobId } })).data
    const job = await settled(jobId)
    const { itemsTotal, itemsDone } = job
    const common = { jobId, itemsTotal, itemsDone, exceptions: 0, message: null }
    expect(await status()).toEqual({ ...common, state: 'Completed', settled: true, actions: [] })
    const be = (state: JobState) =>
      server.services.records.write('interactive', async (trx) => {
        await trx.updateTable('job').set({ state }).where('job_id', '=', jobId).execute()
      })
    await be('Paused')
    const paused = { ...common, state: 'Paused', settled: false, actions: ['cancel', 'resume'] }
    expect(await status()).toEqual(paused)
    const lead = await server.user({ role: 'ReviewManager', companyId: company })
    await server.member(project, lead.userId, 'ReviewManager')
    expect(await status(lead)).toEqual({ ...paused, actions: [] })
    await be('Completed')
  })

  describe('from folders of the server', () => {
    const collect = (sourceId: number, path: string[], root = 0) =>
      server.call(user, contract.collectFolder, { project, params: { sourceId }, body: { root, path } })

    it('[rest-job-auto-process] [rest-job-getjobsettings] a collection has its files processed where that is said of it, whatever its source does', async () => {
      const sourceId = await sourceOf('Stack')
      mkdirSync(join(share, 'stack'))
      for (let n = 0; n < 60; n++) writeFileSync(join(share, 'stack', `${n}.txt`), `Sheet ${n}`)
      const { jobId } = (await collect(sourceId, ['stack'])).data
      const ask = (on: boolean) => server.call(user, setAutoProcess, { project, body: { jobId, on } })
      expect((await ask(true)).data).toEqual({
        ...{ jobId, autoProcess: true, autoPromote: null, processing: null },
      })
      expect((await settled(jobId)).state).toBe('Completed')
      const all = await files(sourceId)
      expect(all).toHaveLength(60)
      expect(new Set(all.map((file) => file.jobId)).has(null)).toBe(false)
      await settled(all[0]?.jobId ?? 0)
      expect(await ask(false)).toMatchObject({
        status: 409,
        error: { message: 'This collection is over: have its source processed.' },
      })
      const settings = { project, query: { jobId: all[0]?.jobId ?? 0 } }
      expect((await server.call(user, getJobSettings, settings)).data).toMatchObject({ autoProcess: null })
      expect((await trail(server, `project:${project}`)).map(({ action }) => action)).toContain(
        'job.autoProcessChanged',
      )
    })

    it('of an empty folder a source keeps the record, and not its custodian', async () => {
      const [custodianId, another] = [await custodian('Empty, Ann'), await custodian('Empty, Bo')]
      const { sourceId, version } = (await create('Empty', custodianId)).data
      mkdirSync(join(share, 'empty'))
      await settled((await collect(sourceId, ['empty'])).data.jobId)
      const given = await server.call(user, contract.changeSource, {
        project,
        params: { sourceId },
        body: { name: 'Empty', custodianId: another, autoProcess: false, autoPromote: true, version },
      })
      expect(given.data.custodianId).toBe(another)
      expect(await server.call(user, contract.deleteSource, { project, params: { sourceId } })).toMatchObject(
        {
          status: 409,
          error: { detail: 'source' },
        },
      )
    })

    it('lists only what its configuration names, and nothing outside it', async () => {
      mkdirSync(join(share, 'listing', 'inner'), { recursive: true })
      writeFileSync(join(share, 'listing', 'a.txt'), 'four')
      symlinkSync(tmpdir(), join(share, 'listing', 'out'))
      const look = (path: string[], root = 0) =>
        server.call(user, contract.readServerFolder, { project, body: { root, path } })
      const { data } = (await server.call(user, contract.listServerRoots, { project })).data
      expect(data).toEqual([{ root: 0, name: share.split('/').at(-1) }])
      expect((await look(['listing'])).data).toEqual({
        ...{ root: 0, path: ['listing'], folders: ['inner'], files: 1, bytes: 4, more: false },
      })
      for (const path of [['..'], ['listing', 'out'], ['nowhere'], ['listing/inner'], ['listing', 'a.txt']])
        expect([path, (await look(path)).status]).toEqual([path, 404])
      expect((await look([], 1)).status).toBe(404)
    })

    describe('of which each is bound to clients or projects', () => {
      const config = () => server.services.config
      let before: typeof server.services.config.collectFrom
      let machine: string
      beforeAll(() => {
        before = config().collectFrom
        machine = mkdtempSync(join(tmpdir(), 'affiant-machine-'))
        for (const name of ['client', 'matter', 'others', 'nobody']) {
          mkdirSync(join(machine, name))
          writeFileSync(join(machine, name, `${name}.txt`), `Words of ${name}.`)
        }
      })
      afterAll(() => {
        Object.assign(config(), { collectFrom: before })
        rmSync(machine, { recursive: true, force: true })
      })
      const offer = (...bound: string[]) =>
        Object.assign(config(), {
          collectFrom: collectRootsOf(bound.map((one) => join(machine, one)).join(delimiter), '/data'),
        })
      const seenBy = async (who: TestUser, within: number) => {
        const listed = await server.call(who, contract.listServerRoots, { project: within })
        const looks = [0, 1, 2, 3].map(async (root) => {
          const body = { root, path: [] }
          return (await server.call(who, contract.readServerFolder, { project: within, body })).status
        })
        return {
          listed: listed.data.data.map(({ root, name }) => `${root} ${name}`),
          looks: await Promise.all(looks),
        }
      }

      it('they are offered, and opened, only where they may be collected from', async () => {
        const other = await server.project(company, { prefix: 'CO2' })
        await server.member(other, user.userId, 'LitigationSupport')
        const foreign = await server.company()
        const theirs = await server.project(foreign, { prefix: 'CO3' })
        const them = await server.user({ role: 'ClientAdmin', companyId: foreign })
        const staff = await server.user({ role: 'ProviderAdmin' })
        offer(`client=company-${company}`, `matter=project-${project}`, `others=company-${foreign}`, 'nobody')
        expect(await seenBy(user, project)).toEqual({
          listed: ['0 client', '1 matter'],
          looks: [200, 200, 404, 404],
        })
        expect(await seenBy(user, other)).toEqual({ listed: ['0 client'], looks: [200, 404, 404, 404] })
        expect(await seenBy(them, theirs)).toEqual({ listed: ['2 others'], looks: [404, 404, 200, 404] })
        // What is bound to nobody is the staff's; what is bound goes into no project of others, whoever brings it.
        expect(await seenBy(staff, theirs)).toEqual({
          listed: ['2 others', '3 nobody'],
          looks: [404, 404, 200, 200],
        })
        const sourceId = await sourceOf('Not theirs')
        for (const root of [2, 3])
          expect([root, (await collect(sourceId, [], root)).status]).toEqual([root, 404])
      })

      it('a job asks again when it runs', async () => {
        const sourceId = await sourceOf('Asked again')
        offer(`client=company-${company}`)
        rmSync(join(machine, 'client', 'client.txt'))
        symlinkSync(tmpdir(), join(machine, 'client', 'link'))
        const { jobId } = (await collect(sourceId, [])).data
        expect(await settled(jobId)).toMatchObject({ exceptions: 1 })
        rmSync(join(machine, 'client', 'link'))
        writeFileSync(join(machine, 'client', 'link'), 'Words that are of another by now.')
        offer(`client=project-${project + 1_000}`)
        await server.call(user, retryJob, { project, body: { jobId } })
        expect(await settled(jobId)).toMatchObject({
          state: 'Failed',
          message: expect.stringContaining('AFFIANT_COLLECT_FROM'),
        })
        expect(await files(sourceId)).toEqual([])
        // Of the staff's folders: only as long as whoever asked is of the staff.
        offer('nobody')
        const staff = await server.user({ role: 'SystemAdmin' })
        const asked = { project, params: { sourceId }, body: { root: 0, path: [] } }
        const { records } = server.services
        const withdraw = (change: { active: 0 } | { active: 1; role: string }) =>
          records.write('interactive', async (trx) => {
            await trx.updateTable('app_user').set(change).where('user_id', '=', staff.userId).execute()
          })
        const { jobId: theirs } = (await server.call(staff, contract.collectFolder, asked)).data
        expect(await settled(theirs)).toMatchObject({ state: 'Completed' })
        for (const change of [{ active: 0 }, { active: 1, role: 'ClientAdmin' }] as const) {
          await withdraw(change)
          expect((await collectorOfJob(records.read, theirs)).isStaff).toBe(false)
        }
      })

      it('a binding to what is not there is found', async () => {
        offer(`client=company-${company},project-${project}`, 'matter=company-900000,project-900001')
        expect(await missingBindings(server.services.records.read, config().collectFrom)).toEqual([
          'company-900000',
          'project-900001',
        ])
      })
    })

    it('copies all files in order, says which could not be had, and has the source processed', async () => {
      const sourceId = await sourceOf('Share', { autoProcess: true })
      const folder = join(share, 'matter')
      mkdirSync(join(folder, 'b', 'c'), { recursive: true })
      writeFileSync(join(folder, 'z.eml'), message({ id: 'z', subject: 'Last' }))
      writeFileSync(join(folder, 'b', 'c', 'deep.txt'), 'Deep words.')
      writeFileSync(join(folder, 'a.txt'), 'First words.')
      symlinkSync(join(folder, 'a.txt'), join(folder, 'b', 'link.txt'))
      const { jobId } = (await collect(sourceId, ['matter'])).data
      const job = await settled(jobId)
      expect(job).toMatchObject({
        kind: 'collect',
        state: 'CompletedWithErrors',
        itemsDone: 4,
        exceptions: 1,
        collected: { found: 4, arrived: 3, failed: 1, unexplained: 0 },
        reconciliation: null,
      })
      expect((await files(sourceId)).map(({ path }) => path.join('/'))).toEqual([
        'a.txt',
        'b/c/deep.txt',
        'z.eml',
      ])
      expect(await exceptions({ jobId })).toMatchObject([
        { code: 'unsupportedType', stage: 'collect', path: ['b', 'link.txt'] },
      ])
      const [file] = await files(sourceId)
      const imported = await settled(file?.jobId ?? 0)
      expect(imported.reconciliation).toMatchObject({ itemsIn: 3, promoted: 3, unexplained: 0 })

      rmSync(join(folder, 'b', 'link.txt'))
      writeFileSync(join(folder, 'b', 'link.txt'), 'A file now.')
      await server.call(user, retryJob, { project, body: { jobId } })
      expect(await settled(jobId)).toMatchObject({
        ...{ state: 'Completed', itemsDone: 4, exceptions: 0 },
        collected: { found: 4, arrived: 4, failed: 0, unexplained: 0 },
      })
      expect((await files(sourceId)).map(({ path }) => path.join('/')).at(-1)).toBe('b/link.txt')
    })

    it('goes on, when it is tried again, where it ended in its middle', async () => {
      const sourceId = await sourceOf('Broken off')
      const folder = join(share, 'broken-off')
      mkdirSync(join(folder, 'b'), { recursive: true })
      writeFileSync(join(folder, 'a.txt'), 'First.')
      const { jobId } = (await collect(sourceId, ['broken-off'])).data
      await settled(jobId)
      // As it stands where the server's disk was full behind the first file.
      await server.services.records.write('interactive', async (trx) => {
        const cursor = JSON.stringify({ after: ['a.txt'], ended: false })
        await trx.updateTable('job').set({ state: 'Failed', cursor }).where('job_id', '=', jobId).execute()
      })
      writeFileSync(join(folder, 'b', 'c.txt'), 'Second.')
      writeFileSync(join(folder, 'd.txt'), 'Third.')
      await server.call(user, retryJob, { project, body: { jobId } })
      expect(await settled(jobId)).toMatchObject({ state: 'Completed', itemsDone: 3 })
      expect((await files(sourceId)).map(({ path }) => path.join('/'))).toEqual(['a.txt', 'b/c.txt', 'd.txt'])
    })

    it('makes exceptions of a file and of a folder that cannot be read, and all others come', async () => {
      const sourceId = await sourceOf('Deep')
      const [top, name] = [join(share, 'deep'), 'n'.repeat(200)]
      // Deeper than a path can say: only step by step does anybody come there.
      const steps = `mkdir -p ${name} && cd -P ${name}`
      const levels = Math.floor((4090 - top.length) / (name.length + 1))
      const last = 4090 - top.length - levels * (name.length + 1)
      mkdirSync(top)
      execFileSync(
        'sh',
        [
          '-c',
          `for i in $(seq ${levels}); do ${steps} || exit 1; done; echo words > ${'f'.repeat(last + 20)}; mkdir ${'g'.repeat(last + 20)}; echo ok > a`,
        ],
        { cwd: top },
      )
      writeFileSync(join(top, 'z.txt'), 'Behind it.')
      try {
        const { jobId } = (await collect(sourceId, ['deep'])).data
        expect(await settled(jobId)).toMatchObject({
          state: 'CompletedWithErrors',
          itemsDone: 4,
          exceptions: 2,
        })
        expect((await files(sourceId)).map(({ path }) => path.at(-1))).toEqual(['a', 'z.txt'])
        expect((await exceptions({ jobId })).map(({ code, reason }) => [code, reason])).toEqual([
          ['pathTooLong', 'Its path is longer than the server can read.'],
          ['missing', 'It is a folder that the server cannot read.'],
        ])
      } finally {
        execFileSync('rm', ['-rf', top])
      }
    })

    it('follows no link when it is tried again, not even out of what may be collected from', async () => {
      const sourceId = await sourceOf('Links')
      const folder = join(share, 'linked')
      const outside = mkdtempSync(join(tmpdir(), 'affiant-outside-'))
      writeFileSync(join(outside, 'secret.txt'), 'Not to be collected.')
      mkdirSync(join(folder, 'inner'), { recursive: true })
      symlinkSync(join(outside, 'secret.txt'), join(folder, 'link.txt'))
      symlinkSync(join(outside, 'secret.txt'), join(folder, 'inner', 'secret.txt'))
      const { jobId } = (await collect(sourceId, ['linked'])).data
      expect(await settled(jobId)).toMatchObject({ state: 'CompletedWithErrors', exceptions: 2 })
      // A folder that has become a link leads outside as well.
      rmSync(join(folder, 'inner'), { recursive: true })
      symlinkSync(outside, join(folder, 'inner'))
      await server.call(user, retryJob, { project, body: { jobId } })
      expect(await settled(jobId)).toMatchObject({ state: 'CompletedWithErrors', exceptions: 2 })
      expect(await files(sourceId)).toEqual([])
      rmSync(outside, { recursive: true })
    })

    it('takes, when it is tried again, all that is in a folder that could not be read, each file once', async () => {
      const sourceId = await sourceOf('Closed')
      const folder = join(share, 'closed')
      mkdirSync(folder)
      writeFileSync(join(folder, 'a.txt'), 'First.')
      symlinkSync(tmpdir(), join(folder, 'inner'))
      const { jobId } = (await collect(sourceId, ['closed'])).data
      expect(await settled(jobId)).toMatchObject({ itemsDone: 2, exceptions: 1 })
      rmSync(join(folder, 'inner'))
      mkdirSync(join(folder, 'inner', 'most'), { recursive: true })
      for (const path of ['inner/b.txt', 'inner/most/c.txt', 'inner/most/d.txt'])
        writeFileSync(join(folder, path), path)
      await server.call(user, retryJob, { project, body: { jobId } })
      expect(await settled(jobId)).toMatchObject({ state: 'Completed', itemsDone: 4, exceptions: 0 })
      expect((await files(sourceId)).map(({ path }) => path.join('/'))).toEqual([
        'a.txt',
        'inner/b.txt',
        'inner/most/c.txt',
        'inner/most/d.txt',
      ])
    })
  })
})
