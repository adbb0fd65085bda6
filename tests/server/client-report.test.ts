/** The report of a client by month, from what is on the record and what was measured. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getClientReport, gigabyteMonths } from '#contracts/client-report.ts'
import { createCustodian } from '#contracts/project.ts'
import { measureProjects } from '#server/intake/client-report/measure.ts'
import { addSourceFile } from '#server/intake/sources/source-files.ts'
import { sourceNamed } from '#server/intake/sources/sources.ts'
import { costlyDialects, startServer, type TestServer, type TestUser } from './harness.ts'

describe.each(costlyDialects)('the client report, on %s', (dialect) => {
  let server: TestServer
  let company: number
  let admin: TestUser
  const projects: number[] = []
  const people: TestUser[] = []
  beforeAll(async () => {
    server = await startServer({ dialect, work: false })
    server.setNow(new Date('2026-01-15T12:00:00Z'))
    company = await server.company()
    admin = await server.user({ role: 'ClientAdmin', companyId: company })
    for (const name of ['One', 'Two']) projects.push(await server.project(company, { name, prefix: name }))
    for (let n = 0; n < 2; n++) {
      const user = await server.user({ role: 'ProjectManager', companyId: company })
      for (const project of projects) await server.member(project, user.userId, 'ProjectManager')
      people.push(user)
    }
  })
  afterAll(() => server.close())

  const does = async (user: TestUser | undefined, project: number | undefined, name: string) => {
    if (user === undefined || project === undefined) throw new Error('not there')
    expect((await server.call(user, createCustodian, { project, body: { name } })).status).toBe(200)
  }
  const report = async (by = admin) => server.call(by, getClientReport, { query: { companyId: company } })

  it('[rest-get-company-report] counts a person once for the client and once for each project, by month', async () => {
    await does(people[0], projects[0], 'Ana')
    await does(people[0], projects[1], 'Ana')
    await does(people[1], projects[1], 'Ben')
    await measureProjects(server.services)
    server.setNow(new Date('2026-03-01T00:30:00Z'))
    const later = await Promise.all(
      [admin, ...people].map(({ role, companyId }) => server.user({ role, companyId })),
    )
    const [again, first] = later
    if (again === undefined || first === undefined) throw new Error('not there')
    await server.member(projects[0] ?? 0, first.userId, 'ProjectManager')
    await does(first, projects[0], 'Cleo')
    await server.services.records.write('interactive', async (trx) => {
      const { custodian_id: custodianId } = await trx
        .selectFrom('custodian')
        .select('custodian_id')
        .where('project_id', '=', projects[0] ?? 0)
        .limit(1)
        .executeTakeFirstOrThrow()
      const at = new Date('2026-03-01T00:00:00Z')
      const of = { projectId: projects[0] ?? 0, custodianId, createdBy: first.userId }
      const sourceId = await sourceNamed(trx, at, { ...of, name: 'Mail' })
      const file = { sha256: 'a'.repeat(64), size: 2_500_000_000, modifiedAt: null }
      // The same file twice is stored once.
      for (const name of ['a', 'b'])
        await addSourceFile(trx, at, { projectId: of.projectId, sourceId, path: [name], ...file })
    })
    await measureProjects(server.services)
    const { data } = await report(again)
    expect(data.months).toEqual(['2026-01', '2026-02', '2026-03'])
    expect(data.measuredSince).toBe('2026-01')
    const of = (month: string, projectId: number | undefined) =>
      data.rows.find((row) => row.month === month && row.projectId === projectId)
    expect(of('2026-01', projects[0])).toMatchObject({ activeUsers: 1, documents: 0, bytes: 0 })
    expect(of('2026-01', projects[1])).toMatchObject({ activeUsers: 2 })
    expect(data.totals[0]).toMatchObject({ month: '2026-01', activeUsers: 2 })
    // Nothing was measured in February: that is not the same as nothing held.
    expect(data.totals[1]).toEqual({
      ...{
        month: '2026-02',
        activeUsers: 0,
        reviewedDocuments: 0,
        ocrPages: 0,
        documents: null,
        bytes: null,
      },
    })
    const march = data.totals[2]
    expect(march).toMatchObject({ activeUsers: 1, bytes: 2_500_000_000 })
    expect(march && gigabyteMonths(march)).toBe(2.5)
    // The last measurement of a month counts.
    await measureProjects(server.services)
    expect((await report(again)).data.totals).toEqual(data.totals)
    expect((await report(first)).status).toBe(403)
  })

  it('leaves out a project that is deleted while it is measured', async () => {
    const { records } = server.services
    const gone = await server.project(company, { name: 'Gone', prefix: 'GONE' })
    await measureProjects({
      now: server.services.now,
      records: {
        ...records,
        read: records.read,
        // Between the counting and the row of it.
        write: async (priority, work, how) => {
          await records.write('interactive', async (trx) => {
            await trx.deleteFrom('project_user').where('project_id', '=', gone).execute()
            await trx.updateTable('project').set({ deleted_at: 'x' }).where('project_id', '=', gone).execute()
          })
          return records.write(priority, work, how)
        },
      },
    })
    const rows = await records.read
      .selectFrom('project_month')
      .select('project_id')
      .where('project_id', 'in', [...projects, gone])
      .distinct()
      .execute()
    expect(rows.map(({ project_id }) => project_id).toSorted()).toEqual(projects.toSorted())
  })
})
