/** Making, changing and deleting assignments. */

import type { Selectable } from 'kysely'
import type { createAssignment, updateAssignment } from '#contracts/assignments.ts'
import type { BodyOf } from '#contracts/call.ts'
import { type JobAction, jobState } from '#contracts/jobs.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { controlJob, stateAfter } from '../../platform/jobs/transitions.ts'
import { checkedOnly, flag, instantOf } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import { keepDocuments } from '../documents/job-documents.ts'
import { inReview } from '../documents/visible.ts'
import { documentsMeant } from '../search/search-documents.ts'
import { requireReviewers } from './reviewers.ts'
import type { AssignmentTable } from './tables.ts'
import { entriesOf } from './told.ts'

/** Puts an assignment on the record with its documents as they are now; its job begins when that has committed. */
export async function addAssignment(
  trx: Writer,
  ctx: ProjectContext,
  asked: BodyOf<typeof createAssignment>,
): Promise<{ assignmentId: number; jobId: number }> {
  const { projectId } = ctx.project
  const { userId } = ctx.caller
  await requireFreeName(trx, projectId, asked.assignmentName, null)
  await requireReviewers(trx, projectId, asked.assignedUserList)
  await requireReviewedField(trx, projectId, asked)
  if ('ids' in asked.documents) await requireDocuments(trx, projectId, asked.documents.ids)
  const documents = documentsMeant(ctx, asked.documents)
  const jobId = await ctx.jobs.enqueue(trx, {
    projectId,
    kind: 'assignment',
    title: asked.assignmentName,
    input: null,
    bytesTotal: 0,
    createdBy: userId,
  })
  await trx.updateTable('job').set({ items_total: documents.length }).where('job_id', '=', jobId).execute()
  await keepDocuments(trx, jobId, documents)
  const { assignment_id: assignmentId } = await trx
    .insertInto('assignment')
    .values({
      project_id: projectId,
      job_id: jobId,
      name: asked.assignmentName,
      name_key: keyOf(asked.assignmentName),
      search: asked.searchCriteria === null ? null : JSON.stringify(asked.searchCriteria),
      families: flag(asked.isIncludeFamilies),
      batch_size: asked.batchSize,
      group_by: asked.groupBy,
      group_threads: flag(asked.isGroupEmailThreading === true),
      group_near_duplicates: flag(asked.isGroupNearDuplicates === true),
      coding_form_id: asked.codingFormId,
      reviewed_field_id: asked.codingFormReviewedFieldId,
      created_by: userId,
      created_at: instantOf(ctx.now()),
      deleted_at: null,
    })
    .returning('assignment_id')
    .executeTakeFirstOrThrow()
  await putReviewers(trx, assignmentId, asked.assignedUserList)
  const { documents: _frozen, correlationId, ...facts } = asked
  await appendAudit(
    trx,
    `project:${projectId}`,
    entriesOf(ctx, {
      action: 'assignment.created',
      correlationId,
      jobId,
      facts: { ...facts, assignmentId, name: asked.assignmentName, documents: documents.length },
    }),
  )
  return { assignmentId, jobId }
}

export async function changeAssignment(
  trx: Writer,
  ctx: ProjectContext,
  assignmentId: number,
  { assignmentName, assignedUserList, correlationId }: BodyOf<typeof updateAssignment>,
): Promise<void> {
  const { projectId } = ctx.project
  const before = await lockAssignment(trx, projectId, assignmentId)
  await requireFreeName(trx, projectId, assignmentName, assignmentId)
  const named = await trx
    .selectFrom('assignment_user')
    .select('user_id')
    .where('assignment_id', '=', assignmentId)
    .execute()
  const already = new Set(named.map(({ user_id }) => user_id))
  // Who was named and is no reviewer any more does not keep others from renaming it.
  await requireReviewers(
    trx,
    projectId,
    assignedUserList.filter((userId) => !already.has(userId)),
  )
  await trx
    .updateTable('assignment')
    .set({ name: assignmentName, name_key: keyOf(assignmentName) })
    .where('assignment_id', '=', assignmentId)
    .execute()
  await trx.deleteFrom('assignment_user').where('assignment_id', '=', assignmentId).execute()
  await putReviewers(trx, assignmentId, assignedUserList)
  await appendAudit(
    trx,
    `project:${projectId}`,
    entriesOf(ctx, {
      action: 'assignment.updated',
      correlationId,
      facts: { assignmentId, name: assignmentName, assignedUserList, wasCalled: before.name },
    }),
  )
}

