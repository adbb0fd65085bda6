/** The archive, legal holds, and the request to delete a project. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changesProject, pathOf } from '#contracts/call.ts'
import { listProjects } from '#contracts/company.ts'
import { searchDocuments } from '#contracts/documents.ts'
import { allCalls } from '#contracts/index.ts'
import { createCustodian, getProject, getReport, listCustodians } from '#contracts/project.ts'
import {
  archiveProject,
  endProject,
  getProjectEnd,
  releaseHold,
  restoreProject,
  setHold,
} from '#contracts/project-end.ts'
import { costlyDialects, requestOf, startServer, type TestServer, type TestUser } from './harness.ts'
import { trail } from './people.ts'

const day = 24 * 3_600_000

describe.each(costlyDialects)('the end of a project, on %s', (dialect) => {
  let server: TestServer
  let company: number
  let project: number
  let admin: TestUser
  let second: TestUser
  let manager: TestUser
  beforeAll(async () => {
    server = await startServer({ dialect, work: false })
    company = await server.company()
    project = await server.project(company, { name: 'Harmon 14-2' })
    admin = await server.user({ role: 'ClientAdmin', companyId: company, name: 'Carla' })
    second = await server.user({ role: 'ClientAdmin', companyId: company, name: 'Dora' })
    manager = await server.user({ role: 'ProjectManager', companyId: company })
    await server.member(project, manager.userId, 'ProjectManager')
    await server.member(project, admin.userId, 'ProjectManager')
  })
  afterAll(() => server.close())

  const said = async () => (await trail(server, `project:${project}`)).map(({ action }) => action)
  const reason = 'Request for preservation of 3 March'
  const ask = (by: TestUser, step: string, projectName?: string) =>
    server.call(by, endProject, {
      project,
      body: { step, ...(projectName === undefined ? {} : { projectName }) },
    })

  it('[rest-any-project-archive] an archived project answers what reads, refuses every call that changes it with one sentence, and comes back', async () => {
    const jobId = await server.services.records.write('interactive', (trx) =>
      server.services.jobs.enqueue(trx, {
        ...{ projectId: project, kind: 'analysis', title: 'Analysis', input: null, bytesTotal: 0 },
        createdBy: admin.userId,
      }),
    )
    expect((await server.call(manager, archiveProject, { project })).status).toBe(403)
    const done = await server.call(admin, archiveProject, { project })
    expect(done.data.archivedAt).not.toBeNull()
    const { records } = server.services
    const job = await records.read
      .selectFrom('job')
      .select('state')
      .where('job_id', '=', jobId)
      .executeTakeFirst()
    expect(job).toEqual({ state: 'Paused' })

    const refused = await server.call(manager, createCustodian, { project, body: { name: 'Late' } })
    expect(refused.error).toMatchObject({
      code: 'project.archived',
      message:
        'This project is archived: it can be read and not changed. An administrator of the client can restore it.',
    })
    expect((await server.call(manager, listCustodians, { project })).data.data).toEqual([])
    const query = { queryString: '', includeFamily: false, objectId: null, type: null }
    const search = { query, sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all' }
    expect((await server.call(manager, searchDocuments, { project, body: search })).status).not.toBe(409)
    expect((await server.call(manager, getReport, { project })).status).toBe(200)
    // Every call, whatever it is sent: what is not named as reading is refused.
    for (const call of allCalls.filter(changesProject)) {
      const asked = { project, ...(call.rawBody === true ? { body: Buffer.from('x') } : { body: {} }) }
      const raw = await server.app.inject({
        ...requestOf(admin, call, asked),
        url: pathOf(call).replaceAll(/:\w+/g, '1'),
      })
      // A client administrator lacks what is the provider's alone.
      if (raw.statusCode !== 403)
        expect({ call: call.name, code: raw.json<{ code: string }>().code }).toEqual({
          ...{ call: call.name, code: 'project.archived' },
        })
    }
    // Nor is it offered.
    const told = (await server.call(admin, getProject, { project })).data
    expect(told.may).toContain('project.archive')
    expect(told.may).toContain('document.search')
    for (const one of ['coding.save', 'project.manage', 'collect.manage', 'wall.manage'])
      expect(told.may).not.toContain(one)
    const rows = (await server.call(manager, listProjects, {})).data.data
    expect(rows[0]?.archivedAt).toBe(done.data.archivedAt)

    const back = await server.call(admin, restoreProject, { project })
    expect(back.data).toEqual({ archivedAt: null, hold: null, deletion: null })
    expect((await server.call(manager, createCustodian, { project, body: { name: 'Late' } })).status).toBe(
      200,
    )
    expect(await said()).toEqual(
      expect.arrayContaining(['job.paused', 'project.archived', 'project.restored']),
    )
  })

  it('what reads and is no GET is named, so that a new call is refused until somebody says otherwise', () => {
    const open = allCalls.filter(
      (call) => call.scope === 'project' && call.method !== 'GET' && !changesProject(call),
    )
    expect(open.map(({ name }) => name).sort()).toEqual([
      'bulk.selectedCount',
      'bulk.standing',
      'coding.previewPropagation',
      'documentList.all',
      'documentList.select',
      'documents.clearSnapshot',
      'documents.count',
      'documents.recordView',
      'documents.search',
      'documents.sort',
      'exports.validateImages',
      'facets.read',
      'fields.countDocuments',
      'fields.search',
      'forms.check',
      'loads.check',
      'loads.look',
      'productions.applicationTypes',
      'productions.requiredDocuments',
      'projectEnd.archive',
      'projectEnd.delete',
      'projectEnd.releaseHold',
      'projectEnd.restore',
      'projectEnd.setHold',
      'reconcile.commands',
      'reconcile.report',
      'reconstruct.activity',
      'reconstruct.compare',
      'reconstruct.compareTotals',
      'reconstruct.density',
      'reconstruct.listAsOf',
      'reconstruct.summary',
      'samples.population',
      'savedSearches.open',
      'searching.forget',
      'searching.ids',
      'searching.remember',
      'searching.validate',
      'sheets.find',
      'sheets.findTerms',
      'stages.fullSearch',
      'support.close',
      'support.open',
      'templates.checkFilterName',
      'uploads.verify',
      'walls.preview',
      'walls.seeAs',
    ])
  })

  it('a hold bars deletion, and two people release it', async () => {
    await server.call(admin, archiveProject, { project })
    expect((await server.call(admin, setHold, { project, body: { reason: 'short' } })).status).toBe(400)
    const set = (await server.call(admin, setHold, { project, body: { reason } })).data
    expect(set.hold).toMatchObject({ reason, setBy: { userName: 'Carla' }, release: null })
    expect((await server.call(second, setHold, { project, body: { reason } })).status).toBe(409)
    expect((await ask(admin, 'ask', 'Harmon 14-2')).error.detail).toBe('hold')
    const holdId = set.hold?.holdId ?? 0
    const releasing = { project, body: { holdId, reason: 'The court has lifted it' } }
    const elsewhere = await server.project(company, { name: 'Elsewhere', prefix: 'ELS' })
    for (const asked of [
      { ...releasing, project: elsewhere },
      { project, body: { ...releasing.body, holdId: 987_654 } },
    ])
      expect((await server.call(admin, releaseHold, asked)).status).toBe(404)
    expect((await server.call(admin, releaseHold, releasing)).data.hold?.release?.by.userName).toBe('Carla')
    expect((await server.call(admin, releaseHold, releasing)).error.detail).toBe('secondPerson')
    expect((await server.call(second, releaseHold, releasing)).data.hold).toBeNull()
    expect((await server.call(second, releaseHold, releasing)).status).toBe(404)
    const entries = (await trail(server, `project:${project}`)).filter(({ action }) =>
      action.startsWith('hold.'),
    )
    expect(entries.map(({ action, beside }) => [action, beside.reason])).toEqual([
      ['hold.set', reason],
      ['hold.releaseAsked', 'The court has lifted it'],
      ['hold.released', 'The court has lifted it'],
    ])
  })

  it('[rest-post-project-archive-delete] one administrator asks with the name typed, a second approves, and it can be taken back', async () => {
    await server.call(admin, restoreProject, { project })
    expect((await ask(admin, 'ask', 'Harmon 14-2')).error.detail).toBe('archived')
    await server.call(admin, archiveProject, { project })
    expect((await ask(admin, 'ask', 'Harmon')).error.detail).toBe('projectName')
    expect((await ask(admin, 'approve', 'Harmon 14-2')).error.detail).toBe('deletion')
    expect((await ask(admin, 'ask', 'Harmon 14-2')).data.deletion).toMatchObject({
      ...{ askedBy: { userName: 'Carla' }, approvedBy: null, dueAt: null },
    })
    expect((await ask(admin, 'approve', 'Harmon 14-2')).error.detail).toBe('secondPerson')
    const provider = await server.user({ role: 'ProviderAdmin' })
    expect((await ask(provider, 'approve', 'Harmon 14-2')).status).toBe(403)
    const approved = (await ask(second, 'approve', 'Harmon 14-2')).data.deletion
    expect(approved?.approvedBy?.userName).toBe('Dora')
    expect(Date.parse(approved?.dueAt ?? '') - Date.now()).toBeGreaterThan(29 * day)
    expect((await ask(second, 'takeBack')).data.deletion).toBeNull()
    expect((await ask(second, 'takeBack')).status).toBe(409)
    // A hold and a restoration take it back too.
    await ask(admin, 'ask', 'Harmon 14-2')
    await server.call(admin, restoreProject, { project })
    expect((await server.call(admin, getProjectEnd, { project })).data.deletion).toBeNull()
    expect((await said()).filter((action) => action === 'project.deletionTakenBack')).toHaveLength(2)
  })
})
