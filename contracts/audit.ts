/** The audit log: who did what, when, and how. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { undoMark } from './coding.ts'
import { id, idParam, instant, wholeParam } from './ids.ts'

/** How a value was set. */
export const how = z.enum(['manual', 'undo', 'redo', 'propagation', 'bulk', 'import', 'api', 'rollback'])

export const auditRow = z.object({
  auditId: id,
  /** Position in the project's audit chain. */
  seq: id,
  at: instant,
  userId: z.nullable(id),
  /** The user's name at the time. */
  userName: z.string(),
  roleName: z.string(),
  /** `document.viewed`, `coding.saved`, `job.cancelled` … */
  action: z.string(),
  documentId: z.nullable(id),
  field: z.nullable(z.string()),
  oldValue: z.unknown(),
  newValue: z.unknown(),
  how: z.nullable(how),
  commandId: z.nullable(z.string()),
  correlationId: z.nullable(z.string()),
  undo: z.nullable(undoMark),
  /** For a choice between two values: whose the other one was, and since when it had been current. */
  decision: z.optional(
    z.object({
      kind: z.enum(['overwrote', 'gaveUp']),
      by: z.nullable(z.string()),
      at: z.nullable(instant),
    }),
  ),
  /** For a value that came from another document, or was taken back with that one's: which, and the number it has. */
  propagatedFrom: z.optional(z.object({ documentId: id, controlNumber: z.string() })),
  /** For a value that was to go to related documents too: which. */
  propagatedTo: z.optional(z.array(z.string())),
  jobId: z.nullable(id),
  /** The key for other applications by which a program did it in the user's name, as it is called now. */
  apiKey: z.optional(z.object({ keyId: id, label: z.string() })),
  /** For a change of tags: by their ids, which stay when they are renamed. In the order of the names. */
  tags: z.optional(z.object({ tagCategoryId: id, on: z.array(id), off: z.array(id) })),
  /** For a view that was reported later (offline): its time by the browser's clock, at most 90 days before `at`. */
  openedAt: z.optional(instant),
  /** Hex hash of the row in the chain. */
  hash: z.string(),
})
export type AuditRow = z.infer<typeof auditRow>

export const documentHistory = call({
  name: 'audit.documentHistory',
  method: 'GET',
  path: '/review/auditing-history/document',
  needs: 'audit.own',
  scope: 'project',
  query: z.strictObject({
    documentId: idParam,
    before: z.optional(idParam),
    limit: z.optional(wholeParam(1, 500)),
  }),
  reply: z.extend(listOf(auditRow), {
    /** Changes of coding and tags by others that the caller’s role does not show. */
    hidden: z.int(),
  }),
  summary:
    'The history of a document, newest first, by cursor. A reviewer is shown what they did themselves, a senior ' +
    'reviewer also the documents they have coded; `hidden` counts the changes by others that are not shown.',
})

const verifiedChain = z.object({
  /** Valid rows, from the first on. */
  rows: z.int(),
  /** Hex hash of the last of them. */
  head: z.string(),
  /** The first invalid row; null if all are valid. */
  firstBroken: z.nullable(z.int()),
  /** What is wrong with it. */
  reason: z.nullable(z.string()),
  /** The signed checkpoints that the chain was compared with. */
  signed: z.object({
    checked: z.int(),
    lastAt: z.nullable(instant),
    lastSeq: z.nullable(z.int()),
    /** Fingerprint of the key that signed the last of them. */
    key: z.nullable(z.string()),
    /** Unreadable lines in the checkpoint files. */
    unreadable: z.int(),
  }),
  /** The rows after the last checkpoint, which no signature covers yet, and the time of the first; null if all are covered. */
  uncovered: z.nullable(z.object({ from: z.int(), to: z.int(), since: instant })),
  /**
   * Where coding, tags, batches and their history differ from what the chain tells: how many, and the first 100 in
   * sentences. Not looked for if the chain is broken.
   */
  differences: z.object({ count: z.int(), first: z.array(z.string()) }),
  /** What weakens the proof though the chain is valid, in sentences. */
  warnings: z.array(z.string()),
  verifiedAt: instant,
})
export type VerifiedChain = z.infer<typeof verifiedChain>

export const verifyChain = call({
  name: 'audit.verify',
  method: 'GET',
  path: '/review/auditing-history/verify',
  needs: 'audit.project',
  scope: 'project',
  reply: z.object({
    ...verifiedChain.shape,
    /** The current signing key of the installation. */
    publicKey: z.object({ fingerprint: z.string(), pem: z.string() }),
  }),
  summary:
    "Recompute the project's audit chain from its first row, compare it with its signed checkpoints, and " +
    'report where it breaks, if it does; compare coding, tags, batches and their history with it. A request during a running verification joins it.',
})

export const verifyProgress = call({
  name: 'audit.verifyProgress',
  method: 'GET',
  path: '/review/auditing-history/verify/progress',
  needs: 'audit.project',
  scope: 'project',
  reply: z.object({
    /** Null if no verification is running. */
    running: z.nullable(
      z.object({
        rows: z.int(),
        total: z.int(),
        /** Rows per second, and the estimated seconds left; null before the first rows are done. */
        rate: z.nullable(z.number()),
        secondsLeft: z.nullable(z.number()),
      }),
    ),
    /** The newest result since the server started. */
    last: z.nullable(verifiedChain),
  }),
  summary: "Progress of the verification of the project's audit chain, and the last result.",
})
export type VerifyProgress = z.infer<(typeof verifyProgress)['reply']>

export const exportAudit = call({
  name: 'audit.export',
  method: 'GET',
  path: '/review/auditing-history/export',
  needs: 'audit.project',
  scope: 'project',
  query: z.strictObject({ projectId: idParam }),
  reply: z.void(),
  rawReply: true,
  summary:
    "The project's audit log with its signed checkpoints and the program that verifies it, as a zip; the " +
    'export is recorded in the audit log.',
})
