/** The record's own history of a document, as far as it was fetched: it is held against the local log. And its proof. */
import * as z from 'zod/mini'
import { auditRow } from '#contracts/audit.ts'
import { id } from '#contracts/ids.ts'
import { event } from '../define.ts'

const history = {
  log: 'project',
  retention: 'session',
  stream: ({ documentId }: { documentId: number }) => `history:${documentId}`,
} as const

export const historyRequested = event({
  ...history,
  type: 'audit.historyRequested',
  payload: z.object({
    documentId: id,
    /** Rows before this one; null: the newest. */ before: z.nullable(id),
  }),
})

/** Rows as the record served them, newest first, and how many there were in all. */
export const historyIngested = event({
  ...history,
  type: 'audit.historyIngested',
  payload: z.object({
    documentId: id,
    rows: z.array(auditRow),
    totalCount: z.int(),
    /** Changes by others that this person's role does not show. */
    hidden: z.optional(z.int()),
  }),
})

export const historyFailed = event({
  ...history,
  type: 'audit.historyFailed',
  payload: z.object({ documentId: id, message: z.string() }),
})

const proof = {
  log: 'account',
  retention: 'session',
  payload: z.strictObject({ projectId: id }),
} as const

/** Somebody wants to know whether a project's trail on the record is whole. What comes of it is the server's to say. */
export const verificationRequested = event({
  ...proof,
  type: 'audit.verificationRequested',
  stream: ({ projectId }) => `project:${projectId}:verification`,
})

export const verificationLookedUp = event({
  ...proof,
  type: 'audit.verificationLookedUp',
  stream: ({ projectId }) => `project:${projectId}:verificationProgress`,
})
