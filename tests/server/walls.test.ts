/**
 * Walls: whoever sees a part of a project gets the same answers as somebody in a project that has nothing but that part.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { assignBatches, createAssignment, getBatch } from '#contracts/assignments.ts'
import type { AnyCall } from '#contracts/call.ts'
import { saveCoding } from '#contracts/coding.ts'
import { searchDocuments } from '#contracts/documents.ts'
import { readFacets } from '#contracts/facets.ts'
import { allCalls } from '#contracts/index.ts'
import { deleteMember } from '#contracts/members.ts'
import { getProject } from '#contracts/project.ts'
import { seeAs } from '#contracts/see-as.ts'
import { getWalls, previewWalls, putWalls, type Walls } from '#contracts/walls.ts'
import { addSourceFile } from '#server/intake/sources/source-files.ts'
import { sourceNamed } from '#server/intake/sources/sources.ts'
import { startImport } from '#server/intake/sources/start-import.ts'
import { mbox, message } from '../fixtures/mail.ts'
import { allSettled } from './all-settled.ts'
import { costlyDialects, requestOf, startServer, type TestServer, type TestUser } from './harness.ts'
import { addForm, type CreatedForm, fieldNamed } from './matter.ts'

/** What Ana had, and what Ben had: threads, copies and families go from one to the other. */
const both = message({
  ...{ id: 'x1', subject: 'Minutes', text: 'Who had it first is not told.' },
  attachments: [{ name: 'minutes.txt', type: 'text/plain', bytes: Buffer.from('Minutes of May') }],
})
const ofAna = [
  // Where Ben is, he had it first: what Ana had is a suppressed copy of it.
  both,
  message({ id: 'a1', subject: 'Pipeline budget', text: 'The budget of the pipeline is agreed.\nAna' }),
  message({
    ...{
      id: 'a2',
      subject: 'Re: Pipeline budget',
      text: 'Seen.',
      headers: ['In-Reply-To: <a1@test.example>'],
    },
    attachments: [{ name: 'figures.txt', type: 'text/plain', bytes: Buffer.from('Figures of March') }],
  }),
  message({ id: 'a3', subject: 'Lunch', text: 'Tuesday?', from: 'Cleo <cleo@other.example>' }),
]
const ofBen = [
  message({
    ...{ id: 'b1', subject: 'Re: Pipeline budget', headers: ['In-Reply-To: <a2@test.example>'] },
    text: 'Privileged: counsel says the budget is a secret.',
    from: 'Ben <ben@hidden.example>',
  }),
  // A copy of what Ana had.
  ofAna[3] ?? Buffer.from(''),
  message({ id: 'b2', subject: 'Zanzibar', text: 'Only here: zanzibar.', from: 'Zed <zed@hidden.example>' }),
]

interface Side {
  readonly server: TestServer
  readonly project: number
  readonly manager: TestUser
  /** Is in the group that sees what Ana had. */
  readonly walled: TestUser
  readonly custodians: Readonly<Record<string, number>>
  readonly documents: readonly number[]
}

async function addCustodian(server: TestServer, project: number, name: string): Promise<number> {
  const { custodian_id } = await server.services.records.write('interactive', (trx) =>
    trx
      .insertInto('custodian')
      .values({ project_id: project, name })
      .returning('custodian_id')
      .executeTakeFirstOrThrow(),
  )
  return custodian_id
}

async function bringIn(
  server: TestServer,
  project: number,
  user: TestUser,
  { name, custodianId }: { readonly name: string; readonly custodianId: number },
  messages: readonly Buffer[],
): Promise<void> {
  const { records, blobs } = server.services
  // One after the other, so that their ids follow their order.
  for (const [nth, one] of messages.entries()) {
    const { sha256, size } = await blobs.put(mbox([one]))
    await records.write('interactive', async (trx) => {
      const of = { projectId: project, custodianId, createdBy: user.userId }
      const sourceId = await sourceNamed(trx, new Date(), { ...of, name: `Mail of ${name}` })
      const path = [`${name}-${nth}.mbox`]
      await addSourceFile(trx, new Date(), {
        projectId: project,
        sourceId,
        path,
        sha256,
        size,
        modifiedAt: null,
      })
      const person = { userId: user.userId, name: user.email, role: 'ProjectManager' }
      await startImport(trx, server.services, { projectId: project, sourceId, user: person })
    })
    server.services.jobs.wake()
    await allSettled(server.services)
  }
  await server.services.search.settled(project)
}

