/** Folders of Apple Mail collected through the server: what stands beside a message is attached to it, and counted once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contracts/collect.ts'
import { getJob, retryJob } from '#contracts/jobs.ts'
import { createCustodian } from '#contracts/project.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { appleMessage } from '#tests/fixtures/apple-mail.ts'
import { lockedZip } from '#tests/fixtures/locked-zip.ts'
import { costlyDialects, startServer, type TestServer, type TestUser, withoutAnalysis } from './harness.ts'
import { setProcessing } from './processing-settings.ts'
import { newSource, processed } from './uploads.ts'

withoutAnalysis()

describe.each(costlyDialects)('folders of Apple Mail on %s', (dialect) => {
  let server: TestServer
  let user: TestUser
  let project: number
  beforeAll(async () => {
    server = await startServer({ dialect })
    const companyId = await server.company()
    project = await server.project(companyId, { prefix: 'APP' })
    user = await server.user({ role: 'ProjectManager', companyId })
    await server.member(project, user.userId, 'ProjectManager')
    // Copies would hide what came twice.
    expect((await setProcessing(server, user, project, { dedupe: 'off' })).status).toBe(200)
  }, 60_000)
  afterAll(() => server.close())

  type Files = Readonly<Record<string, Buffer>>
  const plan = Buffer.from('The plan of the pier.')
  const notes = Buffer.from('Notes of the day.')

  async function imported(name: string, files: Files): Promise<number> {
    const { custodianId } = (await server.call(user, createCustodian, { project, body: { name } })).data
    const sourceId = await newSource(server, user, project, custodianId, name)
    for (const [fileName, bytes] of Object.entries(files)) {
      const body = { sourceId, fileName, size: bytes.length }
      const { uploadId } = (await server.call(user, contract.beginUpload, { project, body })).data
      const params = { uploadId }
      await server.call(user, contract.putChunk, { project, params, query: { offset: 0 }, body: bytes })
      expect((await server.call(user, contract.finishUpload, { project, params, body: {} })).status).toBe(200)
    }
    const jobId = await processed(server, user, project, sourceId)
    await settledJob(server.services, jobId)
    return jobId
  }
  const job = async (jobId: number) => (await server.call(user, getJob, { project, query: { jobId } })).data
  /** Documents by their families: the name of each with what it begins with. */
  async function families(jobId: number): Promise<string[][]> {
    const rows = await server.services.records.read
      .selectFrom('document')
      .select(['family_id', 'file_name', 'size'])
      .where('job_id', '=', jobId)
      .orderBy('family_id')
      .orderBy('ordinal')
      .execute()
    return [...Map.groupBy(rows, ({ family_id }) => family_id).values()]
      .map((family) => family.map(({ file_name, size }, i) => (i === 0 ? file_name : `${file_name} ${size}`)))
      .toSorted()
  }
  const reasons = async (jobId: number) =>
    (await server.call(user, contract.listExceptions, { project, query: { jobId } })).data.data.map(
      ({ code, reason }) => `${code}: ${reason}`,
    )

  const mailbox: Files = {
    'V10/INBOX.mbox/Attachments/7/2/plan.txt': plan,
    'V10/INBOX.mbox/Attachments/7/3/notes.txt': notes,
    'V10/INBOX.mbox/Attachments/8/2/plan.txt': plan,
    'V10/INBOX.mbox/Attachments/9/2/alone.txt': notes,
    'V10/INBOX.mbox/Messages/7.partial.emlx': appleMessage('Two', ['plan.txt', 'notes.txt']),
    'V10/INBOX.mbox/Messages/8.emlx': appleMessage('Stub', ['plan.txt', 'gone.txt']),
    'V10/INBOX.mbox/Messages/10.emlx': appleMessage('Whole', ['plan.txt'], [plan]),
  }
  const joined = [
    ['Stub.emlx', `plan.txt ${plan.length}`, 'gone.txt 0'],
    ['Two.emlx', `plan.txt ${plan.length}`, `notes.txt ${notes.length}`],
    ['Whole.emlx', `plan.txt ${plan.length}`],
    ['alone.txt'],
  ]
  const lost =
    'missing: The content of “gone.txt” is not in this file: Apple Mail keeps it beside the folder of messages, in “Attachments”, and it did not come with the message.'

  it('have attachments in their families, each counted once, and name what did not come', async () => {
    const jobId = await imported('Folders', mailbox)
    expect(await families(jobId)).toEqual(joined)
    expect(await job(jobId)).toMatchObject({
      state: 'CompletedWithErrors',
      reconciliation: { itemsIn: 9, promoted: 9, containers: 0, unexplained: 0 },
    })
    expect((await reasons(jobId)).filter((reason) => reason.startsWith('missing'))).toEqual([lost])
    const told = await server.call(user, contract.listExceptions, { project, query: { jobId } })
    expect(told.data.data.every(({ documentId }) => documentId !== null)).toBe(true)
    expect((await verifyChain(server.services.records.read, `project:${project}`)).firstBroken).toBeNull()
  })

  it('have the same families where they come in an archive', async () => {
    const entries = Object.entries(mailbox).map(([name, bytes]) => ({ name, bytes }))
    for (const [order, files] of [entries, entries.toReversed()].entries()) {
      const jobId = await imported(`Archive ${order}`, { 'mail.zip': zip(files) })
      expect(await families(jobId)).toEqual(joined)
      expect((await job(jobId)).reconciliation).toMatchObject({
        itemsIn: 10,
        promoted: 9,
        containers: 1,
        unexplained: 0,
      })
    }
  })

  it('are read with them again where a password is known later; one that stands for itself stays so', async () => {
    const locked = Buffer.from(lockedZip, 'base64')
    const jobId = await imported('Locked', {
      'Attachments/7/2/box.zip': locked,
      'Attachments/7/5/other.zip': locked,
      'Messages/7.partial.emlx': appleMessage('Box', ['box.zip']),
    })
    expect(await families(jobId)).toEqual([['Box.emlx', `box.zip ${locked.length}`]])
    const before = (await job(jobId)).reconciliation
    expect(before).toMatchObject({ promoted: 2, containers: 1, exceptions: 1, unexplained: 0 })
    expect(
      (await setProcessing(server, user, project, { dedupe: 'off', passwords: ['opensesame'] })).status,
    ).toBe(200)
    expect((await server.call(user, retryJob, { project, body: { jobId } })).status).toBe(200)
    await settledJob(server.services, jobId)
    expect(await families(jobId)).toEqual([
      ['Box.emlx', `box.zip ${locked.length}`, 'secret.txt 12'],
      ['secret.txt'],
    ])
    expect((await job(jobId)).reconciliation).toMatchObject({
      itemsIn: 5,
      promoted: 4,
      containers: 1,
      exceptions: 0,
      unexplained: 0,
    })
  })

  it('are not taken for those of a message that cannot be read', async () => {
    const jobId = await imported('Broken', {
      'Attachments/7/2/plan.txt': plan,
      'Messages/7.partial.emlx': Buffer.from('9\n\0\0\0\0\0\0\0\0\0'),
    })
    expect((await families(jobId)).flat()).toContain('plan.txt')
    expect((await job(jobId)).reconciliation).toMatchObject({ itemsIn: 2, unexplained: 0 })
  })
})
