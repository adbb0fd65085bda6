/** What is chosen for the next save of the document in view, and what the server says that it would do. */
import { useUnit } from 'effector-react'
import type { BodyOf } from '#contracts/call.ts'
import { canPropagate } from '#contracts/coding-values.ts'
import { type PropagationPreview, type previewPropagation, relationsIn } from '#contracts/propagation.ts'
import { changesOf } from '#src/events/coding/changes.ts'
import { emptyDocument } from '#src/events/coding/document.ts'
import { currentForm } from '#src/events/coding/forms.ts'
import { chosenFor } from '#src/events/coding/propagating.ts'
import { formTab } from '#src/events/review/views.ts'
import { preview } from '#src/reads/propagation.ts'
import type { Failure } from '#src/stores/answers.ts'
import { documentIn } from '#src/stores/coding.ts'
import { $coding } from '#src/stores/coding-view.ts'
import { review } from '#src/stores/review.ts'
import { $tabId } from '#src/stores/tab.ts'
import { useRead } from '../ui/answer.ts'

export interface ChangedField {
  readonly fieldId: number
  readonly name: string
  /** It can go to other documents; else it is about this one by its kind. */
  readonly canGo: boolean
  readonly goes: boolean
}

export interface Choice {
  readonly family: boolean
  readonly emailThread: boolean
  readonly nearDuplicates: boolean
  readonly Skip: boolean
  /** Whether the next save goes anywhere. */
  readonly isOn: boolean
  readonly fields: readonly ChangedField[]
  readonly preview: PropagationPreview | null
  readonly failure: Failure | null
}

const none = { family: false, emailThread: false, nearDuplicates: false, Skip: false, without: [] }

export function useChoice(documentId: number): Choice {
  const { coding, views, tabId } = useUnit({ coding: $coding, views: review.$state, tabId: $tabId })
  const doc = documentIn(coding, documentId)
  const inView = coding.views[formTab(views, tabId)]?.propagation
  const chosen = chosenFor(coding.forms, doc ?? emptyDocument(documentId), inView)
  const { without, family, emailThread, nearDuplicates, Skip } = chosen ?? none
  const to = relationsIn({ family, emailThread, nearDuplicates, Skip })
  const form = currentForm(coding.forms)
  const changes = doc === null ? [] : changesOf(doc, form)
  const fields = changes.map(({ field, to: value }) => ({
    fieldId: field.fieldId,
    name: field.field_name,
    canGo: canPropagate(field),
    goes: canPropagate(field) && !without.some((one) => one === field.fieldId),
    change: { name: field.field_name, value, coding_form_field_id: field.coding_form_field_id },
  }))
  const going = fields.filter(({ goes }) => goes).map(({ change }) => change)
  const asked: BodyOf<typeof previewPropagation> | null =
    to.length === 0 || going.length === 0
      ? null
      : { documentId, coding_form_id: form.coding_form_id, fields: going, to: [...to] }
  const { value, failure } = useRead(preview, asked)
  return {
    ...{ family, emailThread, nearDuplicates, Skip },
    isOn: to.length > 0,
    fields,
    preview: value,
    failure,
  }
}
