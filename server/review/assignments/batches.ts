/** Taking batches, checking them in, giving and moving them: every change of how a batch stands is made here. */
import type {
  Batch,
  BatchStatus,
  checkInBatch,
  getBatch,
  NotReviewed,
  reassignBatches,
} from '#contracts/assignments.ts'
import type { BodyOf } from '#contracts/call.ts'
import { standsIn } from '../../organization/project/view.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { controlNumber } from '../documents/control.ts'
import { lockAssignment } from './assignments.ts'
import { hiddenBatches } from './hidden.ts'
import { notReviewedIn } from './progress.ts'
import { mayTake, requireReviewers } from './reviewers.ts'
import { batchesOf } from './rows.ts'
import { entriesOf } from './told.ts'

/** The caller's own batch, or the next one: what was given back first, then by number. Null where none is left. */
export async function takeBatch(
  trx: Writer,
  ctx: ProjectContext,
  { assignmentId, correlationId }: BodyOf<typeof getBatch>,
): Promise<number | null> {
  const { projectId } = ctx.project
  const { userId } = ctx.caller
  const assignment = await lockAssignment(trx, projectId, assignmentId)
  const ofAssignment = trx
    .selectFrom('batch')
    .selectAll()
    .where('assignment_id', '=', assignmentId)
    .orderBy('number')
    .limit(1)
  const own = await ofAssignment
    .where('status', '=', 'InProgress')
    .where('holder', '=', userId)
    .executeTakeFirst()
  // Who holds a batch keeps it, whoever may take the others by now.
  if (own !== undefined) return own.batch_id
  if (!(await isOffered(trx, assignmentId, userId)))
    throw new ApiError(
      'permission.denied',
      `${assignment.name} is given to other reviewers. Ask a review manager.`,
      {
        detail: 'assignedUserList',
      },
    )
  // A batch of which the caller would see a part is for somebody who sees it whole.
  const hidden = await hiddenBatches(ctx, ctx.project.view, { assignmentId })
  const offered = hidden.length === 0 ? ofAssignment : ofAssignment.where('batch_id', 'not in', hidden)
  const next =
    (await offered.where('status', '=', 'Pending').executeTakeFirst()) ??
    (await offered.where('status', '=', 'NotStarted').executeTakeFirst())
  if (next === undefined) return null
  await move(trx, ctx, [{ ...next, assignment }], {
    action: 'batch.taken',
    correlationId,
    to: { status: 'InProgress', holder: userId },
  })
  return next.batch_id
}

/** Gives a batch back: done, or unfinished. */
export async function checkIn(
  trx: Writer,
  ctx: ProjectContext,
  { batchId, as, correlationId }: BodyOf<typeof checkInBatch>,
): Promise<number> {
  const { projectId, prefix } = ctx.project
  const { userId } = ctx.caller
  const [batch] = await heldRows(trx, projectId, [batchId])
  if (batch === undefined) throw notFound('batch')
  if (batch.holder !== userId || batch.status !== 'InProgress')
    throw new ApiError(
      'conflict',
      `Batch ${batch.number} of ${batch.assignment.name} is not yours any more. What you coded stays.`,
      { detail: 'holder' },
    )
  if (as === 'Completed') {
    const left = await documentsLeft(trx, prefix, batchId, batch.assignment.reviewed_field_id)
    if (left.totalCount > 0)
      throw new ApiError(
        'conflict',
        left.totalCount === 1
          ? 'One document of this batch is not reviewed yet.'
          : `${left.totalCount.toLocaleString('en')} documents of this batch are not reviewed yet.`,
        { detail: 'notReviewed', data: left },
      )
  }
  await move(trx, ctx, [batch], {
    action: 'batch.checkedIn',
    correlationId,
    to: { status: as, holder: as === 'Completed' ? userId : null },
  })
  return batchId
}

/** So many of the documents that are left are named. */
const maxNamed = 20

async function documentsLeft(
  trx: Writer,
  prefix: string,
  batchId: number,
  fieldId: number | null,
): Promise<NotReviewed> {
  const left = notReviewedIn(trx, batchId, fieldId)
  const { n } = await left.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await left
    .innerJoin('document as d', 'd.document_id', 'b.document_id')
    .select(['d.document_id', 'd.control'])
    .orderBy('b.position')
    .limit(maxNamed)
    .execute()
  return {
    documents: rows.map((row) => ({
      documentId: row.document_id,
      controlNumber: controlNumber(prefix, row.control),
    })),
    totalCount: Number(n),
  }
}

type Given = Pick<BodyOf<typeof reassignBatches>, 'batchIds' | 'userId' | 'correlationId'>

/** Gives batches that nobody holds to a reviewer. */
export const assignTo = (trx: Writer, ctx: ProjectContext, given: Given): Promise<number[]> =>
  give(trx, ctx, given, ['NotStarted', 'Pending'], 'batch.assigned')

/** Moves batches that somebody holds or has completed, or takes them back. */
export const reassignTo = (trx: Writer, ctx: ProjectContext, given: Given): Promise<number[]> =>
  give(trx, ctx, given, ['InProgress', 'Completed'], 'batch.reassigned')

