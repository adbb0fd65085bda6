/** The time zone of a project: what depends on it follows a change at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultPageSize, searchDocuments } from '#contracts/documents.ts'
import { readFacets } from '#contracts/facets.ts'
import { getReport } from '#contracts/project.ts'
import { putSettings } from '#contracts/settings.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { mbox, message } from '#tests/fixtures/mail.ts'
import { allSettled } from './all-settled.ts'
import { costlyDialects } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'

describe.each(costlyDialects)('the time zone of a project, on %s', (dialect) => {
  let intake: Intake
  beforeAll(async () => {
    intake = await startIntake(dialect)
  }, 60_000)
  afterAll(() => intake.close())

  const call: Intake['server']['call'] = (who, one, options = {}) =>
    intake.server.call(who, one, { project: intake.project, ...options })

  const query = (queryString: string) => ({ queryString, includeFamily: false, objectId: null, type: null })
  const titles = async (queryString: string) =>
    (
      await call(intake.user, searchDocuments, {
        body: {
          query: query(queryString),
          sort: 'documentId',
          viewer: 'parentsAndChildren',
          filter: 'all',
          pageSize: defaultPageSize,
          page: 1,
        },
      })
    ).data.data.map(({ title }) => title)
  const zone = (timeZone: string) => call(intake.user, putSettings, { body: { timeZone } })
  const months = async () => {
    const { data } = await call(intake.user, getReport, {})
    return data.byMonth.map(({ month, count }) => [month, count])
  }
  const monthBins = async () => {
    const { data } = await call(intake.user, readFacets, {
      body: {
        stage: 'review',
        query: query(''),
        filter: null,
        facets: [],
        histograms: [{ field: 'Sent_Date', by: 'month' }],
        matrix: null,
      },
    })
    return data.histograms[0]?.bins.filter((bin) => bin.documents > 0).map((bin) => bin.documents)
  }

  it('decides the days and months of documents, and follows when it is changed: nothing keeps the old ones', async () => {
    const { server, user, project } = intake
    const path = intake.write(
      'box',
      mbox([
        // The last hours of May in Chicago are June in Berlin and in Tokyo.
        message({ id: 'late', subject: 'Late', date: 'Fri, 31 May 2024 22:30:00 -0500' }),
        message({ id: 'noon', subject: 'Noon', date: 'Fri, 31 May 2024 12:00:00 -0500' }),
      ]),
    )
    const { jobId } = await importPath(server.services, {
      path,
      projectId: project,
      custodian: 'Ann',
      userId: user.userId,
    })
    await settledJob(server.services, jobId)
    await allSettled(server.services)
    await server.services.search.settled(project)
    const queued = () => server.services.records.read.selectFrom('index_queue').selectAll().execute()
    for (const [timeZone, may, june] of [
      ['America/Chicago', ['Late', 'Noon'], []],
      ['Europe/Berlin', ['Noon'], ['Late']],
      // Noon in Chicago is two in the morning there.
      ['Asia/Tokyo', [], ['Late', 'Noon']],
      ['America/Chicago', ['Late', 'Noon'], []],
    ] as const) {
      expect((await zone(timeZone)).status).toBe(200)
      expect(await titles('Sent_Date on 05/31/2024')).toEqual(may)
      expect(await titles('Sent_Date on 06/01/2024')).toEqual(june)
      expect(await months()).toEqual([
        ...(may.length > 0 ? [['2024-05', may.length]] : []),
        ...(june.length > 0 ? [['2024-06', june.length]] : []),
      ])
      expect(await monthBins()).toEqual([may.length, june.length].filter((count) => count > 0))
      // Instants are what the index holds, so that there is nothing to be done.
      expect(await queued()).toEqual([])
    }
  }, 60_000)
})
