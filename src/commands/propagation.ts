/** Where the next save of a document goes: chosen beside the form, for one save. */
import * as z from 'zod/mini'
import { canPropagate } from '#contracts/coding-values.ts'
import { id } from '#contracts/ids.ts'
import { propagationChosen } from '../events/catalog/coding.ts'
import { fieldsOf } from '../events/coding/changes.ts'
import { currentForm, fieldOf } from '../events/coding/forms.ts'
import { chosenFor } from '../events/coding/propagating.ts'
import type { Draft } from '../events/envelope.ts'
import { formTab } from '../events/review/views.ts'
import type { RootState } from '../stores/root.ts'
import { shownDocument } from './coding-context.ts'
import { command, type DecideContext, isRejection, type Rejection, reject } from './define.ts'

const option = z.enum(['family', 'emailThread', 'nearDuplicates', 'Skip'])
export type PropagationOption = z.infer<typeof option>

export const optionWords: Readonly<Record<PropagationOption, string>> = {
  family: 'the family',
  emailThread: 'the e-mail thread',
  nearDuplicates: 'near-duplicates',
  Skip: 'no other document',
}

/** Turns an option on or off. Skip is this document only: it excludes the others, and they it. */
export const choose = command({
  type: 'propagation.choose',
  capture: 'never',
  payload: z.object({ documentId: id, option }),
  decide: (state, { documentId, option: turned }, ctx) => {
    const before = chosen(state, documentId, ctx)
    if (isRejection(before)) return before
    const { family, emailThread, nearDuplicates } = before
    const now =
      turned === 'Skip'
        ? { ...none, Skip: !before.Skip }
        : { ...{ family, emailThread, nearDuplicates }, Skip: false, [turned]: !before[turned] }
    return tell(state, documentId, { ...before, ...now }, ctx)
  },
  label: ({ option: turned }) => `Propagate to ${optionWords[turned]}`,
})

/** Lets the change of a field go with the others, or keeps it with this document. */
export const chooseField = command({
  type: 'propagation.chooseField',
  capture: 'never',
  payload: z.object({ documentId: id, fieldId: id }),
  decide: (state, { documentId, fieldId }, ctx) => {
    const before = chosen(state, documentId, ctx)
    if (isRejection(before)) return before
    const field = fieldOf(state.coding.forms, fieldId)
    if (field === undefined) return reject('The form has no such field.')
    if (!canPropagate(field))
      return reject(`${field.field_name} is about one document: it is not propagated.`)
    const without = before.without.includes(fieldId)
      ? before.without.filter((one) => one !== fieldId)
      : [...before.without, fieldId]
    return tell(state, documentId, { ...before, without }, ctx)
  },
  label: ({ fieldId }, { coding }) =>
    `Propagate ${fieldOf(coding.forms, fieldId)?.field_name ?? 'a field'}, or not`,
})

const none = { family: false, emailThread: false, nearDuplicates: false, Skip: false }
type Chosen = typeof none & { readonly without: readonly number[] }

function chosen(state: RootState, documentId: number, ctx: DecideContext): Chosen | Rejection {
  const doc = shownDocument(state, documentId, ctx)
  if (isRejection(doc)) return doc
  const { projectId } = ctx
  const project = projectId === null ? undefined : state.selection.projects[projectId]
  if (project?.propagationEnabled === false) return reject('Propagation is switched off in this project.')
  const { coding, review } = state
  const known = chosenFor(coding.forms, doc, coding.views[formTab(review, ctx.tabId)]?.propagation)
  if (known !== undefined) return known
  const about = fieldsOf(currentForm(coding.forms)).filter((field) => !canPropagate(field))
  return { ...none, without: about.map((field) => field.fieldId) }
}

function tell(
  { review }: RootState,
  documentId: number,
  { family, emailThread, nearDuplicates, Skip, without }: Chosen,
  { tabId }: DecideContext,
): readonly Draft[] {
  const options = { family, emailThread, nearDuplicates, Skip }
  return [propagationChosen({ tabId: formTab(review, tabId), documentId, ...options, without: [...without] })]
}
