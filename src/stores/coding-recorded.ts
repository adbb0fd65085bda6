/** Steps of the document in view that only the record knows: coded on another day or another machine. */
import { combine } from 'effector'
import { shownValue } from '#contracts/coding-values.ts'
import { fieldNamed, isPassed, recordedSteps, standingChanges } from '../events/coding/recorded.ts'
import { type Moved, standingOf } from '../events/coding/standing.ts'
import { type AuditState, audit, auditIn } from './audit.ts'
import { type CodingState, coding, documentIn, ruleIn } from './coding.ts'
import { $shown } from './review.ts'
import { session } from './session.ts'
import { type Trails, trailOf, undoTrail } from './undo.ts'

export interface RecordedView {
  readonly saveId: string
  readonly at: string
  readonly differences: readonly { readonly name: string; readonly before: string; readonly after: string }[]
  /** When the whole of it was taken back; null: something of it stands. */
  readonly undoneAt: string | null
  /** Why it cannot simply be taken back: what somebody has changed since. */
  readonly moved: readonly Moved[]
}

interface Known {
  readonly audit: AuditState
  readonly coding: CodingState
  readonly trails: Trails
  readonly userId: number | null
}

/** Newest first; without what this browser's own trail shows. */
export function recordedView({ audit, coding, trails, userId }: Known, documentId: number): RecordedView[] {
  const { rows, entries } = auditIn(audit, documentId)
  const { done, undone } = trailOf(trails, userId, `document:${documentId}`)
  const here = new Set([...entries.map(({ commandId }) => commandId), ...done.map(({ group }) => group)])
  const doc = documentIn(coding, documentId)
  const ruleOf = ruleIn(coding)
  return recordedSteps(rows, userId)
    .filter(({ saveId }) => !here.has(saveId))
    .map((step) => {
      const { saveId, at, changes } = step
      const standing = standingChanges(step, coding.forms)
      const moved = doc ? standingOf(doc, standing, ruleOf, !isPassed(step)).moved : []
      return {
        saveId,
        at,
        moved,
        differences: changes.map(({ name, before, made, after, undoneAt }) => {
          const field = fieldNamed(coding.forms, name)
          const words = (value: typeof before) => (field ? shownValue(field, value) : String(value ?? ''))
          return { name, before: words(before), after: words(undoneAt === null ? after : made) }
        }),
        undoneAt:
          undone.find(({ group }) => group === saveId)?.at ??
          (changes.every(({ undoneAt }) => undoneAt !== null) ? (changes.at(-1)?.undoneAt ?? null) : null),
      }
    })
}

export const $recorded = combine(
  audit.$state,
  coding.$state,
  undoTrail.$state,
  session.$state,
  $shown,
  (audit, coding, trails, { userId }, { current }) =>
    current === null ? [] : recordedView({ audit, coding, trails, userId }, current.documentId),
)

/**
 * What the record should be looked up for: the document and how far its coding has come, where something stands there in
 * this person's name that was not written from here, or was looked up before. Null: there is nothing to be found.
 */
export const $recordWanted = combine(
  audit.$state,
  coding.$state,
  session.$state,
  $shown,
  (audit, coding, { profile }, { current }): string | null => {
    const doc = current === null ? null : documentIn(coding, current.documentId)
    if (doc === null || doc.saves.length > 0) return null
    const fields = Object.values(doc.fields)
    const elsewhere = fields.some(
      ({ by, version, mine }) => by !== null && by === profile?.userName && mine?.version !== version,
    )
    const known = auditIn(audit, doc.documentId).totalCount !== null
    return elsewhere || known
      ? `${doc.documentId}:${fields.reduce((all, { version }) => all + version, 0)}`
      : null
  },
)
