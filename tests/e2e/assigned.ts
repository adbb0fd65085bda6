/** Assignments beside the browser: made of some documents, and waited for until they are split. */
import { randomUUID } from 'node:crypto'
import { expect as said } from 'playwright/test'
import { createAssignment } from '#contracts/assignments.ts'
import { type BatchThen, batchesAsOf, listAsOf } from '#contracts/reconstruct.ts'
import type { Api } from './api.ts'

// Also where no runner sets it.
const expect = said.configure({ timeout: 15_000 })

/** A document counts as reviewed with any value or tag. Answers the batches in their order. */
export async function assign(
  manager: Api,
  project: number,
  assignmentName: string,
  ids: readonly number[],
  batchSize: number,
): Promise<readonly BatchThen[]> {
  const { assignmentId } = await manager.call(createAssignment, {
    project,
    key: randomUUID(),
    body: {
      assignmentName,
      documents: { ids: [...ids] },
      searchCriteria: null,
      isIncludeFamilies: false,
      batchSize,
      groupBy: 'none',
      codingFormId: null,
      codingFormReviewedFieldId: null,
      assignedUserList: [],
      correlationId: randomUUID(),
    },
  })
  const batches = () => manager.call(batchesAsOf, { project, query: { assignmentId } })
  await expect.poll(async () => (await batches()).total.documents).toBe(ids.length)
  return (await batches()).data
}

/** The documents of a batch, in the order in which they came in. */
export async function documentsOf(
  manager: Api,
  project: number,
  { batchId }: { readonly batchId: number },
): Promise<readonly number[]> {
  const { data } = await manager.call(listAsOf, {
    project,
    body: { filter: { is: 'batch', batchId, reviewed: null }, limit: 200 },
  })
  return data.map(({ documentId }) => documentId)
}