async function give(
  trx: Writer,
  ctx: ProjectContext,
  { batchIds, userId, correlationId }: Given,
  from: readonly BatchStatus[],
  action: 'batch.assigned' | 'batch.reassigned',
): Promise<number[]> {
  const { projectId } = ctx.project
  const ids = [...new Set(batchIds)]
  const rows = await heldRows(trx, projectId, ids)
  if (rows.length < ids.length) throw notFound('batch')
  if (userId !== null) {
    await requireReviewers(trx, projectId, [userId])
    for (const { assignment_id, name } of new Set(rows.map(({ assignment }) => assignment)))
      if (!(await isOffered(trx, assignment_id, userId)))
        throw new ApiError(
          'conflict',
          `${name} is given to other reviewers. Add this one to them, then give the batches out.`,
          { detail: 'assignedUserList' },
        )
  }
  const stands = userId === null ? null : await standsIn(trx, projectId, userId)
  const [hidden] = await hiddenBatches(ctx, stands?.view ?? null, { batchIds: ids })
  const closed = rows.find(({ batch_id }) => batch_id === hidden)
  if (closed !== undefined)
    throw new ApiError(
      'conflict',
      `A wall hides documents of batch ${closed.number} from this person. Give it to somebody who sees all of it.`,
      { detail: String(closed.batch_id) },
    )
  const other = rows.find(({ status }) => !from.some((own) => own === status))
  if (other !== undefined)
    throw new ApiError(
      'conflict',
      action === 'batch.assigned'
        ? `Batch ${other.number} is somebody's already. Reassign it.`
        : `Nobody holds batch ${other.number}. Assign it.`,
      { detail: String(other.batch_id) },
    )
  await move(trx, ctx, rows, {
    action,
    correlationId,
    to: userId === null ? { status: 'Pending', holder: null } : { status: 'InProgress', holder: userId },
  })
  return ids
}

async function isOffered(trx: Writer, assignmentId: number, userId: number): Promise<boolean> {
  const may = await trx
    .selectFrom('assignment as a')
    .select('a.assignment_id')
    .where('a.assignment_id', '=', assignmentId)
    .where(mayTake(userId))
    .executeTakeFirst()
  return may !== undefined
}

/** Batches with their assignments, whose rows are held until the transaction ends. */
async function heldRows(trx: Writer, projectId: number, batchIds: readonly number[]) {
  const named = await trx
    .selectFrom('batch')
    .select('assignment_id')
    .where('batch_id', 'in', batchIds)
    .where('project_id', '=', projectId)
    .execute()
  const assignments = new Map<number, Awaited<ReturnType<typeof lockAssignment>>>()
  // Always in one order, so that two who hold several never wait for each other.
  const inOrder = [...new Set(named.map(({ assignment_id }) => assignment_id))].sort((a, b) => a - b)
  for (const assignmentId of inOrder)
    assignments.set(assignmentId, await lockAssignment(trx, projectId, assignmentId))
  const rows = await trx
    .selectFrom('batch')
    .selectAll()
    .where('batch_id', 'in', batchIds)
    .where('project_id', '=', projectId)
    .orderBy('assignment_id')
    .orderBy('number')
    .execute()
  return rows.flatMap((row) => {
    const assignment = assignments.get(row.assignment_id)
    return assignment === undefined ? [] : [{ ...row, assignment }]
  })
}

interface Move {
  readonly action: `batch.${string}`
  readonly correlationId: string
  readonly to: { readonly status: BatchStatus; readonly holder: number | null }
}

interface Moved {
  readonly batch_id: number
  readonly assignment_id: number
  readonly number: number
  readonly status: string
  readonly holder: number | null
  readonly assignment: { readonly name: string }
}

/** 'Batch 3 of First pass'. */
const nameOf = ([first, ...others]: readonly Moved[]): string =>
  `${others.length === 0 ? `Batch ${first?.number ?? ''}` : `${others.length + 1} batches`} of ${first?.assignment.name ?? ''}`

/** Writes how batches stand from now on, a row of the trail for each assignment. Their assignments' rows are held. */
async function move(
  trx: Writer,
  ctx: ProjectContext,
  batches: readonly Moved[],
  { action, correlationId, to }: Move,
): Promise<void> {
  await trx
    .updateTable('batch')
    .set({ ...to, at: instantOf(ctx.now()) })
    .where(
      'batch_id',
      'in',
      batches.map(({ batch_id }) => batch_id),
    )
    .execute()
  const entries = [...Map.groupBy(batches, ({ assignment_id }) => assignment_id)].flatMap(
    ([assignmentId, own]) =>
      entriesOf(ctx, {
        action,
        correlationId,
        facts: {
          assignmentId,
          name: nameOf(own),
          before: own.map(({ number, status, holder }) => ({ number, status, userId: holder })),
        },
        batches: own.map(({ batch_id }) => ({ batchId: batch_id, status: to.status, userId: to.holder })),
      }),
  )
  await appendAudit(trx, `project:${ctx.project.projectId}`, entries)
}

/** Batches as they stand, in the order in which they were named. */
export async function shownBatches(ctx: ProjectContext, batchIds: readonly number[]): Promise<Batch[]> {
  const rows = await batchesOf(ctx.records.read, ctx.project.projectId, { batchIds })
  const byId = new Map(rows.map((row) => [row.batchId, row]))
  return batchIds.flatMap((id) => byId.get(id) ?? [])
}
