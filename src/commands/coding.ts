/** Coding a document: edits of its pending copy, and their way back. Saves are in coding-saves.ts, forms in coding-forms.ts. */
import * as z from 'zod/mini'
import { codedValue, type FormField, placeholderFormId } from '#contracts/coding.ts'
import {
  edited,
  type Held,
  hasOptions,
  heldOf,
  kindOf,
  sameValue,
  shownValue,
  synced,
  unread,
} from '#contracts/coding-values.ts'
import { id, nanoId } from '#contracts/ids.ts'
import { keysOf } from '#contracts/quick-keys.ts'
import {
  codingReset,
  type HeldChange,
  heldChange,
  initialised,
  newsMet,
  valuesRestored,
  valuesSet,
} from '../events/catalog/coding.ts'
import { fieldsOf } from '../events/coding/changes.ts'
import {
  type DocumentCoding,
  epochOf,
  expected,
  fieldIn,
  heldIn,
  hold,
  ownSave,
  restOn,
} from '../events/coding/document.ts'
import { currentForm, fieldOf } from '../events/coding/forms.ts'
import { standingOf } from '../events/coding/standing.ts'
import type { Done, Draft } from '../events/envelope.ts'
import { formTab } from '../events/review/views.ts'
import { getIn } from '../stores/buckets.ts'
import type { RootState } from '../stores/root.ts'
import { batchInList, inLostBatch } from './batch-standing.ts'
import { editableDocument, openDocument, shownDocument } from './coding-context.ts'
import { requestDrafts } from './coding-saves.ts'
import {
  type CommandInput,
  command,
  type DecideContext,
  isRejection,
  type Rejection,
  reject,
} from './define.ts'

/** Without a document: the one that stands in this window. */
const inDocument = { documentId: z.optional(id) }

/** What the record holds for a document. Work of the reviewer's own stays as it is. */
export const initialise = command({
  type: 'coding.initialise',
  capture: 'never',
  payload: initialised.payload,
  decide: ({ coding }, { documentId, values }) => {
    const doc = getIn(coding.documents, String(documentId))
    const met = values.filter(({ fieldId, version }) => {
      const known = doc?.fields[fieldId]
      return known?.pending !== undefined && version > known.version
    })
    const told = initialised({ documentId, values })
    return met.length === 0 ? [told] : [told, newsMet({ documentId, values: met })]
  },
  label: () => 'Load the coding',
})

const fieldEdit = z.object({ ...inDocument, fieldId: id, value: codedValue })

/** Choices, booleans, and whatever else is set in one go. `null` clears; a multiple choice is toggled. */
export const setValue = command({
  type: 'coding.setValue',
  capture: 'step',
  payload: fieldEdit,
  decide: decideEdit,
  inverse: putBack,
  label: editLabel,
})

/** What is typed: joins what was typed into the same field just before. */
export const typeValue = command({
  type: 'coding.typeValue',
  capture: 'merge',
  mergeKey: ({ documentId, fieldId }) => `coding:${documentId ?? ''}:${fieldId}`,
  payload: fieldEdit,
  decide: decideEdit,
  inverse: putBack,
  label: editLabel,
})

/** The keys 1–9: the value at that place of the focused field, in the document that stood there when the key was pressed. */
export const chooseByKey = command({
  type: 'coding.chooseByKey',
  capture: 'step',
  payload: z.object({
    ...inDocument,
    key: z.int().check(z.minimum(1), z.maximum(9)),
    /** The document itself was not on the screen, though its coding was known. */
    unseen: z.optional(z.boolean()),
    /** The focused field was scrolled out of view in the form; it has been brought back. */
    hidden: z.optional(z.boolean()),
  }),
  decide: (state, { documentId, key, unseen, hidden }, ctx) => {
    const doc = shownDocument(state, documentId, ctx)
    if (isRejection(doc)) return doc
    if (unseen) return reject('The document is not loaded yet: nobody codes what he does not see.')
    const field = focusedField(state, ctx.tabId)
    if (!field) return reject('Choose a field first.')
    const closed = closedSection(state, field, formTab(state.review, ctx.tabId))
    if (closed) return reject(`${field.field_name} is in ${closed.name}, which is closed: open it first.`)
    if (hidden) return reject(`${field.field_name} was out of view: it is shown now. Press the key again.`)
    if (!hasOptions(kindOf(field))) return reject(`${field.field_name} is not coded by keys.`)
    const option = optionAt(field, key)
    if (option === undefined) return reject(`${field.field_name} has no value ${key}.`)
    return decideEdit(state, { documentId, fieldId: field.fieldId, value: option }, ctx)
  },
  inverse: putBack,
  label: ({ key }, state, tabId) => {
    const field = focusedField(state, tabId)
    const value = field && optionAt(field, key)
    return field && value ? editLabel({ fieldId: field.fieldId, value }, state) : `Choose value ${key}`
  },
})

