/** What a walk is told. */
import type { ExceptionCode } from '#contracts/collect.ts'
import type { KnownFiles } from './hash-lists/known-files.ts'
import type { Limits } from './limits.ts'
import type { Position, Reached } from './position.ts'

/** Why an item is not opened any more. */
export interface Poison {
  readonly code: ExceptionCode
  readonly reason: string
  /** Whether its bytes are kept; not where a process was lost over that too. */
  readonly keepBytes: boolean
}

export interface WalkOptions {
  /** Everything up to here is done. */
  readonly doneUpTo: Reached | null
  readonly limits: Limits
  /** Folder for containers inside containers; emptied of what was put there. */
  readonly spoolFolder: string
  /** Tried in this order on what is encrypted. */
  readonly passwords: readonly string[]
  /** IANA name of the zone whose days conversations are of. */
  readonly timeZone: string
  /** De-NIST lists, and what becomes of those; none where files are not tested. */
  readonly known?: KnownFiles
  /** Files beside messages (paths as JSON) that stand for themselves already. */
  readonly apart?: ReadonlySet<string>
  /** Items that are not to be opened, by their position as JSON, with the reason. */
  readonly poison?: ReadonlyMap<string, Poison>
  /** Called before an item is worked on, so that it is known where a walk died. */
  readonly onAt?: (at: Position, path: readonly string[]) => void
  /** Bytes of the source that are read. */
  readonly onRead?: (bytes: number) => void
}
