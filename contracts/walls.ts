/**
 * Walls: securable groups say who sees which part of a project. Without groups everybody sees everything. Once there is one, a
 * person sees what their groups allow; a denial goes before every allowance, and what no group allows is closed to all.
 */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id } from './ids.ts'

export const partKinds = ['custodian', 'source', 'folder'] as const
export const wallPart = z.strictObject({
  kind: z.enum(partKinds),
  partId: id,
  access: z.enum(['allow', 'deny']),
})
export type WallPart = z.infer<typeof wallPart>

const groupName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
/** A group as it is to be; without an id it is a new one. */
const groupAsked = z.strictObject({
  groupId: z.optional(id),
  name: groupName,
  userIds: z.array(id).check(z.maxLength(2000)),
  parts: z.array(wallPart).check(z.maxLength(5000)),
})
export type GroupAsked = z.infer<typeof groupAsked>
const groupsAsked = z.array(groupAsked).check(z.maxLength(200))

export const securableGroup = z.object({
  groupId: id,
  name: z.string(),
  userIds: z.array(id),
  parts: z.array(wallPart),
})

export const walls = z.object({
  /** For `If-Match`. */
  version: z.int(),
  groups: z.array(securableGroup),
  /** Everything that may be allowed or denied, with the documents of each. */
  parts: z.array(z.object({ kind: z.enum(partKinds), partId: id, name: z.string(), documents: z.int() })),
  /** Everybody who sees documents of the project. */
  people: z.array(z.object({ userId: id, userName: z.string(), role: z.string() })),
  /** Whether reviewers see only the documents of their batches. */
  batchesOnly: z.boolean(),
})
export type Walls = z.infer<typeof walls>

export const getWalls = call({
  name: 'walls.get',
  method: 'GET',
  path: '/project/settings/userSecurableGroup',
  needs: 'wall.manage',
  scope: 'project',
  reply: walls,
  summary: 'The securable groups of the project: who sees which custodians, sources and shared folders.',
})

export const wallsPreview = z.object({
  people: z.array(
    z.object({
      userId: id,
      userName: z.string(),
      /** Documents that the person sees now, and would see. */
      before: z.int(),
      after: z.int(),
      gains: z.int(),
      loses: z.int(),
    }),
  ),
  /** Parts that nobody would see. */
  closed: z.array(z.object({ kind: z.enum(partKinds), partId: id, name: z.string() })),
  /** Whether the caller would see no document any more. */
  shutsOut: z.boolean(),
})
export type WallsPreview = z.infer<typeof wallsPreview>

export const previewWalls = call({
  name: 'walls.preview',
  method: 'POST',
  path: '/project/settings/group-active-folders',
  needs: 'wall.manage',
  scope: 'project',
  body: z.strictObject({ groups: groupsAsked, batchesOnly: z.boolean() }),
  onlyAsks: true,
  reply: wallsPreview,
  summary: 'How many documents each person would gain and lose by these groups. Changes nothing.',
})

export const putWalls = call({
  name: 'walls.put',
  method: 'PUT',
  path: '/project/settings/userSecurableGroup',
  needs: 'wall.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  ifMatch: 'the version of the groups that were changed',
  body: z.strictObject({
    groups: groupsAsked,
    batchesOnly: z.boolean(),
    /** Confirms that the caller will see no document any more. */
    shutOut: z.optional(z.boolean()),
  }),
  reply: walls,
  summary: 'Replace the securable groups. In force from the next request of everybody.',
})

export const createGroup = call({
  name: 'walls.createGroup',
  method: 'POST',
  path: '/project/settings/create-user-group',
  needs: 'wall.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    name: groupName,
    /** Confirms that the caller will see no document any more: a project with groups shows only what they allow. */
    shutOut: z.optional(z.boolean()),
  }),
  reply: walls,
  summary: 'Add a securable group without people and parts. The name of another group is refused.',
})
