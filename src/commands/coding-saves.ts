/** Saves of coding: asked for, confirmed, refused because the record had moved, failed. */
import * as z from 'zod/mini'
import {
  type CodingForm,
  type GivenUp,
  type PropagationAsked,
  type PropagationOptions,
  placeholderFormId,
  type UndoMark,
} from '#contracts/coding.ts'
import { heldOf, payloadOf } from '#contracts/coding-values.ts'
import { id } from '#contracts/ids.ts'
import {
  conflictResolved,
  saveConfirmed,
  saveConflicted,
  saveFailed,
  saveRequested,
} from '../events/catalog/coding.ts'
import { changesOf, conflictsOf, faultsOf, missing, noteIn } from '../events/coding/changes.ts'
import {
  type DocumentCoding,
  decideBetween,
  epochOf,
  fieldIn,
  heldIn,
  inConflict,
  type Save,
} from '../events/coding/document.ts'
import { currentForm, type Forms, fieldOf, formsInOrder } from '../events/coding/forms.ts'
import { chosenFor } from '../events/coding/propagating.ts'
import type { Draft } from '../events/envelope.ts'
import { formTab } from '../events/review/views.ts'
import { getIn } from '../stores/buckets.ts'
import type { RootState } from '../stores/root.ts'
import { batchInList, inLostBatch } from './batch-standing.ts'
import { isUnconfirmed, openDocument, shownDocument } from './coding-context.ts'
import { command, type DecideContext, isRejection, type Rejection, reject } from './define.ts'
import { stepFrom } from './review-moving.ts'

const ofDocument = z.object({ documentId: z.optional(id) })

/** Sends what differs from the original. What is in conflict waits for the reviewer. */
export const save = command({
  type: 'coding.save',
  capture: 'never',
  payload: ofDocument,
  decide: (state, { documentId }, ctx) => {
    const doc = openDocument(state, documentId, ctx)
    if (isRejection(doc)) return doc
    const drafts = saveDrafts(state, doc, ctx)
    if (isRejection(drafts) || drafts.length > 0) return drafts
    return undecided(doc, currentForm(state.coding.forms)) ?? reject('There is nothing to save.')
  },
  label: () => 'Save the coding',
  shortcut: 's',
  group: 'Coding',
})

/** Saves and goes on to the next document, in one gesture. Required fields keep the reviewer here. */
export const saveAndNext = command({
  type: 'coding.saveAndNext',
  capture: 'never',
  payload: ofDocument,
  decide: (state, { documentId }, ctx) => {
    const doc = shownDocument(state, documentId, ctx)
    if (isRejection(doc)) return doc
    const form = currentForm(state.coding.forms)
    const blocked = missing(doc, form)
    if (blocked.length > 0) return reject(blocked.map((one) => one.message).join(' '))
    const conflict = undecided(doc, form)
    if (conflict) return conflict
    const drafts = saveDrafts(state, doc, ctx)
    if (isRejection(drafts)) return drafts
    const next = stepFrom(state, 1, ctx)
    // At the end of the list there is nowhere to go; what was coded is saved all the same.
    if (isRejection(next)) return drafts.length > 0 ? drafts : next
    return [...drafts, ...next]
  },
  label: () => 'Save and next',
  shortcut: 'Ctrl+Enter',
  group: 'Coding',
})

/** Sends again what a failed save was to write, as it stands now. */
export const retrySave = command({
  type: 'coding.retrySave',
  capture: 'never',
  payload: ofDocument,
  decide: (state, { documentId }, ctx) => {
    const doc = openDocument(state, documentId, ctx)
    if (isRejection(doc)) return doc
    const lost = inLostBatch(state, ctx)
    if (lost) return lost
    const failed = doc.saves.filter((one) => one.failed !== null)
    if (failed.length === 0) return reject('No save has failed.')
    const only = failed.flatMap((one) => one.values.map((change) => change.fieldId))
    const faults = faultsOf(doc, currentForm(state.coding.forms))
    if (faults.length > 0) return reject(faults.map((one) => one.message).join(' '))
    const gaveUp = failed.flatMap((one) => one.gaveUp ?? [])
    const drafts = requestDrafts(state.coding.forms, doc, {
      only,
      mark: failed.at(-1)?.mark ?? null,
      gaveUp,
      batchId: batchInList(state, ctx),
      propagation: chosenIn(state, doc, ctx),
    })
    return drafts.length > 0 ? drafts : reject('There is nothing left to save.')
  },
  label: () => 'Try to save again',
})

