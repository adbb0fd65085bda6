/** Puts on the record who looked at a document and who took its file. */
import { appendAudit } from '../audit/append.ts'
import type { ProjectContext } from '../http/context.ts'
import type { Writer } from '../records/records.ts'

export type Looked = 'document.viewed' | 'document.downloaded'

/** Appends one row about a document; the caller has made sure that it is the project's. */
export async function recordLook(
  trx: Writer,
  ctx: ProjectContext,
  action: Looked,
  documentId: number,
  facts: Record<string, unknown> = {},
): Promise<void> {
  const { projectId, roleName } = ctx.project
  const { userId, name, sessionId } = ctx.caller
  await appendAudit(trx, `project:${projectId}`, [
    {
      at: ctx.now(),
      user: { userId, name, role: roleName },
      action,
      projectId,
      documentId,
      how: 'manual',
      sessionId,
      ip: ctx.ip,
      ...(ctx.idempotencyKey === null ? {} : { commandId: ctx.idempotencyKey }),
      ...(Object.keys(facts).length === 0 ? {} : { facts }),
    },
  ])
}
