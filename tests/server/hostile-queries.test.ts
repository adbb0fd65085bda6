/** Queries that nobody writes by hand, and tags that are gone: each is answered, or refused in words for people, and soon. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchDocuments } from '#contracts/documents.ts'
import { validateQuery } from '#contracts/searching.ts'
import { createTag, createTagCategory } from '#contracts/tag-management.ts'
import { recordCorpus } from '#tests/fixtures/record-corpus.ts'
import { addDocuments } from '#tests/fixtures/record-documents.ts'
import { startServer, type TestServer, type TestUser } from './harness.ts'

describe('queries from outside', () => {
  let server: TestServer
  let project = 0
  let manager: TestUser
  beforeAll(async () => {
    server = await startServer()
    const companyId = await server.company()
    project = await server.project(companyId, { prefix: 'NWI', codingForms: false })
    manager = await server.user({ role: 'ProjectManager', companyId, name: 'Maria Alvarez' })
    await server.member(project, manager.userId, 'ProjectManager')
    const { records, search } = server.services
    await addDocuments(records, project, manager.userId, recordCorpus)
    search.wake()
    await search.settled(project)
  })
  afterAll(() => server.close())

  const search = (queryString: string) =>
    server.call(manager, searchDocuments, {
      project,
      body: {
        query: { queryString, includeFamily: false, objectId: null, type: null },
        ...{ sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all', pageSize: 50, page: 1 },
      },
    })

  const many = (count: number, operator: string): string =>
    Array.from({ length: count }, (_, i) => `t${i}`).join(` ${operator} `)

  it.each([
    ['3,000 alternatives', `merger OR ${many(1500, 'OR')}`, 4],
    [
      '1,000 patterns',
      `merger AND NOT (${Array.from({ length: 1000 }, (_, i) => `q${i}*`).join(' OR ')})`,
      4,
    ],
    ['50 levels', `${'(NOT '.repeat(50)}merger${')'.repeat(50)}`, 4],
    ['any letter between any others', '*a*', 11],
    ['connectors in a row', Array(21).fill('merger').join(' w/5 '), 0],
  ])('of %s are answered', async (_name, query, count) => {
    const { status, data } = await search(query)
    expect({ status, count: data?.data.length }).toEqual({ status: 200, count })
  })

  it.each([
    ['10,000 terms', many(10_000, 'OR'), 'The query is longer than 20,000 characters'],
    ['one endless word', 'x'.repeat(20_001), 'The query is longer than 20,000 characters'],
    ['101 levels', `${'('.repeat(101)}merger${')'.repeat(101)}`, 'nested more than 100 deep'],
    ['a character that cannot be kept', 'merger\0', 'Delete it: it stands where nothing is seen.'],
    ['quotes that nothing closes', '"'.repeat(19_999), 'Quotes are not balanced'],
    ['60 connectors in a row', Array(60).fill('merger').join(' w/5 '), 'More than 20 connectors'],
    ['half of a character', 'merger OR \ud800', 'There is no word to look for'],
    ['operators alone', 'AND '.repeat(4000), 'AND'],
  ])('of %s are refused with the reason', async (_name, query, reason) => {
    const { status, error } = await search(query)
    expect(status).toBe(400)
    expect(JSON.stringify(error)).toContain(reason)
  })

  it('that name a tag which the project has not say so, also where nothing is searched', async () => {
    const { data: category } = await server.call(manager, createTagCategory, {
      project,
      body: { name: 'Issues', exclusive: false },
    })
    const body = { tagCategoryId: category.tagCategoryId, name: 'Hot' }
    await server.call(manager, createTag, { project, body })
    const said = async (queryString: string) =>
      (await server.call(manager, validateQuery, { project, body: { queryString } })).data.notes
    expect(await said('merger AND NOT Tags:hot')).toEqual([])
    const gone = [{ code: 'unknownTag', message: expect.stringContaining('no tag “Lukewarm”') }]
    expect(await said('Tags:(Hot OR Lukewarm)')).toEqual(gone)
    expect((await search('merger AND NOT Tags is "Lukewarm"')).data.notes).toEqual(gone)
  })
})
