/** A project's counts and lists as somebody of it sees them. Read only. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { documentRow } from './documents.ts'
import { id } from './ids.ts'
import { type Capability, capabilities, type RoleName, roleNames } from './permission.ts'
import { partKinds } from './walls.ts'

/** Documents on a page of the list. */
export const seenPageSize = 50

export const seenAs = z.object({
  userId: id,
  userName: z.string(),
  /** Whose row of the matrix counts for them here. */
  role: z.enum(roleNames as [RoleName, ...RoleName[]]),
  may: z.array(z.enum(capabilities as [Capability, ...Capability[]])),
  /** Sees only the documents of the batches that they hold. */
  byBatches: z.boolean(),
  /** Documents in review: all, and those that they see. */
  documents: z.int(),
  seen: z.int(),
  /** By custodian and by source, of all documents. */
  parts: z.array(
    z.object({
      ...{ kind: z.enum(partKinds), partId: id, name: z.string() },
      ...{ documents: z.int(), seen: z.int() },
    }),
  ),
  /**
   * What their search answers; null where they may not search, and where it would show the caller what is
   * closed to them.
   */
  list: z.nullable(z.object({ data: z.array(documentRow), totalCount: z.int() })),
})
export type SeenAs = z.infer<typeof seenAs>

export const seeAs = call({
  name: 'walls.seeAs',
  method: 'POST',
  path: '/project/settings/see-as',
  needs: 'wall.manage',
  scope: 'project',
  onlyAsks: true,
  body: z.strictObject({
    userId: id,
    /** As in the search of review; empty: all documents. */
    query: z.string(),
    page: z.int().check(z.minimum(1), z.maximum(100_000)),
  }),
  reply: seenAs,
  summary:
    'What somebody sees of the project: how many documents, by what, and a search. It goes on the record.',
})