async function side(dialect: 'sqlite' | 'postgres', hidden: boolean): Promise<Side> {
  const server = await startServer({ dialect, alone: true })
  const companyId = await server.company('Northwind')
  const project = await server.project(companyId)
  const person = async (role: 'ProjectManager' | 'ReviewManager', name: string) => {
    const email = `${name.toLowerCase()}@northwind.example`
    const user = await server.user({ role, companyId, name, email })
    await server.member(project, user.userId, role)
    return user
  }
  const manager = await person('ProjectManager', 'Mara')
  const walled = await person('ReviewManager', 'Wim')
  const form = await addForm({ server, manager, projectId: project })
  const custodians: Record<string, number> = { Ana: await addCustodian(server, project, 'Ana') }
  if (hidden) custodians.Ben = await addCustodian(server, project, 'Ben')
  const of = (name: 'Ana' | 'Ben') => ({ name, custodianId: custodians[name] ?? 0 })
  if (hidden) await bringIn(server, project, manager, of('Ben'), [both])
  await bringIn(server, project, manager, of('Ana'), ofAna)
  const documents = await documentsOf(server, project)
  if (hidden) await bringIn(server, project, manager, of('Ben'), ofBen)
  const all = await documentsOf(server, project)
  // What is hidden is coded as well.
  for (const documentId of [documents[0] ?? 0, ...(hidden ? [all.at(-1) ?? 0] : [])])
    await code(server, project, manager, documentId, form)
  const groups = [
    {
      name: 'Case team',
      userIds: [walled.userId],
      parts: [{ kind: 'custodian' as const, partId: custodians.Ana ?? 0, access: 'allow' as const }],
    },
    {
      name: 'Lead',
      userIds: [manager.userId],
      parts: Object.values(custodians).map((partId) => ({
        ...{ kind: 'custodian' as const, partId, access: 'allow' as const },
      })),
    },
  ]
  await server.services.search.settled(project)
  const put = await server.call(manager, putWalls, {
    project,
    ifMatch: '0',
    body: { groups, batchesOnly: false },
  })
  expect(put.status).toBe(200)
  return { server, project, manager, walled, custodians, documents }
}

async function code(
  server: TestServer,
  project: number,
  user: TestUser,
  documentId: number,
  form: CreatedForm,
): Promise<void> {
  const { coding_form_field_id: id, values } = fieldNamed(form, 'Responsive')
  const saved = await server.call(user, saveCoding, {
    ...{ project, key: `coding-of-${documentId}`, ifMatch: `"${id}.0"` },
    body: {
      documentId,
      coding_form_id: form.coding_form_id,
      fields: [{ name: 'Responsive', coding_form_field_id: id, value: values[0]?.short_text_value ?? null }],
      undo: { kind: 'do', group: 'group-0001', targets: [] },
      correlationId: 'correlation-1',
    } as never,
  })
  if (saved.status !== 200) throw new Error(saved.raw.body)
}

const documentsOf = async (server: TestServer, project: number): Promise<number[]> =>
  (
    await server.services.records.read
      .selectFrom('document')
      .select('document_id')
      .where('project_id', '=', project)
      .orderBy('document_id')
      .execute()
  ).map(({ document_id }) => document_id)

/** What changes from run to run, whoever asks. */
const plain = (body: string): string =>
  body
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'AT')
    .replaceAll(/"(tookMs|auditId|seq)":[\d.]+/g, '"$1":0')
    .replaceAll(/"(snapshotId|requestId|etag|hash|correlationId|commandId)":"(?:[^"\\]|\\.)*"/g, '"$1":"ID"')

const read = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

interface Shape {
  readonly properties?: Readonly<Record<string, unknown>>
}
const membersOf = (part: z.ZodMiniType): string[] =>
  Object.keys(
    (JSON.parse(JSON.stringify(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }))) as Shape)
      .properties ?? {},
  )

/** How a read is asked about a document. */
function askedOf(call: AnyCall, { project }: Side, documentId: number) {
  const known: Readonly<Record<string, unknown>> = {
    ...{ documentId, projectId: project, stage: 'review', kind: 'filter', page: 1, origin: 'extracted' },
    ...{ sheet: 0, firstRow: 0, rows: 10, firstColumn: 0, columns: 10, query: '', jobId: 1 },
  }
  const given = (part: z.ZodMiniType) =>
    Object.fromEntries(membersOf(part).flatMap((name) => (name in known ? [[name, known[name]]] : [])))
  return { params: given(call.params), query: given(call.query), project }
}