/** Applies values by field name, all in one step: a preset, or the coding of another document. */
export const syncValues = command({
  type: 'coding.sync',
  capture: 'step',
  payload: z.object({ ...inDocument, values: z.record(z.string(), codedValue) }),
  decide: (state, { documentId, values }, ctx) => {
    const doc = editableDocument(state, documentId, ctx)
    if (isRejection(doc)) return doc
    const byName = new Map(
      fieldsOf(currentForm(state.coding.forms)).map((field) => [field.field_name, field]),
    )
    const changes: HeldChange[] = []
    for (const [name, value] of Object.entries(values)) {
      const field = byName.get(name)
      if (!field) return reject(`The form has no field ${name}.`)
      if (field.is_read_only) continue
      const after = synced(field, value)
      if (after === undefined) return reject(`${name} has no such value.`)
      changes.push(...changeOf(doc, field, after))
    }
    return changes.length === 0 ? [] : [valuesSet({ documentId: doc.documentId, changes })]
  },
  inverse: putBack,
  label: ({ values }) => `Set ${Object.keys(values).join(', ')}`,
})

/** Takes pending values over that were kept outside of the log, where nothing newer is pending. */
export const recover = command({
  type: 'coding.recover',
  capture: 'step',
  payload: z.object({ documentId: id, values: z.record(z.string(), codedValue) }),
  decide: (state, { documentId, values }, ctx) => {
    const doc = openDocument(state, documentId, ctx)
    if (isRejection(doc)) return doc
    const changes = Object.entries(values).flatMap(([key, value]) => {
      const field = fieldOf(state.coding.forms, Number(key))
      if (!field || field.is_read_only || fieldIn(doc, field.fieldId).pending !== undefined) return []
      const after = synced(field, value)
      return after === undefined ? [] : changeOf(doc, field, after)
    })
    return changes.length === 0 ? [] : [valuesSet({ documentId, changes })]
  },
  inverse: putBack,
  label: () => 'Recover unsaved coding',
})

/** Puts the pending copy back to the original. Nothing to put back where there is no form yet. */
export const reset = command({
  type: 'coding.reset',
  capture: 'step',
  payload: z.object(inDocument),
  decide: (state, { documentId }, ctx) => {
    const form = currentForm(state.coding.forms)
    if (form.coding_form_id === placeholderFormId) return reject('There is no coding form to reset.')
    const doc = openDocument(state, documentId, ctx)
    if (isRejection(doc)) return doc
    const changes = fieldsOf(form).flatMap((field) =>
      fieldIn(doc, field.fieldId).pending === undefined
        ? []
        : changeOf(doc, field, heldOf(field, expected(doc, field.fieldId))),
    )
    return changes.length === 0 ? [] : [codingReset({ documentId: doc.documentId, changes })]
  },
  inverse: putBack,
  label: () => 'Reset the coding',
  group: 'Coding',
})

/**
 * Puts fields back to what they held before a step. What has been saved since is saved again, with the undo mark. Where
 * a field has moved since the step (somebody else coded it), nothing is done and the reason names both values; with
 * `overwrite` the reviewer has decided for his own.
 */
export const restore = command({
  type: 'coding.restore',
  capture: 'step',
  payload: z.object({
    documentId: id,
    /** `before` is put back where `after` stands. */
    changes: z.array(heldChange).check(z.minLength(1)),
    overwrite: z.optional(z.boolean()),
    /** Saves that are compensated, where the step itself is only known from the record. */
    undoes: z.optional(z.array(nanoId)),
    /** The save that took the step to the record, where this browser knows it. */
    savedBy: z.optional(nanoId),
  }),
  decide: (state, { documentId, changes, overwrite = false, undoes = [], savedBy }, ctx) => {
    const doc = openDocument(state, documentId, ctx)
    if (isRejection(doc)) return doc
    const ruleOf = (fieldId: number) => fieldOf(state.coding.forms, fieldId)
    const { moved, saved } = standingOf(doc, changes, ruleOf, undoes.length > 0)
    if (moved.length > 0 && !overwrite) return reject(moved.map((one) => one.message).join(' '))
    const over = overwrite ? moved.map(({ fieldId, version }) => ({ fieldId, version })) : []
    const back = changes.flatMap((change) => {
      const field = ruleOf(change.fieldId)
      return field && !field.is_read_only ? changeOf(doc, field, change.before) : []
    })
    if (back.length === 0) return []
    const next = hold(restOn(doc, over), back, ruleOf)
    const again = [...saved, ...over.map(({ fieldId }) => fieldId)]
    const compensated = again.flatMap((fieldId) => savedBy ?? ownSave(doc, fieldId) ?? [])
    const saves = requestDrafts(state.coding.forms, next, {
      only: again,
      undoes: [...undoes, ...compensated],
      batchId: batchInList(state, ctx),
    })
    // What was not saved is taken back all the same.
    const lost = saves.length > 0 ? inLostBatch(state, ctx) : null
    return lost ?? [valuesRestored({ documentId, changes: back, over }), ...saves]
  },
  inverse: putBack,
  label: ({ changes }) => `Put back ${changes.map((change) => change.name).join(', ')}`,
})

