/** Facts about the people of a project: what was asked about their roles, their walls and support access, and what became of it. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { partKinds } from '#contracts/walls.ts'
import { event } from '../define.ts'

const ofProject = { log: 'project', retention: 'audit', stream: () => 'people' } as const
/** Each try to save a form has a key of its own. */
const form = { formKey: z.string() }

export const memberAsked = event({
  ...ofProject,
  type: 'people.memberAsked',
  payload: z.strictObject({ ...form, userId: id, role: z.string(), granted: z.array(z.string()) }),
})

/** Who is invited is in memory only: they are not there yet. */
export const invitationAsked = event({
  ...ofProject,
  type: 'people.invitationAsked',
  payload: z.strictObject({
    ...{ ...form, role: z.string(), granted: z.array(z.string()) },
    /** Names of securable groups; none for whoever may not manage walls. */
    groups: z.array(z.string()),
  }),
})

export const memberRemovalAsked = event({
  ...ofProject,
  type: 'people.memberRemovalAsked',
  payload: z.strictObject({ userId: id }),
})

const group = z.strictObject({
  groupId: z.optional(id),
  name: z.string(),
  userIds: z.array(id),
  parts: z.array(z.strictObject({ kind: z.enum(partKinds), partId: id, access: z.enum(['allow', 'deny']) })),
})

/** Groups as somebody wants them. */
export const wallsDraft = { groups: z.array(group), batchesOnly: z.boolean() }

export const wallsAsked = event({
  ...ofProject,
  type: 'people.wallsAsked',
  payload: z.strictObject({
    ...form,
    /** The version of the groups that were changed. */
    version: z.int(),
    ...wallsDraft,
    shutOut: z.boolean(),
  }),
})

export const supportAsked = event({
  ...ofProject,
  type: 'people.supportAsked',
  payload: z.strictObject({ ...form, reason: z.string(), hours: z.int() }),
})

export const supportEndAsked = event({
  ...ofProject,
  type: 'people.supportEndAsked',
  payload: z.strictObject({ accessId: id }),
})

/** It is on the record: the message is null; else it says why it is not. */
export const formSettled = event({
  ...ofProject,
  type: 'people.settled',
  payload: z.strictObject({ ...form, message: z.nullable(z.string()) }),
})
