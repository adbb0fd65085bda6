/** Assignments and batches for tests: made, taken, given and looked at through their calls. */
import { expect } from 'vitest'
import * as assignments from '#contracts/assignments.ts'
import type { BodyOf } from '#contracts/call.ts'
import { settledStates } from '#contracts/jobs.ts'
import type { TestUser } from './harness.ts'
import type { Matter } from './matter.ts'

type Asked = Partial<BodyOf<typeof assignments.createAssignment>>

/** What one does with batches in a matter. */
export function batchesIn(matter: Matter) {
  const { server, projectId: project } = matter
  let keys = 0
  const send = () => ({ project, key: `batch-command-${++keys}` })
  const correlationId = 'gesture-0001'

  const create = (asked: Asked = {}, as = matter.manager) =>
    server.call(as, assignments.createAssignment, {
      ...send(),
      body: {
        assignmentName: 'First pass',
        documents: { ids: [...matter.documents] },
        searchCriteria: null,
        isIncludeFamilies: false,
        batchSize: 2,
        groupBy: 'none',
        codingFormId: null,
        codingFormReviewedFieldId: null,
        assignedUserList: [],
        correlationId,
        ...asked,
      },
    })
  const list = async () =>
    (await server.call(matter.manager, assignments.listAssignments, { project })).data.data
  const named = async (assignmentId: number) => {
    const found = (await list()).find((one) => one.assignmentId === assignmentId)
    if (found === undefined) throw new Error(`There is no assignment ${assignmentId}`)
    return found
  }
  /** Made and split. */
  const made = async (asked: Asked = {}) => {
    const answer = await create(asked)
    expect(answer.status).toBe(200)
    const { assignmentId } = answer.data
    await expect
      .poll(async () => settledStates.includes((await named(assignmentId)).jobStatusId), {
        interval: 10,
        timeout: 20_000,
      })
      .toBe(true)
    return assignmentId
  }
  const batches = async (assignmentId: number) =>
    (await server.call(matter.manager, assignments.listBatches, { project, query: { assignmentId } })).data
      .data
  const take = (as: TestUser, assignmentId: number, key?: string) =>
    server.call(as, assignments.getBatch, {
      ...send(),
      ...(key === undefined ? {} : { key }),
      body: { assignmentId, correlationId },
    })
  const checkIn = (as: TestUser, batchId: number, how: 'Completed' | 'Pending') =>
    server.call(as, assignments.checkInBatch, { ...send(), body: { batchId, as: how, correlationId } })
  const assign = (batchIds: number[], userId: number, as = matter.manager) =>
    server.call(as, assignments.assignBatches, { ...send(), body: { batchIds, userId, correlationId } })
  const reassign = (batchIds: number[], userId: number | null, as = matter.manager) =>
    server.call(as, assignments.reassignBatches, { ...send(), body: { batchIds, userId, correlationId } })
  const remove = (assignmentId: number) =>
    server.call(matter.manager, assignments.deleteAssignment, { ...send(), params: { assignmentId } })
  const update = (assignmentId: number, assignmentName: string, assignedUserList: number[]) =>
    server.call(matter.manager, assignments.updateAssignment, {
      ...send(),
      params: { assignmentId },
      body: { assignmentName, assignedUserList, correlationId },
    })
  return { create, made, list, named, batches, take, checkIn, assign, reassign, remove, update }
}
