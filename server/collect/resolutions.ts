/** What people do about an exception: another file in its place, or taking it as it is. */
import { type AuditEntry, appendAudit } from '../audit/append.ts'
import { byCaller } from '../audit/by-caller.ts'
import type { ProjectContext } from '../http/context.ts'
import { ApiError, notFound } from '../http/error.ts'
import { idempotent } from '../http/idempotency.ts'
import type { Reader, Writer } from '../records/records.ts'

/** An exception about which nothing has been done; throws where there is none. */
export async function requireOpen(read: Reader | Writer, projectId: number, exceptionId: number) {
  const row = await read
    .selectFrom('exception')
    .select(['job_id', 'document_id', 'resolution'])
    .where('project_id', '=', projectId)
    .where('exception_id', '=', exceptionId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('exception')
  if (row.resolution !== 'open')
    throw new ApiError('conflict', `This exception is ${row.resolution} already.`, { detail: 'exception' })
  return row
}

/** A file has come in place of an item's: the item stays in the books of its job, and says so. */
export async function replaceException(
  trx: Writer,
  ctx: ProjectContext,
  exceptionId: number,
  sourceFileId: number,
): Promise<void> {
  const { job_id, document_id } = await requireOpen(trx, ctx.project.projectId, exceptionId)
  await trx
    .updateTable('exception')
    .set({ resolution: 'replaced' })
    .where('exception_id', '=', exceptionId)
    .execute()
  await appendAudit(trx, `project:${ctx.project.projectId}`, [
    {
      ...entryOf(ctx, 'exception.replaced', job_id, document_id),
      facts: { exceptionId, sourceFileId },
    },
  ])
}

/** Exceptions are taken as they are, for a reason; those of which something was done before stay as they were. */
export async function acceptExceptions(
  ctx: ProjectContext,
  exceptionIds: readonly number[],
  note: string,
): Promise<{ accepted: number }> {
  const asked = [...new Set(exceptionIds)]
  return await idempotent(ctx, async (trx) => {
    const { known } = await trx
      .selectFrom('exception')
      .select((eb) => eb.fn.countAll<number>().as('known'))
      .where('project_id', '=', ctx.project.projectId)
      .where('exception_id', 'in', asked)
      .executeTakeFirstOrThrow()
    if (Number(known) < asked.length) throw notFound('exception')
    const rows = await trx
      .updateTable('exception')
      .set({ resolution: 'accepted', note })
      .where('project_id', '=', ctx.project.projectId)
      .where('exception_id', 'in', asked)
      .where('resolution', '=', 'open')
      .returning(['exception_id', 'job_id', 'document_id'])
      .execute()
    await appendAudit(
      trx,
      `project:${ctx.project.projectId}`,
      rows.map((row) => ({
        ...entryOf(ctx, 'exception.accepted', row.job_id, row.document_id),
        facts: { exceptionId: row.exception_id },
        erasable: { note },
      })),
    )
    return { accepted: rows.length }
  })
}

function entryOf(ctx: ProjectContext, action: string, jobId: number, documentId: number | null): AuditEntry {
  return {
    ...byCaller(ctx),
    action,
    jobId,
    ...(documentId === null ? {} : { documentId }),
    how: 'manual',
  }
}
