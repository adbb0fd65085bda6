/** Support access: the provider's staff look at a project's documents with a reason, for a time, seen by the client. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant } from './ids.ts'

/** Hours that an access lasts at most; then a new one is to be opened. */
export const supportHours = 24

export const supportAccess = z.object({
  accessId: id,
  userId: id,
  userName: z.string(),
  reason: z.string(),
  openedAt: instant,
  endsAt: instant,
  /** When it was ended before its time; null where it was not. */
  closedAt: z.nullable(instant),
  closedBy: z.nullable(z.string()),
  /** At the moment of the answer. */
  open: z.boolean(),
})
export type SupportAccess = z.infer<typeof supportAccess>

export const listSupport = call({
  name: 'support.list',
  method: 'GET',
  path: '/project/support-access',
  needs: 'user.manage',
  scope: 'project',
  reply: listOf(supportAccess),
  summary: "Who of the provider's staff looked into the project, when and why; the newest first.",
})

export const openSupport = call({
  name: 'support.open',
  method: 'POST',
  path: '/project/support-access',
  needs: 'support.open',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    reason: z.string().check(z.trim(), z.minLength(10), z.maxLength(500)),
    hours: z.int().check(z.minimum(1), z.maximum(supportHours)),
  }),
  reply: supportAccess,
  inArchived: true,
  summary: "Open a timed access to the project's documents. The reason is shown to the client.",
})

export const closeSupport = call({
  name: 'support.close',
  method: 'POST',
  path: '/project/support-access/close',
  needs: 'project.view',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({ accessId: id }),
  reply: supportAccess,
  inArchived: true,
  summary: 'End an access before its time: one’s own, or as who manages the people of the project.',
})

export const supportSetting = z.object({ companyId: id, allowed: z.boolean() })

export const getSupportSetting = call({
  name: 'support.getSetting',
  method: 'GET',
  path: '/company/support-access',
  needs: 'company.support',
  scope: 'company',
  query: z.strictObject({ companyId: idParam }),
  reply: supportSetting,
  summary: "Whether the provider's staff may open an access to projects of the client.",
})

export const putSupportSetting = call({
  name: 'support.putSetting',
  method: 'PUT',
  path: '/company/support-access',
  needs: 'company.support',
  scope: 'company',
  idempotencyKey: 'optional',
  body: z.strictObject({ companyId: id, allowed: z.boolean() }),
  reply: supportSetting,
  summary: "Allow or forbid access by the provider's staff. Forbidding ends what is open.",
})
