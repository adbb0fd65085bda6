/** Keyword lists: made and changed by who collects, asked like any field, reported with what they were read by. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getMetadata, searchDocuments } from '#contracts/documents.ts'
import { readFacets } from '#contracts/facets.ts'
import { createField } from '#contracts/fields.ts'
import type { ListChoice } from '#contracts/filter.ts'
import * as contract from '#contracts/keywords.ts'
import { fieldTypes, listFields } from '#contracts/project.ts'
import type { Stage } from '#contracts/stages.ts'
import { termFaults } from '#contracts/term-faults.ts'
import { recordCorpus } from '#tests/fixtures/record-corpus.ts'
import { addDocuments } from '#tests/fixtures/record-documents.ts'
import { costlyDialects, startServer, type TestServer, type TestUser } from './harness.ts'
import { trail } from './people.ts'

const all = { queryString: '', includeFamily: false, objectId: null, type: null }
/** domain: the search term report over the twelve documents of the corpus. */
const terms = ['merger', 'budget', 'oil', 'invest*', 'confidential']

describe.each(costlyDialects)('keyword lists on %s', (dialect) => {
  let server: TestServer
  let companyId = 0
  beforeAll(async () => {
    server = await startServer({ dialect })
    companyId = await server.company()
  })
  afterAll(() => server.close())

  let project = 0
  let litigation: TestUser
  let manager: TestUser
  let reviewer: TestUser
  let ids: number[] = []
  beforeEach(async () => {
    project = await server.project(companyId, { prefix: 'NWI' })
    const person = async (role: 'LitigationSupport' | 'ReviewManager' | 'Reviewer', name: string) => {
      const user = await server.user({ role, companyId, name })
      await server.member(project, user.userId, role)
      return user
    }
    litigation = await person('LitigationSupport', 'Lee Soto')
    manager = await person('ReviewManager', 'Maria Alvarez')
    reviewer = await person('Reviewer', 'Ana Lima')
    ids = []
  })
  afterEach(async () => {
    await server.services.search.settled(project)
  })

  /** The twelve documents; the last two are not promoted. */
  const bringIn = async () => {
    const { records, search } = server.services
    ids = await addDocuments(records, project, litigation.userId, recordCorpus)
    await records.write('interactive', async (trx) => {
      await trx
        .updateTable('document')
        .set({ state: 'Processed' })
        .where('document_id', 'in', ids.slice(-2))
        .execute()
    })
    search.wake()
    await search.settled(project)
  }
  interface Asked {
    readonly as?: TestUser
    readonly key?: string
  }
  const create = (name: string, own: readonly string[], { as = litigation, key }: Asked = {}) =>
    server.call(as, contract.createKeywordList, {
      project,
      body: { name, terms: [...own] },
      ...(key === undefined ? {} : { key }),
    })
  const change = (
    keywordListId: number,
    body: { readonly name: string; readonly terms: string[]; readonly version: number },
    as = litigation,
  ) => server.call(as, contract.changeKeywordList, { project, params: { keywordListId }, body })
  const remove = (keywordListId: number, version: number, as = litigation) =>
    server.call(as, contract.deleteKeywordList, { project, params: { keywordListId }, query: { version } })
  const lists = async (as = reviewer) =>
    (await server.call(as, contract.listKeywordLists, { project })).data.data
  const report = (stage: Stage, as = manager, keywordListId?: number) =>
    server.call(as, contract.readKeywordReport, {
      project,
      query: { stage, ...(keywordListId === undefined ? {} : { keywordListId }) },
    })
  const told = async () =>
    (await trail(server, `project:${project}`))
      .filter(({ action }) => action.startsWith('keywordList.'))
      .map(({ text }): Record<string, unknown> => JSON.parse(text))
  const find = (queryString: string, as = reviewer) =>
    server.call(as, searchDocuments, {
      project,
      body: {
        ...{ query: { ...all, queryString }, sort: 'documentId', viewer: 'parentsAndChildren' },
        ...{ filter: 'all', pageSize: 50, page: 1 },
      },
    })
  const names = (rows: readonly { readonly documentId: number }[]): string =>
    rows
      .map(({ documentId }) => `D${String(ids.indexOf(documentId) + 1).padStart(2, '0')}`)
      .sort()
      .join(' ')

  describe('are made by who manages collection', () => {
    it('as they are written, each term once, and are seen by all who search', async () => {
      const { data } = await create('  Deal terms ', [
        ' merger ',
        'MERGER',
        '“merger costs”',
        'Subject contains budget',
      ])
      expect(data).toEqual({ keywordListId: expect.any(Number), version: 1 })
      expect(await lists()).toEqual([
        {
          ...data,
          name: 'Deal terms',
          terms: ['merger', '"merger costs"', 'Subject contains budget'],
          madeBy: 'Lee Soto',
          savedBy: 'Lee Soto',
          savedAt: expect.stringMatching(/^20/),
        },
      ])
      expect((await create('Another', ['oil'], { as: manager })).status).toBe(403)
      expect(
        (await change(data.keywordListId, { name: 'X', terms: ['oil'], version: 1 }, manager)).status,
      ).toBe(403)
      expect((await remove(data.keywordListId, 1, reviewer)).status).toBe(403)
    })

    it('and are refused where terms cannot be read, each with the place of its fault', async () => {
      const refused = await create('Faulty', ['merger', 'merger AND', '"of the"', 'oil (', 'well'])
      expect([refused.status, refused.error.code]).toEqual([400, 'query.invalid'])
      expect(refused.error.message).toBe(
        '“merger AND”: There is nothing after AND. 3 more cannot be read either.',
      )
      const faults = termFaults.parse(refused.error.data).terms
      expect(faults.map(({ term, start, end }) => [term, start, end])).toEqual([
        [1, 7, 10],
        [2, expect.any(Number), expect.any(Number)],
        [3, 4, 5],
        [4, 0, 4],
      ])
      expect(faults[1]?.message).toMatch(/too common/i)
      expect(await lists()).toEqual([])
      expect(await told()).toEqual([])
    })

    it('but ask nothing that people or jobs may change of a document', async () => {
      await server.call(await projectManager(), createField, {
        project,
        body: { name: 'Responsive', field_type_id: fieldTypes.singleChoice, choices: ['Yes', 'No'] },
      })
      for (const term of [
        'Responsive:Yes',
        `${contract.keywordField} is null`,
        'Document_State:Promoted',
        'merger Include_Family true',
      ])
        expect({ term, status: (await create('No', [term])).status }).toEqual({ term, status: 400 })
      expect((await create('No', ['Responsive:Yes'])).error.message).toContain('cannot ask for “Responsive”')
      expect((await create('Yes', ['File_Name contains xlsx', 'From contains rivera'])).status).toBe(200)
    })

    it('up to so many, and so many different terms, all lists together', async () => {
      const many = (from: number, count: number) => Array.from({ length: count }, (_, i) => `term${from + i}`)
      await create('Half', many(0, 300))
      // What both have counts once.
      expect((await create('Rest', many(100, 400))).status).toBe(200)
      const more = await create('More', ['one more'])
      expect([more.status, more.error.message]).toEqual([409, expect.stringContaining('Take 1 out')])
      for (let i = 2; i < contract.keywordLimits.lists; i++) await create(`List ${i}`, ['term0'])
      const last = await create('Last', ['term0'])
      expect([last.status, last.error.message]).toEqual([409, expect.stringContaining('50 keyword lists')])
    }, 60_000)

    it('under a name that stands once, case aside, and once where the request is repeated', async () => {
      const first = await create('Deal', ['merger'], { key: 'keywords-0001' })
      expect((await create('Deal', ['merger'], { key: 'keywords-0001' })).data).toEqual(first.data)
      const taken = await create('DEAL', ['oil'])
      expect([taken.status, taken.error.detail]).toEqual([409, 'name'])
      expect(await lists()).toHaveLength(1)
      expect(await told()).toHaveLength(1)
    })

    it('and are changed and deleted only as they were seen, on the record with what they were', async () => {
      const { keywordListId } = (await create('Deal', ['merger'])).data
      expect(
        (await change(keywordListId, { name: 'Deal terms', terms: ['merger', 'oil'], version: 1 })).data,
      ).toEqual({
        keywordListId,
        version: 2,
      })
      const lost = await change(keywordListId, { name: 'Mine', terms: ['budget'], version: 1 })
      expect([lost.status, lost.error.message]).toEqual([
        409,
        'Lee Soto has changed Deal terms since you looked at it. Look at it again before you change it.',
      ])
      expect((await remove(keywordListId, 1)).status).toBe(409)
      expect((await lists()).map(({ name, terms: own }) => [name, own])).toEqual([
        ['Deal terms', ['merger', 'oil']],
      ])
      expect((await remove(keywordListId, 2)).status).toBe(204)
      expect((await remove(keywordListId, 2)).status).toBe(404)
      expect(await told()).toEqual([
        expect.objectContaining({
          action: 'keywordList.created',
          facts: { keywordListId, name: 'Deal' },
          newValue: { name: 'Deal', terms: ['merger'] },
        }),
        expect.objectContaining({
          action: 'keywordList.changed',
          oldValue: { name: 'Deal', terms: ['merger'] },
          newValue: { name: 'Deal terms', terms: ['merger', 'oil'] },
        }),
        expect.objectContaining({
          action: 'keywordList.deleted',
          oldValue: { name: 'Deal terms', terms: ['merger', 'oil'] },
        }),
      ])
    })

    it('for their project alone', async () => {
      const { keywordListId } = (await create('Deal', ['merger'])).data
      const elsewhere = await server.project(companyId)
      await server.member(elsewhere, litigation.userId, 'LitigationSupport')
      const own = { project: elsewhere, params: { keywordListId } }
      const body = { name: 'Mine', terms: ['oil'], version: 1 }
      expect((await server.call(litigation, contract.changeKeywordList, { ...own, body })).status).toBe(404)
      expect(
        (await server.call(litigation, contract.deleteKeywordList, { ...own, query: { version: 1 } })).status,
      ).toBe(404)
      const query = { stage: 'review', keywordListId } as const
      expect(
        (await server.call(litigation, contract.readKeywordReport, { project: elsewhere, query })).status,
      ).toBe(404)
    })
  })

  const projectManager = async () => {
    const user = await server.user({ role: 'ProjectManager', companyId })
    await server.member(project, user.userId, 'ProjectManager')
    return user
  }

  describe('their terms are a field of documents', () => {
    const facet = async (stage: Stage, filter: ListChoice | null = null, as = manager) =>
      (
        await server.call(as, readFacets, {
          project,
          body: {
            ...{ stage, query: all, histograms: [] },
            filter: filter === null ? null : { emailKeywordHits: filter },
            facets: [{ field: contract.keywordField, most: 10 }],
            matrix: { pivotOn: contract.keywordField, groupBy: 'Custodian', most: 10 },
          },
        })
      ).data

    it('[filter-email-keyword-hits] counted on each side, filtered with its flags, and the same as a query', async () => {
      await bringIn()
      await create('Deal', terms)
      const { facets, matrix, documents } = await facet('processing')
      const [counted] = facets
      expect(documents).toBe(12)
      expect(counted?.values.map(({ value, documents: hit }) => [value, hit])).toEqual([
        ['budget', 4],
        ['merger', 4],
        ['confidential', 2],
        ['invest*', 2],
        ['oil', 2],
      ])
      expect(counted?.none.documents).toBe(3)
      expect(
        matrix?.cells.find(({ pivot, group }) => pivot === 'merger' && group === 'Rivera')?.documents,
      ).toBe(2)
      // One of the two that hold it is not promoted.
      const review = await facet('review', null, reviewer)
      expect(review.facets[0]?.values.find(({ value }) => value === 'confidential')?.documents).toBe(1)

      const choice = { values: ['oil', 'CONFIDENTIAL'], includeNull: false, includeSelections: true }
      expect((await facet('processing', choice)).documents).toBe(4)
      expect((await facet('processing', { ...choice, includeNull: true })).documents).toBe(7)
      expect((await facet('processing', { ...choice, includeSelections: false })).documents).toBe(5)
      const { reading } = await facet('review', choice)
      expect(reading).toBe('Email_Keyword_Hits is "oil" OR Email_Keyword_Hits is "CONFIDENTIAL"')
      expect((await find(reading)).data.totalCount).toBe(3)
    })

    it('found by their own words, which are what is marked', async () => {
      await bringIn()
      await create('Deal', ['merger AND NOT budget', '"merger costs"'])
      const page = (await find('Email_Keyword_Hits is "merger AND NOT budget"')).data
      expect(names(page.data)).toBe('D04')
      expect(page.reading).toBe('Email_Keyword_Hits is "merger AND NOT budget"')
      expect(page.tree).toEqual({
        kind: 'and',
        parts: [
          { kind: 'term', token: 'merger', pattern: false },
          { kind: 'not', part: { kind: 'term', token: 'budget', pattern: false } },
        ],
      })
      expect(names((await find('Email_Keyword_Hits:"""merger costs"""')).data.data)).toBe('D02 D03')
      expect(names((await find('Email_Keyword_Hits contains costs')).data.data)).toBe('D02 D03')
      expect(names((await find('Email_Keyword_Hits is not null')).data.data)).toBe('D02 D03 D04')
      expect((await find('Email_Keyword_Hits is null')).data.totalCount).toBe(7)
    })

    it('never stale: a list that changes changes them at once, and a term that no list has is refused', async () => {
      await bringIn()
      const { keywordListId } = (await create('Deal', ['oil'])).data
      expect((await find('Email_Keyword_Hits is "oil"')).data.totalCount).toBe(2)
      await change(keywordListId, { name: 'Deal', terms: ['merger'], version: 1 })
      const gone = await find('Email_Keyword_Hits is "oil"')
      expect([gone.status, gone.error.code]).toEqual([400, 'query.invalid'])
      expect(gone.error.message).toContain('No keyword list of this project has the term “oil”')
      expect((await find('Email_Keyword_Hits is not null')).data.totalCount).toBe(4)
    })

    it('said of each document, and listed among the fields of the project', async () => {
      await bringIn()
      await create('Deal', terms)
      const metadata = async (documentId: number) => {
        const { data } = await server.call(reviewer, getMetadata, { project, query: { documentId } })
        return data.data.find(({ name }) => name === contract.keywordField)
      }
      expect(await metadata(ids[0] ?? 0)).toEqual({
        name: contract.keywordField,
        displayName: 'Keyword hits',
        typeId: fieldTypes.multipleChoice,
        values: ['budget', 'confidential', 'merger'],
      })
      expect(await metadata(ids[8] ?? 0)).toBeUndefined()
      const { data } = await server.call(reviewer, listFields, { project })
      expect(data.data.find(({ name }) => name === contract.keywordField)).toMatchObject({ multiValue: true })
    })
  })

  describe('are reported', () => {
    it('[rest-get-project-keyword-terms-list] by term: with hits, with families, unique; and different documents over all', async () => {
      await bringIn()
      const { keywordListId } = (await create('Deal', terms)).data
      await create('Other', ['apple', 'merger OR oil AND report'])
      const { data } = await report('processing')
      expect(data).toMatchObject({
        stage: 'processing',
        documents: 12,
        withoutText: 1,
        precedence: 'standard',
      })
      expect(data.indexedAsOf).toMatch(/^20/)
      expect(data.noise).toContain('well')
      const [deal, other] = data.data
      expect(deal?.terms.map((one) => [one.term, one.documents, one.withFamily, one.unique])).toEqual([
        ['merger', 4, 4, 1],
        ['budget', 4, 5, 0],
        ['oil', 2, 3, 1],
        ['invest*', 2, 3, 2],
        ['confidential', 2, 3, 1],
      ])
      expect(deal?.total).toEqual({ documents: 9, withFamily: 9, unique: 5 })
      expect(other?.terms[1]).toMatchObject({
        reading: 'merger OR (oil AND report)',
        notes: [expect.stringContaining('AND goes before OR')],
      })
      const one = (await report('review', reviewer, keywordListId)).data
      expect([one.documents, one.data.map(({ name }) => name), one.data[0]?.total.documents]).toEqual([
        10,
        ['Deal'],
        8,
      ])
      expect((await report('processing', reviewer)).status).toBe(403)
    })

    it('as a file for spreadsheets, in which no cell is a formula, and its taking is on the record', async () => {
      await bringIn()
      const { keywordListId } = (await create('=Evil, "list"', ['"merger costs"', 'oil', '@budget'])).data
      const csv = (stage: Stage, as: TestUser) =>
        server.call(as, contract.keywordReportCsv, {
          project,
          query: { projectId: project, stage, keywordListId },
        })
      expect((await csv('processing', reviewer)).status).toBe(403)
      const { raw } = await csv('processing', manager)
      expect(raw.statusCode).toBe(200)
      const lines = raw.body.replace(/^\uFEFF/, '').split('\r\n')
      expect(lines.slice(0, 5)).toEqual([
        'Term,Documents with hits,Documents with hits and their families,Unique documents,Interpreted as,Notes',
        '"""merger costs""",2,3,0,"""merger costs""",',
        'oil,2,3,1,oil,',
        `"'@budget",4,5,1,budget,`,
        'Total (different documents),5,6,2',
      ])
      expect(lines).toContain(`Keyword list,"'=Evil, ""list"""`)
      expect(raw.body).not.toMatch(/(^|,)"?[=+@-][^\d]/m)
      expect((await told()).at(-1)).toMatchObject({
        action: 'keywordList.reportExported',
        facts: {
          keywordListId,
          version: 1,
          stage: 'processing',
          documents: 12,
          found: 5,
          precedence: 'standard',
        },
      })
    })
  })
})
