/** What is read off the record of the document in view, and when it has to be looked up. */
import { combine } from 'effector'
import type { Profile } from '#contracts/auth.ts'
import { type AuditState, audit, auditIn } from './audit.ts'
import { type CodingState, coding, documentIn } from './coding.ts'
import { recordedView } from './coding-recorded.ts'
import type { RecordedView } from './recorded.ts'
import { $shown, type TabView } from './review.ts'
import { session } from './session.ts'
import { $tagsEnabled, type TagsState, tags, tagsIn } from './tags.ts'
import { recordedTagsView } from './tags-recorded.ts'
import { undoTrail } from './undo.ts'

/** The same each time: nobody draws it anew. */
const nothing: readonly RecordedView[] = []

/** The trail's steps from the record: of the way in which the project is coded. */
export const $recorded = combine(
  audit.$state,
  coding.$state,
  undoTrail.$state,
  session.$state,
  tags.$state,
  $shown,
  $tagsEnabled,
  (audit, coding, trails, { userId }, tags, { current }, tagged): readonly RecordedView[] => {
    if (current === null) return nothing
    const known = { audit, trails, userId }
    const steps = tagged
      ? recordedTagsView({ ...known, tags }, current.documentId)
      : recordedView({ ...known, coding }, current.documentId)
    return steps.length === 0 ? nothing : steps
  },
)

/** That the record should be looked up: which document, how far it has come, and whether somebody waits for it. */
interface RecordWanted {
  readonly documentId: number
  /** The same again: there is nothing new to be found. */
  readonly asOf: string
  readonly atOnce: boolean
}

interface Known {
  readonly audit: AuditState
  readonly coding: CodingState
  readonly tags: TagsState
  readonly profile: Profile | null
}

/**
 * What the record should be looked up for: the document whose history is shown; one where something stands in this
 * person's name that was not written from here; one that has tags, of which nobody says who put them on; and what was
 * looked up before. Null: there is nothing to be found.
 */
function recordWanted(
  { audit, coding, tags, profile }: Known,
  { current, pane }: Pick<TabView, 'current' | 'pane'>,
  tagged: boolean,
): RecordWanted | null {
  const doc = current === null ? null : documentIn(coding, current.documentId)
  if (doc === null) return null
  const { documentId } = doc
  const labels = tagged ? tagsIn(tags, documentId) : null
  const fields = Object.values(doc.fields)
  const versions = fields.reduce((all, { version }) => all + version, 0)
  const asOf = `${documentId}:${versions}:${labels?.recorded.join('.') ?? ''}`
  if (pane === 'history') return { documentId, asOf, atOnce: true }
  if (doc.saves.length > 0 || (labels?.changes.length ?? 0) > 0) return null
  const elsewhere = fields.some(
    ({ by, version, mine }) => by !== null && by === profile?.userName && mine?.version !== version,
  )
  const known = auditIn(audit, documentId).totalCount !== null
  const found = (labels?.recorded.length ?? 0) > 0
  return elsewhere || found || known ? { documentId, asOf, atOnce: false } : null
}

export const $recordWanted = combine(
  audit.$state,
  coding.$state,
  tags.$state,
  session.$state,
  $shown,
  $tagsEnabled,
  (audit, coding, tags, { profile }, shown, tagged) =>
    recordWanted({ audit, coding, tags, profile }, shown, tagged),
)
