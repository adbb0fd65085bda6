/** Building coding forms: beginning, editing step by step, undoing, and saving; deleting a form, and selecting one. */
import * as z from 'zod/mini'
import {
  formAnswered,
  formAsked,
  formBegun,
  formDeletionAsked,
  formDiscarded,
  formEdited,
  formRedone,
  formRefused,
  formSaved,
  formSelectionAsked,
  formUndone,
  formWarned,
} from '../events/catalog/forms.ts'
import { inverseOf } from '../events/forms/build.ts'
import { differsFrom, draftOf } from '../events/forms/forms.ts'
import { command, type DecideContext, type Rejection, reject } from './define.ts'

const never = { capture: 'never' } as const
const noManaging = reject('Review managers and stronger roles build coding forms.')
const notThere = reject('This form is not being edited any more.')
const onItsWay = reject('The form is being saved.')

const refusedTo = ({ can }: Pick<DecideContext, 'can'>): Rejection | null =>
  can('codingForm.manage') ? null : noManaging

/** Begins, or goes on with what was begun: work that is not saved is never overwritten. */
export const beginForm = command({
  ...never,
  type: 'forms.begin',
  payload: formBegun.payload,
  decide: ({ forms: { works } }, payload, ctx) => {
    const known = works[payload.key]
    const isKept =
      known !== undefined &&
      (known.sending !== null || known.base === null || differsFrom(known.build, known.base.definition))
    const isSame = known !== undefined && known.base?.version === payload.base?.version
    return refusedTo(ctx) ?? (isKept || isSame ? [] : [formBegun(payload)])
  },
  label: ({ build, formId }) =>
    formId === null ? 'Begin a coding form' : `Open the coding form ${build.name}`,
})

export const editForm = command({
  ...never,
  type: 'forms.edit',
  payload: formEdited.payload,
  decide: ({ forms: { works } }, payload, ctx) => {
    const work = works[payload.key]
    if (work === undefined) return notThere
    if (work.sending !== null) return onItsWay
    if (inverseOf(work.build, payload.edit) === null) return reject('That is not on the form any more.')
    return refusedTo(ctx) ?? [formEdited(payload)]
  },
  label: () => 'Edit a coding form',
})

const ofWork = z.strictObject({ key: z.string() })

export const undoFormEdit = command({
  ...never,
  type: 'forms.undo',
  payload: ofWork,
  decide: ({ forms: { works } }, { key }) => {
    const work = works[key]
    if (work === undefined) return notThere
    if (work.sending !== null) return onItsWay
    return work.past.length === 0 ? [] : [formUndone({ key })]
  },
  label: () => 'Undo an edit of a coding form',
})

export const redoFormEdit = command({
  ...never,
  type: 'forms.redo',
  payload: ofWork,
  decide: ({ forms: { works } }, { key }) => {
    const work = works[key]
    if (work === undefined) return notThere
    if (work.sending !== null) return onItsWay
    return work.future.length === 0 ? [] : [formRedone({ key })]
  },
  label: () => 'Redo an edit of a coding form',
})

/** What was edited goes for good. */
export const discardForm = command({
  ...never,
  type: 'forms.discard',
  payload: ofWork,
  decide: ({ forms: { works } }, { key }) => (works[key] === undefined ? [] : [formDiscarded({ key })]),
  label: () => 'Discard the changes of a coding form',
})

/** `accepted`: what it means for coded documents was shown. */
export const saveForm = command({
  ...never,
  type: 'forms.save',
  payload: z.strictObject({
    key: z.string(),
    formKey: z.string(),
    accepted: z.boolean(),
    looksAgain: z.optional(z.boolean()),
  }),
  decide: ({ forms: { works } }, { key, formKey, ...how }, ctx) => {
    const work = works[key]
    if (work === undefined) return notThere
    if (work.sending !== null) return onItsWay
    const { formId, base, build } = work
    const version = base?.version ?? null
    return refusedTo(ctx) ?? [formAsked({ key, formKey, formId, version, draft: draftOf(build), ...how })]
  },
  label: ({ key }, { forms: { works } }) => `Save the coding form ${works[key]?.build.name ?? ''}`,
})

/** By the effect, with what became of it. */
export const warnOfForm = command({
  ...never,
  type: 'forms.warn',
  payload: formWarned.payload,
  decide: (_state, payload) => [formWarned(payload)],
  label: () => 'Saving the form concerns coded documents',
})

export const confirmForm = command({
  ...never,
  type: 'forms.confirm',
  payload: formSaved.payload,
  decide: (_state, payload) => [formSaved(payload)],
  label: () => 'The coding form is saved',
})

export const refuseForm = command({
  ...never,
  type: 'forms.refuse',
  payload: formRefused.payload,
  decide: (_state, payload) => [formRefused(payload)],
  label: ({ message }) => message,
})

/** A warning was seen, or it was decided between two versions: with a base, one's own rests on that from now on. */
export const answerForm = command({
  ...never,
  type: 'forms.answer',
  payload: formAnswered.payload,
  decide: ({ forms: { works } }, payload) =>
    works[payload.key] === undefined ? notThere : [formAnswered(payload)],
  label: ({ base }) => (base === null ? 'Go on building' : `Build on version ${base.version}`),
})

export const deleteCodingForm = command({
  ...never,
  type: 'forms.delete',
  payload: formDeletionAsked.payload,
  decide: (_state, payload, ctx) => refusedTo(ctx) ?? [formDeletionAsked(payload)],
  label: ({ name }) => `Delete the coding form ${name}`,
})

export const selectCodingForm = command({
  ...never,
  type: 'forms.select',
  payload: formSelectionAsked.payload,
  decide: (_state, payload, ctx) => refusedTo(ctx) ?? [formSelectionAsked(payload)],
  label: ({ name }) => `Make ${name} the form of the project`,
})
