/** Assignments and batches as their calls answer them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as assignments from '#contracts/assignments.ts'
import { getStanding } from '#contracts/batch-standing.ts'
import { searchDocuments } from '#contracts/documents.ts'
import { batchesIn } from './batches.ts'
import { bulkIn } from './bulk-changes.ts'
import { dialects, type TestUser } from './harness.ts'
import { addForm, addTags, type CreatedForm, fieldNamed, type Matter, startMatter } from './matter.ts'

describe.each(dialects)('assignments on %s', (dialect) => {
  let matter: Matter
  let form: CreatedForm
  let batches: ReturnType<typeof batchesIn>
  let code: (as: TestUser, document: number, value: string | null) => Promise<void>
  beforeEach(async () => {
    matter = await startMatter(dialect, { documents: 5 })
    form = await addForm(matter)
    batches = batchesIn(matter)
    const { save } = bulkIn(matter, form)
    code = (as, document, value) => save(as, matter.documents[document] ?? 0, 'Responsive', value)
  })
  afterEach(() => matter.close())
  const responsive = () => ({
    codingFormId: form.coding_form_id,
    codingFormReviewedFieldId: fieldNamed(form, 'Responsive').fieldId,
  })
  const inside = (as: TestUser, objectId: number, type = 'batch') =>
    matter.server.call(as, searchDocuments, {
      project: matter.projectId,
      body: {
        query: { queryString: '', includeFamily: false, objectId, type },
        sort: 'documentId',
        viewer: 'parentsAndChildren',
        filter: 'all',
        page: 1,
        pageSize: 25,
      },
    })

  it('[assign-work-in-batches] splits documents into batches and says how they stand', async () => {
    const assignmentId = await batches.made(responsive())
    expect(await batches.named(assignmentId)).toMatchObject({
      assignmentName: 'First pass',
      reviewedFieldName: 'Responsive',
      batcheStatus: { NotStarted: 3, InProgress: 0, Pending: 0, Completed: 0 },
      totalBatchCount: 3,
      completedBatchCount: 0,
      assignmentProgress: { documents: 5, reviewed: 0 },
      jobStatusId: 'Completed',
      createdBy: 'Maria Alvarez',
      assignedUserList: [],
    })
    const all = await batches.batches(assignmentId)
    expect(all.map(({ number, size, status, holder }) => [number, size, status, holder])).toEqual([
      [1, 2, 'NotStarted', null],
      [2, 2, 'NotStarted', null],
      [3, 1, 'NotStarted', null],
    ])
    await code(matter.ana, 0, 'Yes')
    await code(matter.ana, 2, 'No')
    await code(matter.ana, 2, null)
    expect((await batches.batches(assignmentId)).map(({ reviewed }) => reviewed)).toEqual([1, 0, 0])
    expect((await batches.named(assignmentId)).assignmentProgress).toEqual({ documents: 5, reviewed: 1 })
  })

  it('[entity-assignment] is answered with all that it was made of and for, and with its batches', async () => {
    await addTags(matter)
    const named = { number: 1, size: 2, status: 'NotStarted' as const }
    const query = { queryString: 'cavern OR pier', includeFamily: false, objectId: null, type: null }
    const whole = await batches.made({
      assignmentName: 'By form',
      searchCriteria: query,
      isIncludeFamilies: true,
      batchSize: 3,
      groupBy: 'custodian',
      isGroupEmailThreading: true,
      isGroupNearDuplicates: true,
      assignedUserList: [matter.ana.userId],
      ...responsive(),
    })
    const byForm = await batches.named(whole)
    expect(byForm).toEqual({
      assignmentId: whole,
      assignmentName: 'By form',
      searchCriteria: query,
      assignmentCondition: 'cavern OR pier',
      searchName: '',
      isIncludeFamilies: true,
      batchSize: 3,
      groupBy: 'custodian',
      isGroupEmailThreading: true,
      isGroupNearDuplicates: true,
      ...responsive(),
      reviewedFieldName: 'Responsive',
      assignedTagCategoryList: [],
      assignedUserList: [{ userId: matter.ana.userId, name: 'Ana Lima' }],
      batchList: (await batches.batches(whole)).map(({ batchId, number, size, status }) => ({
        batchId,
        number,
        size,
        status,
      })),
      batcheStatus: { NotStarted: 2, InProgress: 0, Pending: 0, Completed: 0 },
      totalBatchCount: 2,
      completedBatchCount: 0,
      assignmentProgress: { documents: 5, reviewed: 0 },
      jobId: expect.any(Number),
      jobStatusId: 'Completed',
      createdBy: 'Maria Alvarez',
      createdAt: expect.any(String),
    })
    expect(byForm.batchList).toMatchObject([
      { number: 1, size: 3, status: 'NotStarted' },
      { number: 2, size: 2, status: 'NotStarted' },
    ])
    const objectId = byForm.batchList[0]?.batchId ?? 0
    const byTags = await batches.named(
      await batches.made({
        assignmentName: 'By tags',
        documents: { ids: matter.documents.slice(0, 2) },
        searchCriteria: { queryString: '', includeFamily: false, objectId, type: 'batch' },
      }),
    )
    expect(byTags).toMatchObject({
      assignmentCondition: 'All documents, within batch 1 of By form',
      assignedTagCategoryList: [{ name: 'Decision' }, { name: 'Issues' }],
      batchList: [named],
    })
    const listed = await batches.named(await batches.made({ assignmentName: 'One by one' }))
    expect(listed.assignmentCondition).toBe('Documents selected one by one')
  })

  it('[rest-post-assignment-get-batch] gives each reviewer a batch of their own, and the same one until it is checked in', async () => {
    const assignmentId = await batches.made()
    const first = (await batches.take(matter.ana, assignmentId)).data.batch
    const second = (await batches.take(matter.ben, assignmentId)).data.batch
    const again = (await batches.take(matter.ana, assignmentId)).data.batch
    expect([first?.number, second?.number, again?.number]).toEqual([1, 2, 1])
    expect(first).toMatchObject({ status: 'InProgress', holder: { name: 'Ana Lima' } })
    const own = await matter.server.call(matter.ana, assignments.unfinishedBatches, {
      project: matter.projectId,
    })
    expect(own.data.data.map(({ batchId }) => batchId)).toEqual([first?.batchId])
    const offered = await matter.server.call(matter.ana, assignments.assignedAssignments, {
      project: matter.projectId,
    })
    expect(offered.data.data).toEqual([
      expect.objectContaining({ assignmentId, available: 1, totalBatchCount: 3, completedBatchCount: 0 }),
    ])
  })

  it('[rest-post-assignment-get-batch] of many that ask at once no two are given the same batch', async () => {
    const assignmentId = await batches.made()
    const people = [matter.ana, matter.ben, matter.senior, matter.manager]
    const answers = await Promise.all(
      [...people, ...people].map((one) => batches.take(one, assignmentId).then(({ data }) => data.batch)),
    )
    const given = answers.flatMap((one) => (one === null ? [] : [one.batchId]))
    expect(new Set(given).size).toBe(3)
    // Who asked twice was answered with the same one both times; one of the four got none.
    expect(given.length).toBe(6)
    const holders = (await batches.batches(assignmentId)).map(({ holder }) => holder?.userId)
    expect(new Set(holders).size).toBe(3)
  })

  it('a request that is repeated takes no second batch', async () => {
    const assignmentId = await batches.made()
    const one = await batches.take(matter.ana, assignmentId, 'take-command-1')
    await batches.checkIn(matter.ana, one.data.batch?.batchId ?? 0, 'Pending')
    const again = await batches.take(matter.ana, assignmentId, 'take-command-1')
    expect(again.data.batch).toMatchObject({ batchId: one.data.batch?.batchId, status: 'Pending' })
    expect((await batches.named(assignmentId)).batcheStatus).toMatchObject({ Pending: 1, InProgress: 0 })
  })

  it('[rest-post-assignment-batch-check-in] a batch is completed when all of it is reviewed, and says what is left', async () => {
    const assignmentId = await batches.made(responsive())
    const batchId = (await batches.take(matter.ana, assignmentId)).data.batch?.batchId ?? 0
    await code(matter.ana, 0, 'Yes')
    const refused = await batches.checkIn(matter.ana, batchId, 'Completed')
    expect(refused.status).toBe(409)
    expect(refused.error).toMatchObject({
      message: 'One document of this batch is not reviewed yet.',
      data: {
        documents: [{ documentId: matter.documents[1], controlNumber: 'NWI00000002' }],
        totalCount: 1,
      },
    })
    await code(matter.ana, 1, 'No')
    const done = await batches.checkIn(matter.ana, batchId, 'Completed')
    expect(done.data).toMatchObject({ status: 'Completed', reviewed: 2, holder: { name: 'Ana Lima' } })
    expect((await batches.take(matter.ana, assignmentId)).data.batch?.number).toBe(2)
    expect((await batches.named(assignmentId)).completedBatchCount).toBe(1)
  })

  it('a batch that is given back unfinished is the next one that is taken, by whoever comes', async () => {
    const assignmentId = await batches.made()
    const { batchId = 0 } = (await batches.take(matter.ana, assignmentId)).data.batch ?? {}
    const back = await batches.checkIn(matter.ana, batchId, 'Pending')
    expect(back.data).toMatchObject({ status: 'Pending', holder: null })
    expect((await batches.take(matter.ben, assignmentId)).data.batch?.batchId).toBe(batchId)
    const late = await batches.checkIn(matter.ana, batchId, 'Pending')
    expect(late.status).toBe(409)
    expect(late.error?.message).toBe('Batch 1 of First pass is not yours any more. What you coded stays.')
  })

  it('under a batch that was reassigned meanwhile nothing is saved, and the answer says who has moved it to whom', async () => {
    const assignmentId = await batches.made(responsive())
    const { batchId = 0 } = (await batches.take(matter.ana, assignmentId)).data.batch ?? {}
    const [documentId = 0] = matter.documents
    const { saveUnder: send } = bulkIn(matter, form)
    const saveUnder = (as: TestUser, value: string) => send(as, documentId, 'Responsive', value, batchId)
    const standing = async (as: TestUser) =>
      (await matter.server.call(as, getStanding, { project: matter.projectId, query: { batchId } })).data
    expect((await saveUnder(matter.ana, 'Yes')).status).toBe(200)
    expect(await standing(matter.ana)).toMatchObject({ state: 'held', number: 1 })
    await batches.reassign([batchId], matter.ben.userId)
    const refused = await saveUnder(matter.ana, 'No')
    expect([refused.status, refused.error?.code]).toEqual([409, 'batch.notHeld'])
    expect(refused.error?.message).toBe(
      'Maria Alvarez took batch 1 of First pass back. Ben Novak has it now. Nothing was saved.',
    )
    const told = await standing(matter.ana)
    expect(told).toMatchObject({ state: 'given', holder: 'Ben Novak', movedBy: 'Maria Alvarez' })
    expect(refused.error?.data).toEqual(told)
    // Whose it is now saves, and so does who manages assignments.
    expect((await saveUnder(matter.ben, 'No')).status).toBe(200)
    expect((await saveUnder(matter.manager, 'Yes')).status).toBe(200)
    await batches.reassign([batchId], null)
    expect(await standing(matter.ben)).toMatchObject({
      state: 'free',
      holder: null,
      movedBy: 'Maria Alvarez',
    })
    expect((await saveUnder(matter.ben, 'No')).error?.message).toContain(
      'Maria Alvarez took batch 1 of First pass back.',
    )
    const { batchId: next = 0 } = (await batches.take(matter.ben, assignmentId)).data.batch ?? {}
    expect(next).toBe(batchId)
    expect(await standing(matter.manager)).toMatchObject({ state: 'given', holder: 'Ben Novak' })
  })

  it('none left is said and is no error', async () => {
    const assignmentId = await batches.made({ documents: { ids: matter.documents.slice(0, 1) } })
    await batches.take(matter.ana, assignmentId)
    const none = await batches.take(matter.ben, assignmentId)
    expect([none.status, none.data.batch]).toEqual([200, null])
  })

  it('[rest-any-assignment-assign] [rest-any-assignment-reassign] managers give, move, take back and reopen batches', async () => {
    const assignmentId = await batches.made()
    const [one = 0, two = 0] = (await batches.batches(assignmentId)).map(({ batchId }) => batchId)
    const given = await batches.assign([one, two], matter.ben.userId)
    expect(given.data.data.map(({ status, holder }) => [status, holder?.name])).toEqual([
      ['InProgress', 'Ben Novak'],
      ['InProgress', 'Ben Novak'],
    ])
    const twice = await batches.assign([one], matter.ana.userId)
    expect([twice.status, twice.error?.message]).toEqual([409, "Batch 1 is somebody's already. Reassign it."])
    await batches.reassign([one], matter.ana.userId)
    await batches.reassign([two], null)
    expect((await batches.batches(assignmentId)).map(({ status, holder }) => [status, holder?.name])).toEqual(
      [
        ['InProgress', 'Ana Lima'],
        ['Pending', undefined],
        ['NotStarted', undefined],
      ],
    )
    expect((await batches.reassign([two], matter.ana.userId)).status).toBe(409)
    expect((await batches.checkIn(matter.ben, one, 'Pending')).status).toBe(409)
    const load = await matter.server.call(matter.manager, assignments.assignmentReviewers, {
      project: matter.projectId,
    })
    expect(load.data.data.map(({ name, open, completed }) => [name, open, completed])).toEqual([
      ['Ana Lima', 1, 0],
      ['Ben Novak', 0, 0],
      ['Maria Alvarez', 0, 0],
      ['Sam Okafor', 0, 0],
    ])
  })

  it('an assignment for some is nobody else’s, and who may take is said anew', async () => {
    const assignmentId = await batches.made({ assignedUserList: [matter.ana.userId] })
    const refused = await batches.take(matter.ben, assignmentId)
    expect([refused.status, refused.error?.message]).toEqual([
      403,
      'First pass is given to other reviewers. Ask a review manager.',
    ])
    const offered = await matter.server.call(matter.ben, assignments.assignedAssignments, {
      project: matter.projectId,
    })
    expect(offered.data.data).toEqual([])
    const [batchId = 0] = (await batches.batches(assignmentId)).map((one) => one.batchId)
    const given = await batches.assign([batchId], matter.ben.userId)
    expect([given.status, given.error?.message]).toEqual([
      409,
      'First pass is given to other reviewers. Add this one to them, then give the batches out.',
    ])
    const own = await batches.take(matter.ana, assignmentId)
    const changed = await batches.update(assignmentId, 'Second pass', [matter.ben.userId])
    expect(changed.data).toMatchObject({
      assignmentName: 'Second pass',
      assignedUserList: [{ name: 'Ben Novak' }],
    })
    expect((await batches.take(matter.ben, assignmentId)).data.batch?.assignmentName).toBe('Second pass')
    // Who holds a batch keeps it.
    const kept = await batches.take(matter.ana, assignmentId)
    expect([kept.status, kept.data.batch?.batchId]).toEqual([200, own.data.batch?.batchId])
  })

  it('an assignment is renamed also after one of its reviewers has gone', async () => {
    const assignmentId = await batches.made({ assignedUserList: [matter.ana.userId, matter.ben.userId] })
    await matter.server.services.records.write('interactive', (trx) =>
      trx.updateTable('app_user').set({ active: 0 }).where('user_id', '=', matter.ben.userId).execute(),
    )
    const renamed = await batches.update(assignmentId, 'Second pass', [matter.ana.userId, matter.ben.userId])
    expect([renamed.status, renamed.data.assignmentName]).toEqual([200, 'Second pass'])
    expect((await batches.update(assignmentId, 'Second pass', [matter.ana.userId])).status).toBe(200)
    const back = await batches.update(assignmentId, 'Second pass', [matter.ana.userId, matter.ben.userId])
    expect(back.status).toBe(400)
  })

  it('[open-assignment-save-delete-calls] refuses what cannot be: a name that is taken, no documents, strangers', async () => {
    await batches.made()
    expect((await batches.create({ assignmentName: ' first PASS ' })).error).toMatchObject({
      code: 'conflict',
      detail: 'assignmentName',
    })
    const stranger = await matter.server.user({ role: 'Reviewer', companyId: matter.companyId })
    const strange = await batches.create({ assignmentName: 'Other', assignedUserList: [stranger.userId] })
    expect(strange.status).toBe(400)
    expect(
      (await batches.create({ assignmentName: 'Other', codingFormReviewedFieldId: 999_999 })).status,
    ).toBe(404)
    expect((await batches.create({ assignmentName: 'Other' }, matter.ana)).status).toBe(403)
    const nobodys = { ids: [...matter.documents, 999_999] }
    expect((await batches.create({ assignmentName: 'Other', documents: nobodys })).status).toBe(404)
    const { field_id } = await matter.server.services.records.write('interactive', (trx) =>
      trx
        .insertInto('field')
        .values({ project_id: matter.projectId, name: 'On no form', type_id: 1 })
        .returning('field_id')
        .executeTakeFirstOrThrow(),
    )
    const never = { ...responsive(), codingFormReviewedFieldId: field_id }
    expect((await batches.create({ assignmentName: 'Other', ...never })).error?.detail).toBe(
      'codingFormReviewedFieldId',
    )
  })

  it('[open-assignment-save-delete-calls] a deleted assignment has no batches and frees its name; what was coded stays', async () => {
    const assignmentId = await batches.made(responsive())
    const { batchId = 0 } = (await batches.take(matter.ana, assignmentId)).data.batch ?? {}
    await code(matter.ana, 0, 'Yes')
    expect((await batches.remove(assignmentId)).status).toBe(204)
    expect(await batches.list()).toEqual([])
    expect((await batches.take(matter.ben, assignmentId)).status).toBe(404)
    expect((await batches.checkIn(matter.ana, batchId, 'Pending')).status).toBe(404)
    expect((await inside(matter.ana, batchId)).error?.message).toContain(
      'First pass was deleted, with its batches.',
    )
    expect(await batches.made(responsive())).toBeGreaterThan(assignmentId)
    expect((await batches.list())[0]?.assignmentProgress.reviewed).toBe(1)
  })

  it('[entity-list-state] a search is made inside a batch by who holds it and by who gives it out', async () => {
    await matter.server.services.search.rebuild(matter.projectId)
    const assignmentId = await batches.made()
    await batches.take(matter.ana, assignmentId)
    const { batchId = 0 } = (await batches.take(matter.ben, assignmentId)).data.batch ?? {}
    const own = await inside(matter.ben, batchId)
    expect(own.data.data.map(({ documentId }) => documentId)).toEqual(matter.documents.slice(2, 4))
    expect([own.data.totalCount, own.data.hitCount]).toEqual([2, 2])
    expect((await inside(matter.manager, batchId)).data.totalCount).toBe(2)
    expect((await inside(matter.ana, batchId)).status).toBe(404)
    expect((await inside(matter.ben, batchId, 'binder')).status).toBe(400)
  })
})

describe('assignments of a project with tags', () => {
  it('[assign-work-in-batches] any tag means reviewed where no field is named', async () => {
    const matter = await startMatter('sqlite', { documents: 2, codingForms: false })
    try {
      const tags = await addTags(matter)
      const batches = batchesIn(matter)
      const assignmentId = await batches.made()
      const receipt = await bulkIn(matter, null).tag(matter.documents.slice(0, 1), [tags.Patent ?? 0])
      await bulkIn(matter, null).settled(receipt.data.jobId)
      expect((await batches.batches(assignmentId)).map(({ reviewed }) => reviewed)).toEqual([1])
    } finally {
      await matter.close()
    }
  })
})
