/**
 * The end of a project: its archive, legal holds, and deletions up to the moment from which they are done. Deleting itself is
 * in erase.ts. Each step is on the project's chain; reasons are what people wrote, and can be erased.
 */

import type { BodyOf } from '#contracts/call.ts'
import type { JobState } from '#contracts/jobs.ts'
import { deletionDays, type endProject, type ProjectEnd, type releaseHold } from '#contracts/project-end.ts'
import { namesOf } from '../../platform/auth/names.ts'
import { record } from '../../platform/auth/record.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { controlJob } from '../../platform/jobs/transitions.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

export async function endOfProject(read: Reader, projectId: number): Promise<ProjectEnd> {
  const { archived_at } = await read
    .selectFrom('project')
    .select('archived_at')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const hold = await standingHold(read, projectId)
  const deletion = await openDeletion(read, projectId)
  const names = await namesOf(
    read,
    [hold?.set_by, hold?.release_asked_by, deletion?.asked_by, deletion?.approved_by].flatMap(
      (id) => id ?? [],
    ),
  )
  const person = (userId: number) => ({ userId, userName: names.get(userId) ?? '' })
  return {
    archivedAt: archived_at,
    hold:
      hold === undefined
        ? null
        : {
            holdId: hold.hold_id,
            reason: hold.reason,
            setBy: person(hold.set_by),
            setAt: hold.set_at,
            release:
              hold.release_asked_by === null || hold.release_asked_at === null
                ? null
                : {
                    by: person(hold.release_asked_by),
                    reason: hold.release_reason ?? '',
                    at: hold.release_asked_at,
                  },
          },
    deletion:
      deletion === undefined
        ? null
        : {
            askedBy: person(deletion.asked_by),
            askedAt: deletion.asked_at,
            approvedBy: deletion.approved_by === null ? null : person(deletion.approved_by),
            dueAt: deletion.due_at,
            begun: deletion.begun !== null,
          },
  }
}

/** The hold that is not released; there is at most one. */
const standingHold = (read: Reader, projectId: number) =>
  read
    .selectFrom('project_hold')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('released_at', 'is', null)
    .executeTakeFirst()

/** The deletion that is neither taken back nor done; there is at most one. */
const openDeletion = (read: Reader, projectId: number) =>
  read
    .selectFrom('project_deletion')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('taken_back_at', 'is', null)
    .where('done_at', 'is', null)
    .executeTakeFirst()

const onRecord = (
  trx: Writer,
  ctx: ProjectContext,
  action: string,
  facts: Readonly<Record<string, unknown>> = {},
  erasable?: Readonly<Record<string, string>>,
): Promise<void> =>
  record(
    trx,
    ctx,
    ctx.caller,
    {
      action,
      projectId: ctx.project.projectId,
      facts,
      ...(erasable === undefined ? {} : { erasable }),
    },
    `project:${ctx.project.projectId}`,
  )

const atWork: readonly JobState[] = ['Queued', 'Running']

/** Archives the project and pauses its jobs; answers those whose runs are to be told. */
export async function archive(trx: Writer, ctx: ProjectContext): Promise<number[]> {
  const { projectId } = ctx.project
  const { archivedAt } = await endOfProject(trx, projectId)
  if (archivedAt !== null) return []
  const jobs = await trx
    .selectFrom('job')
    .select(['job_id', 'state'])
    .where('project_id', '=', projectId)
    .where('state', 'in', atWork)
    .orderBy('job_id')
    .execute()
  for (const { job_id } of jobs) await controlJob(trx, ctx, job_id, 'pause')
  await trx
    .updateTable('project')
    .set({ archived_at: instantOf(ctx.now()) })
    .where('project_id', '=', projectId)
    .execute()
  const jobIds = jobs.map(({ job_id }) => job_id)
  await onRecord(trx, ctx, 'project.archived', { pausedJobs: jobIds })
  return jobIds
}

/** Makes it a project that is worked on again. What was to be deleted is not any more. Paused jobs wait for somebody. */
export async function restore(trx: Writer, ctx: ProjectContext): Promise<void> {
  const { projectId } = ctx.project
  const { archivedAt } = await endOfProject(trx, projectId)
  if (archivedAt === null) return
  await takeBack(trx, ctx)
  await trx.updateTable('project').set({ archived_at: null }).where('project_id', '=', projectId).execute()
  await onRecord(trx, ctx, 'project.restored')
}

export async function hold(trx: Writer, ctx: ProjectContext, reason: string): Promise<void> {
  const { projectId } = ctx.project
  if ((await standingHold(trx, projectId)) !== undefined)
    throw new ApiError('conflict', 'The project is on legal hold already.', { detail: 'hold' })
  await takeBack(trx, ctx)
  const { hold_id } = await trx
    .insertInto('project_hold')
    .values({
      ...{ project_id: projectId, reason, set_by: ctx.caller.userId },
      set_at: instantOf(ctx.now()),
    })
    .returning('hold_id')
    .executeTakeFirstOrThrow()
  await onRecord(trx, ctx, 'hold.set', { holdId: hold_id }, { reason })
}

