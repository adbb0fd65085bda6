/** Threads, duplicates and families beside what a search finds: the same set wherever the search is taken up. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportList } from '#contracts/document-list.ts'
import { searchDocuments } from '#contracts/documents.ts'
import { readFacets } from '#contracts/facets.ts'
import { countSavedSearch, saveSearch } from '#contracts/saved-searches.ts'
import { findIds, validateQuery } from '#contracts/searching.ts'
import { fullSearch } from '#contracts/stages.ts'
import type { Widened } from '#contracts/widened.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { mbox, message } from '#tests/fixtures/mail.ts'
import { relatedMail } from '#tests/fixtures/related-mail.ts'
import { allSettled } from './all-settled.ts'
import { costlyDialects } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'

const plan = { name: 'plan.txt', type: 'text/plain', bytes: Buffer.from('The plan of the cavern.') }
const empty = { name: 'none.txt', type: 'text/plain', bytes: Buffer.from('') }
const mail = [
  ...Object.values(relatedMail),
  message({ id: 'plan-1', subject: 'Plan for Zoe', text: 'Zoe has it.', attachments: [plan, empty] }),
  message({ id: 'plan-2', subject: 'Plan for Max', text: 'Max too.', attachments: [plan] }),
  message({ id: 'none-1', subject: 'Nothing', text: 'It came empty.', attachments: [empty] }),
]

describe.each(costlyDialects)('what a search includes, on %s', (dialect) => {
  let intake: Intake
  const titles = new Map<number, string>()
  beforeAll(async () => {
    intake = await startIntake(dialect)
    const { services } = intake.server
    const { jobId } = await importPath(services, {
      ...{ path: intake.write('ann', mbox(mail)), projectId: intake.project },
      ...{ custodian: 'ann', userId: intake.user.userId },
    })
    await settledJob(services, jobId)
    await allSettled(services)
    await services.search.settled(intake.project)
    const rows = await services.records.read
      .selectFrom('document as d')
      .leftJoin('document as p', 'p.document_id', 'd.parent_id')
      .select(['d.document_id', 'd.title', 'd.file_name', 'p.title as of'])
      .execute()
    for (const row of rows)
      titles.set(row.document_id, row.of === null ? row.title : `${row.file_name} of ${row.of}`)
  }, 60_000)
  afterAll(() => intake.close())

  const query = (queryString: string, ...beside: Widened[]) => ({
    ...{ queryString, includeFamily: beside.includes('families'), objectId: null, type: null },
    also: beside.filter((one) => one !== 'families'),
  })
  const body = (...asked: Parameters<typeof query>) => ({
    query: query(...asked),
    ...({ sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all', page: 1, pageSize: 50 } as const),
  })
  const search = async (...asked: Parameters<typeof query>) =>
    (
      await intake.server.call(intake.user, searchDocuments, {
        project: intake.project,
        body: body(...asked),
      })
    ).data
  const found = async (...asked: Parameters<typeof query>) =>
    (await search(...asked)).data.map(({ documentId }) => titles.get(documentId) ?? '').sort()

  const thread = ['Gas contract', 'Re: Gas contract', 'Re: Gas contract', 'volumes.csv of Gas contract']

  it('brings threads and duplicates of what is found, and families of all that', async () => {
    expect(await found('Subject:"Re: Gas contract"', 'threads')).toEqual(thread)
    expect(await found('File_Name:volumes', 'threads')).toEqual(thread)
    expect(await found('cavern AND Subject is null', 'duplicates')).toEqual([
      'plan.txt of Plan for Max',
      'plan.txt of Plan for Zoe',
    ])
    // Empty files are no duplicates of each other.
    expect(await found('zoe', 'families')).toHaveLength(3)
    expect(await found('zoe', 'duplicates')).toEqual(['Plan for Zoe'])
    // A duplicate comes with its family, and not the duplicates of that.
    const [first] = (await search('cavern AND Subject is null')).data
    expect(await found(`Document_Id:${first?.documentId}`, 'duplicates', 'families')).toEqual([
      ...['Plan for Max', 'Plan for Zoe', 'none.txt of Plan for Zoe'],
      ...['plan.txt of Plan for Max', 'plan.txt of Plan for Zoe'],
    ])
    expect(await found('Valid', 'nearDuplicates')).toEqual(['Prices', 'Spring list'])
  })

  it('says what it brings, and how many were found and added; written in the query it is the same', async () => {
    const chosen = await search('File_Name:volumes', 'threads', 'families')
    expect(chosen).toMatchObject({ totalCount: 4, hitCount: 1, widened: ['threads', 'families'] })
    expect(chosen.data.filter(({ hit }) => hit)).toHaveLength(1)
    const written = await search('File_Name:volumes Include_Family true include_threads:true')
    expect(written).toMatchObject({ totalCount: 4, hitCount: 1, widened: ['threads', 'families'] })
    expect((await search('File_Name:volumes')).widened).toBeUndefined()
    const { data } = await intake.server.call(intake.user, validateQuery, {
      project: intake.project,
      body: { queryString: 'File_Name:volumes Include_Near_Duplicates true' },
    })
    expect(data).toMatchObject({ valid: true, includeFamily: false, also: ['nearDuplicates'] })
  })

  it('is the same set for facets, ids, saved searches and the file of the list', async () => {
    const { server, user, project } = intake
    const asked = query('File_Name:volumes', 'threads')
    const { data: facets } = await server.call(user, readFacets, {
      project,
      body: {
        ...{ query: asked, stage: 'review', filter: null },
        ...{ facets: [{ field: 'Record_Type', most: 10 }], histograms: [], matrix: null },
      },
    })
    expect(facets.documents).toBe(4)
    const { data: ids } = await server.call(user, findIds, {
      project,
      body: { query: asked, after: null, size: 10 },
    })
    expect(ids.ids.map((id) => titles.get(id)).sort()).toEqual(thread)
    const { includeFamily, also, queryString } = asked
    const { data: saved } = await server.call(user, saveSearch, {
      project,
      body: {
        ...{ name: 'The thread', folder: '', shared: false, over: null },
        search: {
          ...{ queryString, includeFamily, also },
          sort: 'documentId',
          viewer: 'parentsAndChildren',
          filter: 'all',
        },
      },
    })
    const { data: count } = await server.call(user, countSavedSearch, {
      project,
      query: { savedSearchId: saved.savedSearchId },
    })
    expect(count.count).toBe(4)
    const { snapshotId } = await search('File_Name:volumes', 'threads')
    const file = await server.call(user, exportList, {
      project,
      query: { projectId: project, snapshotId, columns: 'Subject' },
    })
    expect(file.raw.body).toContain('Included beside,e-mail threads')
    expect(file.raw.body.match(/Gas contract/g)).toHaveLength(3)
  })

  it('is refused among documents that are not in review, whose threads are others', async () => {
    const { status, error } = await intake.server.call(intake.user, fullSearch, {
      project: intake.project,
      body: { ...body('File_Name:volumes', 'threads'), where: null },
    })
    expect([status, error?.message]).toEqual([
      400,
      'Only searches of documents in review include e-mail threads.',
    ])
  })
})
