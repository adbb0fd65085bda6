/**
 * Sync check: how the event logs of browsers compare with the audit log. Ids, counts and digests travel here, values never
 * do.
 */
import * as z from 'zod/mini'
import { auditRow } from './audit.ts'
import { call, listOf } from './call.ts'
import { id, idParam, instant, nanoId, sha256 } from './ids.ts'

/** At most so many commands per request. */
export const maxCommands = 500

/** An audit row that a command has written. */
export const commandRow = z.object({
  auditId: id,
  documentId: z.nullable(id),
  /** Digests of its content: see `saidText`. Null if the value was erased by law: nothing is left to compare. */
  digests: z.nullable(z.array(sha256)),
})
export type CommandRow = z.infer<typeof commandRow>

/**
 * The digested text of a coded field: its name and the value it was given. Lists only, so there is one text for one value.
 */
export const saidText = (field: string, value: unknown): string => JSON.stringify([field, value])
/** The digested text of a mass edit: the job that it started. The receipt has what the job wrote. */
export const begunText = (jobId: number): string => JSON.stringify(['job', jobId])
/**
 * The digested text of an added tag: rows hold several. Tags that an exclusive category removed for it are not included,
 * because nobody asked for their removal.
 */
export const taggedText = (tagId: number): string => JSON.stringify(['tag', tagId])

export const commands = call({
  name: 'reconcile.commands',
  method: 'POST',
  path: '/review/auditing-history/commands',
  needs: 'audit.own',
  scope: 'project',
  body: z.strictObject({ commandIds: z.array(nanoId).check(z.minLength(1), z.maxLength(maxCommands)) }),
  reply: z.object({
    /** The audit log was checked at least up to this row of the project's chain. */
    asOf: z.int(),
    at: instant,
    /** Those that are in the audit log. */
    commands: z.array(z.object({ commandId: nanoId, rows: z.array(commandRow) })),
  }),
  inArchived: true,
  summary:
    "The audit rows that commands have written, with a digest of the content of each row. One's own commands; " +
    "all commands for users who see everybody's history.",
})
export type FoundCommands = z.infer<typeof commands.reply>

/** Number of entries of a log by status. */
export const logCounts = z.strictObject({
  /** Acknowledged by the server and not looked up yet. */
  acknowledged: z.int().check(z.nonnegative(), z.maximum(1_000_000_000)),
  matched: z.int().check(z.nonnegative(), z.maximum(1_000_000_000)),
  differs: z.int().check(z.nonnegative(), z.maximum(1_000_000_000)),
  missing: z.int().check(z.nonnegative(), z.maximum(1_000_000_000)),
  /** In flight, or waiting to be sent. */
  unsent: z.int().check(z.nonnegative(), z.maximum(1_000_000_000)),
  /** Documents with edits that were never saved. */
  localOnly: z.int().check(z.nonnegative(), z.maximum(1_000_000_000)),
})
export type LogCounts = z.infer<typeof logCounts>

/** An entry that the server has acknowledged and that is missing or different in the audit log. */
export const oddEntry = z.strictObject({
  command: nanoId,
  /** Null: several documents, by a mass edit. */
  document: z.nullable(id),
  state: z.enum(['differs', 'missing']),
})
export type OddEntry = z.infer<typeof oddEntry>
/** At most so many are listed in a report; the counts include all. */
export const maxOdd = 200

const reported = {
  /** Grows within one log: of two reports of it the higher one is newer, whichever arrived last. */
  seq: id,
  /** Version of the program. */
  version: z.string().check(z.maxLength(100)),
  /** Offset of the browser's clock in ms: positive if it is behind the server's clock, negative if ahead. Null: unknown. */
  clockOffset: z.nullable(z.int()),
  /** When the log was compared with the audit log, by the server's clock, and up to which row; null: never. */
  reconciledAt: z.nullable(instant),
  reconciledTo: z.int().check(z.nonnegative()),
  counts: logCounts,
} as const

export const report = call({
  name: 'reconcile.report',
  method: 'POST',
  path: '/user/log',
  needs: 'audit.own',
  scope: 'project',
  body: z.strictObject({
    /** The browser, and its log: sign-out deletes the log, and the next one has a new id. Neither identifies a record. */
    browser: z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[\w-]+$/)),
    log: nanoId,
    ...reported,
    odd: z.array(oddEntry).check(z.maxLength(maxOdd)),
  }),
  /** False if a newer report of the log had arrived before. */
  reply: z.object({ taken: z.boolean() }),
  inArchived: true,
  summary:
    "Report how a browser's log of the project compares with the audit log: counts and the ids that differ, " +
    'no content. The session identifies its owner. Sent again or late, it changes nothing.',
})

/** A log as its browser last reported it. */
export const logReport = z.object({
  reportId: id,
  userId: id,
  userName: z.string(),
  /** The user's role in the project now; empty: none any more. */
  roleName: z.string(),
  /** Short and stable: `Chrome on Linux · k3Vp`. */
  machine: z.string(),
  ...reported,
  firstAt: instant,
  lastAt: instant,
  /** The browser has started another log since: this one was deleted there, after a sign-out. */
  ended: z.boolean(),
})
export type LogReport = z.infer<typeof logReport>

export const reports = call({
  name: 'reconcile.reports',
  method: 'GET',
  path: '/user/log',
  needs: 'audit.project',
  scope: 'project',
  reply: listOf(logReport),
  summary:
    "How the logs of the project's reviewers compare with the audit log, by person and machine, differences first.",
})

export const oddFound = z.object({
  ...oddEntry.shape,
  /** Empty if the project has no such document, or if there are several. */
  controlNumber: z.string(),
  /** The audit rows of the command. */
  rows: z.array(auditRow),
  /** The last recorded change of the document, by anybody. */
  last: z.nullable(auditRow),
})
export type OddFound = z.infer<typeof oddFound>

export const readReport = call({
  name: 'reconcile.readReport',
  method: 'GET',
  path: '/user/log/:reportId',
  needs: 'audit.project',
  scope: 'project',
  params: z.strictObject({ reportId: idParam }),
  reply: z.object({
    report: logReport,
    odd: z.array(oddFound),
    /** Earlier reports, newest first: when something began to differ. */
    history: z.array(z.object({ seq: id, at: instant, counts: logCounts })),
  }),
  summary: 'A report with the entries that differ, each beside its audit rows.',
})
export type OpenReport = z.infer<typeof readReport.reply>

export const exportReports = call({
  name: 'reconcile.exportReports',
  method: 'GET',
  path: '/user/log/export',
  needs: 'audit.project',
  scope: 'project',
  query: z.strictObject({ projectId: idParam }),
  rawReply: true,
  reply: z.any(),
  summary: 'All reports of the project as CSV: one line per log, then one line for each entry that differs.',
})
