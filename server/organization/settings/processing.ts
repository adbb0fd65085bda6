/** How a project processes what comes. */
import {
  defaultProcessing,
  type ProcessingSeen,
  type ProcessingSettings,
  processingSettings,
} from '#contracts/processing.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

/** The settings as they are now, with the version that a change must have seen. */
export async function processingSeenOf(read: Reader | Writer, projectId: number): Promise<ProcessingSeen> {
  const row = await read
    .selectFrom('project')
    .select(['processing', 'processing_version', 'max_text_size'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  // A setting that is not there yet, because a later version brought it, is as it is by default.
  const kept: object = JSON.parse(row.processing)
  const settings = processingSettings.parse({ ...defaultProcessing, ...kept, maxTextSize: row.max_text_size })
  return { ...settings, version: row.processing_version }
}

/** The settings as they are now. */
export async function processingOf(read: Reader | Writer, projectId: number): Promise<ProcessingSettings> {
  const { version: _, ...settings } = await processingSeenOf(read, projectId)
  return settings
}

/** Changes the settings; jobs that are begun keep theirs, but for the passwords. */
export async function changeProcessing(
  ctx: ProjectContext,
  { version, ...asked }: ProcessingSeen,
): Promise<ProcessingSeen> {
  const { projectId } = ctx.project
  await idempotent(ctx, async (trx) => {
    const { version: now, ...before } = await processingSeenOf(trx, projectId)
    if (version !== now)
      throw new ApiError(
        'conflict',
        'Somebody has changed the settings since you opened them. Nothing was saved.',
        { detail: 'version' },
      )
    const { maxTextSize, ...rest } = asked
    await trx
      .updateTable('project')
      .set({
        processing: JSON.stringify(rest),
        processing_version: version + 1,
        max_text_size: maxTextSize,
      })
      .where('project_id', '=', projectId)
      .execute()
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...byCaller(ctx),
        action: 'processing.settingsChanged',
        oldValue: sayable(before),
        newValue: sayable(asked),
        how: 'manual',
      },
    ])
  })
  return await processingSeenOf(ctx.records.read, projectId)
}

/** Passwords are in no trail: how many there are is. */
const sayable = ({ passwords, ...rest }: ProcessingSettings) => ({ ...rest, passwords: passwords.length })

/** What is tried on what is encrypted, by whoever reads files of the project. */
export async function passwordsOf(read: Reader, projectId: number): Promise<readonly string[]> {
  return (await processingOf(read, projectId)).passwords
}
