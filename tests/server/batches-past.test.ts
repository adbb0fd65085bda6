/** Batches as of a moment: in Reconstruct, and worked out anew from the trail. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Moment } from '#contracts/reconstruct.ts'
import * as reconstruct from '#contracts/reconstruct.ts'
import { rebuild } from '#server/review/coding-history/rebuild.ts'
import { batchesIn } from './batches.ts'
import { bulkIn } from './bulk-changes.ts'
import { dialects, type TestUser } from './harness.ts'
import { addForm, type CreatedForm, fieldNamed, type Matter, startMatter } from './matter.ts'

const minute = 60_000
const nine = Date.UTC(2026, 2, 2, 9)

describe.each(dialects)('batches of the past on %s', (dialect) => {
  let matter: Matter
  let form: CreatedForm
  let batches: ReturnType<typeof batchesIn>
  let code: (as: TestUser, document: number, value: string | null) => Promise<void>
  beforeEach(async () => {
    matter = await startMatter(dialect, { documents: 5 })
    at(-60)
    form = await addForm(matter)
    batches = batchesIn(matter)
    const { save } = bulkIn(matter, form)
    code = (as, document, value) => save(as, matter.documents[document] ?? 0, 'Responsive', value)
  })
  afterEach(() => matter.close())

  const at = (minutes: number): void => matter.server.setNow(new Date(nine + minutes * minute))
  const moment = (minutes: number): string => new Date(nine + minutes * minute).toISOString()
  const responsive = () => ({
    codingFormId: form.coding_form_id,
    codingFormReviewedFieldId: fieldNamed(form, 'Responsive').fieldId,
  })
  const asOf = async (query: Moment | { assignmentId: number; at: string }) =>
    (
      await matter.server.call(matter.manager, reconstruct.batchesAsOf, {
        project: matter.projectId,
        query,
      })
    ).data
  const stood = async (query: Moment) =>
    (await asOf(query)).data.map(({ number, status, userName, reviewed }) => [
      number,
      status,
      userName,
      reviewed,
    ])
  /** What happens in the morning: at ten minutes an assignment, then a batch is worked on, moved, and all is deleted. */
  const morning = async () => {
    at(10)
    const assignmentId = await batches.made(responsive())
    const [one = 0, two = 0] = (await batches.batches(assignmentId)).map(({ batchId }) => batchId)
    at(20)
    await batches.take(matter.ana, assignmentId)
    at(30)
    await code(matter.ana, 0, 'Yes')
    at(40)
    await code(matter.ana, 1, 'No')
    await batches.checkIn(matter.ana, one, 'Completed')
    at(50)
    await batches.take(matter.ben, assignmentId)
    await code(matter.senior, 1, null)
    await code(matter.senior, 4, 'Yes')
    at(60)
    await batches.remove(assignmentId)
    at(70)
    return { assignmentId, one, two }
  }
  const expected: readonly (readonly [number, readonly unknown[]])[] = [
    [5, []],
    [
      15,
      [
        [1, 'NotStarted', null, 0],
        [2, 'NotStarted', null, 0],
        [3, 'NotStarted', null, 0],
      ],
    ],
    [
      25,
      [
        [1, 'InProgress', 'Ana Lima', 0],
        [2, 'NotStarted', null, 0],
        [3, 'NotStarted', null, 0],
      ],
    ],
    [
      35,
      [
        [1, 'InProgress', 'Ana Lima', 1],
        [2, 'NotStarted', null, 0],
        [3, 'NotStarted', null, 0],
      ],
    ],
    [
      45,
      [
        [1, 'Completed', 'Ana Lima', 2],
        [2, 'NotStarted', null, 0],
        [3, 'NotStarted', null, 0],
      ],
    ],
    [
      55,
      [
        [1, 'Completed', 'Ana Lima', 1],
        [2, 'InProgress', 'Ben Novak', 0],
        [3, 'NotStarted', null, 1],
      ],
    ],
    [65, []],
  ]

  it('[assign-work-in-batches] are told as they stood, also between changes of coding, and after all was deleted', async () => {
    const { assignmentId } = await morning()
    for (const [minutes, rows] of expected) expect(await stood({ at: moment(minutes) })).toEqual(rows)
    const then = await asOf({ at: moment(55), assignmentId })
    expect(then.total).toEqual({
      batches: 3,
      statuses: { NotStarted: 1, InProgress: 1, Pending: 0, Completed: 1 },
      documents: 5,
      reviewed: 2,
    })
    expect(then.data[0]).toMatchObject({ assignmentName: 'First pass', size: 2, at: moment(40) })
    // Right after the row by which the batch was taken.
    const taken = (await asOf({ at: moment(25) })).data[0]?.seq ?? 0
    expect((await stood({ seq: taken }))[0]).toEqual([1, 'InProgress', 'Ana Lima', 0])
    expect((await stood({ seq: taken - 1 }))[0]).toEqual([1, 'NotStarted', null, 0])
  })

  it('[assign-work-in-batches] are the same when they are worked out anew from the trail', async () => {
    await morning()
    const read = () =>
      matter.server.services.records.read
        .selectFrom('batch_span')
        .selectAll()
        .where('project_id', '=', matter.projectId)
        .orderBy('batch_id')
        .orderBy('from_seq')
        .execute()
    const before = await read()
    expect(before.length).toBe(9)
    await rebuild(matter.server.services.records, matter.projectId)
    expect(await read()).toEqual(before)
    for (const [minutes, rows] of expected) expect(await stood({ at: moment(minutes) })).toEqual(rows)
  })

  it('[assign-work-in-batches] page by page, in the order of their numbers', async () => {
    await morning()
    const page = async (after?: number) =>
      (
        await matter.server.call(matter.manager, reconstruct.batchesAsOf, {
          project: matter.projectId,
          query: { at: moment(55), limit: 2, ...(after === undefined ? {} : { after }) },
        })
      ).data
    const first = await page()
    expect(first.data.map(({ number }) => number)).toEqual([1, 2])
    const second = await page(first.next ?? 0)
    expect([second.data.map(({ number }) => number), second.next]).toEqual([[3], null])
    expect(second.total).toEqual(first.total)
  })

  it('behind a batch that has gone since its page was read, are what follows it and never the first page again', async () => {
    await batches.made()
    const other = await batches.made({ assignmentName: 'Second pass' })
    const last = (await batches.batches(other)).at(-1)?.batchId ?? 0
    await batches.remove(other)
    const { data } = await matter.server.call(matter.manager, reconstruct.batchesAsOf, {
      project: matter.projectId,
      query: { after: last },
    })
    expect([data.data, data.next, data.total.batches]).toEqual([[], null, 3])
  })

  it('are as they stand now where no moment is named, also after the clock was set back', async () => {
    const { assignmentId } = await morning()
    at(80)
    const again = await batches.made({ ...responsive(), assignmentName: 'Second pass' })
    await code(matter.ana, 2, 'Yes')
    at(5)
    const now = await asOf({} as Moment)
    expect(now.total).toMatchObject({ batches: 3, documents: 5, reviewed: 3 })
    expect(now.data.every((one) => one.assignmentId === again && one.assignmentId !== assignmentId)).toBe(
      true,
    )
  })

  it('narrow the activity, the reviewers, the time line and the list to their documents', async () => {
    const { one, two } = await morning()
    const project = matter.projectId
    const ask = async (batchId: number) => {
      const filter = { batchId }
      const activity = await matter.server.call(matter.manager, reconstruct.activity, {
        project,
        body: { filter },
      })
      const summary = await matter.server.call(matter.manager, reconstruct.summary, {
        project,
        body: { filter },
      })
      const density = await matter.server.call(matter.manager, reconstruct.density, {
        project,
        body: { filter },
      })
      return {
        documents: activity.data.data.map(({ documentId }) => documentId),
        people: summary.data.reviewers.map(({ userName, changes }) => [userName, changes]),
        total: density.data.total,
      }
    }
    const [a = 0, b = 0] = matter.documents
    expect(await ask(one)).toEqual({
      documents: [b, b, a],
      people: [
        ['Ana Lima', 2],
        ['Sam Okafor', 1],
      ],
      total: 3,
    })
    expect(await ask(two)).toEqual({ documents: [], people: [], total: 0 })

    const list = async (minutes: number, reviewed: boolean | null) => {
      const { data } = await matter.server.call(matter.manager, reconstruct.listAsOf, {
        project,
        body: { asOf: { at: moment(minutes) }, filter: { is: 'batch', batchId: one, reviewed } },
      })
      return [data.data.map(({ documentId }) => documentId), data.totalCount]
    }
    const foreign = await matter.server.call(matter.manager, reconstruct.listAsOf, {
      project,
      body: { filter: { is: 'batch', batchId: 987_654, reviewed: null } },
    })
    expect(foreign.status).toBe(404)
    expect(await list(35, null)).toEqual([[a, b], 2])
    expect(await list(35, true)).toEqual([[a], 1])
    expect(await list(35, false)).toEqual([[b], 1])
    expect(await list(45, true)).toEqual([[a, b], 2])
    expect(await list(55, true)).toEqual([[a], 1])
  })
})
