/** Required fields keep a reviewer on the document that he has begun to code. */
import { blockers } from '../events/coding/changes.ts'
import { currentForm } from '../events/coding/forms.ts'
import { getIn } from '../stores/buckets.ts'
import type { RootState } from '../stores/root.ts'
import { type Rejection, reject } from './define.ts'

/** Why the document cannot be left for the other one; null where it can. */
export function staysOn(
  { coding }: RootState,
  documentId: number | null | undefined,
  target: number | null,
): Rejection | null {
  if (documentId === null || documentId === undefined || documentId === target) return null
  const doc = getIn(coding.documents, String(documentId))
  const blocked = doc ? blockers(currentForm(coding.forms), doc) : []
  return blocked.length === 0 ? null : reject(blocked.map((one) => one.message).join(' '))
}
