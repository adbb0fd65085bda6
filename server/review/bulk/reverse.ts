/** Taking bulk changes back, and putting them forth again: each is the reversal of what stands, and leaves its own receipt. */
import { bulkWhat } from '#contracts/bulk.ts'
import { type JobAction, settledStates } from '#contracts/jobs.ts'
import { requireForms, requireTags } from '../../organization/project/features.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { denied } from '../../platform/http/scope.ts'
import { controlJob } from '../../platform/jobs/transitions.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { codingChanges } from './changes.ts'
import { neededToFile } from './folder.ts'
import { bringBack, keepMerge, requireAgain } from './replace-tag.ts'
import { replacingIn } from './replacing.ts'
import { type Asked, type BulkContext, enqueue } from './submit.ts'

/**
 * Undoes or redoes. What is undone already is not undone again: whoever asks twice, from wherever, is answered with the job
 * that did it.
 */
export async function askToReverse(
  trx: Writer,
  ctx: BulkContext,
  kind: 'undo' | 'redo',
  { jobId, correlationId }: { readonly jobId: number; readonly correlationId: string },
): Promise<Asked> {
  const { root_id } = await ownBulk(trx, ctx, jobId)
  const chain = await trx
    .selectFrom('bulk as b')
    .innerJoin('job as j', 'j.job_id', 'b.job_id')
    .selectAll('b')
    .select(['j.title', 'j.state', 'j.lease_owner'])
    .where('b.root_id', '=', root_id)
    .orderBy('b.job_id')
    .execute()
  const [root, last] = [chain[0], chain.at(-1)]
  if (root === undefined || last === undefined) throw notFound('bulk change')
  if ((last.kind === 'undo') === (kind === 'undo')) return { jobId: last.job_id, auditIds: [] }
  const isSettled = settledStates.some((state) => state === last.state) && last.lease_owner === null
  if (!isSettled)
    throw new ApiError('conflict', 'This change is still under way. Wait until it is done, or cancel it.', {
      detail: last.state,
    })
  const what = bulkWhat.parse(root.what)
  const changes: unknown = JSON.parse(root.changes)
  // A job that cannot begin would stay the last of its sequence.
  const needed =
    what === 'folders'
      ? await neededToFile(trx, { projectId: ctx.project.projectId, changes, user: ctx.caller })
      : isPropagation(root)
        ? 'coding.save'
        : 'coding.bulk'
  if (!ctx.can(needed)) throw denied(needed)
  if (what === 'tags') await requireTags(trx, ctx.project.projectId)
  // Values from a file name no form: they come and go whichever way the project is reviewed.
  if (what === 'coding' && codingChanges.parse(changes).formId !== null)
    await requireForms(trx, ctx.project.projectId)
  const replacing = replacingIn({ what, changes })
  if (replacing !== null && kind === 'undo') await bringBack(trx, ctx, replacing)
  const again = replacing !== null && kind === 'redo' ? replacing : null
  const asked = await enqueue(trx, ctx, {
    kind,
    what,
    title: `${kind === 'undo' ? 'Undo' : 'Redo'}: ${root.title}`,
    changes,
    reverses: last.job_id,
    root: { jobId: root.job_id, commandId: root.command_id },
    documents: again === null ? last.written_documents : await requireAgain(trx, ctx, again),
    families: false,
    correlationId,
    targets: [last.command_id],
  })
  if (again !== null) await keepMerge(trx, ctx.project.projectId, asked.jobId, again)
  return asked
}

/** Cancels, pauses, goes on with: whoever may undo a change may also stop it. */
export async function controlBulkJob(
  trx: Writer,
  ctx: ProjectContext,
  jobId: number,
  action: JobAction,
): Promise<{ jobId: number }> {
  await ownBulk(trx, ctx, jobId)
  await controlJob(trx, ctx, jobId, action)
  return { jobId }
}

/**
 * A bulk change that the caller may take back: one's own, or anybody's for who may. Whoever changes no many documents has only
 * what he has propagated or filed himself, and is told of no other.
 */
export async function ownBulk(
  read: Reader,
  ctx: ProjectContext,
  jobId: number,
): Promise<{ readonly root_id: number }> {
  const row = await read
    .selectFrom('bulk as b')
    .innerJoin('job as root', 'root.job_id', 'b.root_id')
    .innerJoin('bulk as first', 'first.job_id', 'b.root_id')
    .select(['b.root_id', 'root.created_by', 'first.what', 'first.changes'])
    .where('b.job_id', '=', jobId)
    .where('b.project_id', '=', ctx.project.projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('bulk change')
  const isOwn = row.created_by === ctx.caller.userId
  const isLikeOwn = row.what === 'folders' || (ctx.can('coding.save') && isPropagation(row))
  if (!ctx.can('coding.bulk') && !(isOwn && isLikeOwn)) throw notFound('bulk change')
  if (!isOwn && !ctx.can('coding.bulkOfOthers'))
    throw new ApiError(
      'permission.denied',
      'This bulk change is somebody else’s. Review managers can see and undo it.',
      { detail: 'coding.bulkOfOthers' },
    )
  return row
}

const isPropagation = ({ what, changes }: { readonly what: string; readonly changes: string }): boolean =>
  what === 'coding' && codingChanges.parse(JSON.parse(changes)).propagation !== undefined
