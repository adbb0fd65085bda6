/** The redactions on the pages of one document. Pure. */
import type { Markup, Redaction, RedactionKind } from '#contracts/redactions.ts'
import type { AskedGesture } from '../catalog/redactions.ts'
import { type DocumentOf, gesturesOn, type RemovedOf, type ShownOf } from './gestures.ts'

export type RemovedRedaction = RemovedOf<Redaction>
export type RedactedDocument = DocumentOf<Redaction, AskedGesture>
export type ShownRedaction = ShownOf<Redaction>

export const { confirmed, applied, shownIn } = gesturesOn<Redaction, AskedGesture>({
  drawn: (one: Markup['add'][number], gesture, at) => ({
    ...one,
    ...{ origin: 'hand', gesture, version: 1, by: 'You', isOwn: true, at, toCheck: false },
  }),
  placeOf: ({ page }) => page,
})

/** 'Redact words': for people, and without what stands there. */
export const kindWords: Readonly<Record<RedactionKind, string>> = {
  box: 'a box',
  words: 'words',
  page: 'a whole page',
  inverse: 'all but a box',
}
