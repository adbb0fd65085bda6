/** The batches of somebody who leaves a project go back: others take them next. */
import type { Leaving } from '../../organization/project/leaving.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { instantOf } from '../../platform/records/dialect.ts'

export const giveBatchesBack: Leaving = async (trx, occasion, by, { userId, projectId }) => {
  const held = await trx
    .selectFrom('batch as b')
    .innerJoin('assignment as a', 'a.assignment_id', 'b.assignment_id')
    .select(['b.batch_id', 'b.assignment_id', 'b.number', 'b.status', 'a.name'])
    .where('b.project_id', '=', projectId)
    .where('b.holder', '=', userId)
    .where('b.status', '=', 'InProgress')
    .orderBy('b.assignment_id')
    .orderBy('b.number')
    .execute()
  if (held.length === 0) return
  const now = occasion.now()
  await trx
    .updateTable('batch')
    .set({ status: 'Pending', holder: null, at: instantOf(now) })
    .where(
      'batch_id',
      'in',
      held.map(({ batch_id }) => batch_id),
    )
    .execute()
  await appendAudit(
    trx,
    `project:${projectId}`,
    held.map(({ batch_id, assignment_id, number, status, name }) => ({
      at: now,
      user: by === null ? null : { userId: by.userId, name: by.name, role: by.role },
      projectId,
      action: 'batch.reassigned',
      ...(occasion.ip === undefined ? {} : { ip: occasion.ip }),
      ...(by?.sessionId === undefined ? {} : { sessionId: by.sessionId }),
      facts: {
        assignmentId: assignment_id,
        name: `Batch ${number} of ${name}`,
        before: [{ number, status, userId }],
        batches: [{ batchId: batch_id, status: 'Pending', userId: null }],
        ...(occasion.via === undefined ? {} : { via: occasion.via }),
      },
    })),
  )
}
