/** A person's steps that only the record knows, however the project is coded: what the trail shows of one. */
import type { Moved } from '../events/coding/standing.ts'
import { stepsHere } from '../events/known-here.ts'
import { type AuditState, auditIn } from './audit.ts'
import { type Trails, trailOf } from './undo.ts'

export interface RecordedView {
  readonly what: 'coding' | 'tags'
  /** By which the record knows it: the id of its command. */
  readonly saveId: string
  readonly at: string
  /** The job that did it with many documents; null for what was done to this one alone. */
  readonly jobId: number | null
  readonly differences: readonly { readonly name: string; readonly before: string; readonly after: string }[]
  /** When the whole of it was taken back; null: something of it stands. */
  readonly undoneAt: string | null
  /** Why it cannot simply be taken back: what somebody has changed since. */
  readonly moved: readonly Pick<Moved, 'fieldId' | 'message'>[]
}

export interface Known {
  readonly audit: AuditState
  readonly trails: Trails
  readonly userId: number | null
}

/** What this browser's own trail shows itself, and when it has taken back what it had from the record. */
export function knownHere({ audit, trails }: Known, documentId: number) {
  const { rows, entries } = auditIn(audit, documentId)
  return { rows, ...stepsHere({ entries, ...trailOf(trails, `document:${documentId}`) }) }
}
