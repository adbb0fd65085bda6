/**
 * What each view of a project shows, kept as long as nothing has changed that it rests on: the search needs the whole set each
 * time, and reading it anew costs more than the search.
 */
import type { View } from '../../platform/http/view.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { Watched } from '../../platform/records/watched.ts'
import { type Seen, seenBy } from './door.ts'

declare module '../../platform/services.ts' {
  interface Services {
    readonly seenSets: SeenSets
  }
}

export interface SeenSets {
  /** What of a project there is for somebody, as the search takes it; undefined: all. */
  of(view: View | null): Promise<Seen | undefined>
}

/** What `seenBy` reads, but for batches: those change with each that is taken, and hold few documents. */
export const seenRestsOn: Watched = {
  document: ['project_id', 'custodian_id', 'job_id', 'family_id', 'source_path'],
  document_custodian: ['document_id', 'custodian_id'],
  document_copy: ['document_id', 'custodian_id', 'job_id', 'source_path'],
  document_folder: ['document_id', 'folder_id'],
  folder: ['parent_id', 'deleted_with'],
  custodian: ['name'],
  job: ['source_id'],
  redaction: ['document_id', 'removed_at'],
  redacted_cells: ['document_id', 'removed_at', 'kind'],
  left_out: ['document_id', 'kind', 'job_id', 'path'],
}

/** The sets that were asked for last. One of a million documents takes 170 KB. */
const most = 64

/** `read` is without limits; `version` goes up whenever what the sets rest on may have changed. */
export function keepSeenSets(read: Reader, version: () => number): SeenSets {
  const kept = new Map<string, { readonly version: number; readonly seen: Promise<Seen | undefined> }>()
  return {
    of: (view) => {
      if (view === null || view.batchesOf !== null) return seenBy(read, view)
      const key = JSON.stringify(view)
      const now = version()
      const found = kept.get(key)
      kept.delete(key)
      const one = found?.version === now ? found : { version: now, seen: seenBy(read, view) }
      kept.set(key, one)
      const [oldest] = kept.keys()
      if (kept.size > most && oldest !== undefined) kept.delete(oldest)
      one.seen.catch(() => {
        if (kept.get(key) === one) kept.delete(key)
      })
      return one.seen
    },
  }
}
