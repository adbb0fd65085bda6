/** Where documents stand: imports whose documents wait, promotions, filters, and that nothing of it shows in review. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAssignment, listBatches } from '#contracts/assignments.ts'
import { documentHistory } from '#contracts/audit.ts'
import { bulkCode, bulkStanding } from '#contracts/bulk.ts'
import { readCoding, saveCoding } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { exceptionsCsv, listSources } from '#contracts/collect.ts'
import * as documents from '#contracts/documents.ts'
import { readFacets } from '#contracts/facets.ts'
import type { DocumentFilter } from '#contracts/filter.ts'
import { createForm } from '#contracts/form-drafts.ts'
import { cancelJob, getJob, pauseJob, resumeJob } from '#contracts/jobs.ts'
import { getPages } from '#contracts/pages.ts'
import { getJobSettings, setAutoProcess, setAutoPromote } from '#contracts/processing.ts'
import { getReport, listCustodians } from '#contracts/project.ts'
import { countsAsOf, documentAsOf, listAsOf } from '#contracts/reconstruct.ts'
import * as stages from '#contracts/stages.ts'
import { applyTags } from '#contracts/tags.ts'
import { getText, getTextList } from '#contracts/texts.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import { addSourceFile } from '#server/intake/sources/source-files.ts'
import { sourceNamed } from '#server/intake/sources/sources.ts'
import { startImport } from '#server/intake/sources/start-import.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { flag } from '#server/platform/records/dialect.ts'
import { damaged, manyMessages, mbox, message } from '#tests/fixtures/mail.ts'
import { runs, property as test } from '#tests/runs.ts'
import { costlyDialects, type TestUser, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { everyType } from './matter.ts'

withoutAnalysis()

const all = { queryString: '', includeFamily: false, objectId: null, type: null }
const list = {
  query: all,
  sort: 'documentId',
  viewer: 'parentsAndChildren',
  filter: 'all',
  pageSize: 200,
  page: 1,
} as const
const everything = { query: all, filter: null }

type Asked = typeof stages.promote | typeof stages.filter | typeof stages.rollBack

describe.each(costlyDialects)('documents between processing and review, on %s', (dialect) => {
  let intake: Intake
  let user: TestUser
  let reviewer: TestUser
  let custodianId: number
  beforeEach(async () => {
    intake = await startIntake(dialect)
    user = intake.user
    const { server, project } = intake
    reviewer = await server.user({ role: 'Reviewer', companyId: user.companyId })
    await server.member(project, reviewer.userId, 'Reviewer')
    custodianId = await custodian('Rivera')
  })
  afterEach(() => intake.close())

  const custodian = (name: string): Promise<number> =>
    intake.server.services.records.write('interactive', async (trx) => {
      const row = await trx
        .insertInto('custodian')
        .values({ project_id: intake.project, name })
        .returning('custodian_id')
        .executeTakeFirstOrThrow()
      return row.custodian_id
    })

  interface More {
    readonly promote?: boolean
    readonly custodianId?: number
  }

  /** Begins to import a mailbox; its documents wait unless it is said otherwise. */
  async function queued(bytes: Buffer, more: More = {}): Promise<number> {
    const { services } = intake.server
    const { sha256, size } = await services.blobs.put(bytes)
    const projectId = intake.project
    const of = { projectId, custodianId: more.custodianId ?? custodianId, createdBy: user.userId }
    const jobId = await services.records.write('interactive', async (trx) => {
      const promote = more.promote ?? false
      const sourceId = await sourceNamed(trx, new Date(), { ...of, name: `${of.custodianId} ${promote}` })
      await trx
        .updateTable('source')
        .set({ auto_promote: flag(promote) })
        .where('source_id', '=', sourceId)
        .execute()
      const file = { projectId, sourceId, path: ['box.mbox'], sha256, size, modifiedAt: null }
      await addSourceFile(trx, new Date(), file)
      return await startImport(trx, services, { projectId, sourceId, user: { ...user } })
    })
    if (jobId === null) throw new Error('Nothing waits.')
    services.jobs.wake()
    return jobId
  }

  async function imported(bytes: Buffer, more: More = {}): Promise<number> {
    const { services } = intake.server
    const jobId = await queued(bytes, more)
    await settledJob(services, jobId)
    await services.search.settled(intake.project)
    return jobId
  }

  const call: Intake['server']['call'] = (who, contract, options = {}) =>
    intake.server.call(who, contract, { project: intake.project, ...options })
  const begun = async (contract: Asked, body: unknown) =>
    (await call(user, contract, { key: randomUUID(), body })).data
  async function done(contract: Asked, body: unknown): Promise<number> {
    const { jobId } = await begun(contract, body)
    const { state } = await settledJob(intake.server.services, jobId)
    expect(state).toBe('Completed')
    await intake.server.services.search.settled(intake.project)
    return jobId
  }
  const rows = () =>
    intake.server.services.records.read
      .selectFrom('document')
      .select(['document_id', 'family_id', 'ordinal', 'control', 'state', 'filter_job', 'job_id'])
      .where('project_id', '=', intake.project)
      .orderBy('document_id')
      .execute()
  const tagged = async (documentId: number): Promise<void> => {
    await intake.server.services.records.write('interactive', async (trx) => {
      const { tag_category_id } = await trx
        .insertInto('tag_category')
        .values({ project_id: intake.project, name: 'Issues', position: 0, exclusive: 0 })
        .returning('tag_category_id')
        .executeTakeFirstOrThrow()
      const { tag_id } = await trx
        .insertInto('tag')
        .values({ tag_category_id, name: 'Hot', position: 0, quick_key: null })
        .returning('tag_id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('document_tag')
        .values({
          document_id: documentId,
          tag_id,
          project_id: intake.project,
          by_user: user.userId,
          at: '2026-03-01T10:00:00.000Z',
        })
        .execute()
    })
  }
  const inspected = async (where: DocumentFilter | null = null, queryString = '') =>
    (await call(user, stages.fullSearch, { body: { ...list, query: { ...all, queryString }, where } })).data
  const reviewed = async (queryString = '') =>
    (
      await call(reviewer, documents.searchDocuments, {
        body: { ...list, query: { ...all, queryString } },
      })
    ).data
  const reconciliation = async (jobId: number) =>
    (await call(user, getJob, { query: { jobId } })).data.reconciliation

  /** What must hold whatever was done: a reconciliation that adds up, whole families, numbers without gaps, an unbroken trail. */
  async function expectOrder(): Promise<void> {
    const found = await rows()
    const { read } = intake.server.services.records
    for (const family of Map.groupBy(found, (row) => row.family_id).values()) {
      expect(new Set(family.map(({ state }) => state)).size).toBe(1)
      if (family[0]?.state !== 'Promoted') continue
      const inOrder = family.toSorted((a, b) => a.ordinal - b.ordinal)
      expect(inOrder.map(({ control }, i) => control - i)).toEqual(inOrder.map(() => inOrder[0]?.control))
    }
    const numbers = found.flatMap(({ state, control }) => (state === 'Promoted' ? [control] : []))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, i) => i + 1))
    for (const { state, control, filter_job } of found) {
      expect(control > 0).toBe(state === 'Promoted')
      expect(filter_job !== null).toBe(state === 'Filtered Out')
    }
    for (const [jobId, own] of Map.groupBy(found, (row) => row.job_id)) {
      const count = (state: string) => own.filter((row) => row.state === state).length
      expect(await reconciliation(jobId)).toMatchObject({
        unexplained: 0,
        waiting: count('Processed'),
        promoted: count('Promoted'),
      })
    }
    expect((await verifyChain(read, `project:${intake.project}`)).firstBroken).toBeNull()
  }

  const letters = (count: number, name = 'letter') =>
    Array.from({ length: count }, (_, i) =>
      message({
        id: `${name}-${i}`,
        subject: `${name} ${i}`,
        text: `The turbine report ${name} ${i}.`,
        attachments: [{ name: 'table.csv', type: 'text/csv', bytes: Buffer.from(`a,b\n${name},${i}\n`) }],
      }),
    )

  it('wait where their import says so, and are nowhere in review', async () => {
    const jobId = await imported(mbox(letters(3)))
    expect(await reconciliation(jobId)).toMatchObject({ itemsIn: 7, waiting: 6, promoted: 0, unexplained: 0 })
    const found = await inspected()
    expect(found.data.map((row) => [row.controlNumber, row.state])).toEqual(
      Array.from({ length: 6 }, () => ['', 'Processed']),
    )
    expect((await reviewed()).totalCount).toBe(0)
    expect((await reviewed('turbine')).totalCount).toBe(0)
    expect((await reviewed('NOT zebra')).totalCount).toBe(0)
    expect((await inspected(null, 'turbine')).totalCount).toBe(3)
    const { data: report } = await call(user, getReport)
    expect([report.documents, report.families, report.withoutText]).toEqual([0, 0, 0])
    expect([report.byMonth, report.byCustodian, report.byRecordType]).toEqual([[], [], []])
    const { data: custodians } = await call(user, listCustodians)
    expect(custodians.data.map(({ documentCount }) => documentCount)).toEqual([0])
    const { data: counted } = await call(reviewer, documents.documentCount, { body: { query: all } })
    expect(counted.count).toBe(0)
    const past = (await call(user, countsAsOf, { query: {} })).data
    expect(past.documents).toBe(0)
    const then = (await call(user, listAsOf, { body: { filter: { is: 'all' } } })).data
    expect(then.data).toEqual([])
    await expectOrder()
  })

  it('are read by those who see the side of processing, and by nobody else', async () => {
    await imported(mbox(letters(1)))
    const documentId = (await rows())[0]?.document_id ?? 0
    const query = { documentId }
    const bytes = { params: query, query: { projectId: intake.project } }
    for (const [who, status] of [
      [reviewer, 404],
      [user, 200],
    ] as const) {
      expect((await call(who, documents.getDocument, { query })).status).toBe(status)
      expect((await call(who, documents.getMetadata, { query })).status).toBe(status)
      expect((await call(who, documentHistory, { query })).status).toBe(status)
      expect((await call(who, getPages, { query })).status).toBe(status)
      expect((await call(who, getTextList, { query })).status).toBe(status)
      const text = { ...query, origin: 'extracted' as const }
      expect((await call(who, getText, { query: text })).status).toBe(status)
      const viewed = await call(who, documents.recordView, { body: query })
      expect(viewed.status).toBe(status === 200 ? 204 : status)
    }
    expect((await call(user, documents.nativeBytes, bytes)).status).toBe(200)
    const senior = await intake.server.user({ role: 'SeniorReviewer', companyId: user.companyId })
    await intake.server.member(intake.project, senior.userId, 'SeniorReviewer')
    expect((await call(senior, documents.nativeBytes, bytes)).status).toBe(404)
    expect((await call(reviewer, stages.fullSearch, { body: { ...list, where: null } })).status).toBe(403)
    const { data } = await call(user, documents.getDocument, { query })
    expect([data.controlNumber, data.state, data.family.map((one) => one.controlNumber)]).toEqual([
      '',
      'Processed',
      ['', ''],
    ])
  })

  it('are not coded, tagged, put into batches or changed in bulk until they are promoted', async () => {
    await imported(mbox(letters(2)))
    const ids = (await rows()).map((row) => row.document_id)
    const documentId = ids[0] ?? 0
    const form = (await call(user, createForm, { body: everyType })).data
    const fields = form.sections.flatMap((section) => section.fields)
    const responsive = fields.find((one) => one.field_name === 'Responsive')?.coding_form_field_id ?? 0
    const undo = { kind: 'do', group: 'group-0001', targets: [] }
    const save = () =>
      call(reviewer, saveCoding, {
        key: randomUUID(),
        ifMatch: ifMatchOf(new Map([[responsive, 0]])),
        body: {
          documentId,
          coding_form_id: form.coding_form_id,
          fields: [{ name: 'Responsive', value: 'Yes', coding_form_field_id: responsive }],
          undo,
          correlationId: 'gesture-0001',
        },
      })
    expect((await save()).status).toBe(404)
    expect((await call(reviewer, readCoding, { query: { documentId } })).status).toBe(404)
    const tagging = await call(reviewer, applyTags, {
      key: randomUUID(),
      body: { documentId, add: [1], remove: [], undo, correlationId: 'gesture-0001' },
    })
    expect(tagging.status).toBeGreaterThanOrEqual(400)
    expect((await call(user, documentAsOf, { query: { documentId } })).status).toBe(404)
    expect((await call(user, bulkStanding, { body: { documentIds: ids } })).data.data).toEqual([])
    const { snapshotId } = await inspected()
    const bulk = (meant: unknown) =>
      call(user, bulkCode, {
        key: randomUUID(),
        body: {
          documents: meant,
          families: true,
          coding_form_id: form.coding_form_id,
          changes: [{ name: 'Responsive', how: 'set', value: 'Yes', coding_form_field_id: responsive }],
          correlationId: 'gesture-0001',
        },
      })
    const assign = (meant: unknown) =>
      call(user, createAssignment, {
        key: randomUUID(),
        body: {
          assignmentName: `Pass ${randomUUID()}`,
          documents: meant,
          searchCriteria: null,
          isIncludeFamilies: true,
          batchSize: 10,
          groupBy: 'none',
          codingFormId: null,
          codingFormReviewedFieldId: null,
          assignedUserList: [],
          correlationId: 'gesture-0001',
        },
      })
    expect((await bulk({ snapshotId, except: [] })).error.code).toBe('conflict')
    expect((await assign({ snapshotId, except: [] })).error.code).toBe('conflict')
    expect((await assign({ ids })).status).toBe(404)
    await settledJob(intake.server.services, (await bulk({ ids })).data.jobId)
    const { read } = intake.server.services.records
    expect(await read.selectFrom('coding_value').selectAll().execute()).toEqual([])

    await done(stages.promote, { documents: { ids: [documentId] } })
    expect((await save()).status).toBe(200)
    // Of what is named, what is in review is put into batches.
    const { snapshotId: promoted } = (await call(user, documents.searchDocuments, { body: list })).data
    const made = (await assign({ snapshotId: promoted, except: [] })).data
    await settledJob(intake.server.services, made.jobId)
    const { data: batches } = (await call(user, listBatches, { query: { assignmentId: made.assignmentId } }))
      .data
    expect(batches.map(({ size }) => size)).toEqual([2])
  })

  it('[open-document-transitions] are promoted with their families in the order in which they came in, once, and are found by their numbers', async () => {
    const jobId = await imported(mbox(letters(4)))
    const before = await rows()
    const families = [...new Set(before.map((row) => row.family_id))]
    const child = before.find((row) => row.family_id === families[2] && row.ordinal === 1)
    const first = before.find((row) => row.family_id === families[1])
    // Named in the wrong order, by a child: the family comes whole, in source order.
    await done(stages.promote, { documents: { ids: [child?.document_id ?? 0, first?.document_id ?? 0] } })
    const byFamily = async () =>
      (await rows())
        .filter((row) => row.state === 'Promoted')
        .toSorted((a, b) => a.control - b.control)
        .map((row) => [row.family_id, row.ordinal, row.control])
    expect(await byFamily()).toEqual([
      [families[1], 0, 1],
      [families[1], 1, 2],
      [families[2], 0, 3],
      [families[2], 1, 4],
    ])
    expect(await reconciliation(jobId)).toMatchObject({ promoted: 4, waiting: 4, unexplained: 0 })
    expect((await reviewed()).totalCount).toBe(4)
    expect((await reviewed('turbine')).totalCount).toBe(2)
    const byNumber = await reviewed('Control_Number is "AFF00000003"')
    expect(byNumber.data.map((row) => row.familyId)).toEqual([families[2]])
    expect((await inspected(null, 'Control_Number is null')).totalCount).toBe(4)
    // All that wait, and those that do not once more: nothing gets a second number.
    await done(stages.promote, { documents: everything })
    expect((await byFamily()).map((row) => row[2])).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect((await byFamily()).slice(4).map((row) => row[0])).toEqual([
      families[0],
      families[0],
      families[3],
      families[3],
    ])
    await imported(mbox(letters(1, 'later')), { promote: true })
    expect((await rows()).map(({ control }) => control).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 10 }, (_, i) => i + 1),
    )
    const { read } = intake.server.services.records
    const told = await read
      .selectFrom('audit')
      .select('document_id')
      .where('action', '=', 'document.promoted')
      .execute()
    expect(new Set(told.map((row) => row.document_id)).size).toBe(10)
    expect(told).toHaveLength(10)
    await expectOrder()
  })

  it('are no part of review before the moment of their promotion, looking back', async () => {
    const { server } = intake
    server.setNow(new Date('2026-03-01T10:00:00.000Z'))
    await imported(mbox(letters(1)))
    server.setNow(new Date('2026-03-05T10:00:00.000Z'))
    await done(stages.promote, { documents: everything })
    server.setNow(null)
    const documentsAt = async (at: string) => (await call(user, countsAsOf, { query: { at } })).data.documents
    expect(await documentsAt('2026-03-03T00:00:00.000Z')).toBe(0)
    expect(await documentsAt('2026-03-06T00:00:00.000Z')).toBe(2)
  })

  it('[filter-document-states] [filter-filterjobs] [rest-job-jobfilterreport] are filtered out under the name of a job, and restored', async () => {
    const jobId = await imported(mbox(letters(3)))
    const ids = (await rows()).map((row) => row.document_id)
    const filterJobId = await done(stages.filter, {
      name: 'Newsletters',
      documents: { query: { ...all, queryString: 'turbine' }, filter: null },
    })
    expect(await reconciliation(jobId)).toMatchObject({ filtered: 6, waiting: 0, unexplained: 0 })
    const chosen = { values: ['newsletters'], includeNull: false, includeSelections: true }
    expect((await inspected({ filterJobs: chosen })).totalCount).toBe(6)
    const states = { values: ['Filtered Out'], includeNull: false, includeSelections: true }
    expect((await inspected({ documentStates: states })).totalCount).toBe(6)
    expect((await inspected({ documentStates: { ...states, values: ['Processed'] } })).totalCount).toBe(0)
    await expectOrder()
    // What is filtered out is not promoted.
    await done(stages.promote, { documents: everything })
    expect((await reviewed()).totalCount).toBe(0)
    await done(stages.filter, { restore: true, documents: { ids: [ids[0] ?? 0] } })
    expect(await reconciliation(jobId)).toMatchObject({ filtered: 4, waiting: 2, unexplained: 0 })
    const { data: report } = await call(user, stages.filterReport)
    expect(report.data.map(({ kind, name, moved, standing }) => [kind, name, moved, standing])).toEqual([
      ['restore', 'Restored documents', 2, 0],
      ['promote', 'Promotion to review', 0, 0],
      ['filter', 'Newsletters', 6, 4],
    ])
    await done(stages.filter, { restore: true, filterJobId })
    expect((await inspected({ documentStates: { ...states, values: ['Processed'] } })).totalCount).toBe(6)
    await done(stages.promote, { documents: everything })
    expect((await reviewed()).totalCount).toBe(6)
    // What is promoted is not filtered out.
    await done(stages.filter, { name: 'Too late', documents: everything })
    expect((await reviewed()).totalCount).toBe(6)
    await expectOrder()
  })

  test('keep whole families, numbers without gaps and a reconciliation that adds up, whatever is done in whatever order', async () => {
    const step = fc.record({
      what: fc.constantFrom('promote' as const, 'filter' as const, 'restore' as const),
      picks: fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { minLength: 1, maxLength: 6 }),
    })
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
        await imported(mbox(letters(6, `run-${++run}`)))
        const own = (await rows()).slice(-12)
        const stands = new Map(own.map((row) => [row.family_id, 'Processed']))
        for (const { what, picks } of steps) {
          const ids = picks.flatMap((at) => own[at]?.document_id ?? [])
          const meant = { documents: { ids } }
          if (what === 'promote') await done(stages.promote, meant)
          else
            await done(
              stages.filter,
              what === 'filter' ? { ...meant, name: 'Out' } : { ...meant, restore: true },
            )
          for (const at of picks) {
            const family = own[at]?.family_id ?? 0
            const from = what === 'restore' ? 'Filtered Out' : 'Processed'
            const to = { promote: 'Promoted', filter: 'Filtered Out', restore: 'Processed' }[what]
            if (stands.get(family) === from) stands.set(family, to)
          }
          const found = (await rows()).slice(-12)
          expect(found.map((row) => [row.document_id, row.state])).toEqual(
            found.map((row) => [row.document_id, stands.get(row.family_id)]),
          )
          await expectOrder()
        }
        const inReview = [...stands.values()].filter((state) => state === 'Promoted').length
        expect((await reviewed(`turbine AND Subject contains ("run ${run}")`)).totalCount).toBe(inReview)
      }),
      { numRuns: runs(3), endOnFailure: true },
    )
  }, 120_000)

  it('[rest-delete-review-document] leaves review with its family and a reason, until somebody has worked on it', async () => {
    const jobId = await imported(mbox(letters(2)), { promote: true })
    const [first, ...rest] = await rows()
    const other = rest.find(({ family_id }) => family_id !== first?.family_id)
    const takeOut = (who: TestUser, documentId = 0, reason = 'Wrong custodian') =>
      call(who, stages.takeOut, { key: randomUUID(), body: { documentId, reason } })
    expect((await takeOut(reviewer, first?.document_id)).status).toBe(403)
    expect((await takeOut(user, first?.document_id, ' ')).status).toBe(400)
    const elsewhere = await intake.server.project(user.companyId ?? 0, { prefix: 'ELS' })
    await intake.server.member(elsewhere, user.userId, 'ProjectManager')
    const foreign = await intake.server.call(user, stages.takeOut, {
      ...{ project: elsewhere, key: randomUUID() },
      body: { documentId: first?.document_id ?? 0, reason: 'Wrong custodian' },
    })
    expect(foreign.status).toBe(404)

    const { data } = await takeOut(user, first?.document_id)
    expect(data.documents).toBe(2)
    await settledJob(intake.server.services, data.jobId)
    await intake.server.services.search.settled(intake.project)
    expect((await reviewed()).totalCount).toBe(2)
    // Nothing is deleted: it waits, and can be promoted again.
    for (const { family_id, state } of await rows())
      expect(state).toBe(family_id === first?.family_id ? 'Processed' : 'Promoted')
    expect(await reconciliation(jobId)).toMatchObject({ promoted: 2, waiting: 2, unexplained: 0 })
    const { data: job } = await call(user, getJob, { query: { jobId: data.jobId } })
    expect(job.title).toBe('Taken out of review: Wrong custodian')
    expect((await takeOut(user, first?.document_id)).status).toBe(409)
    await done(stages.promote, { documents: { ids: [first?.document_id ?? 0] } })
    expect((await reviewed()).totalCount).toBe(4)
    await tagged(other?.document_id ?? 0)
    expect((await takeOut(user, other?.document_id)).error.message).toContain('coded, tagged or in batches')
  })

  it('[job-action-rollback] are taken back from review, the newest promotion first, while nobody has worked on them', async () => {
    const jobId = await imported(mbox(letters(3)))
    const parents = (await rows()).filter((row) => row.ordinal === 0).map((row) => row.document_id)
    const promoted = async (at: number) =>
      await done(stages.promote, { documents: { ids: parents.slice(at, at + 1) } })
    const [first, second] = [await promoted(0), await promoted(1)]
    // A promotion whose documents have all left review by themselves keeps no other from being taken back.
    const third = await promoted(2)
    const body = { documentId: parents[2] ?? 0, reason: 'Too early' }
    const { data: leaving } = await call(user, stages.takeOut, { key: randomUUID(), body })
    await settledJob(intake.server.services, leaving.jobId)
    const takeBack = (promotion: number) =>
      call(user, stages.rollBack, { key: randomUUID(), body: { jobId: promotion } })
    expect((await takeBack(first)).error.message).toContain('Later promotions')
    expect((await takeBack(jobId)).status).toBe(404)
    expect((await takeBack(third)).error.message).toBe('None of its documents is in review any more.')
    await done(stages.rollBack, { jobId: second })
    expect((await reviewed()).totalCount).toBe(2)
    expect((await call(user, getJob, { query: { jobId: second } })).data.state).toBe('RolledBack')
    expect(await reconciliation(jobId)).toMatchObject({ promoted: 2, waiting: 4, unexplained: 0 })
    const past = await call(user, countsAsOf, { query: {} })
    expect(past.data.documents).toBe(2)
    expect((await takeBack(second)).error.code).toBe('job.transition')
    // Numbers that were given are not given again.
    await done(stages.promote, { documents: everything })
    const numbers = (await rows()).map(({ control }) => control).toSorted((a, b) => a - b)
    expect(numbers).toEqual([1, 2, 7, 8, 9, 10])
    expect(await reconciliation(jobId)).toMatchObject({ promoted: 6, waiting: 0, unexplained: 0 })

    const { data: report } = await call(user, stages.filterReport)
    expect(report.data.map(({ kind, moved }) => [kind, moved])).toEqual([
      ['promote', 4],
      ['rollback', 2],
      ['rollback', 2],
      ['promote', 2],
      ['promote', 2],
      ['promote', 2],
    ])
    await tagged(parents[2] ?? 0)
    const last = report.data[0]?.jobId ?? 0
    expect((await takeBack(last)).error.message).toContain('coded, tagged or in batches')
    expect((await reviewed()).totalCount).toBe(6)
    const { read } = intake.server.services.records
    expect((await verifyChain(read, `project:${intake.project}`)).firstBroken).toBeNull()
  })

  it('are not looked for in what is another project’s, or is not there', async () => {
    const { server } = intake
    const jobId = await imported(mbox(letters(1)))
    const elsewhere = await server.project(user.companyId ?? 0)
    await server.member(elsewhere, user.userId, 'ProjectManager')
    const ids = (await rows()).map((row) => row.document_id)
    const inBatch = { query: { ...all, objectId: 987_654, type: 'batch' }, filter: null }
    const asked = (contract: Asked, project: number, body: unknown) =>
      server.call(user, contract, { project, key: randomUUID(), body })
    expect((await asked(stages.promote, intake.project, { documents: inBatch })).status).toBe(404)
    expect((await asked(stages.promote, elsewhere, { documents: { ids } })).status).toBe(404)
    const filterJobId = await done(stages.filter, { name: 'Out', documents: { ids } })
    const promotion = await done(stages.promote, { documents: { ids } })
    for (const wrong of [promotion, 987_654])
      expect((await asked(stages.rollBack, elsewhere, { jobId: wrong })).status).toBe(404)
    for (const wrong of [filterJobId, 987_654])
      expect((await asked(stages.filter, elsewhere, { restore: true, filterJobId: wrong })).status).toBe(404)
    expect((await asked(stages.filter, intake.project, { restore: true, filterJobId: jobId })).status).toBe(
      404,
    )
    expect((await rows()).map(({ state }) => state)).toEqual(['Filtered Out', 'Filtered Out'])
  })

  it('keep what copies of them tell, promoted or not', async () => {
    await imported(mbox(letters(2)))
    const none = await inspected({ isDuplicate: true })
    expect(none.totalCount).toBe(0)
    await imported(mbox(letters(1)), { custodianId: await custodian('Chen') })
    const copied = await inspected({ isDuplicate: true })
    expect(copied.data.map(({ title }) => title)).toEqual(['letter 0', 'table.csv'])
    expect((await inspected(null, 'All_Custodian is "Chen"')).totalCount).toBe(2)
    await done(stages.promote, { documents: everything })
    expect((await reviewed('All_Custodian is "Chen" AND turbine')).totalCount).toBe(1)
    await expectOrder()
  })

  it('are promoted while their import still runs, and its reconciliation stays right', async () => {
    const jobId = await queued(mbox(manyMessages(300)))
    const { services } = intake.server
    const standing = () => call(user, getJob, { query: { jobId } })
    await expect.poll(async () => (await standing()).data.itemsDone, { timeout: 20_000 }).toBeGreaterThan(20)
    await services.search.settled(intake.project)
    const { jobId: promotion } = await begun(stages.promote, { documents: everything })
    expect((await settledJob(services, promotion)).state).toBe('Completed')
    await settledJob(services, jobId)
    await expectOrder()
    await services.search.settled(intake.project)
    const waiting = (await rows()).filter(({ state }) => state === 'Processed')
    if (waiting.length > 0) await done(stages.promote, { documents: everything })
    expect(await reconciliation(jobId)).toMatchObject({ waiting: 0, unexplained: 0 })
    await expectOrder()
  }, 60_000)

  it('[job-action-auto-promote] [rest-job-auto-promote] [rest-job-getjobsettings] go on to review by themselves from when that is said of their import', async () => {
    const jobId = await queued(mbox(manyMessages(300)))
    const { services } = intake.server
    const kept = async () => (await call(user, getJobSettings, { query: { jobId } })).data
    const ask = (on: boolean) => call(user, setAutoPromote, { body: { jobId, on } })
    const standing = async () => (await call(user, getJob, { query: { jobId } })).data
    expect(await kept()).toMatchObject({
      ...{ jobId, autoProcess: null, autoPromote: false },
      processing: { dedupe: 'global', timeZone: 'America/New_York', hashLists: [] },
    })
    expect(JSON.stringify(await kept())).not.toContain('password')
    await expect.poll(async () => (await standing()).itemsDone, { timeout: 20_000 }).toBeGreaterThan(20)
    if ((await standing()).state === 'Running')
      expect(await ask(true)).toMatchObject({ status: 409, error: { code: 'job.transition' } })
    await call(user, pauseJob, { body: { jobId } })
    expect((await ask(true)).data.autoPromote).toBe(true)
    expect((await call(user, setAutoProcess, { body: { jobId, on: true } })).error.message).toBe(
      'Only a job that copies a folder has its files processed afterwards.',
    )
    await call(user, resumeJob, { body: { jobId } })
    await settledJob(services, jobId)
    const all = await rows()
    const states = (family: number) =>
      new Set(all.filter(({ family_id }) => family_id === family).map(({ state }) => state))
    // What was there before stays where it stood, and no family is torn apart.
    expect(states(all.at(0)?.family_id ?? 0)).toEqual(new Set(['Processed']))
    expect(states(all.at(-1)?.family_id ?? 0)).toEqual(new Set(['Promoted']))
    for (const { family_id } of all) expect(states(family_id).size).toBe(1)
    const promoted = all.filter(({ state }) => state === 'Promoted').length
    expect(await reconciliation(jobId)).toMatchObject({
      promoted,
      waiting: all.length - promoted,
      unexplained: 0,
    })
    expect((await ask(false)).error.message).toBe(
      'This import is over: promote its documents by a job of their own.',
    )
    await services.search.settled(intake.project)
    await expectOrder()
    await done(stages.promote, { documents: everything })
    expect(await reconciliation(jobId)).toMatchObject({ waiting: 0, unexplained: 0 })
    await expectOrder()
  }, 60_000)

  it('[rest-job-pause] [rest-job-resume] [rest-job-cancel] stand in order whenever their job is stopped, and it repeats nothing', async () => {
    const jobId = await imported(mbox(manyMessages(300)))
    const total = (await rows()).length
    const { jobId: promotion } = await begun(stages.promote, { documents: everything })
    for (const stop of [pauseJob, cancelJob]) {
      const asked = await call(user, stop, { body: { jobId: promotion } })
      if (asked.status !== 200) break
      await expect
        .poll(async () => {
          const row = await intake.server.services.records.read
            .selectFrom('job')
            .select(['state', 'lease_owner'])
            .where('job_id', '=', promotion)
            .executeTakeFirstOrThrow()
          return row.lease_owner === null && row.state !== 'Cancelling'
        })
        .toBe(true)
      await expectOrder()
      const { data } = await call(user, getJob, { query: { jobId: promotion } })
      if (data.state === 'Completed') break
      await call(user, resumeJob, { body: { jobId: promotion } })
    }
    expect((await settledJob(intake.server.services, promotion)).state).toBe('Completed')
    expect(await reconciliation(jobId)).toMatchObject({ promoted: total, waiting: 0, unexplained: 0 })
    const { read } = intake.server.services.records
    const told = await read
      .selectFrom('audit')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('action', '=', 'document.promoted')
      .executeTakeFirstOrThrow()
    expect(Number(told.n)).toBe(total)
    await expectOrder()
  }, 60_000)

  it('are counted for charts, of each side', async () => {
    await imported(mbox(letters(3)))
    const [first] = await rows()
    await done(stages.promote, { documents: { ids: [first?.document_id ?? 0] } })
    const ask = (who: TestUser, stage: stages.Stage, queryString = '') =>
      call(who, readFacets, {
        body: {
          stage,
          query: { ...all, queryString },
          filter: null,
          facets: [
            { field: 'Document_State', most: 10 },
            { field: 'File_Extension', most: 1 },
            { field: 'Recipient_Count', most: 5 },
          ],
          histograms: [{ field: 'Parent_Date', by: 'month' }],
          matrix: { pivotOn: 'Document_State', groupBy: 'Record_Type', most: 5 },
        },
      })
    expect((await ask(reviewer, 'processing')).status).toBe(403)
    const { data: processing } = await ask(user, 'processing')
    const { read } = intake.server.services.records
    const sizes = await read.selectFrom('document').select(['size', 'state', 'extension']).execute()
    const sum = (rows: typeof sizes) => ({
      documents: rows.length,
      bytes: rows.reduce((n, row) => n + row.size, 0),
    })
    expect({ documents: processing.documents, bytes: processing.bytes }).toEqual(sum(sizes))
    const of = (state: string) => sum(sizes.filter((row) => row.state === state))
    expect(processing.facets[0]).toEqual({
      field: 'Document_State',
      values: [
        { value: 'Processed', ...of('Processed') },
        { value: 'Promoted', ...of('Promoted') },
      ],
      none: { documents: 0, bytes: 0 },
      others: { values: 0, documents: 0, bytes: 0 },
    })
    expect(processing.facets[1]?.others).toEqual({
      values: 1,
      ...sum(sizes.filter((row) => row.extension === 'eml')),
    })
    expect(processing.facets[2]?.none.documents).toBe(3)
    expect(processing.histograms[0]?.bins.map((bin) => [bin.from, bin.documents])).toEqual([['2024-03', 6]])
    expect(processing.matrix?.cells.reduce((n, cell) => n + cell.documents, 0)).toBe(6)
    const { data: review } = await ask(reviewer, 'review')
    expect(review.documents).toBe(2)
    expect(review.facets[0]?.values.map(({ value }) => value)).toEqual(['Promoted'])
    expect((await ask(user, 'processing', 'turbine')).data.documents).toBe(3)
    const filtered = (values: readonly string[], includeNull: boolean) =>
      call(user, readFacets, {
        body: {
          ...{ stage: 'processing', query: all, facets: [], histograms: [], matrix: null },
          filter: { emailKeywordHits: { values: [...values], includeNull, includeSelections: true } },
        },
      })
    // A project without keyword lists has no document that a term hits, and no term to filter by.
    expect((await filtered([], true)).data.documents).toBe(6)
    expect((await filtered(['rig'], false)).error.message).toContain('No keyword list of this project')
  })

  it('are followed from what came in to what became of it', async () => {
    const bytes = mbox([...letters(3), ...letters(1), damaged])
    const jobId = await imported(bytes)
    const ids = (await rows()).filter((row) => row.ordinal === 0).map((row) => row.document_id)
    await done(stages.promote, { documents: { ids: ids.slice(0, 1) } })
    await done(stages.filter, { name: 'Others', documents: { ids: ids.slice(1, 2) } })
    // Their source has brought them, wherever they stand.
    const sources = (await call(user, listSources)).data.data
    expect(sources.map((source) => source.documents)).toEqual([6])
    const { data } = await call(user, stages.readFlow)
    const { reconciliation, ...volumes } = data.total
    const notRead = { files: 0, bytes: 0 }
    expect(reconciliation).toEqual({ imports: 1, unsettled: 0, notRead, open: 0, unexplained: 0, twice: 0 })
    const items = Object.fromEntries(Object.entries(volumes).map(([part, { items }]) => [part, items]))
    expect(items).toEqual({
      in: 10,
      containers: 1,
      duplicates: 2,
      deNisted: 0,
      exceptions: 1,
      inlineImages: 0,
      filtered: 2,
      waiting: 2,
      promoted: 2,
    })
    expect(data.sources.map((one) => [one.jobId, one.custodian, one.in.bytes])).toEqual([
      [jobId, 'Rivera', bytes.length],
    ])
    const { read } = intake.server.services.records
    const own = await read.selectFrom('document').select(['state', 'size']).execute()
    const size = (state: string) =>
      own.filter((row) => row.state === state).reduce((n, row) => n + row.size, 0)
    expect([data.total.waiting.bytes, data.total.promoted.bytes, data.total.filtered.bytes]).toEqual([
      size('Processed'),
      size('Promoted'),
      size('Filtered Out'),
    ])
  })

  it('leave what failed in a file for spreadsheets in which no cell is a formula', async () => {
    const broken = message({
      id: 'broken',
      attachments: [
        { name: '=cmd()|A1.zip', type: 'application/zip', bytes: Buffer.from('PK\u0003\u0004 cut') },
      ],
    })
    await imported(mbox([broken, damaged]), {
      custodianId: await custodian('=Evil, "Custodian"'),
    })
    const { raw } = await call(user, exceptionsCsv, { query: { projectId: intake.project } })
    expect(raw.statusCode).toBe(200)
    const lines = raw.body
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n')
    const { read } = intake.server.services.records
    const known = await read.selectFrom('exception').selectAll().orderBy('exception_id').execute()
    expect(lines).toHaveLength(1 + known.length)
    expect(known.length).toBeGreaterThan(0)
    expect(lines[0]).toBe(
      'Exception,Category,Code,Severity,Stage,Reason,Path,Bytes,SHA-256,Custodian,Source,Job,Control number,May be retried,Resolution,Note,Resolved by,Resolved at,At',
    )
    for (const [i, { exception_id, code, sha256 }] of known.entries()) {
      const line = lines[i + 1] ?? ''
      expect(line.startsWith(`${exception_id},`)).toBe(true)
      expect(line).toContain(`,${code},`)
      expect(line).toContain(sha256)
      expect(line).toContain(`"'=Evil, ""Custodian"""`)
    }
    expect(raw.body).not.toMatch(/(^|,)"?[=+@-][^\d]/m)
  })
})