const reads = allCalls.filter(({ method, scope }) => method === 'GET' && scope === 'project')
/** They say how the walls stand, or who may be let through them, to those who set them up. */
const ofManagers = ['walls.get', 'support.list', 'project.listMembers', 'project.listCandidates']

describe.each(costlyDialects)('a person behind a wall, on %s', (dialect) => {
  let apart: Side
  let whole: Side
  beforeAll(async () => {
    apart = await side(dialect, false)
    whole = await side(dialect, true)
  }, 120_000)
  afterAll(async () => {
    await apart.server.close()
    await whole.server.close()
  })

  const answer = async (of: Side, call: AnyCall, documentId: number) => {
    const request = requestOf(of.walled, call, askedOf(call, of, documentId) as never)
    const raw = await of.server.app.inject(request)
    // A fault would be alike on both sides.
    expect({ call: call.name, status: raw.statusCode }).not.toEqual({ call: call.name, status: 500 })
    return { status: raw.statusCode, body: read(plain(raw.body)) }
  }

  it.each(reads.filter(({ name }) => !ofManagers.includes(name)).map((call) => [call.name, call] as const))(
    '%s answers as in a project without what is hidden',
    async (_name, call) => {
      const hidden = (await documentsOf(whole.server, whole.project)).filter(
        (id) => !whole.documents.includes(id),
      )
      expect(hidden.length).toBeGreaterThan(1)
      for (const id of [...whole.documents, ...hidden])
        expect({ id, ...(await answer(whole, call, id)) }).toEqual({ id, ...(await answer(apart, call, id)) })
    },
  )

  const list = (of: Side, queryString: string, sort = 'documentId') =>
    of.server.call(of.walled, searchDocuments, {
      project: of.project,
      body: {
        query: { queryString, includeFamily: true, objectId: null, type: null },
        ...{ sort, viewer: 'parentsAndChildren', filter: 'all', page: 1, pageSize: 50 },
      } as never,
    })

  it('a document that is seen by a copy is shown as that copy, and nothing names who had it first', async () => {
    const [first] = whole.documents
    const copies = await whole.server.services.records.read
      .selectFrom('document_copy')
      .innerJoin('document', 'document.document_id', 'document_copy.document_id')
      .select(['document_copy.custodian_id as copy', 'document.custodian_id as own'])
      .where('document.document_id', '=', first ?? 0)
      .execute()
    expect(copies).toEqual([{ copy: whole.custodians.Ana, own: whole.custodians.Ben }])
    const rows = (await list(whole, '', 'custodian')).data.data
    expect(new Set(rows.map(({ custodian }) => custodian))).toEqual(new Set(['Ana']))
    for (const [query, found] of [
      ['Custodian:Ben', 0],
      ['Custodian:Ana', whole.documents.length],
      ['NOT Custodian:Ana', 0],
      ['Source_Path:ben*', 0],
      ['Source_Path:ana* AND minutes', 2],
    ] as const)
      expect({ query, found: (await list(whole, query)).data.totalCount }).toEqual({ query, found })
    for (const call of reads.filter(({ name }) => !ofManagers.includes(name)))
      for (const documentId of whole.documents)
        expect(JSON.stringify([call.name, await answer(whole, call, documentId)])).not.toMatch(/\bben\b/i)
  })

  it('a search answers as there', async () => {
    for (const query of [
      '',
      'budget',
      'zanzibar',
      'From:hidden',
      'NOT lunch',
      'Custodian:Ben',
      'secret OR figures',
      'minutes',
      'Custodian:Ana',
      'Source_Path:ana*',
      'Source_Path:"Ana-0.mbox"',
      'budget Include_Threads true',
      'lunch Include_Threads true Include_Duplicates true Include_Near_Duplicates true',
    ]) {
      const [one, other] = [await list(whole, query, 'custodian'), await list(apart, query, 'custodian')]
      expect({ query, status: one.status, body: read(plain(one.raw.body)) }).toEqual({
        ...{ query, status: other.status },
        body: read(plain(other.raw.body)),
      })
    }
    expect((await list(whole, 'zanzibar')).data.totalCount).toBe(0)
    expect((await list(whole, '')).data.totalCount).toBe(whole.documents.length)
  })

  it('facets count as there', async () => {
    const facets = (of: Side) =>
      of.server.call(of.walled, readFacets, {
        project: of.project,
        body: {
          query: { queryString: '', includeFamily: false, objectId: null, type: null },
          ...{
            stage: 'review',
            filter: null,
            facets: [{ field: 'Custodian', most: 10 }],
            histograms: [],
            matrix: { pivotOn: 'Custodian', groupBy: 'Record_Type', most: 10 },
          },
        } as never,
      })
    expect(plain((await facets(whole)).raw.body)).toBe(plain((await facets(apart)).raw.body))
  })

  it('a manager sees the project as somebody behind a wall does, and that they looked is on the record', async () => {
    const { server, project, manager, walled } = whole
    const as = (userId: number, query = '') =>
      server.call(manager, seeAs, { project, body: { userId, query, page: 1 } })
    const { data } = await as(walled.userId)
    const own = await list(whole, '')
    expect(data).toMatchObject({ userName: 'Wim', role: 'ReviewManager', seen: own.data.totalCount })
    expect(data.documents).toBe((await documentsOf(server, project)).length)
    expect(data.list?.data.map(({ documentId }) => documentId).toSorted()).toEqual([...whole.documents])
    expect(data.parts.find(({ name }) => name === 'Ben')).toMatchObject({ documents: 4, seen: 0 })
    expect(data.may).not.toContain('tag.manage')
    expect((await as(walled.userId, 'zanzibar')).data.list?.totalCount).toBe(0)
    const trail = await server.services.records.read
      .selectFrom('audit')
      .select('text')
      .where('action', '=', 'walls.seenAs')
      .where('user_id', '=', manager.userId)
      .execute()
    expect(trail.length).toBe(2)
    // Nobody of the project, and somebody of another client's.
    for (const userId of [987_654, (await server.user({ role: 'Default' })).userId])
      expect((await as(userId)).error.code).toBe('notFound')
    // Who is behind the wall and may manage walls is not shown what is closed to them.
    const lead = await server.user({ role: 'ProjectManager', companyId: manager.companyId, name: 'Pia' })
    await server.member(project, lead.userId, 'ProjectManager')
    const wider = await server.call(lead, seeAs, {
      project,
      body: { userId: manager.userId, query: '', page: 1 },
    })
    expect(wider.data).toMatchObject({ seen: data.documents, list: null })
  })

  it('[project-security-groups] [project-group-active-folders] [rest-any-project-set-group-folders] [rest-any-project-set-securable-group] says what each person gains and loses before it is saved, and asks twice who shuts themselves out', async () => {
    const { server, project, manager, custodians } = whole
    const standing = async (): Promise<Walls> => (await server.call(manager, getWalls, { project })).data
    const before = await standing()
    const groups = before.groups.map(({ groupId, name, userIds, parts }) => ({
      ...{ groupId, name, userIds },
      parts:
        name === 'Lead'
          ? []
          : [...parts, { kind: 'custodian' as const, partId: custodians.Ben ?? 0, access: 'deny' as const }],
    }))
    const preview = await server.call(manager, previewWalls, {
      project,
      body: { groups, batchesOnly: false },
    })
    expect(preview.data.shutsOut).toBe(true)
    const of = (name: string) => preview.data.people.find(({ userName }) => userName === name)
    expect(of('Mara')).toMatchObject({ after: 0, gains: 0, loses: of('Mara')?.before })
    // Two messages of Ana's, one with an attachment, were Ben's too: the denial goes before.
    expect(of('Wim')).toMatchObject({ before: whole.documents.length, loses: 3, gains: 0 })
    const asked = { project, ifMatch: String(before.version) }
    const refused = await server.call(manager, putWalls, { ...asked, body: { groups, batchesOnly: false } })
    expect(refused.error).toMatchObject({ code: 'conflict', detail: 'shutOut' })
    const stale = await server.call(manager, putWalls, {
      ...{ project, ifMatch: String(before.version - 1) },
      body: { groups, batchesOnly: false, shutOut: true },
    })
    expect(stale.error.code).toBe('walls.stale')
    // Ids that are not of this project, be they of another or nobody's.
    for (const change of [
      { groupId: 987_654 },
      { userIds: [987_654] },
      { parts: [{ kind: 'source' as const, partId: 987_654, access: 'allow' as const }] },
    ]) {
      const changed = before.groups.map((group, nth) => (nth === 0 ? { ...group, ...change } : group))
      const invalid = await server.call(manager, putWalls, {
        ...asked,
        body: { groups: changed, batchesOnly: false },
      })
      expect(invalid.error.code).toBe('request.invalid')
    }
    expect(await standing()).toEqual(before)
  })

  it('is told the names of its groups, and holds nothing that is of the whole project', async () => {
    const told = (await whole.server.call(whole.walled, getProject, { project: whole.project })).data
    expect(told.securableGroups).toEqual(['Case team'])
    expect(told.may).toContain('document.search')
    for (const of of ['collect.view', 'audit.project', 'ocr.run']) expect(told.may).not.toContain(of)
  })

  it('gets no batch of which it would see a part, neither taken nor given', async () => {
    const { server, project, manager, walled } = whole
    const ids = await documentsOf(server, project)
    const made = await server.call(manager, createAssignment, {
      ...{ project, key: 'assignment-0001' },
      body: {
        ...{ assignmentName: 'All', documents: { ids }, searchCriteria: null, isIncludeFamilies: false },
        ...{ batchSize: 1, groupBy: 'none', codingFormId: null, codingFormReviewedFieldId: null },
        ...{ assignedUserList: [], correlationId: 'gesture-0001' },
      } as never,
    })
    expect(made.status).toBe(200)
    server.services.jobs.wake()
    await allSettled(server.services)
    const rows = await server.services.records.read
      .selectFrom('batch_document as d')
      .innerJoin('batch as b', 'b.batch_id', 'd.batch_id')
      .select(['b.batch_id', 'b.assignment_id', 'd.document_id'])
      .orderBy('b.number')
      .execute()
    expect(rows).toHaveLength(ids.length)
    const hidden = rows.filter(({ document_id }) => !whole.documents.includes(document_id))
    const given = await server.call(manager, assignBatches, {
      ...{ project, key: 'assign-00001' },
      body: { batchIds: [hidden[0]?.batch_id ?? 0], userId: walled.userId, correlationId: 'gesture-0002' },
    })
    expect(given.error).toMatchObject({ code: 'conflict', detail: String(hidden[0]?.batch_id) })
    // Whoever manages gives hidden ones out first: what is left for the person behind the wall is what they see.
    const taken: number[] = []
    for (let n = 0; ; n++) {
      const answer = await server.call(walled, getBatch, {
        ...{ project, key: `take-batch-${n}` },
        body: { assignmentId: rows[0]?.assignment_id ?? 0, correlationId: 'gesture-0003' },
      })
      const batchId = answer.data.batch?.batchId
      if (batchId === undefined || taken.includes(batchId)) break
      taken.push(batchId)
      await server.services.records.write('interactive', (trx) =>
        trx.updateTable('batch').set({ status: 'Completed' }).where('batch_id', '=', batchId).execute(),
      )
    }
    const seen = rows.filter(({ batch_id }) => taken.includes(batch_id)).map(({ document_id }) => document_id)
    expect(seen.toSorted()).toEqual([...whole.documents].toSorted())
  })

  it('opens nothing to itself that is closed to it, and leaves its groups with the project', async () => {
    const { server, project, manager, custodians } = whole
    const admin = await server.user({ role: 'ClientAdmin', companyId: manager.companyId })
    const state = async () => (await server.call(admin, getWalls, { project })).data
    const put = async (as: TestUser, groups: Walls['groups'], shutOut = false) =>
      server.call(as, putWalls, {
        ...{ project, ifMatch: String((await state()).version) },
        body: { groups, batchesOnly: false, shutOut },
      })
    const { groups } = await state()
    const without = groups.map((group) =>
      group.name === 'Lead'
        ? { ...group, parts: group.parts.filter(({ partId }) => partId !== custodians.Ben) }
        : group,
    )
    expect((await put(manager, without)).status).toBe(200)
    expect((await put(manager, groups)).error.code).toBe('permission.denied')
    expect((await put(admin, groups)).status).toBe(200)
    await server.call(admin, deleteMember, { project, body: { userId: whole.walled.userId } })
    const left = await state()
    expect(left.groups.find(({ name }) => name === 'Case team')?.userIds).toEqual([])
    expect((await put(admin, left.groups)).status).toBe(200)
    // The batches that they had in work went back: nobody of the project holds them.
    const held = await server.services.records.read
      .selectFrom('batch')
      .select('batch_id')
      .where('holder', '=', whole.walled.userId)
      .where('status', '=', 'InProgress')
      .execute()
    expect(held).toEqual([])
  })
})

it('every table that names a document is behind the door', async () => {
  const server = await startServer({})
  const { read } = server.services.records
  const tables = await read.introspection.getTables()
  const named = tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'document_id'))
    .map(({ name }) => name)
  const { documentTables } = await import('#server/review/documents/door.ts')
  const { of, sometimesOf } = documentTables()
  // What is to be indexed is nobody's to read.
  expect([...of, ...sometimesOf, 'index_queue'].toSorted()).toEqual(named.toSorted())
  await server.close()
})
