/**
 * Items that came in and are no documents of their own: known files that were left out, containers, of which the contents
 * are, copies of documents that are there, and images that are a part of how their message looks.
 */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, idParam, instant, sha256, wholeParam } from './ids.ts'

export const leftOutKinds = ['known', 'container', 'duplicate', 'inlineImage'] as const
export type LeftOutKind = (typeof leftOutKinds)[number]

export const leftOutRow = z.object({
  leftOutId: id,
  jobId: id,
  sourceId: id,
  source: z.string(),
  custodian: z.string(),
  /**
   * The document that it was attached to or stood in; of a copy of its family the one that is there. Of a duplicate the
   * document that it is a copy of.
   */
  documentId: z.nullable(id),
  /** Of that document; empty until it is promoted. */
  controlNumber: z.nullable(z.string()),
  /** The path inside its containers, outermost first. */
  path: z.array(z.string()),
  /** Of a container only where it is a file as it came; of a duplicate not where an earlier version of the program took it. */
  size: z.nullable(z.int()),
  sha256: z.nullable(sha256),
  /** Name and version of the list that has it. */
  list: z.nullable(z.string()),
  at: instant,
})
export type LeftOutRow = z.infer<typeof leftOutRow>

const asked = { kind: z.enum(leftOutKinds), jobId: z.optional(idParam) }

export const listLeftOut = call({
  name: 'leftOut.list',
  method: 'GET',
  path: '/project/left-out',
  needs: 'collect.view',
  scope: 'project',
  query: z.strictObject({
    ...asked,
    after: z.optional(idParam),
    limit: z.optional(wholeParam(1, 500)),
  }),
  reply: z.object({
    data: z.array(leftOutRow),
    totalCount: z.int(),
    /** As the books have them: more than are listed where an earlier version of the program kept only their number. */
    inBooks: z.int(),
  }),
  summary:
    'Known files that were left out, containers that were taken apart, duplicates, or inline images, in their order, by cursor.',
})

export const leftOutCsv = call({
  name: 'leftOut.csv',
  method: 'GET',
  path: '/project/left-out.csv',
  needs: 'collect.view',
  scope: 'project',
  query: z.strictObject({ projectId: idParam, ...asked }),
  rawReply: true,
  reply: z.any(),
  summary: 'All of them, of the project or of one job, as CSV for spreadsheets; put on the record.',
})
