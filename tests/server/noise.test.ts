/** Noise words of a project: its own list reads its searches at once, and nobody else's. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { searchDocuments } from '#contracts/documents.ts'
import { createKeywordList } from '#contracts/keywords.ts'
import { listSavedSearches, saveSearch } from '#contracts/saved-searches.ts'
import { getSettings, putSettings } from '#contracts/settings.ts'
import { addDocuments } from '#tests/fixtures/record-documents.ts'
import { startServer, type TestServer, type TestUser } from './harness.ts'
import { trail } from './people.ts'

let server: TestServer
let project = 0
let other = 0
let lead: TestUser
let reviewer: TestUser
beforeAll(async () => {
  server = await startServer({ dialect: 'sqlite' })
  const companyId = await server.company()
  lead = await server.user({ role: 'ProjectManager', companyId, name: 'Pat Moss' })
  reviewer = await server.user({ role: 'Reviewer', companyId, name: 'Ana Lima' })
  const { records, search } = server.services
  for (const prefix of ['NWI', 'OTH']) {
    const id = await server.project(companyId, { prefix })
    await server.member(id, lead.userId, 'ProjectManager')
    await server.member(id, reviewer.userId, 'Reviewer')
    await addDocuments(
      records,
      id,
      lead.userId,
      ['the well failed', 'a plan of attack', 'a plan to attack'].map((text, at) => ({
        ...{ custodian: 'Reyes', title: `n${at}`, fileName: `n${at}.txt`, extension: 'txt', text },
        ...{ size: 10, sentAt: '2001-05-03T10:00:00.000Z', parentDate: '2001-05-03T10:00:00.000Z' },
      })),
    )
    search.wake()
    await search.settled(id)
    if (prefix === 'NWI') project = id
    else other = id
  }
})
afterAll(() => server.close())

const of = (queryString: string) => ({ queryString, includeFamily: false })
const how = { sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all' } as const
const search = (queryString: string, where = project) =>
  server.call(reviewer, searchDocuments, {
    project: where,
    body: { query: { ...of(queryString), objectId: null, type: null }, ...how, pageSize: 25, page: 1 },
  })
const put = (noise: readonly string[] | null, as = lead) =>
  server.call(as, putSettings, { project, body: { noise: noise === null ? null : [...noise] } })
const kept = async () => (await server.call(reviewer, getSettings, { project })).data.noise

it('a list of the project’s own is checked, kept folded and in order, on the record, and read by at once', async () => {
  expect(await kept()).toBeNull()
  expect((await search('well')).error.data).toMatchObject({ code: 'noiseOnly' })
  expect((await search('"plan of attack"')).data.totalCount).toBe(2)
  await server.call(reviewer, saveSearch, {
    project,
    body: {
      name: 'Attack',
      folder: '',
      shared: false,
      search: { ...of('"plan of attack"'), ...how },
      over: null,
    },
  })

  expect((await put(['the'], reviewer)).error.code).toBe('permission.denied')
  expect((await put(['two words'])).error).toMatchObject({ code: 'request.invalid', detail: 'noise' })
  expect((await put(['…'])).error.message).toMatch(/not one word/)
  const list = { name: 'Plans', terms: ['attack', 'plan*'] }
  await server.call(lead, createKeywordList, { project, body: list })
  expect((await put(['attack', 'plan'])).error).toMatchObject({
    ...{ code: 'conflict', detail: 'noise' },
    message: expect.stringMatching(/ of “attack” of the keyword list Plans\. /),
  })
  expect(await kept()).toBeNull()

  expect((await put(['The', 'été', 'A', 'the'])).data.noise).toEqual(['a', 'ete', 'the'])
  const found = (await search('well')).data
  expect(found).toMatchObject({ totalCount: 1, noise: ['a', 'ete', 'the'] })
  // Of is a word now: it has to stand there.
  expect((await search('"plan of attack"')).data.totalCount).toBe(1)
  // What was saved says that it is read otherwise than it was.
  const saved = (await server.call(reviewer, listSavedSearches, { project })).data.data[0]
  expect(saved).toMatchObject({ readBefore: '"plan * attack"', reading: '"plan of attack"' })
  // Another project has the usual list, and its answers say nothing of it.
  expect((await search('well', other)).error.data).toMatchObject({ code: 'noiseOnly' })
  expect((await search('plan', other)).data.noise).toBeUndefined()
  const changes = (await trail(server, `project:${project}`)).filter(
    ({ action }) => action === 'project.settingsChanged',
  )
  expect(changes.map(({ text }) => JSON.parse(text))).toMatchObject([
    { oldValue: { noise: null }, newValue: { noise: ['a', 'ete', 'the'] } },
  ])
})

it('an empty list looks for every word, and the usual one can be taken up again', async () => {
  expect((await put([])).data.noise).toEqual([])
  expect((await search('the')).data).toMatchObject({ totalCount: 1, noise: [] })
  expect((await put(null)).data.noise).toBeNull()
  expect((await search('the')).error.data).toMatchObject({ code: 'noiseOnly' })
})
