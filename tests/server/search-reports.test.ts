/** Search term reports, random samples, one's own searches, and queries for other applications. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentSet } from '#contracts/document-sets.ts'
import { searchDocuments } from '#contracts/documents.ts'
import { createKeywordList, readKeywordReport } from '#contracts/keywords.ts'
import * as samples from '#contracts/samples.ts'
import { saveSearch } from '#contracts/saved-searches.ts'
import * as searching from '#contracts/searching.ts'
import * as reports from '#contracts/term-reports.ts'
import { putWalls } from '#contracts/walls.ts'
import { recordCorpus } from '#tests/fixtures/record-corpus.ts'
import { addDocuments } from '#tests/fixtures/record-documents.ts'
import { startServer, type TestServer, type TestUser } from './harness.ts'
import { trail } from './people.ts'

const everything: DocumentSet = {
  query: { queryString: '', includeFamily: false, objectId: null, type: null },
  viewer: 'parentsAndChildren',
  filter: 'all',
}
const setOf = (queryString: string): DocumentSet => ({
  ...everything,
  query: { ...everything.query, queryString },
})
const inside = (type: string, objectId: number, queryString = ''): DocumentSet => ({
  ...everything,
  query: { queryString, includeFamily: false, objectId, type },
})

describe('reports on searches', () => {
  let server: TestServer
  let project = 0
  let manager: TestUser
  let reviewer: TestUser
  let walled: TestUser
  /** D01 to D12 by their ids. */
  let nameOf: ReadonlyMap<number, string>
  beforeAll(async () => {
    server = await startServer()
    const companyId = await server.company()
    project = await server.project(companyId, { prefix: 'NWI' })
    const person = async (role: 'ProjectManager' | 'Reviewer', name: string) => {
      const user = await server.user({ role, companyId, name })
      await server.member(project, user.userId, role)
      return user
    }
    manager = await person('ProjectManager', 'Maria Alvarez')
    reviewer = await person('Reviewer', 'Ana Lima')
    walled = await person('Reviewer', 'Wim Novak')
    const { records, search } = server.services
    await addDocuments(records, project, manager.userId, recordCorpus)
    search.wake()
    await search.settled(project)
    const rows = await records.read
      .selectFrom('document')
      .select(['document_id', 'file_name'])
      .where('project_id', '=', project)
      .execute()
    nameOf = new Map(rows.map(({ document_id, file_name }) => [document_id, file_name.slice(0, 3)]))
  })
  afterAll(() => server.close())

  const named = (ids: readonly number[]) => ids.map((id) => nameOf.get(id) ?? '').sort()
  const found = async (user: TestUser, { query }: DocumentSet, includeFamily = false) =>
    named(
      (
        await server.call(user, searchDocuments, {
          project,
          body: {
            query: { ...query, includeFamily },
            ...{ sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all', pageSize: 50, page: 1 },
          },
        })
      ).data.data.map(({ documentId }) => documentId),
    )
  const run = (user: TestUser, lines: readonly string[], set = everything, more = {}) =>
    server.call(user, reports.runTermReport, {
      project,
      body: { name: 'Agreed terms', set, lines: [...lines], hits: false, byCustodian: false, ...more },
    })
  const read = async (user: TestUser, termReportId: number) =>
    (await server.call(user, reports.readTermReport, { project, query: { termReportId } })).data
  const csv = (user: TestUser, termReportId: number) =>
    server.call(user, reports.termReportCsv, { project, query: { projectId: project, termReportId } })
  const draw = (user: TestUser, set: DocumentSet, sizeBy: samples.SizeBy, seed: string | null = null) =>
    server.call(user, samples.drawSample, { project, body: { name: 'Elusion', set, sizeBy, seed } })
  const terms = ['merger', 'budget', 'oil', 'invest*', 'confidential']

  it('a report tells documents, families, unique documents, hits and custodians of each term, and keeps them', async () => {
    const { data } = await run(reviewer, terms, everything, { hits: true, byCustodian: true })
    const report = await read(manager, data.termReportId)
    expect(
      report.rows.map(({ term, figures }) => [
        term,
        figures?.documents,
        figures?.withFamily,
        figures?.unique,
      ]),
    ).toEqual([
      ['merger', 4, 4, 1],
      ['budget', 4, 5, 0],
      ['oil', 2, 3, 1],
      ['invest*', 2, 3, 2],
      ['confidential', 2, 3, 1],
    ])
    expect(report.total).toEqual({ documents: 9, withFamily: 9, unique: 5, hits: null })
    expect(report.rows.map(({ figures }) => figures?.hits)).toEqual([4, 4, 2, 3, 2])
    expect(report.rows[0]?.byCustodian).toEqual([
      { custodian: 'Chen', documents: 2 },
      { custodian: 'Rivera', documents: 2 },
    ])
    expect(report).toMatchObject({ madeBy: 'Ana Lima', documents: 12, precedence: 'standard', unread: 0 })
    // Each figure leads to its documents.
    const [merger] = report.rows
    const budget = inside('termReport', data.termReportId, 'budget')
    expect(await found(manager, budget)).toEqual(['D01', 'D02', 'D03', 'D07'])
    expect(await found(manager, budget, true)).toEqual(['D01', 'D02', 'D03', 'D06', 'D07'])
    expect(await found(manager, inside('uniqueHits', merger?.termId ?? 0, 'merger'))).toEqual(['D04'])
  })

  it('a column of terms is read line by line: one that cannot be read says so with its line and place, the others are counted', async () => {
    const { data } = await run(manager, ['merger\t', '', 'oil AND', 'MERGER', '“merger costs”'])
    expect(data.unread).toBe(1)
    const { rows, total } = await read(manager, data.termReportId)
    expect(rows.map(({ line, term, figures }) => [line, term, figures?.documents])).toEqual([
      [1, 'merger', 4],
      [3, 'oil AND', undefined],
      [5, '"merger costs"', 2],
    ])
    expect(rows[1]?.fault).toMatchObject({ start: expect.any(Number), message: expect.stringMatching(/./) })
    expect(total).toMatchObject({ documents: 4, hits: null })
    expect((await run(manager, ['oil AND', '('])).error).toMatchObject({
      code: 'query.invalid',
      message: expect.stringMatching(/^None of the terms can be read\. Line 1, character \d+: /),
    })
    expect((await run(manager, [' '])).error).toMatchObject({ message: 'Write at least one term.' })
  })

  it('a report is run over any set, and its families stay inside it', async () => {
    const { data } = await run(manager, ['budget', 'oil'], setOf('report OR merger'))
    const { rows, total, set } = await read(manager, data.termReportId)
    expect(rows.map(({ figures }) => [figures?.documents, figures?.withFamily])).toEqual([
      [4, 5],
      [2, 3],
    ])
    expect(total.documents).toBe(5)
    expect(set).toMatchObject({ reading: 'report OR merger', inside: null })
    const again = await run(manager, ['budget'], inside('termReport', data.termReportId, 'NOT oil'))
    const kept = await read(manager, again.data.termReportId)
    expect(kept.set.inside).toBe('Agreed terms')
    expect(kept.rows[0]?.figures?.documents).toBe(3)
  })

  it('a report is taken away as CSV that runs nothing, and deleted by who ran it or may share', async () => {
    const { data } = await run(reviewer, ['merger', 'oil AND'], everything, {
      byCustodian: true,
      name: '=1+1',
    })
    const { termReportId } = data
    const { raw } = await csv(reviewer, termReportId)
    const lines = raw.body.replace(/^\uFEFF/, '').split('\r\n')
    expect(lines[0]).toBe(
      'Line,Term,Documents with hits,Documents with hits and their families,Unique documents,Chen,Rivera,Interpreted as,Notes',
    )
    expect(lines[1]).toMatch(/^1,merger,4,4,4,2,2,/)
    expect(lines).toContain('Report,"\'=1+1"')
    expect(lines[2]).toMatch(/^2,oil AND,,,,,,,"?Not read\. Character /)
    const remove = (user: TestUser) =>
      server.call(user, reports.deleteTermReport, { project, query: { termReportId } })
    const made = (await run(manager, ['oil'])).data
    const refused = await server.call(reviewer, reports.deleteTermReport, {
      project,
      query: { termReportId: made.termReportId },
    })
    expect(refused.error).toMatchObject({ code: 'permission.denied' })
    expect((await remove(reviewer)).status).toBe(204)
    expect((await remove(reviewer)).status).toBe(404)
    const told = (await trail(server, `project:${project}`)).map(({ action }) => action)
    expect(told.filter((action) => action.startsWith('termReport.')).slice(-4)).toEqual([
      'termReport.run',
      'termReport.exported',
      'termReport.run',
      'termReport.deleted',
    ])
  })

  it('[rest-post-project-randomsample] a sample is drawn by size or by confidence and margin; the same seed and set draw the same again', async () => {
    const by = { confidence: 95, margin: 5 } as const
    const population = await server.call(reviewer, samples.populationOf, {
      project,
      body: { set: everything },
    })
    expect(population.data).toEqual({ population: 12 })
    expect((await draw(reviewer, everything, by)).data).toMatchObject({
      size: 12,
      population: 12,
      sizeBy: by,
    })
    const first = (await draw(reviewer, everything, { size: 5 })).data
    expect(first.seed).toMatch(/^[0-9a-f]{16}$/)
    const again = (await draw(manager, everything, { size: 5 }, first.seed)).data
    const documents = await found(manager, inside('sample', first.sampleId))
    expect(documents).toHaveLength(5)
    expect(await found(reviewer, inside('sample', again.sampleId))).toEqual(documents)
    // It is searched inside, and sampled again.
    const narrowed = await found(manager, inside('sample', first.sampleId, 'merger'))
    expect(documents).toEqual(expect.arrayContaining(narrowed))
    expect((await draw(manager, inside('sample', first.sampleId), { size: 2 })).data.set.inside).toBe(
      'Elusion',
    )
    expect((await draw(manager, setOf('oil'), { size: 3 })).error?.message).toBe(
      'The set has 2 documents: draw at most as many.',
    )
    expect((await draw(manager, setOf('zanzibar'), { size: 3 })).error?.detail).toBe('set')
    const listed = (await server.call(manager, samples.listSamples, { project })).data.data
    expect(listed.map(({ sampleId }) => sampleId)).toContain(first.sampleId)
    expect(
      (await server.call(manager, samples.deleteSample, { project, query: { sampleId: first.sampleId } }))
        .status,
    ).toBe(204)
    expect((await trail(server, `project:${project}`)).at(-1)?.text).toContain(first.seed)
  })

  it('[entity-search-query] one’s own searches are kept, each once, the latest first, and for oneself alone', async () => {
    const past = (queryString: string, more: Partial<searching.PastSearchSettings> = {}) => ({
      ...{ queryString, includeFamily: false, objectId: null, type: null },
      ...({ sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all' } as const),
      ...more,
    })
    const remember = (search: searching.PastSearchSettings, count: number) =>
      server.call(reviewer, searching.rememberSearch, { project, body: { search, count } })
    const list = async (user: TestUser) =>
      (await server.call(user, searching.listHistory, { project })).data.data
    await remember(past('merger'), 3)
    await remember(past('oil', { includeFamily: true }), 3)
    await remember(past('oil', { objectId: 7, type: 'savedSearch' }), 1)
    await remember(past(' merger', { sort: 'custodian' }), 4)
    const kept = await list(reviewer)
    expect(
      kept.map(({ search, count }) => [search.queryString.trim(), search.type, search.objectId, count]),
    ).toEqual([
      ['merger', null, null, 4],
      ['oil', 'savedSearch', 7, 1],
      ['oil', null, null, 3],
    ])
    expect(kept[2]?.search.includeFamily).toBe(true)
    expect(kept[0]?.search.sort).toBe('custodian')
    expect(await list(manager)).toEqual([])
    for (let n = 0; n < searching.historyLength; n++) await remember(past(`term${n}`), n)
    expect(await list(reviewer)).toHaveLength(searching.historyLength)
    const [last] = await list(reviewer)
    const forget = (pastSearchId?: number) =>
      server.call(reviewer, searching.forgetSearches, {
        project,
        query: pastSearchId === undefined ? {} : { pastSearchId },
      })
    await forget(last?.pastSearchId)
    expect(await list(reviewer)).toHaveLength(searching.historyLength - 1)
    await forget()
    expect(await list(reviewer)).toEqual([])
  })

  it('[rest-any-project-search-validate] [search-normalise-quotes] a query is read without being searched: curly quotes as straight ones, a fault with its place', async () => {
    const validate = async (queryString: string) =>
      (await server.call(reviewer, searching.validateQuery, { project, body: { queryString } })).data
    expect(await validate('merger OR oil AND “board of directors” Include_Family true')).toMatchObject({
      valid: true,
      reading: expect.stringMatching(/^merger OR \(oil AND "board .* directors"\)$/),
      includeFamily: true,
      notes: expect.arrayContaining([expect.objectContaining({ code: 'curlyQuotes' })]),
      fault: null,
    })
    expect(await validate('')).toMatchObject({ valid: true, reading: '' })
    expect(await validate('(merger AND budget')).toMatchObject({
      valid: false,
      fault: { start: 0, message: expect.stringMatching(/./) },
    })
    // What running it would refuse is refused here, in the same words.
    const refused = await server.call(reviewer, searching.findIds, {
      project,
      body: { query: { ...everything.query, queryString: 'oil AND Folder:Nowhere' }, after: null, size: 3 },
    })
    expect(await validate('oil AND Folder:Nowhere')).toMatchObject({
      valid: false,
      fault: { start: 8, end: 14, message: refused.error?.message },
    })
    expect(await found(reviewer, setOf('O’Brien'))).toEqual(await found(reviewer, setOf("O'Brien")))
    expect(await found(reviewer, setOf('“merger costs”'))).toEqual(['D02', 'D03'])
  })

  it('[rest-any-project-fullsearch] all documents of a query are told as ids, part by part', async () => {
    const ask = async (queryString: string, after: number | null, size = 3) =>
      (
        await server.call(reviewer, searching.findIds, {
          project,
          body: { query: { ...everything.query, queryString, includeFamily: true }, after, size },
        })
      ).data
    const first = await ask('budget', null)
    expect(first).toMatchObject({ totalCount: 5, next: first.ids[2] })
    const second = await ask('budget', first.next)
    expect(second.next).toBeNull()
    const all = [...first.ids, ...second.ids]
    expect(named(all)).toEqual(['D01', 'D02', 'D03', 'D06', 'D07'])
    expect(all).toEqual(all.toSorted((a, b) => a - b))
    expect(await ask('zanzibar', null)).toEqual({ ids: [], totalCount: 0, next: null })
  })

  it('[search-normalise-quotes] [search-normalise-trim] [search-normalise-spaces] names of saved searches: quotes stay as they are and make no other name, underscores at the ends go', async () => {
    const save = (name: string) =>
      server.call(reviewer, saveSearch, {
        project,
        body: {
          ...{ name, folder: '', shared: false, over: null },
          search: {
            ...{ queryString: 'merger', includeFamily: false, sort: 'documentId' },
            ...({ viewer: 'parentsAndChildren', filter: 'all' } as const),
          } as const,
        },
      })
    expect((await save(`_Ana's "hot" docs__`)).status).toBe(200)
    for (const same of [`ana's "hot" docs`, 'Ana’s “hot” docs', `Ana's_"hot"_docs`, `__Ana's "hot" docs`])
      expect((await save(same)).error).toMatchObject({
        code: 'conflict',
        message: `There is a saved search Ana's "hot" docs already. Choose another name.`,
      })
    expect((await save('___')).error).toMatchObject({ detail: 'name' })
  })

  it('from another project a report, a sample and what is searched inside them are answered as not there', async () => {
    const { termReportId } = (await run(manager, ['oil'])).data
    const [{ termId } = { termId: 0 }] = (await read(manager, termReportId)).rows
    const { sampleId } = (await draw(manager, everything, { size: 1 })).data
    const other = await server.project(manager.companyId ?? 0, { prefix: 'OTH' })
    await server.member(other, manager.userId, 'ProjectManager')
    const answers = await Promise.all([
      server.call(manager, reports.readTermReport, { project: other, query: { termReportId } }),
      server.call(manager, reports.deleteTermReport, { project: other, query: { termReportId } }),
      server.call(manager, reports.termReportCsv, {
        project: other,
        query: { projectId: other, termReportId },
      }),
      server.call(manager, samples.deleteSample, { project: other, query: { sampleId } }),
      ...[inside('sample', sampleId), inside('termReport', termReportId), inside('uniqueHits', termId)].map(
        (set) => server.call(manager, samples.populationOf, { project: other, body: { set } }),
      ),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  })

  it('behind a wall one sees no report, sample or figure of those who see more, and nothing of one’s own from before', async () => {
    const own = (await run(walled, ['merger'])).data
    const others = (await run(manager, ['merger'], everything, { byCustodian: true })).data
    const drawnBefore = (await draw(manager, everything, { size: 6 })).data
    await server.call(walled, searching.rememberSearch, {
      project,
      body: {
        count: 4,
        search: {
          ...{ queryString: 'merger', includeFamily: false, objectId: null, type: null, sort: 'documentId' },
          ...{ viewer: 'parentsAndChildren', filter: 'all' },
        },
      },
    })
    const custodians = await server.services.records.read
      .selectFrom('custodian')
      .select(['custodian_id', 'name'])
      .where('project_id', '=', project)
      .execute()
    const partsOf = (...names: string[]) =>
      custodians
        .filter(({ name }) => names.includes(name))
        .map(({ custodian_id }) => ({
          ...({ kind: 'custodian', partId: custodian_id, access: 'allow' } as const),
        }))
    const listed = await server.call(manager, createKeywordList, {
      project,
      body: { name: 'Copies', terms: ['merger', 'All_Custodian:Chen'] },
    })
    expect(listed.status).toBe(200)
    const walls = await server.call(manager, putWalls, {
      ...{ project, ifMatch: '0' },
      body: {
        batchesOnly: false,
        groups: [
          {
            name: 'All',
            userIds: [manager.userId, reviewer.userId],
            parts: partsOf('Rivera', 'Chen', 'Okafor'),
          },
          { name: 'Rivera alone', userIds: [walled.userId], parts: partsOf('Rivera') },
        ],
      },
    })
    expect(walls.status).toBe(200)
    for (const { termReportId } of [own, others])
      expect(
        (await server.call(walled, reports.readTermReport, { project, query: { termReportId } })).status,
      ).toBe(404)
    expect((await server.call(walled, reports.listTermReports, { project })).data.totalCount).toBe(0)
    expect((await server.call(walled, samples.listSamples, { project })).data.totalCount).toBe(0)
    for (const set of [inside('sample', drawnBefore.sampleId), inside('termReport', others.termReportId)])
      expect((await run(walled, ['merger'], set)).status).toBe(404)
    const [past] = (await server.call(walled, searching.listHistory, { project })).data.data
    expect(past?.count).toBeNull()
    // What is run now counts what is seen now.
    const now = await read(
      walled,
      (await run(walled, ['merger', 'oil'], everything, { hits: true, byCustodian: true })).data.termReportId,
    )
    expect(now.documents).toBe(4)
    expect(now.rows.map(({ figures }) => figures?.documents)).toEqual([2, 0])
    expect(now.byCustodian).toEqual([{ custodian: 'Rivera', documents: 2 }])
    // Nor do the project's lists of keywords.
    const termsFor = async (who: TestUser) =>
      (await server.call(who, readKeywordReport, { project, query: { stage: 'review' } })).data.data.flatMap(
        ({ terms }) => terms.map(({ term }) => term),
      )
    expect(await termsFor(walled)).toEqual(['merger'])
    // What a term may ask for does not tell of copies of those who are closed.
    expect((await run(walled, ['All_Custodian:Chen', 'Thread_Count > 1'])).error?.message).toMatch(
      /^None of the terms can be read.* cannot ask for “All_Custodian”/,
    )
    expect(
      named(
        (
          await server.call(walled, searching.findIds, {
            project,
            body: { query: setOf('merger').query, after: null, size: 100 },
          })
        ).data.ids,
      ),
    ).toEqual(['D01', 'D02'])
  })
})
