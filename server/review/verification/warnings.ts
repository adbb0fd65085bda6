/** What makes a proof weaker though the chain holds. */
import type { KnownHeads } from '../../platform/audit/heads.ts'
import type { Verified } from '../../platform/audit/verify.ts'

interface Found {
  readonly verified: Verified
  readonly known: KnownHeads
  /** Triggers that do not keep the trail append-only any more. */
  readonly unguarded: readonly string[]
  /** False where the history of coding is being rebuilt, and nothing was compared with it. */
  readonly isCompared: boolean
  /** In ms since 1970. */
  readonly now: number
}

const dayMs = 24 * 3_600_000
/** A checkpoint is in the records first and then in its file: it is not missed before so many ms. */
const writingMs = 60_000

/** For people, in whole sentences; none where the proof is as good as it can be. */
export function warningsOf({ verified, known, unguarded, isCompared, now }: Found): string[] {
  const { uncovered } = verified
  const missing = known.onlyInRecords.filter(({ head }) => now - Date.parse(head.at) > writingMs)
  const [first] = missing
  return [
    ...(isCompared
      ? []
      : [
          'The history of coding is being rebuilt, and coding, tags and batches were not compared with the audit log. Verify again when that is done.',
        ]),
    ...(uncovered !== null && now - Date.parse(uncovered.since) > dayMs
      ? [
          `Rows ${uncovered.from} to ${uncovered.to} are covered by no signed checkpoint, though the first of them was written at ${uncovered.since}. The server signs while it runs.`,
        ]
      : []),
    ...(first === undefined
      ? []
      : [
          `${missing.length} signed ${missing.length === 1 ? 'checkpoint is' : 'checkpoints are'} missing in the files that are kept beside the records, the first of them signed at ${first.head.at}. Put the files back from a backup.`,
        ]),
    ...(unguarded.length === 0
      ? []
      : [
          `The database does not keep the audit log append-only: ${unguarded.join(', ')} ${unguarded.length === 1 ? 'is' : 'are'} missing or switched off.`,
        ]),
  ]
}
