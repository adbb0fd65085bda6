import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginUpload, discardUpload, processSource } from '#contracts/collect.ts'
import { importPath } from '#server/intake/import/import-path.ts'
import { clearStale } from '#server/intake/uploads/upload-folder.ts'
import { noteUnsearchable } from '#server/review/search/embedded/unsearchable.ts'
import { costlyDialects } from './harness.ts'
import { type Matter, startMatter } from './matter.ts'
import { trail } from './people.ts'
import { newSource } from './uploads.ts'

describe.each(costlyDialects)('the record of what comes in, on %s', (dialect) => {
  let matter: Matter
  let custodianId: number
  beforeAll(async () => {
    matter = await startMatter(dialect)
    const { custodian_id } = await matter.server.services.records.read
      .selectFrom('custodian')
      .select('custodian_id')
      .executeTakeFirstOrThrow()
    custodianId = custodian_id
  })
  afterAll(() => matter.close())

  const said = async (action: string) =>
    (await trail(matter.server, `project:${matter.projectId}`)).filter((row) => row.action === action)

  it('says which uploads were begun and thrown away, by whom or because nobody went on', async () => {
    const { server, companyId, projectId } = matter
    const user = await server.user({ role: 'LitigationSupport', companyId })
    await server.member(projectId, user.userId, 'LitigationSupport')
    const sourceId = await newSource(server, user, projectId, custodianId)
    const begin = async (fileName: string) => {
      const body = { fileName, size: 10, sourceId }
      return (await server.call(user, beginUpload, { project: projectId, body })).data.uploadId
    }
    const first = await begin('first.mbox')
    expect(await begin('first.mbox')).toBe(first)
    const second = await begin('second.mbox')
    expect(await said('upload.begun')).toMatchObject([
      {
        userId: user.userId,
        facts: { uploadId: first, sourceId, size: 10 },
        beside: { name: 'first.mbox' },
      },
      { userId: user.userId, facts: { uploadId: second }, beside: { name: 'second.mbox' } },
    ])
    await server.call(user, discardUpload, { project: projectId, params: { uploadId: first } })
    server.setNow(new Date(Date.now() + 8 * 86_400_000))
    await clearStale(server.services).finally(() => server.setNow(null))
    expect(await said('upload.discarded')).toMatchObject([
      { userId: user.userId, facts: { uploadId: first, received: 0 } },
      { userId: null, facts: { uploadId: second, why: 'stale' } },
    ])
    expect((await said('upload.begun')).every(({ text }) => !text.includes('.mbox'))).toBe(true)
  })

  it('says how much of an upload the browser could not read or send, whether or not its source processes by itself', async () => {
    const { server, companyId, projectId: project } = matter
    const user = await server.user({ role: 'LitigationSupport', companyId })
    await server.member(project, user.userId, 'LitigationSupport')
    const sourceId = await newSource(server, user, project, custodianId, 'Drive with faults')
    const end = (body: { unread?: number; failed?: number }) =>
      server.call(user, processSource, {
        project,
        params: { sourceId },
        body: { ifAutomatic: true, ...body },
        key: `end-of-upload-${body.unread}-${body.failed}`,
      })
    expect((await end({})).data).toEqual({ jobId: null })
    // An answer that was lost: it is asked for again.
    for (let i = 0; i < 2; i++) expect((await end({ unread: 7 })).data).toEqual({ jobId: null })
    expect((await end({ unread: 0 })).status).toBe(400)
    await end({ failed: 2 })
    expect((await said('upload.unread')).map(({ userId, facts }) => [userId, facts])).toEqual([
      [user.userId, { sourceId, unread: 7 }],
      [user.userId, { sourceId, failed: 2 }],
    ])
  })

  it('says once that the text of a document could not be indexed', async () => {
    const [documentId = 0] = matter.documents
    const { records } = matter.server.services
    for (let i = 0; i < 2; i++) await noteUnsearchable(records, documentId, new Date())
    const rows = await said('document.textFailed')
    expect(rows).toHaveLength(1)
    expect(JSON.parse(rows[0]?.text ?? '')).toMatchObject({ documentId, projectId: matter.projectId })
  })

  it('takes no longer name of a custodian from the command line than from anywhere else', async () => {
    const asked = { path: import.meta.filename, projectId: matter.projectId }
    for (const custodian of ['x'.repeat(101), ' '])
      await expect(importPath(matter.server.services, { ...asked, custodian })).rejects.toMatchObject({
        code: 'request.invalid',
        detail: 'custodian',
      })
  })
})
