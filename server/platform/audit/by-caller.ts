/** What each row of the trail about an act of a caller in a project says alike: who, as what, from where, when, by which command. */

import type { ProjectContext } from '../http/context.ts'
import type { AuditEntry } from './entry.ts'

export function byCaller(ctx: ProjectContext) {
  const { userId, name, sessionId } = ctx.caller
  return {
    at: ctx.now(),
    user: { userId, name, role: ctx.project.roleName },
    projectId: ctx.project.projectId,
    sessionId,
    ip: ctx.ip,
    ...(ctx.idempotencyKey === null ? {} : { commandId: ctx.idempotencyKey }),
  } satisfies Partial<AuditEntry>
}
