/**
 * Reconciliation: how the logs that browsers keep stand against the record. Ids, counts and digests travel here, values
 * never do.
 */
import * as z from 'zod/mini'
import { auditRow } from './audit.ts'
import { call, listOf } from './call.ts'
import { id, idParam, instant, nanoId, sha256 } from './ids.ts'

/** So many commands are looked up at once. */
export const mostCommands = 500

/** A row of the record that a command has written. */
export const commandRow = z.object({
  auditId: id,
  documentId: z.nullable(id),
  /** Of what it says: see `saidText`. Null where the law had the value erased: nothing is left to compare. */
  digests: z.nullable(z.array(sha256)),
})
export type CommandRow = z.infer<typeof commandRow>

/** What is digested of a coded field: its name and the value it was given. Lists only, so there is one text for one value. */
export const saidText = (field: string, value: unknown): string => JSON.stringify([field, value])
/** …of a bulk change: the job that it began. What the job wrote is on its receipt. */
export const begunText = (jobId: number): string => JSON.stringify(['job', jobId])
/** …and of a tag that was put on: rows hold several. What leaves an exclusive category for it was not asked to go. */
export const taggedText = (tagId: number): string => JSON.stringify(['tag', tagId])

export const commands = call({
  name: 'reconcile.commands',
  method: 'POST',
  path: '/review/auditing-history/commands',
  needs: 'audit.own',
  scope: 'project',
  body: z.strictObject({ commandIds: z.array(nanoId).check(z.minLength(1), z.maxLength(mostCommands)) }),
  reply: z.object({
    /** Up to which row of the project's chain the record was looked at, at least. */
    asOf: z.int(),
    at: instant,
    /** Those that are on the record. */
    commands: z.array(z.object({ commandId: nanoId, rows: z.array(commandRow) })),
  }),
  summary:
    'What became of commands: which rows of the record each has written, with a digest of what each row says. ' +
    "One's own commands; with the history of everybody, all.",
})
export type FoundCommands = z.infer<typeof commands.reply>

/** How many entries of a log stand how. */
export const logCounts = z.strictObject({
  /** The server has acknowledged them; they were not looked up yet. */
  acknowledged: z.int().check(z.nonnegative(), z.maximum(1_000_000_000)),
  matched: z.int().check(z.nonnegative(), z.maximum(1_000_000_000)),
  differs: z.int().check(z.nonnegative(), z.maximum(1_000_000_000)),
  missing: z.int().check(z.nonnegative(), z.maximum(1_000_000_000)),
  /** On their way, or waiting for it. */
  unsent: z.int().check(z.nonnegative(), z.maximum(1_000_000_000)),
  /** Documents with edits that were never saved. */
  localOnly: z.int().check(z.nonnegative(), z.maximum(1_000_000_000)),
})
export type LogCounts = z.infer<typeof logCounts>

/** An entry that the server has acknowledged and the record does not show, or shows otherwise. */
export const oddEntry = z.strictObject({
  command: nanoId,
  /** Null: of many, by a bulk change. */
  document: z.nullable(id),
  state: z.enum(['differs', 'missing']),
})
export type OddEntry = z.infer<typeof oddEntry>
/** So many are named in a report; the counts have all. */
export const mostOdd = 200

const reported = {
  /** Counts up in one log: of two reports of it the higher one is newer, whichever came last. */
  seq: id,
  /** Of the program. */
  version: z.string().check(z.maxLength(100)),
  /** Ms by which the browser's clock is behind the server's; negative: ahead. Null: not known. */
  clockOffset: z.nullable(z.int()),
  /** When the log was held against the record, by the server's clock, and up to which row; null: never. */
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
    /** The browser, and the log in it: a sign-out deletes the log, the next one is another. Neither names a record. */
    browser: z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[\w-]+$/)),
    log: nanoId,
    ...reported,
    odd: z.array(oddEntry).check(z.maxLength(mostOdd)),
  }),
  /** False where a newer report of the log was here before. */
  reply: z.object({ taken: z.boolean() }),
  summary:
    "How a browser's log of the project stands against the record: counts and the ids that differ, no content. " +
    'Whose log it is says the session. Sent again or late, it changes nothing.',
})

/** A log as its browser has reported it last. */
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
  /** The browser has begun another log since: this one was deleted there, after a sign-out. */
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
    "How the logs of the project's reviewers stand against the record, by person and machine, differences first.",
})

export const oddFound = z.object({
  ...oddEntry.shape,
  /** Empty where the project has no such document, or where there are many. */
  controlNumber: z.string(),
  /** What the record has of the command. */
  rows: z.array(auditRow),
  /** The last change of the document that the record has, whoever made it. */
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
    /** The reports before it, newest first: when something began to differ. */
    history: z.array(z.object({ seq: id, at: instant, counts: logCounts })),
  }),
  summary: 'A report with the entries that differ, each beside what the record has of it.',
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
  summary: 'All reports of the project as CSV: a line a log, then a line for each entry that differs.',
})