function decideEdit(
  state: RootState,
  { documentId, fieldId, value }: z.infer<typeof fieldEdit>,
  ctx: DecideContext,
): readonly Draft[] | Rejection {
  const doc = editableDocument(state, documentId, ctx)
  if (isRejection(doc)) return doc
  const field = fieldOf(state.coding.forms, fieldId)
  if (!field) return reject('The form has no such field.')
  if (field.is_read_only) return reject(`${field.field_name} is read-only.`)
  const after = edited(field, heldIn(doc, field, fieldId), value)
  if (after === undefined) return reject(`${field.field_name} has no such value.`)
  const changes = changeOf(doc, field, after, unread(field, value))
  return changes.length === 0 ? [] : [valuesSet({ documentId: doc.documentId, changes })]
}

/** One inverse for all edits: each field back to what it held before the first of them. */
function putBack(done: readonly Done[]): CommandInput | null {
  const byField = new Map<number, HeldChange>()
  let documentId: number | null = null
  for (const { payload } of done) {
    const edit = editPayload.safeParse(payload)
    if (!edit.success) continue
    documentId = edit.data.documentId
    for (const change of edit.data.changes) {
      const before = byField.get(change.fieldId)?.before ?? change.before
      byField.set(change.fieldId, { ...change, before })
    }
  }
  const changes = [...byField.values()].filter(
    ({ before, after, typed }) => typed !== undefined || !sameValue(before, after),
  )
  return documentId === null || changes.length === 0 ? null : restore({ documentId, changes })
}

const editPayload = z.object({ documentId: id, changes: z.array(heldChange) })

function changeOf(doc: DocumentCoding, field: FormField, after: Held, typed?: string): HeldChange[] {
  const { fieldId, field_name: name } = field
  const before = heldIn(doc, field, fieldId)
  const { pending, typed: typedBefore } = fieldIn(doc, fieldId)
  if (sameValue(before, after) && typedBefore === typed) return []
  const epoch = epochOf(doc, fieldId)
  const change: HeldChange = { fieldId, name, before, after, epoch }
  if (pending === undefined && epoch > 0) change.asRecorded = true
  if (typed !== undefined) change.typed = typed
  return [change]
}

/** The value that a key 1–9 stands for. */
function optionAt(field: FormField, key: number): string | undefined {
  const values = [...field.values].sort((a, b) => a.position - b.position)
  return values[keysOf(values).indexOf(key)]?.short_text_value
}

/** The section that hides a field in this tab: nobody codes what he does not see. */
function closedSection({ coding }: RootState, { fieldId }: FormField, tabId: string) {
  const section = currentForm(coding.forms).sections.find(({ fields }) =>
    fields.some((one) => one.fieldId === fieldId),
  )
  const shown =
    section && (coding.views[tabId]?.sections[section.sectionId]?.isExpanded ?? section.isExpanded)
  return shown === false ? section : undefined
}

/** In a window that was pulled out of another, the field that has the focus there. */
const focusedField = (state: RootState, tabId: string): FormField | undefined => {
  const { views, forms } = state.coding
  const focused = views[formTab(state.review, tabId)]?.focused ?? null
  return focused === null ? undefined : fieldOf(forms, focused)
}

/** 'Set Responsive to Yes'. What is typed is not repeated: it may be long, and it is nobody's business in a menu. */
function editLabel({ fieldId, value }: z.infer<typeof fieldEdit>, { coding }: RootState): string {
  const field = fieldOf(coding.forms, fieldId)
  if (!field) return 'Code a field'
  if (value === null || value === '') return `Clear ${field.field_name}`
  const kind = kindOf(field)
  if (kind === 'multi') return `Change ${field.field_name}: ${shownValue(field, value)}`
  if (kind === 'text' || kind === 'object' || kind === 'other') return `Change ${field.field_name}`
  return `Set ${field.field_name} to ${shownValue(field, value)}`
}