/** The record has it: what was pending is the original now. */
export const confirmSave = command({
  type: 'coding.confirmSave',
  capture: 'never',
  payload: saveConfirmed.payload,
  decide: (state, payload) => {
    const { documentId, saveId } = payload
    return isUnconfirmed(state, documentId, saveId) ? [saveConfirmed(payload)] : []
  },
  label: () => 'The coding is saved',
})

/** The record had moved past what the reviewer had seen; nothing was written. */
export const conflictSave = command({
  type: 'coding.conflictSave',
  capture: 'never',
  payload: saveConflicted.payload,
  decide: (state, payload) => {
    const save = awaited(state, payload)
    if (!save) return []
    // Nothing was written: what it was to tell of an earlier choice is told by itself.
    const told = save.gaveUp ? givenUpDrafts(payload.documentId, save.formId, save.gaveUp, save.mark) : []
    return [saveConflicted(payload), ...told]
  },
  label: ({ conflicts }) => `Changed meanwhile: ${conflicts.map((one) => one.name).join(', ')}`,
})

export const failSave = command({
  type: 'coding.failSave',
  capture: 'never',
  payload: saveFailed.payload,
  decide: (state, payload) => (isAwaited(state, payload) ? [saveFailed(payload)] : []),
  label: ({ message }) => `Not saved: ${message}`,
})

/**
 * The reviewer's decision between two values of a field. After the last one, the save that had met the conflict goes
 * on: `mine` overwrites the version that was shown, what did not conflict goes with it.
 */
export const resolve = command({
  type: 'coding.resolve',
  capture: 'step',
  payload: z.object({ documentId: id, fieldId: id, choice: z.enum(['mine', 'theirs']) }),
  decide: (state, { documentId, fieldId, choice }, ctx) => {
    const doc = openDocument(state, documentId, ctx)
    if (isRejection(doc)) return doc
    const { forms } = state.coding
    const ruleOf = (one: number) => fieldOf(forms, one)
    const field = ruleOf(fieldId)
    if (!field || !inConflict(doc, fieldId)) return reject('This field is not in conflict.')
    const { value, version } = fieldIn(doc, fieldId)
    const theirs = heldOf(field, value)
    const mine = heldIn(doc, field, fieldId)
    const name = field.field_name
    const change = choice === 'mine' ? { before: theirs, after: mine } : { before: mine, after: theirs }
    const changes = [{ fieldId, name, ...change, epoch: epochOf(doc, fieldId) }]
    const decision = { documentId, fieldId, choice, version, changes }
    const next = decideBetween(doc, decision, ruleOf)
    const left = Object.keys(next.fields).some((one) => inConflict(next, Number(one)))
    const gaveUp = choice === 'theirs' ? [{ fieldId, value: payloadOf(field, mine), version }] : []
    const goesOn = left ? null : next.interrupted
    const only = goesOn?.values.map((one) => one.fieldId) ?? []
    return [
      conflictResolved(decision),
      ...requestDrafts(forms, next, {
        only,
        mark: goesOn?.mark ?? null,
        gaveUp,
        batchId: batchInList(state, ctx),
        propagation: asBefore(goesOn?.propagation),
      }),
    ]
  },
  inverse: (done) => {
    const taken = done.flatMap(({ payload }) => conflictResolved.payload.safeParse(payload).data ?? [])[0]
    return taken
      ? { type: 'coding.restore', payload: { documentId: taken.documentId, changes: taken.changes } }
      : null
  },
  label: ({ fieldId, choice }, { coding }) =>
    `${choice === 'mine' ? 'Keep my' : 'Take their'} ${fieldOf(coding.forms, fieldId)?.field_name ?? 'value'}`,
})

interface SaveOptions {
  /** Only these fields; without it: all that differ from the original. */
  readonly only?: readonly number[]
  readonly undoes?: readonly string[]
  readonly mark?: UndoMark | null
  /** Own values that were given up: told to the record with what is saved, or by themselves. */
  readonly gaveUp?: readonly GivenUp[]
  /** The batch that is worked on. */
  readonly batchId?: number | undefined
  /** Where else it goes, and which of its fields do. */
  readonly propagation?: Propagating | undefined
}

type Propagating = PropagationOptions & {
  readonly goes: (field: { readonly fieldId: number; readonly coding_form_field_id: number }) => boolean
}

/** What was chosen for a save that was not taken goes on with it. */
const asBefore = (asked: PropagationAsked | undefined): Propagating | undefined =>
  asked && { ...asked, goes: (field) => asked.fields.includes(field.coding_form_field_id) }

