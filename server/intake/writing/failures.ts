/** Items that did not become documents: their exception rows, and what becomes of those that are tried again. */

import type { AuditEntry } from '../../platform/audit/entry.ts'
import { nameBlobs } from '../../platform/blobs/name.ts'
import { codeOf } from '../../platform/error-code.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { NewException } from '../../platform/jobs/tables.ts'
import { flag, isStorageFull, isUnreachable, slices } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import { sizeOf } from '../processing/large.ts'
import {
  CursorMoved,
  entry,
  failedBefore,
  type ImportState,
  type KeptFailure,
  type KeptOutcome,
  type WriteOptions,
} from './import-state.ts'

/** Writes failures; one that was there before is brought up to date. */
export async function writeFailures(
  trx: Writer,
  state: ImportState,
  failures: readonly KeptFailure[],
  at: string,
  { now, repeated }: WriteOptions,
): Promise<AuditEntry[]> {
  const fresh: NewException[] = []
  for (const { code, reason, stage, size, begun, path, sha256 } of failures) {
    const key = JSON.stringify(path)
    const again = failedBefore(repeated, path)
    const row = { code, reason, stage, size, sha256, at }
    if (again !== undefined)
      await trx
        .updateTable('exception')
        // What was taken once stays so, though nothing of it can be read now.
        .set(begun ? { ...row, begun: flag(begun) } : row)
        .where('exception_id', '=', again)
        .execute()
    else
      fresh.push({
        ...row,
        begun: flag(begun),
        project_id: state.projectId,
        job_id: state.jobId,
        document_id: null,
        path: key,
      })
  }
  await insertAll(trx, 'exception', fresh)
  const files = failures.flatMap(({ sha256, size }) => (sha256 === null ? [] : [[sha256, size] as const]))
  await nameBlobs(trx, new Map(files), at)
  return fresh.map(({ code, stage, size, sha256 }) =>
    entry(state, now, 'item.failed', null, { code, stage, size, sha256 }),
  )
}

/** What failed in an earlier run and is there now is an exception no more. */
export async function resolveRepeated(
  trx: Writer,
  state: ImportState,
  outcomes: readonly KeptOutcome[],
  { now, repeated }: WriteOptions,
): Promise<AuditEntry[]> {
  const resolved = outcomes.flatMap(({ kind, path }) =>
    kind === 'failed' ? [] : (failedBefore(repeated, path) ?? []),
  )
  for (const slice of slices(resolved, 1))
    await trx.deleteFrom('exception').where('exception_id', 'in', slice).execute()
  return resolved.map((exceptionId) => entry(state, now, 'item.recovered', null, { exceptionId }))
}

/** Whether a write failed over what was to be written, and not for want of room, of the database or of the job. */
export const isRefused = (error: unknown): boolean =>
  !(
    error instanceof CursorMoved ||
    // Said to whoever asked for the job, and no fault of the item.
    error instanceof ApiError ||
    isStorageFull(error) ||
    isUnreachable(error)
  )

/** The database's own code of an error. Its words are not repeated: they may hold what was to be written. */
export const faultOf = (error: unknown): string => codeOf(error) || 'unknown fault'

/** An item whose rows cannot be written, as an exception with the bytes of its first document. */
export function refused(outcome: KeptOutcome, error: unknown): KeptFailure {
  const { at, spent, path } = outcome
  const reason = `Its records could not be written (${faultOf(error)}).`
  if (outcome.kind === 'failed') return { ...outcome, reason, unjudged: true }
  if (outcome.kind === 'container' || outcome.kind === 'known') throw error
  const [parent] = outcome.family.members
  const [size, sha256] = parent === undefined ? [0, null] : [sizeOf(parent.bytes), parent.sha256]
  return {
    kind: 'failed',
    at,
    spent,
    path,
    code: 'corrupt',
    reason,
    stage: 'parse',
    size,
    begun: false,
    sha256,
    unjudged: true,
  }
}
