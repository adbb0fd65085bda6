/** What the parts of a write share: the import as it stands, and what it writes. */

import type { DedupeScope } from '#contracts/processing.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { ParsedFamily } from '../processing/protocol.ts'
import type { Closed, Failure, Known } from '../processing/step.ts'
import type { BesideFiles } from '../sources/beside-files.ts'
import type { JobFile } from '../sources/source-files.ts'
import type { SplitFiles } from '../sources/split-files.ts'
import type { ImportCursor } from './cursor.ts'

/** A failure whose bytes are in the file store. */
export interface KeptFailure extends Omit<Failure, 'bytes'> {
  readonly sha256: string | null
  /** Nothing was learned of the item: processes that read it were lost, or what was read could not be written. */
  readonly unjudged?: boolean
}
/** What became of an item; all files that it names are kept already. */
export type KeptOutcome = ParsedFamily | Closed | Known | KeptFailure

/** The items that came in, and what became of them (contracts/jobs.ts). */
export interface ReconciliationCounts {
  itemsIn: number
  promoted: number
  waiting: number
  duplicates: number
  deNisted: number
  containers: number
  exceptions: number
  inlineImages: number
  filtered: number
}

export interface ImportState {
  readonly jobId: number
  readonly projectId: number
  readonly custodianId: number
  readonly custodian: string
  readonly dedupe: DedupeScope
  /** Who started it, by id and as the trail names them. */
  readonly createdBy: number
  readonly user: AuditEntry['user']
  readonly sourceId: number
  /** What the job took, in order. */
  files: readonly JobFile[]
  /** The document whose file the only one of these becomes, or in which it stands; null where they are walked. */
  readonly becomes: number | null
  /** Whether it stands there, as what came out of an archive. */
  readonly inArchive: boolean
  /** The last that had been replaced there when the file was sent for it. */
  readonly putAfter: number
  /** Which of these are parts of split archives. */
  split: SplitFiles
  /** Which of these stand beside messages among them. */
  beside: BesideFiles
  /** Whether documents are promoted as they come in; else they wait for a job that promotes them. */
  readonly promote: boolean
  /** As it stands in the job's row; the next write expects it there. */
  cursor: ImportCursor
  cursorText: string
  /** What this job has written; others may have moved its documents since. */
  reconciliation: ReconciliationCounts
  /** As many as are known of. */
  itemsTotal: number
}

/** The job's row is not as this run left it: another run has taken over. */
export class CursorMoved extends Error {}

/**
 * What is tried again: an item that failed, or one with documents that were not read; those stand in the document `rootId`, a
 * family's first one or one whose file another has taken the place of.
 */
export type RepeatedItem = { readonly exceptionId: number } | { readonly rootId: number }
/** By path (JSON). */
export type Repeated = ReadonlyMap<string, RepeatedItem>

/** The exception of an item that failed before; undefined where there is none. */
export function failedBefore(repeated: Repeated | undefined, path: readonly string[]): number | undefined {
  const item = repeated?.get(JSON.stringify(path))
  return item !== undefined && 'exceptionId' in item ? item.exceptionId : undefined
}

/** The document that an item is and that is tried again; undefined where there is none. */
export function rootBefore(repeated: Repeated | undefined, path: readonly string[]): number | undefined {
  const item = repeated?.get(JSON.stringify(path))
  return item !== undefined && 'rootId' in item ? item.rootId : undefined
}

export interface WriteOptions {
  /** Bytes of the source that are done; null leaves them as they were. */
  readonly bytesDone: number | null
  readonly now: Date
  /** Where the texts are kept that a document had before. */
  readonly blobs: Blobs
  readonly repeated?: Repeated
  /** The exceptions that a retry is about; null where it is about all of the job. */
  readonly only: readonly number[] | null
}

/** An audit row of an import. */
export function entry(
  state: ImportState,
  at: Date,
  action: string,
  documentId: number | null,
  facts: Record<string, unknown>,
): AuditEntry {
  return {
    at,
    user: state.user,
    action,
    projectId: state.projectId,
    ...(documentId === null ? {} : { documentId }),
    how: 'import',
    jobId: state.jobId,
    facts,
  }
}