/** What was chosen for the next save of this document, or for one that was not taken. */
function chosenIn(
  { coding, review }: RootState,
  doc: DocumentCoding,
  { tabId }: DecideContext,
): Propagating | undefined {
  const chosen = chosenFor(coding.forms, doc, coding.views[formTab(review, tabId)]?.propagation)
  return chosen && { ...chosen, goes: ({ fieldId }) => !chosen.without.includes(fieldId) }
}

function propagationOf(
  chosen: Propagating | undefined,
  fields: readonly { readonly fieldId: number; readonly coding_form_field_id: number }[],
): { readonly propagation?: PropagationAsked } {
  if (chosen === undefined || chosen.Skip) return {}
  const { family, emailThread, nearDuplicates, Skip } = chosen
  const going = fields.filter(chosen.goes).map((field) => field.coding_form_field_id)
  if (going.length === 0 || !(family || emailThread || nearDuplicates)) return {}
  return { propagation: { family, emailThread, nearDuplicates, Skip, fields: going } }
}

/**
 * The save of what is pending, as facts: at most one, because its command's id is its key. Fields that several forms
 * show go with the first form that can write them, the current one before others.
 */
export function requestDrafts(forms: Forms, doc: DocumentCoding, wanted: SaveOptions = {}): readonly Draft[] {
  const { only, undoes = [], mark = null, gaveUp = [], batchId, propagation } = wanted
  const asks = (form: CodingForm) =>
    changesOf(doc, form).filter(
      ({ field }) =>
        !inConflict(doc, field.fieldId) &&
        noteIn(doc, field)?.level !== 'fault' &&
        (only === undefined || only.includes(field.fieldId)),
    )
  const form = formsInOrder(forms).find((one) => asks(one).length > 0)
  if (!form) return givenUpDrafts(doc.documentId, currentForm(forms).coding_form_id, gaveUp, mark)
  const fields = asks(form).map(({ field, to }) => {
    const { base, over } = fieldIn(doc, field.fieldId)
    return {
      fieldId: field.fieldId,
      name: field.field_name,
      value: to,
      coding_form_field_id: field.coding_form_field_id,
      seen: base,
      ...(over === base && base > 0 ? { over } : {}),
    }
  })
  const { documentId } = doc
  const told = gaveUp.length === 0 ? {} : { gaveUp: [...gaveUp] }
  return [
    saveRequested({
      documentId,
      formId: form.coding_form_id,
      fields,
      ...told,
      ...(batchId === undefined ? {} : { batchId }),
      ...propagationOf(propagation, fields),
      undoes: [...new Set(undoes)],
      mark,
    }),
  ]
}

/** A save that writes nothing but the reviewer's choices for somebody else's values. */
const givenUpDrafts = (
  documentId: number,
  formId: number,
  gaveUp: readonly GivenUp[],
  mark: UndoMark | null,
): readonly Draft[] =>
  gaveUp.length === 0
    ? []
    : [saveRequested({ documentId, formId, fields: [], gaveUp: [...gaveUp], undoes: [], mark })]

function saveDrafts(state: RootState, doc: DocumentCoding, ctx: DecideContext): readonly Draft[] | Rejection {
  const lost = inLostBatch(state, ctx)
  if (lost) return lost
  const form = currentForm(state.coding.forms)
  if (form.coding_form_id === placeholderFormId) return reject('This project has no coding form yet.')
  const faults = faultsOf(doc, form)
  if (faults.length > 0) return reject(faults.map((one) => one.message).join(' '))
  return requestDrafts(state.coding.forms, doc, {
    batchId: batchInList(state, ctx),
    propagation: chosenIn(state, doc, ctx),
  })
}

function undecided(doc: DocumentCoding, form: CodingForm): Rejection | null {
  const names = conflictsOf(doc, form).map((field) => field.field_name)
  return names.length === 0 ? null : reject(`Decide first between both values of ${names.join(', ')}.`)
}

/** A refusal of what has an answer already (a second leader asked again by the same key) changes nothing. */
const isAwaited = (state: RootState, of: { documentId: number; saveId: string }): boolean =>
  awaited(state, of) !== undefined

function awaited(
  { coding }: RootState,
  { documentId, saveId }: { documentId: number; saveId: string },
): Save | undefined {
  const doc = getIn(coding.documents, String(documentId))
  return doc?.saves.find((one) => one.saveId === saveId && one.failed === null)
}
