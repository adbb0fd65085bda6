/** The people of a project: their roles in it and what it grants them beside the role. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, instant } from './ids.ts'
import { type Capability, capabilities, type RoleName, roleNames } from './permission.ts'

const role = z.enum(roleNames as [RoleName, ...RoleName[]])
const capability = z.enum(capabilities as [Capability, ...Capability[]])

export const member = z.object({
  userId: id,
  userName: z.string(),
  userEmail: z.string(),
  /** The role in the project. */
  role,
  /** What the project grants beside the role. */
  granted: z.array(capability),
  /** What it may grant beside this role. */
  grantable: z.array(capability),
  active: z.boolean(),
  lastSeenAt: z.nullable(instant),
  /** Whether the caller may change this person's role and grants. */
  changeable: z.boolean(),
})
export type Member = z.infer<typeof member>

export const listMembers = call({
  name: 'project.listMembers',
  method: 'GET',
  path: '/project/settings/users',
  needs: 'user.manage',
  scope: 'project',
  reply: listOf(member),
  summary: 'The people who have a role in the project, by name.',
})

/** Somebody who could be added: of the project's client, active, without a role in the project. */
export const candidate = z.object({ userId: id, userName: z.string(), userEmail: z.string(), role })

export const listCandidates = call({
  name: 'project.listCandidates',
  method: 'GET',
  path: '/project/settings/invite-user',
  needs: 'user.manage',
  scope: 'project',
  query: z.strictObject({ query: z.optional(z.string().check(z.maxLength(200))) }),
  reply: listOf(candidate),
  summary: "People of the project's client who have no role in it, by name; at most 100.",
})

export const putMember = call({
  name: 'project.putMember',
  method: 'PUT',
  path: '/project/settings/user-info',
  needs: 'user.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({ userId: id, role, granted: z.array(capability).check(z.maxLength(50)) }),
  reply: member,
  summary: 'Give somebody a role in the project, and what it grants them beside it.',
})

export const deleteMember = call({
  name: 'project.deleteMember',
  method: 'DELETE',
  path: '/project/settings/user-info/role',
  needs: 'user.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({ userId: id }),
  reply: z.void(),
  summary:
    'Take away the role that somebody has in the project. Their sessions end and their batches go back.',
})