/** From then on it has no batches; its past stays, and so does what was coded in it. */
export async function removeAssignment(
  trx: Writer,
  ctx: ProjectContext,
  assignmentId: number,
): Promise<void> {
  const { projectId } = ctx.project
  const { name, job_id: jobId } = await lockAssignment(trx, projectId, assignmentId)
  const job = await trx
    .selectFrom('job')
    .select('state')
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  // Nothing is left to split.
  if (stateAfter('cancel', jobState.parse(job.state)) !== null) await controlJob(trx, ctx, jobId, 'cancel')
  await trx
    .updateTable('assignment')
    .set({ deleted_at: instantOf(ctx.now()) })
    .where('assignment_id', '=', assignmentId)
    .execute()
  const batches = await trx
    .selectFrom('batch')
    .select('batch_id')
    .where('assignment_id', '=', assignmentId)
    .orderBy('number')
    .execute()
  await appendAudit(
    trx,
    `project:${projectId}`,
    entriesOf(ctx, {
      action: 'assignment.deleted',
      facts: { assignmentId, name },
      batches: batches.map(({ batch_id }) => ({ batchId: batch_id, status: null, userId: null })),
    }),
  )
}

/** Stops the job that splits an assignment, lets it go on, or tries it again. Answers the job. */
export async function controlSplit(
  trx: Writer,
  ctx: ProjectContext,
  assignmentId: number,
  action: JobAction,
): Promise<{ jobId: number }> {
  const { job_id: jobId } = await lockAssignment(trx, ctx.project.projectId, assignmentId)
  await controlJob(trx, ctx, jobId, action)
  return { jobId }
}

type Held = Selectable<AssignmentTable>

/**
 * The assignment, held until the transaction ends: whoever takes, gives or splits its batches waits for each other, so that
 * no batch is given twice. Undefined for one that is deleted, or another project's.
 */
export const holdAssignment = (
  trx: Writer,
  projectId: number,
  assignmentId: number,
): Promise<Held | undefined> =>
  trx
    .updateTable('assignment')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('assignment_id', '=', assignmentId)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** The same; one that is deleted, or another project's, is answered as one that is not there. */
export async function lockAssignment(trx: Writer, projectId: number, assignmentId: number): Promise<Held> {
  const row = await holdAssignment(trx, projectId, assignmentId)
  if (row === undefined) throw notFound('assignment')
  return row
}

const keyOf = (name: string): string => name.trim().toLowerCase()

async function requireFreeName(
  trx: Writer,
  projectId: number,
  name: string,
  except: number | null,
): Promise<void> {
  const taken = await trx
    .selectFrom('assignment')
    .select('assignment_id')
    .where('project_id', '=', projectId)
    .where('name_key', '=', keyOf(name))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (taken !== undefined && taken.assignment_id !== except)
    throw new ApiError('conflict', 'This project has an assignment of that name. Choose another.', {
      detail: 'assignmentName',
    })
}

/** The field stands on the form that is named; without one, any coding counts. */
async function requireReviewedField(
  trx: Writer,
  projectId: number,
  { codingFormId, codingFormReviewedFieldId }: BodyOf<typeof createAssignment>,
): Promise<void> {
  if (codingFormReviewedFieldId !== null) {
    const field = await trx
      .selectFrom('field')
      .select('field_id')
      .where('field_id', '=', codingFormReviewedFieldId)
      .where('project_id', '=', projectId)
      .executeTakeFirst()
    if (field === undefined) throw notFound('field')
  }
  if (codingFormId === null) return
  const form = await trx
    .selectFrom('coding_form')
    .select('coding_form_id')
    .where('coding_form_id', '=', codingFormId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (form === undefined) throw notFound('coding form')
  if (codingFormReviewedFieldId === null) return
  const onForm = await trx
    .selectFrom('coding_form_field as ff')
    .innerJoin('coding_form_section as s', 's.section_id', 'ff.section_id')
    .select('ff.field_id')
    .where('s.coding_form_id', '=', codingFormId)
    .where('ff.field_id', '=', codingFormReviewedFieldId)
    .executeTakeFirst()
  if (onForm === undefined)
    throw new ApiError(
      'request.invalid',
      'The field that means reviewed is not on this coding form: nobody could complete a batch. Choose a field of the form.',
      { detail: 'codingFormReviewedFieldId' },
    )
}

/** Those that are named are of the project; others are answered as ones that are not there. */
async function requireDocuments(trx: Writer, projectId: number, ids: readonly number[]): Promise<void> {
  const named = [...new Set(ids)]
  const { n } = await trx
    .selectFrom('document')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('document_id', 'in', named)
    .where('state', '=', inReview)
    .where(checkedOnly('project_id'), '=', projectId)
    .executeTakeFirstOrThrow()
  if (Number(n) < named.length) throw notFound('document')
}

const putReviewers = (trx: Writer, assignmentId: number, userIds: readonly number[]): Promise<void> =>
  insertAll(
    trx,
    'assignment_user',
    [...new Set(userIds)].map((userId) => ({ assignment_id: assignmentId, user_id: userId })),
  )
