/** What a job of collection goes by, and changing what follows it by itself. */

import type { JobState } from '#contracts/jobs.ts'
import { type Automatic, automaticFrom, automaticOf, type JobSettings } from '#contracts/processing.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { processesAfter } from '../sources/collect-folder.ts'
import { settingsOfJob } from '../sources/import-settings.ts'

async function jobOf(read: Reader | Writer, projectId: number, jobId: number) {
  const row = await read
    .selectFrom('job')
    .select(['job_id', 'kind', 'state', 'input', 'source_id'])
    .where('project_id', '=', projectId)
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('job')
  return { ...row, input: JSON.parse(row.input) as unknown }
}

type JobRow = Awaited<ReturnType<typeof jobOf>>

/** What the job of this id goes by. */
export async function jobSettingsOf(
  read: Reader | Writer,
  projectId: number,
  jobId: number,
): Promise<JobSettings> {
  const row = await jobOf(read, projectId, jobId)
  const none = { jobId, autoProcess: null, autoPromote: null, processing: null }
  if (row.kind === automaticOf.process) return { ...none, autoProcess: await processesAfter(read, row.input) }
  if (row.kind !== automaticOf.promote) return none
  const { promote, ...processing } = settingsOfJob(row.input)
  return { ...none, autoPromote: promote, processing }
}

/** Says what follows a job by itself; refused where that is past, or where it is not this kind of job's to do. */
export async function changeAutomatic(
  ctx: ProjectContext,
  what: Automatic,
  { jobId, on }: { readonly jobId: number; readonly on: boolean },
): Promise<JobSettings> {
  const { projectId } = ctx.project
  await idempotent(ctx, async (trx) => {
    const row = await jobOf(trx, projectId, jobId)
    if (row.kind !== automaticOf[what])
      throw new ApiError('conflict', refusals[what].other, { detail: 'jobId' })
    const state = row.state as JobState
    if (!automaticFrom[what].includes(state))
      throw new ApiError(
        'job.transition',
        state === 'Running' || state === 'Cancelling'
          ? `A job that is ${state} has it in hand. Pause it first.`
          : refusals[what].over,
        { detail: state, data: { state, action: `auto-${what}` } },
      )
    const before = await jobSettingsOf(trx, projectId, jobId)
    if ((what === 'process' ? before.autoProcess : before.autoPromote) === on) return
    await trx
      .updateTable('job')
      .set({ input: JSON.stringify(inputWith(row, what, on)) })
      .where('job_id', '=', jobId)
      .execute()
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...byCaller(ctx),
        action: what === 'process' ? 'job.autoProcessChanged' : 'job.autoPromoteChanged',
        jobId,
        oldValue: !on,
        newValue: on,
        how: 'manual',
      },
    ])
  })
  return await jobSettingsOf(ctx.records.read, projectId, jobId)
}

const refusals = {
  process: {
    other: 'Only a job that copies a folder has its files processed afterwards.',
    over: 'This collection is over: have its source processed.',
  },
  promote: {
    other: 'Only an import promotes its documents as they come in.',
    over: 'This import is over: promote its documents by a job of their own.',
  },
} as const satisfies Record<Automatic, unknown>

/** What the job was started with, and what is to follow it. */
function inputWith({ input }: JobRow, what: Automatic, on: boolean): object {
  const before: { readonly settings?: object } = Object(input)
  return what === 'process'
    ? { ...before, autoProcess: on }
    : { ...before, settings: { ...settingsOfJob(input), promote: on } }
}
