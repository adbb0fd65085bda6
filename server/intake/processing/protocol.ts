/** What the import and its parsing process say to each other. */

import type { SplitSet } from './archives/split.ts'
import type { KnownRequest } from './hash-lists/known-files.ts'
import type { Limits } from './limits.ts'
import type { FileBeside } from './mail/join-beside.ts'
import type { Family, MessageRules } from './member.ts'
import type { Position, Reached } from './position.ts'
import type { Closed, Failure, Known } from './step.ts'
import type { Poison } from './walk-options.ts'

/** A file that is walked: positions of what is in it begin with its index. */
export interface SourceFile {
  readonly index: number
  /** Where its bytes are. */
  readonly file: string
  /** Folders and name, as people know it. */
  readonly path: readonly string[]
  readonly size: number
  /** Last change, where it is known. */
  readonly modifiedAt: string | null
  /** It is one document, whatever it holds, and stands at this path; where none is said, it is walked. */
  readonly place?: readonly string[]
  /** Which of the sets of the request it belongs to by its name, and as which part. */
  readonly part?: { readonly set: number; readonly number: number }
  /** Files beside the message that it is; none of them is a source itself. */
  readonly beside?: readonly FileBeside[]
}

export interface ParseRequest {
  /** In the order of their indexes. */
  readonly sources: readonly SourceFile[]
  /** Files that by their names are parts of split archives; some may be no sources here. */
  readonly sets: readonly SplitSet[]
  readonly doneUpTo: Reached | null
  readonly maxTextSize: number
  readonly limits: Limits
  readonly spoolFolder: string
  /** Tried in this order on what is encrypted. */
  readonly passwords: readonly string[]
  /** IANA name of the zone whose days conversations are of. */
  readonly timeZone: string
  readonly messages: MessageRules
  /** De-NIST lists; null where files are not tested. */
  readonly known: KnownRequest | null
  /** Positions (as JSON) of items that killed an earlier process. */
  readonly poison: readonly (readonly [at: string, Poison])[]
  /** Only items of these paths (as JSON); all where null. */
  readonly only: readonly string[] | null
  /** Of these, containers of which nothing was read yet: all that they hold is asked for too. */
  readonly opened: readonly string[]
  /** Split archives of which parts were missing, and parts that have come (paths as JSON), and what of each was taken already: all else is asked for. */
  readonly continued: readonly (readonly [path: string, taken: readonly string[]])[]
  /** Files beside messages (paths as JSON) that an earlier run took for themselves: they are none of their messages' any more. */
  readonly apart: readonly string[]
  /** A process was lost: the next items are handed over one by one, so that the one to blame is the one it is on. */
  readonly careful: boolean
  /** Comes to an end after so many milliseconds, to be asked again for the rest: no process lives for ever. */
  readonly shiftMs: number
}

export interface ParsedFamily extends Reached {
  readonly kind: 'family'
  readonly path: readonly string[]
  readonly family: Family
}
/** What became of one item of the source. */
export type Outcome = ParsedFamily | Closed | Known | Failure

/** A part of the result. */
export interface Batch {
  readonly outcomes: readonly Outcome[]
  /** Bytes of the sources that are read so far. */
  readonly bytesRead: number
  /** Items that are known to be in the sources begun since the last part, besides these themselves. */
  readonly items: number
}

export interface Parsed {
  /** False where its time was over first. */
  readonly finished: boolean
  /** Up to where the walk came, whether what it came by was asked for or not. */
  readonly reached: Reached | null
}

/** What is worked on, as the process's journal has it. */
export interface ItemLocation {
  /** Of a source itself while nothing in it is begun. */
  readonly at: Position
  readonly path: readonly string[]
}
