/** The document list as a tool: columns, orders by fields, templates, selections and the file of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as lists from '#contracts/document-list.ts'
import { type FieldSort, getPage, type Sort, searchDocuments, sortDocuments } from '#contracts/documents.ts'
import { getExcludedFields, putExcludedFields } from '#contracts/excluded-fields.ts'
import { createField, setCustomField } from '#contracts/fields.ts'
import * as templates from '#contracts/list-templates.ts'
import { fieldTypes } from '#contracts/project.ts'
import { recordCorpus } from '#tests/fixtures/record-corpus.ts'
import { addDocuments } from '#tests/fixtures/record-documents.ts'
import { costlyDialects, startServer, type TestServer, type TestUser } from './harness.ts'
import { trail } from './people.ts'

const subjects = ['Exhibit 10', 'exhibit 2', '=cmd()', 'Área 1', 'area 2']

describe.each(costlyDialects)('the document list on %s', (dialect) => {
  let server: TestServer
  let project = 0
  let lead: TestUser
  let manager: TestUser
  let reviewer: TestUser
  let ids: number[] = []
  let fieldId = 0
  beforeAll(async () => {
    server = await startServer({ dialect })
    const companyId = await server.company()
    project = await server.project(companyId, { prefix: 'NWI' })
    const person = async (role: 'ProjectManager' | 'ReviewManager' | 'Reviewer', name: string) => {
      const user = await server.user({ role, companyId, name })
      await server.member(project, user.userId, role)
      return user
    }
    lead = await person('ProjectManager', 'Paula Lopez')
    manager = await person('ReviewManager', 'Maria Alvarez')
    reviewer = await person('Reviewer', 'Ana Lima')
    const { records, search } = server.services
    const made = subjects.map((title, n) => ({
      ...{ custodian: n < 3 ? 'Chen' : 'Okafor', title, text: 'oil', from: 'li.chen@northwind.example' },
      ...{ sentAt: `2021-03-0${n + 1}T04:30:00.000Z`, parentDate: `2021-03-0${n + 1}T04:30:00.000Z`, to: [] },
      ...{ fileName: `${n}.eml`, extension: 'eml', size: 100 * (n % 2) },
    }))
    ids = [...(await addDocuments(records, project, manager.userId, [...made, ...recordCorpus.slice(8, 9)]))]
    const { data: field } = await server.call(lead, createField, {
      project,
      body: { name: 'Score', field_type_id: fieldTypes.integer, choices: [] },
    })
    fieldId = field.fieldId
    for (const [at, value] of [
      [0, 9],
      [1, 10],
      [3, 2],
    ] as const)
      await server.call(manager, setCustomField, {
        project,
        key: `score-0000${at}`,
        ifMatch: `"${fieldId}.0"`,
        body: {
          ...{ documentId: ids[at] ?? 0, fieldId, value, correlationId: 'gesture-0001' },
          undo: { kind: 'do', group: 'group-0001', targets: [] },
        },
      })
    search.wake()
    await search.settled(project)
  })
  afterAll(() => server.close())

  const list = (sort: Sort, more: { columns?: string[]; queryString?: string } = {}, as = reviewer) =>
    server.call(as, searchDocuments, {
      project,
      body: {
        query: { queryString: more.queryString ?? '', includeFamily: false, objectId: null, type: null },
        ...{ sort, viewer: 'parentsAndChildren', filter: 'all', pageSize: 25, page: 1 },
        ...(more.columns === undefined ? {} : { columns: more.columns }),
      },
    })
  const by = (...fields: string[]): FieldSort => ({
    by: fields.map((field) => ({ field: field.replace('-', ''), descending: field.startsWith('-') })),
  })
  const places = async (sort: Sort) =>
    (await list(sort)).data.data.map(({ documentId }) => ids.indexOf(documentId))

  it('[screen-review-doc-list] shows values of any field, dates in the project’s zone and coding as it stands', async () => {
    const columns = ['sent_date', 'Score', 'Subject', 'Family_Id']
    const { data } = await list('documentId', { columns })
    expect(data.data[0]?.values).toEqual({
      Sent_Date: '02/28/2021 23:30',
      Score: '9',
      Subject: 'Exhibit 10',
      Family_Id: 'NWI00000001',
    })
    // What has no value is not there.
    expect(data.data[2]?.values?.Score).toBeUndefined()
    const page = await server.call(reviewer, getPage, {
      project,
      params: { page: 1 },
      query: { snapshotId: data.snapshotId, pageSize: 25, columns: columns.join(',') },
    })
    expect(page.data.data.map(({ values }) => values)).toEqual(data.data.map(({ values }) => values))
    expect((await list('documentId', { columns: ['OCR_Text'] })).status).toBe(400)
    // A field that was renamed or deleted leaves the rest of a search as it is.
    const stale = await list(by('No_Such', '-Score'), { columns: ['No_Such', 'Score'] })
    expect(stale.data.data[0]?.values).toEqual({ Score: '10' })
    expect(stale.data.notes).toEqual([
      { code: 'fieldLeftOut', message: expect.stringContaining('no field No_Such.') },
    ])
  })

  it('sorts by any field and by two, as people order texts, numbers and dates, without a value last', async () => {
    expect(await places(by('Subject'))).toEqual([2, 3, 4, 1, 0, 5])
    expect(await places(by('-Subject'))).toEqual([0, 1, 4, 3, 2, 5])
    expect(await places(by('Score'))).toEqual([3, 0, 1, 2, 4, 5])
    expect(await places(by('-Score'))).toEqual([1, 0, 3, 2, 4, 5])
    expect(await places(by('-Custodian', 'File_Size'))).toEqual([5, 4, 3, 0, 2, 1])
    expect(await places(by('-Sent_Date'))).toEqual([4, 3, 2, 1, 0, 5])
    expect((await list(by('Email_Keyword_Hits'))).status).toBe(400)
  })

  it('[rest-any-review-document-sort] opens the documents of a result in another order, and no others', async () => {
    const { data: first } = await list('documentId', { queryString: 'oil AND NOT Score:9' })
    const sorted = (sort: Sort, as = reviewer) =>
      server.call(as, sortDocuments, {
        project,
        body: { snapshotId: first.snapshotId, sort, pageSize: 25, columns: ['Score'] },
      })
    const { data } = await sorted(by('-Score'))
    expect(data.data.map(({ documentId }) => ids.indexOf(documentId))).toEqual([1, 3, 2, 4])
    expect(data).toMatchObject({ totalCount: 4, hitCount: 4, reading: first.reading })
    expect(data.snapshotId).not.toBe(first.snapshotId)
    expect(data.data[0]).toMatchObject({ hit: true, values: { Score: '10' } })
    expect((await sorted('relevance')).data.totalCount).toBe(4)
    expect((await sorted('documentId', manager)).status).toBe(404)
  })

  it('saves a list or a selection of it as CSV: every row in its order, nothing a formula, on the record', async () => {
    const { data } = await list(by('Subject'), { queryString: 'oil' }, manager)
    const { data: some } = await server.call(manager, lists.selectFromList, {
      project,
      body: { snapshotId: data.snapshotId, all: true, marked: [ids[0] ?? 0] },
    })
    expect(some.totalCount).toBe(4)
    const csv = async (snapshotId: string, as = manager) =>
      (
        await server.call(as, lists.exportList, {
          project,
          query: { projectId: project, snapshotId, columns: 'Subject,Sent_Date,Score' },
        })
      ).raw
    const lines = (await csv(some.snapshotId)).body.split('\r\n')
    expect(lines.slice(0, 6)).toEqual([
      '\uFEFFControl number,Subject,Sent date,Score',
      'NWI00000003,"\'=cmd()",03/02/2021 23:30,',
      'NWI00000004,Área 1,03/03/2021 23:30,2',
      'NWI00000005,area 2,03/04/2021 23:30,',
      'NWI00000002,exhibit 2,03/01/2021 23:30,10',
      '',
    ])
    expect(lines).toEqual(expect.arrayContaining(['Documents,4', 'Query,oil', 'Order,Subject']))
    // A field that the project keeps from exports is not there, and it is said.
    const { data: excluded } = await server.call(lead, getExcludedFields, { project })
    await server.call(lead, putExcludedFields, {
      project,
      body: { export: ['Control_Number', 'Score'], externalSync: [], version: excluded.version },
    })
    const without = (await csv(data.snapshotId)).body
    expect(without).toMatch(/^\uFEFFSubject,Sent date\r\n"'=cmd\(\)",/)
    expect(without).toContain('Left out of exports,Control number; Score')
    const record = await trail(server, `project:${project}`)
    expect(record.filter(({ action }) => action === 'documentList.exported')[0]?.facts).toMatchObject({
      documents: 4,
      query: 'oil',
      reading: 'oil',
      sort: 'Subject',
    })
    // Whoever may not take documents away takes no list of them away.
    const { data: own } = await list('documentId')
    expect((await csv(own.snapshotId, reviewer)).statusCode).toBe(403)
  })

  it('[rest-any-review-all-document] hands all documents of a query out part by part, on the record, to who may export', async () => {
    const part = (as: TestUser, after: number | null, size = 2) =>
      server.call(as, lists.allDocuments, {
        project,
        body: {
          query: { queryString: 'oil', includeFamily: false, objectId: null, type: null },
          ...{ viewer: 'parentsAndChildren', filter: 'all', columns: ['subject', 'Score'], after, size },
        },
      })
    expect((await part(reviewer, null)).status).toBe(403)
    const { data: first } = await part(manager, null)
    expect(first.totalCount).toBe(5)
    expect(first.data.map(({ documentId }) => documentId)).toEqual(ids.slice(0, 2))
    expect(first.data[0]?.values.Subject).toBe('Exhibit 10')
    // The project leaves them out of exports.
    expect(first.leftOut).toEqual(['Control number', 'Score'])
    expect(Object.keys(first.data[0]?.values ?? {})).toEqual(['Subject'])
    const seen = [...first.data]
    for (let { next } = first; next !== null; ) {
      const { data } = await part(manager, next)
      seen.push(...data.data)
      next = data.next
    }
    expect(seen.map(({ documentId }) => documentId)).toEqual(ids.slice(0, 5))
    const record = await trail(server, `project:${project}`)
    const exports = record.filter(
      ({ action, facts }) => action === 'documentList.exported' && 'after' in facts,
    )
    expect(exports.map(({ facts }) => facts.documents).sort()).toEqual([1, 2])
  })

  it('keeps templates with widths, pins and order; of two who save under one name the second is told', async () => {
    const column = (field: string) => ({ field, width: 200, pinned: field === 'Subject' })
    const save = (
      as: TestUser,
      name: string,
      shared: boolean,
      over: { readonly templateId: number; readonly version: number } | null = null,
    ) =>
      server.call(as, templates.saveTemplate, {
        project,
        body: { name, columns: ['subject', 'Score'].map(column), sort: by('-Score'), shared, over },
      })
    const own = async (as: TestUser) =>
      (await server.call(as, templates.listTemplates, { project })).data.data
    const { data: first } = await save(manager, 'Privilege', true)
    const twice = await save(lead, 'privilege', true)
    expect([twice.status, twice.error.message]).toEqual([
      409,
      'There is a shared template called Privilege. Choose another name, or save over it.',
    ])
    expect((await save(lead, 'Privilege', true, { ...first, version: 1 })).data.version).toBe(2)
    const late = await save(manager, 'Privilege', true, { ...first, version: 1 })
    expect(late.error.message).toContain('Paula Lopez has saved Privilege since you looked at it.')
    expect((await save(reviewer, 'Mine', true)).status).toBe(403)
    await save(reviewer, 'Mine', false)
    expect((await own(manager)).map(({ name }) => name)).toEqual(['Privilege'])
    expect(await own(reviewer)).toMatchObject([
      { name: 'Mine', shared: false, mayChange: true },
      {
        name: 'Privilege',
        columns: [
          { field: 'Subject', width: 200, pinned: false },
          { field: 'Score', width: 200, pinned: false },
        ],
        sort: by('-Score'),
        mayChange: false,
      },
    ])
    const remove = (as: TestUser) =>
      server.call(as, templates.deleteTemplate, { project, query: { templateId: first.templateId } })
    expect((await remove(reviewer)).status).toBe(403)
    expect((await remove(manager)).status).toBe(204)
    expect((await own(reviewer)).map(({ name }) => name)).toEqual(['Mine'])
  })
})
