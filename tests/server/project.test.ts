import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listForms } from '#contracts/coding.ts'
import { listCompanies, listOwnProjects, listProjects } from '#contracts/company.ts'
import { listClientJobs } from '#contracts/jobs.ts'
import { roleNames, roleRanks } from '#contracts/permission.ts'
import {
  createCustodian,
  createProject,
  getProject,
  getReport,
  listCustodians,
  listFeatures,
  listFields,
  renameProject,
  tagsEnabled,
} from '#contracts/project.ts'
import { listTags } from '#contracts/tags.ts'
import { appendAudit } from '#server/platform/audit/append.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { mayAs } from '#tests/support/may.ts'
import { costlyDialects, startServer, type TestServer, type TestUser } from './harness.ts'
import { trail } from './people.ts'

describe.each(costlyDialects)('clients and projects on %s', (dialect) => {
  let server: TestServer
  let north: number
  let south: number
  let admin: TestUser
  let system: TestUser
  beforeAll(async () => {
    server = await startServer({ dialect, work: false })
    north = await server.company('Northwind Trading')
    south = await server.company('Südwind 100% GmbH')
    admin = await server.user({ role: 'ClientAdmin', companyId: north })
    system = await server.user({ role: 'SystemAdmin' })
  })
  afterAll(() => server.close())

  const draft = (companyId: number, name: string, prefix: string) => ({
    companyId,
    projectName: name,
    prefix,
    timeZone: 'America/New_York',
    codingForms: true,
  })
  let made = 0
  const matter = async (companyId: number, as: TestUser = admin) => {
    made += 1
    const body = draft(companyId, `Matter ${made}`, `M${made}`)
    return (await server.call(as, createProject, { body })).data
  }

  describe('starting a project', () => {
    it('[entity-project] [entity-project-feature] [open-role-level-mapping] answers it whole, with the role that manages it for its creator', async () => {
      const body = { ...draft(north, '  Orion v. Northwind ', 'NW'), timeZone: 'Europe/berlin' }
      const { data } = await server.call(admin, createProject, { body })
      expect(data).toEqual({
        projectId: data.projectId,
        projectName: 'Orion v. Northwind',
        companyId: north,
        companyName: 'Northwind Trading',
        prefix: 'NW',
        roleName: 'ClientAdmin',
        level: 1,
        may: mayAs('ClientAdmin'),
        settings: { timeZone: 'Europe/Berlin', precedence: 'standard' },
        features: [{ name: 'codingforms', enabled: true }],
        maxTextSize: 10_000_000,
        propagationEnabled: false,
        reviewerTrackingEnabled: true,
        codingIdleTimeout: 15,
        securableGroups: [],
        archivedAt: null,
      })
      const member = await server.services.records.read
        .selectFrom('project_user')
        .selectAll()
        .where('project_id', '=', data.projectId)
        .execute()
      expect(member).toMatchObject([
        { project_id: data.projectId, user_id: admin.userId, role: 'ProjectManager' },
      ])
    })

    it('stands in the client’s chain and first in the project’s own', async () => {
      const { projectId } = await matter(north)
      const own = await trail(server, `project:${projectId}`)
      expect(own).toMatchObject([
        { action: 'project.created', userId: admin.userId, facts: { timeZone: 'America/New_York' } },
        { action: 'codingForm.created', userId: admin.userId, facts: { name: 'First review' } },
      ])
      expect((await trail(server, `company:${north}`)).at(-1)).toMatchObject({
        action: 'project.created',
        facts: { projectId },
      })
      expect(await verifyChain(server.services.records.read, `project:${projectId}`)).toMatchObject({
        rows: 2,
        firstBroken: null,
      })
    })

    it('can be coded from the first day: with a form that asks whether a document is responsive', async () => {
      const { projectId } = await matter(north)
      const { data } = (await server.call(admin, listForms, { project: projectId })).data
      expect(data).toMatchObject([{ isSelected: true }])
      const asked = JSON.stringify(data)
      for (const name of ['Responsive', 'Privilege', 'Note'])
        expect(asked).toContain(`"field_name":"${name}"`)
    })

    it('[project-feature-codingforms-tags] [rest-get-project-features] has tags where coding forms are off', async () => {
      const body = { ...draft(north, 'Tagged', 'TAG'), codingForms: false }
      const { data } = await server.call(admin, createProject, { body })
      expect(tagsEnabled(data.features)).toBe(true)
      const features = await server.call(admin, listFeatures, { project: data.projectId })
      expect(features.data).toEqual({ data: [{ name: 'codingforms', enabled: false }], totalCount: 1 })
      const withForms = await server.call(admin, listFeatures, { project: (await matter(north)).projectId })
      expect(withForms.data).toEqual({ data: [{ name: 'codingforms', enabled: true }], totalCount: 1 })
      // They are told to who may see the project, and to nobody else.
      const stranger = await server.user({ role: 'Reviewer', companyId: north })
      expect((await server.call(stranger, listFeatures, { project: data.projectId })).status).toBe(404)
      const tags = (await server.call(admin, listTags, { project: data.projectId })).data.data
      expect(tags.map(({ name }) => name)).toContain('Responsiveness')
      expect((await server.call(admin, listForms, { project: data.projectId })).data.data).toEqual([])
    })

    it.each([
      [{ timeZone: 'Mars/Olympus' }, 400, 'timeZone'],
      [{ timeZone: '+05:00' }, 400, 'timeZone'],
      [{ timeZone: '' }, 400, 'timeZone'],
      [{ prefix: 'has space' }, 400, 'prefix'],
      [{ prefix: 'x'.repeat(21) }, 400, 'prefix'],
      [{ projectName: '   ' }, 400, 'projectName'],
      [{ companyId: 99_999 }, 404, ''],
    ])('refuses %j', async (wrong, status, detail) => {
      const body = { ...draft(north, 'Never', 'NVR'), ...wrong }
      const reply = await server.call(system, createProject, { body })
      expect({ status: reply.status, detail: reply.error.detail }).toEqual({ status, detail })
      const { data } = await server.call(system, listProjects)
      expect(data.data.map(({ projectName }) => projectName)).not.toContain('Never')
    })

    it('refuses what one of the databases cannot keep or compare, and names it', async () => {
      const nul = await server.call(system, createProject, { body: draft(north, 'A\0B', 'NUL') })
      expect({ status: nul.status, detail: nul.error.detail }).toEqual({ status: 400, detail: 'projectName' })
      for (const companyId of [1.5, 1e300, -1]) {
        const odd = await server.call(system, listProjects, { query: { companyId } })
        expect({ status: odd.status, detail: odd.error.detail }).toEqual({ status: 400, detail: 'companyId' })
      }
    })

    it('refuses a name and a prefix that another project of the client has, in any case', async () => {
      await server.call(admin, createProject, { body: draft(north, 'Taken', 'TKN') })
      const name = await server.call(admin, createProject, { body: draft(north, 'TAKEN', 'FREE') })
      expect({ status: name.status, detail: name.error.detail }).toEqual({
        status: 409,
        detail: 'projectName',
      })
      const prefix = await server.call(admin, createProject, { body: draft(north, 'Free', 'tkn') })
      expect({ status: prefix.status, detail: prefix.error.detail }).toEqual({
        status: 409,
        detail: 'prefix',
      })
      const elsewhere = await server.call(system, createProject, { body: draft(south, 'Taken', 'TKN') })
      expect(elsewhere.status).toBe(200)
    })

    it('lets one through of many of the same name at once', async () => {
      const replies = await Promise.all(
        Array.from({ length: 6 }, () =>
          server.call(admin, createProject, { body: draft(north, 'Race', 'RACE') }),
        ),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    })

    it('is done once, however often it is sent with the same key', async () => {
      const body = draft(north, 'Repeated', 'RPT')
      const first = await server.call(admin, createProject, { body, key: 'create-repeated' })
      const again = await server.call(admin, createProject, { body, key: 'create-repeated' })
      expect(again.data).toEqual(first.data)
      const other = await server.call(admin, createProject, {
        body: { ...body, prefix: 'X' },
        key: 'create-repeated',
      })
      expect(other.status).toBe(422)
    })
  })

  describe('the lists', () => {
    it('[rest-get-company] [entity-client] [company-project-hierarchy] show provider staff all clients, and everybody else their own', async () => {
      const { data } = await server.call(system, listCompanies)
      expect(data.data.map(({ company_name }) => company_name)).toEqual([
        'Northwind Trading',
        'Südwind 100% GmbH',
      ])
      const flags = { qa_copilot: false, slack_collection: false }
      expect(data.data[0]).toMatchObject({
        company_id: north,
        company_name: 'Northwind Trading',
        ...flags,
      })
      const { records } = server.services
      for (const flag of ['qa_copilot', 'slack_collection'] as const) {
        const set = (value: 0 | 1) =>
          records.write('interactive', async (trx) => {
            await trx
              .updateTable('company')
              .set({ [flag]: value })
              .where('company_id', '=', south)
              .execute()
          })
        await set(1)
        const { data: after } = await server.call(system, listCompanies)
        expect(after.data[1]).toMatchObject({ ...flags, [flag]: true })
        await set(0)
      }
      for (const role of roleNames) {
        const user = await server.user({ role, companyId: roleRanks[role] < 1 ? null : south })
        const seen = (await server.call(user, listCompanies)).data.data.map(({ company_id }) => company_id)
        expect({ role, seen }).toEqual({ role, seen: roleRanks[role] < 1 ? [north, south] : [south] })
      }
    })

    it('[rest-get-company] find clients by a part of their name, whatever its characters', async () => {
      const named = async (query: string) =>
        (await server.call(system, listCompanies, { query: { query } })).data.data.map(
          ({ company_id }) => company_id,
        )
      expect(await named('SÜD')).toEqual([south])
      expect(await named('100%')).toEqual([south])
      expect(await named('_')).toEqual([])
      expect(await named(' wind ')).toEqual([north, south])
    })

    it('[rest-any-company-project] [role-project-level] show the projects of one’s own, each with the role and level there', async () => {
      const [a, b] = [await matter(north), await matter(north)]
      const foreign = await matter(south, system)
      const reviewer = await server.user({ role: 'ProjectManager', companyId: north })
      await server.member(a.projectId, reviewer.userId, 'Reviewer')
      await server.member(foreign.projectId, reviewer.userId, 'ProjectManager')
      const { data } = await server.call(reviewer, listProjects)
      expect(data.data).toMatchObject([
        { projectId: a.projectId, roleName: 'Reviewer', level: 6, prefix: a.prefix },
      ])
      const idsOf = async (user: TestUser, companyId?: number) =>
        (await server.call(user, listProjects, { query: { companyId } })).data.data.map(
          ({ projectId }) => projectId,
        )
      const admins = await idsOf(admin)
      expect(admins).toEqual(expect.arrayContaining([a.projectId, b.projectId]))
      expect(admins).not.toContain(foreign.projectId)
      expect(await idsOf(system)).toEqual(
        expect.arrayContaining([a.projectId, b.projectId, foreign.projectId]),
      )
      expect(await idsOf(system, south)).not.toContain(a.projectId)
      const companies = (await server.call(reviewer, listCompanies)).data.data
      expect(companies.map(({ projectCount }) => projectCount)).toEqual([1])
    })

    it('answer 404 for a client that is not one’s own', async () => {
      for (const call of [listProjects, listClientJobs] as const) {
        const { status } = await server.call(admin, call, { query: { companyId: south } })
        expect(status).toBe(404)
      }
    })

    it('say that somebody with no role anywhere has no projects', async () => {
      const nobody = await server.user({ role: 'Default', companyId: north })
      expect((await server.call(nobody, listProjects)).data).toEqual({ data: [], totalCount: 0 })
    })
  })

  describe('custodians', () => {
    it('[rest-any-project-custodian] [entity-custodian] are added once by name and counted by what is theirs', async () => {
      const { projectId: project } = await matter(north)
      const add = async (name: string) =>
        (await server.call(admin, createCustodian, { project, body: { name } })).data
      const rivera = await add('Rivera, Ana')
      expect(rivera).toEqual({ custodianId: rivera.custodianId, name: 'Rivera, Ana', documentCount: 0 })
      expect(await add(' rivera, ana ')).toEqual(rivera)
      const chen = await add('Chen, Li')
      await documents(server, project, [
        { custodian: rivera.custodianId },
        { custodian: rivera.custodianId },
        { custodian: chen.custodianId },
      ])
      expect((await server.call(admin, listCustodians, { project })).data).toEqual({
        data: [
          { ...chen, documentCount: 1 },
          { ...rivera, documentCount: 2 },
        ],
        totalCount: 2,
      })
      const added = (await trail(server, `project:${project}`)).filter(
        ({ action }) => action === 'custodian.added',
      )
      expect(added).toHaveLength(2)
      const other = await matter(north)
      expect((await server.call(admin, listCustodians, { project: other.projectId })).data.totalCount).toBe(0)
    })

    it('are the same one for everybody who adds them at the same moment', async () => {
      const { projectId: project } = await matter(north)
      const replies = await Promise.all(
        Array.from({ length: 5 }, () =>
          server.call(admin, createCustodian, { project, body: { name: 'Okafor' } }),
        ),
      )
      expect(new Set(replies.map(({ data }) => data.custodianId)).size).toBe(1)
    })
  })

  describe('a project', () => {
    it('[rest-any-project] is started, listed to who may see it, and given another name, under one path', async () => {
      const made = await matter(north)
      const foreign = await matter(south, system)
      const reviewer = await server.user({ role: 'Default', companyId: north })
      await server.member(made.projectId, reviewer.userId, 'Reviewer')
      const listed = async (as: TestUser) => (await server.call(as, listOwnProjects)).data
      expect(await listed(reviewer)).toMatchObject({
        data: [{ projectId: made.projectId, projectName: made.projectName, companyId: north, level: 6 }],
        totalCount: 1,
      })
      const ids = async (as: TestUser) => (await listed(as)).data.map(({ projectId }) => projectId)
      expect(await ids(admin)).not.toContain(foreign.projectId)
      expect(await ids(system)).toEqual(expect.arrayContaining([made.projectId, foreign.projectId]))
      const rename = (as: TestUser, projectName: string) =>
        server.call(as, renameProject, { project: made.projectId, body: { projectName } })
      expect((await rename(reviewer, 'Mine')).status).toBe(403)
      expect((await rename(admin, '  ')).status).toBe(400)
      const { data } = await rename(admin, ' Orion, renamed ')
      expect(data).toEqual({ ...made, projectName: 'Orion, renamed' })
      expect((await listed(reviewer)).data[0]?.projectName).toBe('Orion, renamed')
      const second = await matter(north)
      const same = { project: second.projectId, body: { projectName: 'orion, RENAMED' } }
      expect((await server.call(admin, renameProject, same)).status).toBe(409)
      expect((await trail(server, `project:${made.projectId}`)).at(-1)).toMatchObject({
        action: 'project.settingsChanged',
        userId: admin.userId,
      })
    })

    it('[rest-get-project-info] is described to its reviewers with their own role and level', async () => {
      const project = await matter(north)
      const reviewer = await server.user({ role: 'Default', companyId: north })
      await server.member(project.projectId, reviewer.userId, 'SeniorReviewer')
      const { data } = await server.call(reviewer, getProject, { project: project.projectId })
      expect(data).toEqual({
        ...project,
        ...{ roleName: 'SeniorReviewer', level: 5, may: mayAs('SeniorReviewer') },
      })
    })

    it('[rest-get-project-fields] has the product’s fields and its own, under ids of their own', async () => {
      const project = await matter(north)
      await server.services.records.write('interactive', async (trx) => {
        await trx
          .insertInto('field')
          .values({ project_id: project.projectId, name: 'Issue Codes', type_id: 9 })
          .execute()
      })
      const { data } = await server.call(admin, listFields, { project: project.projectId })
      expect(new Set(data.data.map(({ fieldId }) => fieldId)).size).toBe(data.totalCount)
      expect(new Set(data.data.map(({ name }) => name)).size).toBe(data.totalCount)
      for (const { name } of data.data) expect(name).toMatch(/^[A-Za-z0-9]+(_[A-Za-z0-9]+)*$/)
      const own = data.data.filter(({ kind }) => kind === 'coding')
      expect(own.find(({ displayName }) => displayName === 'Issue Codes')).toMatchObject({
        name: 'Issue_Codes',
        typeId: 9,
        multiValue: true,
      })
      expect(own.find(({ displayName }) => displayName === 'Responsive')).toMatchObject({
        name: 'Responsive',
        typeId: 8,
        multiValue: false,
      })
      expect(data.data.find(({ name }) => name === 'Parent_Date')).toMatchObject({
        kind: 'metadata',
        typeId: 1,
      })
    })

    it('[rest-get-project-report] is counted exactly, by record type, custodian and month of its own time zone', async () => {
      const { projectId: project } = await matter(north)
      const other = await matter(north)
      const custodian = async (id: number, name: string) =>
        (await server.call(admin, createCustodian, { project: id, body: { name } })).data.custodianId
      const [a, b] = [await custodian(project, 'Ana'), await custodian(project, 'Bo')]
      const elsewhere = await custodian(other.projectId, 'Ana')
      const ids = await documents(server, project, [
        { custodian: a, type: 'Email', date: '2021-03-01T04:30:00.000Z', duplicates: 3 },
        { custodian: a, type: 'Attachment', date: '2021-03-01T04:30:00.000Z', childOf: 0, hasText: false },
        { custodian: b, type: 'Email', date: '2021-03-01T05:00:00.000Z' },
        { custodian: b, type: 'Email', date: null },
      ])
      await documents(server, other.projectId, [{ custodian: elsewhere, type: 'Email' }])
      await code(server, project, admin.userId, [
        [ids[0] ?? 0, '"Yes"'],
        [ids[2] ?? 0, 'null'],
      ])
      const report = (await server.call(admin, getReport, { project })).data
      expect({ ...report, recent: [] }).toEqual({
        documents: 4,
        families: 3,
        coded: 1,
        custodians: 2,
        exceptions: 1,
        openExceptions: 1,
        duplicatesSuppressed: 3,
        withoutText: 1,
        byRecordType: [
          { name: 'Email', count: 3 },
          { name: 'Attachment', count: 1 },
        ],
        byMonth: [
          { month: '2021-02', count: 2 },
          { month: '2021-03', count: 1 },
        ],
        byCustodian: [
          { name: 'Ana', count: 2 },
          { name: 'Bo', count: 2 },
        ],
        jobs: { running: 1, queued: 0, failed: 1 },
        recent: [],
      })
      const row = (await server.call(admin, listProjects)).data.data.find(
        ({ projectId }) => projectId === project,
      )
      expect(row).toMatchObject({ documentCount: 4, codedCount: 1, runningJobs: 1 })
      expect(row?.lastActivityAt).toMatch(/^\d{4}-/)
    })

    it('tells what happened last: all of it to those who may read the trail, their own to others, views to nobody', async () => {
      const project = await matter(north)
      const { projectId } = project
      const custodian = (
        await server.call(admin, createCustodian, { project: projectId, body: { name: 'Ana' } })
      ).data
      const [documentId = 0] = await documents(server, projectId, [{ custodian: custodian.custodianId }])
      const reviewer = await server.user({ role: 'Default', companyId: north, name: 'Rita Reviewer' })
      await server.member(projectId, reviewer.userId, 'Reviewer')
      const user = { userId: reviewer.userId, name: reviewer.name, role: 'Reviewer' }
      await server.services.records.write('interactive', async (trx) => {
        await appendAudit(trx, `project:${projectId}`, [
          { at: new Date(), user, action: 'coding.saved', projectId, documentId, field: 'Responsive' },
          { at: new Date(), user, action: 'document.viewed', projectId, documentId },
          { at: new Date(), user, action: 'document.fetchedAhead', projectId, documentId },
          { at: new Date(), user, action: 'document.metadataRead', projectId, documentId },
          {
            at: new Date(),
            user: null,
            action: 'document.custodianAdded',
            projectId,
            documentId,
            field: 'All_Custodian',
            erasable: { newValue: 'Chen' },
          },
          {
            at: new Date(),
            user: null,
            action: 'user.projectRoleGiven',
            projectId,
            facts: { userId: reviewer.userId, role: 'Reviewer' },
          },
        ])
      })
      const recent = async (as: TestUser) =>
        (await server.call(as, getReport, { project: projectId })).data.recent.map(
          ({ who, action, what }) => ({ who, action, what }),
        )
      const saved = {
        who: 'Rita Reviewer',
        action: 'coding.saved',
        what: `${project.prefix}00000001 · Responsive`,
      }
      expect(await recent(reviewer)).toEqual([saved])
      // What people named is told by its name, and nothing by the names that only queries know.
      expect(await recent(admin)).toEqual([
        { who: 'Affiant', action: 'user.projectRoleGiven', what: 'Rita Reviewer' },
        { who: 'Affiant', action: 'document.custodianAdded', what: `${project.prefix}00000001 · Chen` },
        saved,
        { who: 'ClientAdmin', action: 'custodian.added', what: 'Ana' },
        { who: 'ClientAdmin', action: 'codingForm.created', what: 'First review' },
        { who: 'ClientAdmin', action: 'project.created', what: project.projectName },
      ])
    })
  })
})

interface Draft {
  readonly custodian: number
  readonly type?: string
  readonly date?: string | null
  readonly hasText?: boolean
  /** Index of its parent among the drafts. */
  readonly childOf?: number
  /** Copies of it that its import left out. */
  readonly duplicates?: number
}

/** Documents as an import leaves them, with a finished, a running and a failed job and one exception. */
async function documents(server: TestServer, projectId: number, drafts: readonly Draft[]): Promise<number[]> {
  const at = new Date().toISOString()
  return server.services.records.write('interactive', async (trx) => {
    const { user_id } = await trx.selectFrom('app_user').select('user_id').limit(1).executeTakeFirstOrThrow()
    const jobs: number[] = []
    for (const state of ['Completed', 'Running', 'Failed'])
      jobs.push(
        (
          await trx
            .insertInto('job')
            .values({
              project_id: projectId,
              kind: 'import',
              title: 'mail.zip',
              state,
              input: '{}',
              cursor: 'null',
              retry: 0,
              items_total: 0,
              items_done: 0,
              exceptions: 0,
              bytes_done: 0,
              bytes_total: 0,
              promoted: 0,
              duplicates: state === 'Completed' ? drafts.reduce((n, one) => n + (one.duplicates ?? 0), 0) : 0,
              de_nisted: 0,
              containers: 0,
              filtered: 0,
              items_in: state === 'Completed' ? drafts.reduce((n, one) => n + (one.duplicates ?? 0), 0) : 0,
              rate: null,
              seconds_left: null,
              now_at: null,
              message: null,
              created_by: user_id,
              created_at: at,
              started_at: null,
              ended_at: null,
              lease_owner: null,
              lease_until: null,
              priority: 0,
            })
            .returning('job_id')
            .executeTakeFirstOrThrow()
        ).job_id,
      )
    const [job_id = 0] = jobs
    await trx
      .insertInto('exception')
      .values({
        project_id: projectId,
        job_id,
        document_id: null,
        code: 'corrupt',
        reason: 'broken',
        stage: 'parse',
        path: '[]',
        size: 1,
        sha256: null,
        at,
      })
      .execute()
    const ids: number[] = []
    for (const [i, draft] of drafts.entries()) {
      const parent = draft.childOf === undefined ? null : (ids[draft.childOf] ?? null)
      const date = draft.date === undefined ? at : draft.date
      const { document_id } = await trx
        .insertInto('document')
        .values({
          project_id: projectId,
          control: i + 1,
          family_id: 0,
          parent_id: parent,
          ordinal: parent === null ? 0 : 1,
          depth: parent === null ? 0 : 1,
          custodian_id: draft.custodian,
          job_id,
          record_type: draft.type ?? 'Email',
          file_category: 'E-mail',
          title: '',
          file_name: '',
          extension: 'eml',
          mime_type: 'message/rfc822',
          size: 1,
          md5: '',
          sha1: '',
          sha256: '',
          dedupe_hash: null,
          parent_date: date,
          sort_key: date ?? '~',
          sent_at: null,
          sent_original: '',
          from_text: '',
          addresses: null,
          message_id: '',
          in_reply_to: '',
          references: '[]',
          source_path: '[]',
          attachment_count: 0,
          text_size: 0,
          text_truncated: 0,
          has_text: draft.hasText === false ? 0 : 1,
          no_text_reason: null,
          metadata: '{}',
          created_at: at,
        })
        .returning('document_id')
        .executeTakeFirstOrThrow()
      await trx
        .updateTable('document')
        .set({ family_id: parent ?? document_id })
        .where('document_id', '=', document_id)
        .execute()
      ids.push(document_id)
    }
    return ids
  })
}

/** Coded values, as JSON. */
async function code(
  server: TestServer,
  projectId: number,
  userId: number,
  values: readonly (readonly [number, string])[],
): Promise<void> {
  await server.services.records.write('interactive', async (trx) => {
    const { field_id } = await trx
      .selectFrom('field')
      .select('field_id')
      .where('project_id', '=', projectId)
      .where('name', '=', 'Responsive')
      .executeTakeFirstOrThrow()
    const at = new Date().toISOString()
    await trx
      .insertInto('coding_value')
      .values(
        values.map(([document_id, value]) => ({
          document_id,
          field_id,
          project_id: projectId,
          value,
          version: 1,
          by_user: userId,
          at,
        })),
      )
      .execute()
  })
}