/** The first who asks for it says why; the second releases it. */
export async function release(
  trx: Writer,
  ctx: ProjectContext,
  { holdId, reason }: BodyOf<typeof releaseHold>,
): Promise<void> {
  const { userId } = ctx.caller
  const standing = await standingHold(trx, ctx.project.projectId)
  if (standing === undefined || standing.hold_id !== holdId) throw notFound('legal hold')
  const at = instantOf(ctx.now())
  const update = trx.updateTable('project_hold').where('hold_id', '=', holdId)
  if (standing.release_asked_by === null) {
    await update.set({ release_asked_by: userId, release_asked_at: at, release_reason: reason }).execute()
    await onRecord(trx, ctx, 'hold.releaseAsked', { holdId }, { reason })
    return
  }
  if (standing.release_asked_by === userId)
    throw new ApiError(
      'conflict',
      'You have asked for the release yourself. Another administrator releases it.',
      {
        detail: 'secondPerson',
      },
    )
  await update.set({ released_by: userId, released_at: at }).execute()
  await onRecord(trx, ctx, 'hold.released', { holdId, askedBy: standing.release_asked_by }, { reason })
}

export async function end(
  trx: Writer,
  ctx: ProjectContext,
  { step, projectName }: BodyOf<typeof endProject>,
): Promise<void> {
  if (step === 'takeBack') {
    if (!(await takeBack(trx, ctx)))
      throw new ApiError('conflict', 'No deletion of this project is asked for.', { detail: 'deletion' })
    return
  }
  const { projectId } = ctx.project
  const project = await trx
    .selectFrom('project')
    .select(['name', 'archived_at'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  if (project.archived_at === null)
    throw new ApiError('conflict', 'Archive the project first: only what is archived can be deleted.', {
      detail: 'archived',
    })
  if ((await standingHold(trx, projectId)) !== undefined)
    throw new ApiError(
      'conflict',
      'The project is on legal hold. It cannot be deleted before that is released.',
      {
        detail: 'hold',
      },
    )
  if (projectName?.trim() !== project.name)
    throw new ApiError('request.invalid', 'Type the name of the project exactly as it is.', {
      detail: 'projectName',
    })
  await (step === 'ask' ? ask(trx, ctx) : approve(trx, ctx))
}

async function ask(trx: Writer, ctx: ProjectContext): Promise<void> {
  const { projectId } = ctx.project
  if ((await openDeletion(trx, projectId)) !== undefined)
    throw new ApiError('conflict', 'The deletion of this project is asked for already.', {
      detail: 'deletion',
    })
  const { deletion_id } = await trx
    .insertInto('project_deletion')
    .values({
      ...{ project_id: projectId, asked_by: ctx.caller.userId },
      asked_at: instantOf(ctx.now()),
    })
    .returning('deletion_id')
    .executeTakeFirstOrThrow()
  await onRecord(trx, ctx, 'project.deletionAsked', { deletionId: deletion_id })
}

async function approve(trx: Writer, ctx: ProjectContext): Promise<void> {
  const { userId, role } = ctx.caller
  const open = await openDeletion(trx, ctx.project.projectId)
  if (open === undefined || open.approved_by !== null)
    throw new ApiError('conflict', 'No deletion of this project waits for approval.', { detail: 'deletion' })
  if (open.asked_by === userId)
    throw new ApiError(
      'conflict',
      'You have asked for the deletion yourself. A second administrator approves it.',
      {
        detail: 'secondPerson',
      },
    )
  if (role !== 'ClientAdmin' && role !== 'SystemAdmin')
    throw new ApiError(
      'permission.denied',
      'A second administrator of the client or a system administrator approves a deletion.',
      { detail: 'project.archive' },
    )
  const now = ctx.now()
  const dueAt = instantOf(new Date(now.getTime() + deletionDays * 24 * 3_600_000))
  await trx
    .updateTable('project_deletion')
    .set({ approved_by: userId, approved_at: instantOf(now), due_at: dueAt })
    .where('deletion_id', '=', open.deletion_id)
    .execute()
  const facts = { deletionId: open.deletion_id, askedBy: open.asked_by, dueAt }
  await onRecord(trx, ctx, 'project.deletionApproved', facts)
}

/** Takes back what was asked for; false where nothing was. Throws once rows have gone. */
async function takeBack(trx: Writer, ctx: ProjectContext): Promise<boolean> {
  const open = await openDeletion(trx, ctx.project.projectId)
  if (open === undefined) return false
  if (open.begun !== null)
    throw new ApiError('conflict', 'The documents are being deleted. That cannot be taken back any more.', {
      detail: 'begun',
    })
  await trx
    .updateTable('project_deletion')
    .set({ taken_back_by: ctx.caller.userId, taken_back_at: instantOf(ctx.now()) })
    .where('deletion_id', '=', open.deletion_id)
    .execute()
  await onRecord(trx, ctx, 'project.deletionTakenBack', { deletionId: open.deletion_id })
  return true
}
