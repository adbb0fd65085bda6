/** A bulk change as its job works on it, and what one step of it comes to. */

import { type BulkWhat, bulkWhat, type LeftReason } from '#contracts/bulk.ts'
import { type BulkKind, bulkKind } from '#contracts/bulk-changes.ts'
import type { UndoMark } from '#contracts/coding.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { SaveContext } from '../coding/save.ts'
import type { BulkRowTable } from './tables.ts'
import { type BulkValues, valuesOf } from './values.ts'

export interface BulkWork {
  readonly jobId: number
  readonly projectId: number
  readonly kind: BulkKind
  readonly reverses: number | null
  readonly what: BulkWhat
  readonly changes: unknown
  /** What it has for each document of its own; null where all become the same, and where it takes another back. */
  readonly values: BulkValues | null
  readonly families: boolean
  readonly commandId: string
  readonly correlationId: string
  readonly user: SaveContext['user']
  readonly undo: UndoMark
}

/** What a step wrote, for the receipt, the trail and the index. */
export interface Step {
  readonly rows: BulkRowTable[]
  readonly entries: AuditEntry[]
  readonly changed: Set<number>
  written: number
  alreadySo: number
}

export const newStep = (): Step => ({ rows: [], entries: [], changed: new Set(), written: 0, alreadySo: 0 })

/** What is not written of one value, and stands in the receipt with the reason. */
export interface Left {
  readonly documentId: number
  readonly targetId: number
  readonly reason: LeftReason
  /** What it should have become. */
  readonly wanted: unknown
  readonly standing: {
    readonly value: unknown
    readonly version: number
    readonly byUser: number | null
    readonly at: string | null
  }
}

export const leftRow = (jobId: number, { documentId, targetId, reason, wanted, standing }: Left) => ({
  job_id: jobId,
  document_id: documentId,
  target_id: targetId,
  outcome: reason,
  before: JSON.stringify(wanted ?? null),
  before_version: 0,
  after: JSON.stringify(standing.value ?? null),
  after_version: standing.version,
  by_user: standing.byUser,
  at: standing.at,
})

export async function loadWork(read: Reader, jobId: number): Promise<BulkWork> {
  const row = await read
    .selectFrom('bulk as b')
    .innerJoin('job as j', 'j.job_id', 'b.job_id')
    .innerJoin('app_user as u', 'u.user_id', 'j.created_by')
    .innerJoin('bulk as root', 'root.job_id', 'b.root_id')
    .leftJoin('bulk as back', 'back.job_id', 'b.reverses')
    .selectAll('b')
    .select(['u.user_id', 'u.name', 'root.command_id as root_command', 'back.command_id as reversed_command'])
    .where('b.job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  const kind = bulkKind.parse(row.kind)
  return {
    jobId,
    projectId: row.project_id,
    kind,
    reverses: row.reverses,
    what: bulkWhat.parse(row.what),
    changes: JSON.parse(row.changes),
    values: await valuesOf(read, jobId),
    families: row.families === 1,
    commandId: row.command_id,
    correlationId: row.correlation_id,
    user: { userId: row.user_id, name: row.name, role: row.role },
    undo: {
      kind,
      group: row.root_command,
      targets: row.reversed_command === null ? [] : [row.reversed_command],
    },
  }
}

/** Who writes, by which command, for the trail. */
export const contextOf = ({ projectId, user, commandId }: BulkWork, at: Date): SaveContext => ({
  projectId,
  user,
  at,
  commandId,
})

/** How its rows of the trail came to be. */
export const howOf = ({ kind }: BulkWork): 'bulk' | 'undo' | 'redo' => (kind === 'do' ? 'bulk' : kind)
