/** Searches that are saved under a name: one's own and shared ones, their counts, and searching inside one. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { searchDocuments } from '#contracts/documents.ts'
import * as contract from '#contracts/saved-searches.ts'
import { recordCorpus } from '#tests/fixtures/record-corpus.ts'
import { addDocuments } from '#tests/fixtures/record-documents.ts'
import { costlyDialects, startServer, type TestServer, type TestUser } from './harness.ts'
import { trail } from './people.ts'

const of = (queryString: string, more: Partial<contract.SearchSettings> = {}): contract.SearchSettings => ({
  queryString,
  includeFamily: false,
  sort: 'parentDateAsc',
  viewer: 'parentsAndChildren',
  filter: 'all',
  ...more,
})

describe.each(costlyDialects)('saved searches on %s', (dialect) => {
  let server: TestServer
  let companyId = 0
  beforeAll(async () => {
    server = await startServer({ dialect })
    companyId = await server.company()
  })
  afterAll(() => server.close())

  let project = 0
  let manager: TestUser
  let reviewer: TestUser
  let other: TestUser
  beforeEach(async () => {
    project = await server.project(companyId, { prefix: 'NWI' })
    const person = async (role: 'ReviewManager' | 'Reviewer', name: string) => {
      const user = await server.user({ role, companyId, name })
      await server.member(project, user.userId, role)
      return user
    }
    manager = await person('ReviewManager', 'Maria Alvarez')
    reviewer = await person('Reviewer', 'Ana Lima')
    other = await person('Reviewer', 'Ben Novak')
    await bringIn(recordCorpus)
  })
  afterEach(async () => {
    await server.services.search.settled(project)
  })

  const bringIn = async (corpus: Parameters<typeof addDocuments>[3]) => {
    const { records, search } = server.services
    await addDocuments(records, project, manager.userId, corpus)
    search.wake()
    await search.settled(project)
  }
  interface Asked {
    readonly search?: contract.SearchSettings
    readonly folder?: string
    readonly shared?: boolean
    readonly over?: { readonly savedSearchId: number; readonly version: number }
    readonly key?: string
  }
  const save = (
    user: TestUser,
    name: string,
    { search = of('merger'), folder = '', shared = false, over, key }: Asked = {},
  ) =>
    server.call(user, contract.saveSearch, {
      project,
      body: { name, folder, shared, search, over: over ?? null },
      ...(key === undefined ? {} : { key }),
    })
  const list = async (user: TestUser) =>
    (await server.call(user, contract.listSavedSearches, { project })).data.data
  const names = async (user: TestUser) => (await list(user)).map(({ name }) => name)
  const remove = (user: TestUser, savedSearchId: number) =>
    server.call(user, contract.deleteSavedSearch, { project, query: { savedSearchId } })
  const count = async (user: TestUser, savedSearchId: number) =>
    (await server.call(user, contract.countSavedSearch, { project, query: { savedSearchId } })).data
  const open = async (user: TestUser, savedSearchId: number) =>
    (await server.call(user, contract.openSavedSearch, { project, body: { savedSearchId } })).data
  const found = (user: TestUser, queryString: string, savedSearchId: number) =>
    server.call(user, searchDocuments, {
      project,
      body: {
        query: { queryString, includeFamily: false, objectId: savedSearchId, type: 'savedSearch' },
        ...{ sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all', pageSize: 50, page: 1 },
      },
    })

  it('[search-saved-searches-concept] [rest-any-project-saved-search] keeps a search as it was made, for oneself or for all, by folder and name', async () => {
    const search = of('merger OR Budget', { includeFamily: true, sort: 'custodian', filter: 'unreviewed' })
    expect((await save(reviewer, ' Deal ', { search, folder: 'Mergers' })).data.version).toBe(1)
    await save(manager, 'Oil', { search: of('oil'), shared: true })
    await save(manager, 'Mine', { search: of('invest*') })
    expect(await names(other)).toEqual(['Oil'])
    expect(await list(reviewer)).toEqual([
      expect.objectContaining({
        name: 'Oil',
        folder: '',
        shared: true,
        madeBy: 'Maria Alvarez',
        mayChange: false,
      }),
      {
        savedSearchId: expect.any(Number),
        name: 'Deal',
        folder: 'Mergers',
        shared: false,
        madeBy: 'Ana Lima',
        savedBy: 'Ana Lima',
        savedAt: expect.stringMatching(/^20/),
        version: 1,
        mayChange: true,
        search,
        reading: 'merger OR budget',
        readBefore: null,
        fault: null,
      },
    ])
  })

  it('a name is taken once among one’s own and once among the shared; a query that cannot be read is not saved', async () => {
    await save(reviewer, 'Deal')
    expect((await save(other, 'Deal')).status).toBe(200)
    expect(await save(reviewer, ' DEAL ')).toMatchObject({
      status: 409,
      error: { detail: 'name', message: 'There is a saved search Deal already. Choose another name.' },
    })
    await save(manager, 'Deal', { shared: true })
    const both = await Promise.all([1, 2].map(() => save(manager, 'Twice', { shared: true })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await save(reviewer, 'Broken', { search: of('oil AND') })).error).toMatchObject({
      code: 'query.invalid',
    })
    expect((await save(reviewer, 'For all', { shared: true })).error).toMatchObject({
      code: 'permission.denied',
    })
    expect(await names(reviewer)).toEqual(['Deal', 'Twice', 'Deal'].sort())
  })

  it('is changed by who made it, and a shared one by who may share, as they saw it; all of it is on the record', async () => {
    const { savedSearchId } = (await save(manager, 'Deal', { shared: true })).data
    const over = { savedSearchId, version: 1 }
    expect((await save(reviewer, 'Mine now', { over })).status).toBe(403)
    expect((await remove(reviewer, savedSearchId)).status).toBe(403)
    const search = of('merger', { filter: 'reviewed' })
    expect((await save(manager, 'Deal, coded', { over, search, folder: 'Kept' })).data.version).toBe(2)
    expect((await save(manager, 'Late', { over, shared: true })).error?.message).toMatch(
      /^Maria Alvarez has saved Deal, coded since/,
    )
    // It was taken back from the others.
    expect(await names(reviewer)).toEqual([])
    expect((await remove(reviewer, savedSearchId)).status).toBe(404)
    const once = await save(manager, 'Kept once', { key: 'the-same-key-000001' })
    expect((await save(manager, 'Kept once', { key: 'the-same-key-000001' })).data).toEqual(once.data)
    await remove(manager, savedSearchId)
    expect(await names(manager)).toEqual(['Kept once'])
    const told = (await trail(server, `project:${project}`))
      .filter(({ action }) => action.startsWith('savedSearch.'))
      .map(({ text }) => JSON.parse(text))
    expect(told.map(({ action, newValue }) => [action, newValue?.name])).toEqual([
      ['savedSearch.saved', 'Deal'],
      ['savedSearch.changed', 'Deal, coded'],
      ['savedSearch.saved', 'Kept once'],
      ['savedSearch.deleted', undefined],
    ])
    expect(told[3].oldValue).toEqual({ name: 'Deal, coded', folder: 'Kept', shared: false, search })
  })

  it('counts what it finds, and what is new since each person last opened it', async () => {
    const { savedSearchId } = (await save(manager, 'Deal', { search: of('merger'), shared: true })).data
    const first = await count(reviewer, savedSearchId)
    expect(first).toEqual({ count: expect.any(Number), added: null, openedAt: null })
    expect(first.count).toBeGreaterThan(0)
    await open(reviewer, savedSearchId)
    expect(await count(reviewer, savedSearchId)).toMatchObject({ count: first.count, added: 0 })
    await bringIn([{ custodian: 'Duarte', title: 'Late', parentDate: null, text: 'One more merger.' }])
    const later = { count: first.count + 1, added: 1 }
    expect(await count(reviewer, savedSearchId)).toMatchObject(later)
    expect(await count(other, savedSearchId)).toMatchObject({ count: first.count + 1, added: null })
    // Opening it says once more what was new; after that it is not.
    expect(await open(reviewer, savedSearchId)).toMatchObject(later)
    expect(await count(reviewer, savedSearchId)).toMatchObject({ added: 0 })
    // Saved over by another search, nothing of it was seen yet.
    await save(manager, 'Deal', { over: { savedSearchId, version: 1 }, search: of('oil'), shared: true })
    expect(await count(reviewer, savedSearchId)).toMatchObject({ added: null, openedAt: null })
  })

  it('is searched inside, by whoever sees it; an own one of somebody else is answered as not there', async () => {
    const { savedSearchId } = (await save(reviewer, 'Deal', { search: of('merger') })).data
    const inside = await found(reviewer, '', savedSearchId)
    expect(inside.data.totalCount).toBe((await count(reviewer, savedSearchId)).count)
    const none = await found(reviewer, 'NOT merger', savedSearchId)
    expect(none.data.totalCount).toBe(0)
    expect((await found(other, '', savedSearchId)).status).toBe(404)
  })

  it('says where it is read otherwise by now', async () => {
    await save(reviewer, 'Mixed', { search: of('merger OR oil AND budget') })
    const { records } = server.services
    await records.write('interactive', async (trx) => {
      await trx
        .updateTable('project')
        .set({ precedence: 'dtsearch' })
        .where('project_id', '=', project)
        .execute()
    })
    const [mixed] = await list(reviewer)
    expect(mixed?.readBefore).toBe('merger OR (oil AND budget)')
    expect(mixed?.reading).toBe('(merger OR oil) AND budget')
  })
})
