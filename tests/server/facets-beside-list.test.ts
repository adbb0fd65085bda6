/** Facets beside a list: they count exactly what the list shows, and what is chosen finds what was counted. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { searchDocuments } from '#contracts/documents.ts'
import { type Facet, readFacets } from '#contracts/facets.ts'
import { narrowedIn, queryOf, withChoice, withValue } from '#src/events/filter/narrowing.ts'
import { recordCorpus } from '#tests/fixtures/record-corpus.ts'
import { addDocuments } from '#tests/fixtures/record-documents.ts'
import { startServer, type TestServer, type TestUser } from './harness.ts'

/** A custodian's name is whatever somebody typed. */
const odd = ['O’Brien “Bo” (ret.)', 'Legal «hold» AND NOT ] TO', 'a "b" OR (c']

let server: TestServer
let project = 0
let reviewer: TestUser
beforeAll(async () => {
  server = await startServer({ dialect: 'sqlite' })
  const companyId = await server.company()
  project = await server.project(companyId, { prefix: 'NWI' })
  reviewer = await server.user({ role: 'Reviewer', companyId, name: 'Ana Lima' })
  await server.member(project, reviewer.userId, 'Reviewer')
  const { records, search } = server.services
  await addDocuments(records, project, reviewer.userId, [
    ...recordCorpus,
    ...odd.map((custodian, at) => ({
      ...{ custodian, title: `odd ${at}`, fileName: `odd${at}.txt`, extension: 'txt', text: 'larkspur' },
      ...{ size: 10, sentAt: '2001-05-03T10:00:00.000Z', parentDate: '2001-05-03T10:00:00.000Z' },
    })),
  ])
  search.wake()
  await search.settled(project)
})
afterAll(() => server.close())

const all = { viewer: 'parentsAndChildren', filter: 'all' } as const
type Shown = {
  readonly viewer: 'parentsOnly' | 'childrenOnly' | 'parentsAndChildren'
  readonly filter: string
}
const queryOfText = (queryString: string) => ({
  ...{ queryString, includeFamily: false, objectId: null, type: null },
})

const count = async (queryString: string, shown: Shown = all) =>
  (
    await server.call(reviewer, searchDocuments, {
      project,
      body: {
        ...{ query: queryOfText(queryString), sort: 'documentId', pageSize: 25, page: 1 },
        ...shown,
      } as never,
    })
  ).data.totalCount
const figures = async (queryString: string, shown: Shown = all) =>
  (
    await server.call(reviewer, readFacets, {
      project,
      body: {
        ...{ stage: 'review', query: queryOfText(queryString), filter: null, matrix: null, shown },
        facets: [
          { field: 'Custodian', most: 200 },
          { field: 'Tags', most: 200 },
        ],
        histograms: [{ field: 'Parent_Date', by: 'month' }],
      } as never,
    })
  ).data

const sum = (facet: Facet | undefined) =>
  (facet?.none.documents ?? 0) + (facet?.values ?? []).reduce((total, { documents }) => total + documents, 0)

it('facets count what the list shows: parents, children, coded ones or not', async () => {
  for (const viewer of ['parentsAndChildren', 'parentsOnly', 'childrenOnly'] as const)
    for (const filter of ['all', 'reviewed', 'unreviewed', 'tagged', 'untagged']) {
      const shown = { viewer, filter }
      const { documents, facets, histograms } = await figures('', shown)
      expect([viewer, filter, documents]).toEqual([viewer, filter, await count('', shown)])
      expect(sum(facets[0])).toBe(documents)
      const [months] = histograms
      expect(
        (months?.none.documents ?? 0) + (months?.bins ?? []).reduce((n, bin) => n + bin.documents, 0),
      ).toBe(documents)
    }
})

it('each value that is counted is found under its number, odd ones too, alone, with others and excluded', async () => {
  const typed = narrowedIn('merger OR larkspur')
  const { documents, facets } = await figures(queryOf(typed))
  const [custodians] = facets
  const values = custodians?.values ?? []
  expect(values.map(({ value }) => value)).toEqual(expect.arrayContaining(odd))
  for (const { value, documents: counted } of values) {
    const one = withValue(typed, 'Custodian', value)
    expect([value, await count(queryOf(one))]).toEqual([value, counted])
    const others = withChoice(one, 'Custodian', { excluded: true })
    expect([value, await count(queryOf(others))]).toEqual([value, documents - counted])
  }
  const both = odd.reduce((chosen, value) => withValue(chosen, 'Custodian', value), typed)
  expect(await count(queryOf(both))).toBe(odd.length)
  const none = withChoice(typed, 'Tags', { none: true })
  expect(await count(queryOf(none))).toBe(facets[1]?.none.documents)
  const may = withChoice(typed, 'Parent_Date', { days: { start: '05/01/2001', end: '05/31/2001' } })
  const { histograms } = await figures(queryOf(typed))
  const counted = histograms[0]?.bins.find(({ from }) => from === '2001-05')?.documents
  expect(counted).toBeGreaterThanOrEqual(odd.length)
  expect(await count(queryOf(may))).toBe(counted)
})
