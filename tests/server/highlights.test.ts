/** Highlight sets: made by who may share searches, read by everybody of the project, kept when they are deleted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BodyOf } from '#contracts/call.ts'
import * as contract from '#contracts/highlights.ts'
import { putSettings } from '#contracts/settings.ts'
import { termFaults } from '#contracts/term-faults.ts'
import { costlyDialects, startServer, type TestServer, type TestUser } from './harness.ts'
import { trail } from './people.ts'

describe.each(costlyDialects)('highlight sets on %s', (dialect) => {
  let server: TestServer
  let project = 0
  let other = 0
  let manager: TestUser
  let reviewer: TestUser
  let lead: TestUser
  beforeAll(async () => {
    server = await startServer({ dialect })
    const companyId = await server.company()
    manager = await server.user({ role: 'ReviewManager', companyId, name: 'Pat Moss' })
    reviewer = await server.user({ role: 'Reviewer', companyId, name: 'Ana Lima' })
    lead = await server.user({ role: 'ProjectManager', companyId, name: 'Lee Bond' })
    project = await server.project(companyId, { prefix: 'NWI' })
    other = await server.project(companyId, { prefix: 'OTH' })
    await server.member(project, manager.userId, 'ReviewManager')
    await server.member(project, reviewer.userId, 'Reviewer')
    await server.member(project, lead.userId, 'ProjectManager')
    await server.member(other, manager.userId, 'ReviewManager')
  })
  afterAll(() => server.close())

  type Draft = BodyOf<typeof contract.saveHighlightSet>
  const draft = { name: 'Counsel', color: 'pink', line: 'wavy', terms: ['attorney', 'privileg*'] } as const
  const save = (given: Partial<Draft> = {}, as = manager) =>
    server.call(as, contract.saveHighlightSet, {
      project,
      body: { ...draft, terms: [...draft.terms], over: null, ...given },
    })
  const sets = async (as = reviewer, where = project) =>
    (await server.call(as, contract.listHighlightSets, { project: where })).data
  const names = async () => (await sets()).data.map(({ name }) => name)

  it('a set is made, changed, ordered, deleted and restored, each on the record, and everybody of its project reads it', async () => {
    const { data: made } = await save({ terms: ['attorney', '“work product”', 'Attorney'] })
    expect((await sets()).data).toMatchObject([
      {
        ...draft,
        terms: [
          { text: 'attorney', fault: null },
          { text: '"work product"', fault: null },
        ],
      },
    ])
    expect((await sets(manager, other)).data).toEqual([])
    expect((await save({ name: 'Deals', line: 'solid' })).status).toBe(200)
    const { highlightSetId } = made
    await save({ over: made })
    expect((await save({ over: made })).error).toMatchObject({ code: 'conflict', detail: 'version' })

    const ids = (await sets()).data.map((set) => set.highlightSetId)
    const order = { project, body: { highlightSetIds: ids.toReversed() } }
    await server.call(manager, contract.orderHighlightSets, order)
    expect(await names()).toEqual(['Deals', 'Counsel'])
    await server.call(manager, contract.deleteHighlightSet, {
      project,
      query: { highlightSetId, version: 2 },
    })
    expect(await names()).toEqual(['Deals'])
    expect((await sets()).deleted).toMatchObject([{ highlightSetId, name: 'Counsel', deletedBy: 'Pat Moss' }])
    await server.call(manager, contract.restoreHighlightSet, { project, body: { highlightSetId } })
    expect(await names()).toEqual(['Deals', 'Counsel'])
    const told = (await trail(server, `project:${project}`)).map(({ action }) => action)
    expect(told.filter((action) => action.startsWith('highlightSet.'))).toEqual(
      ['created', 'created', 'changed', 'ordered', 'deleted', 'restored'].map(
        (done) => `highlightSet.${done}`,
      ),
    )
  })

  it('reviewers make none, and none has the name or the looks of another', async () => {
    expect((await save({ name: 'Mine' }, reviewer)).error).toMatchObject({ code: 'permission.denied' })
    expect((await save({ name: 'COUNSEL', color: 'blue' })).error).toMatchObject({ detail: 'name' })
    expect((await save({ name: 'Alike' })).error).toMatchObject({ code: 'conflict', detail: 'line' })
  })

  it('terms that are no words in a text are refused, each with its place', async () => {
    const terms = [
      'merger w/5 price',
      'lien AND',
      'oil AND gas',
      'NOT oil',
      'Subject:oil',
      'the',
      'oil Include_Threads true',
    ]
    const { error } = await save({ name: 'Faulty', color: 'green', terms })
    expect(error).toMatchObject({ code: 'query.invalid', detail: 'terms' })
    expect(termFaults.parse(error.data).terms.map(({ term }) => term)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('a term that noise has taken later says so, and the others stay', async () => {
    await server.call(lead, putSettings, { project, body: { noise: ['attorney'] } })
    const [, counsel] = (await sets()).data
    expect(counsel?.terms).toMatchObject([
      { text: 'attorney', tree: null, fault: expect.stringContaining('attorney') },
      { text: 'privileg*', fault: null },
    ])
    expect((await sets()).noise).toEqual(['attorney'])
  })
})
