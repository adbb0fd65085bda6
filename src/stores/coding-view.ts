/** What the coding form shows, ready to be drawn: sections and fields in order, each with all that stands beside it. */
import { combine } from 'effector'
import type { ChoiceColor, CodingForm, FormField } from '#contracts/coding.ts'
import {
  checkedOf,
  type FieldKind,
  type Held,
  kindOf,
  type Note,
  shownValue,
} from '#contracts/coding-values.ts'
import { keysOf } from '#contracts/quick-keys.ts'
import {
  type Blocker,
  blockers,
  changesOf,
  conflictsOf,
  formActionOf,
  isEdited,
  missing,
  modifyActionOf,
  noteIn,
} from '../events/coding/changes.ts'
import {
  type DocumentCoding,
  emptyDocument,
  expected,
  fieldIn,
  heldIn,
  inConflict,
  onItsWay,
} from '../events/coding/document.ts'
import {
  codingIndex,
  currentForm,
  type FormInfo,
  type Forms,
  placeholderForm,
} from '../events/coding/forms.ts'
import {
  type CodingState,
  type CodingView,
  coding,
  documentIn,
  emptyCodingView,
  isUnsaved,
  ownIn,
  ruleIn,
} from './coding.ts'
import { $currentDocument, $shown } from './review.ts'
import { $tabId } from './tab.ts'
import { tags } from './tags.ts'

interface ConflictView {
  readonly yours: string
  readonly theirs: string
  readonly by: string | null
  readonly at: string | null
  readonly version: number
  /** The choice lets a save go on that waits for it. */
  readonly saves: boolean
}

interface OptionView {
  readonly choiceId: number
  readonly text: string
  readonly checked: boolean
  /** 1–9 where a key chooses it. */
  readonly key: number | null
  /** That it is marked with beside its text. */
  readonly color: ChoiceColor | null
}

export interface FieldView {
  readonly fieldId: number
  readonly name: string
  readonly kind: FieldKind
  readonly typeId: number
  readonly readOnly: boolean
  readonly required: boolean
  /** What reviewers are told about it. */
  readonly help: string | null
  /** What an input shows: what the form holds, else what was typed and cannot be read. */
  readonly held: Held
  readonly options: readonly OptionView[]
  /** In words. */
  readonly shown: string
  /** What the record has, in words. */
  readonly original: string
  readonly dirty: boolean
  readonly saving: boolean
  /** 0 none, 1 added, 2 changed, 3 removed. */
  readonly modifyActionType: number
  /** To be seen before saving. */
  readonly note: Note | null
  readonly missing: boolean
  readonly conflict: ConflictView | null
  readonly codedBy: string | null
  readonly codedAt: string | null
  readonly focused: boolean
}

export interface SectionShown {
  readonly sectionId: number
  readonly name: string
  readonly isExpanded: boolean
  readonly fields: readonly FieldView[]
  readonly dirty: boolean
}

/** `conflict` before `failed` before `saving` before `edited`: what needs the reviewer most. */
export type CodingStatus = 'loading' | 'clean' | 'edited' | 'saving' | 'failed' | 'conflict'

export interface FormView {
  readonly documentId: number
  readonly formId: number
  readonly formName: string
  readonly codingIndex: number
  readonly status: CodingStatus
  /** Whether the document has a value of any field of the form, on the record. */
  readonly coded: boolean
  readonly sections: readonly SectionShown[]
  readonly changes: number
  /** Whether there is something to save or to take back, be it readable or not. */
  readonly edited: boolean
  readonly modifyActionType: number
  /** Why the document cannot be left now. */
  readonly blockers: readonly Blocker[]
  /** Why "Save and next" would stay here. */
  readonly missing: readonly Blocker[]
  readonly conflicts: readonly FormField[]
  /** Saves asked for and not answered. */
  readonly saving: number
  readonly failure: string | null
  readonly readOnly: boolean
}

/** The same as long as nothing of it has changed: other documents come and go while this one is looked at. */
export function formView(state: CodingState, documentId: number, tabId: string): FormView {
  const doc = documentIn(state, documentId)
  const view = state.views[tabId] ?? emptyCodingView
  if (doc === null) return drawn(state, documentId, null, view)
  const known = formViews.get(doc)
  if (known?.forms === state.forms && known.view === view) return known.shown
  const shown = drawn(state, documentId, doc, view)
  formViews.set(doc, { forms: state.forms, view, shown })
  return shown
}
const formViews = new WeakMap<
  DocumentCoding,
  { readonly forms: Forms; readonly view: CodingView; readonly shown: FormView }
>()

function drawn(
  state: CodingState,
  documentId: number,
  doc: DocumentCoding | null,
  view: CodingView,
): FormView {
  const form = currentForm(state.forms)
  const shown = doc ?? { documentId, fields: {}, saves: [], interrupted: null }
  const sections = [...form.sections].sort(byPosition).map((section) => {
    const fields = [...section.fields].sort(byPosition).map((field) => fieldView(shown, field, view))
    const { isExpanded } = { ...section, ...view.sections[section.sectionId] }
    const { sectionId, name } = section
    return { sectionId, name, isExpanded, fields, dirty: fields.some((field) => field.dirty) }
  })
  return {
    documentId,
    formId: form.coding_form_id,
    formName: form.name,
    codingIndex: codingIndex(state.forms),
    status: doc === null ? 'loading' : statusOf(doc, form),
    coded: sections.some(({ fields }) =>
      fields.some(({ fieldId }) => fieldIn(shown, fieldId).value !== null),
    ),
    sections,
    changes: changesOf(shown, form).length,
    edited: isEdited(shown, form),
    modifyActionType: formActionOf(shown, form),
    blockers: blockers(form, shown),
    missing: doc === null ? [] : missing(shown, form),
    conflicts: conflictsOf(shown, form),
    saving: shown.saves.filter((save) => save.failed === null).length,
    failure: shown.saves.find((save) => save.failed !== null)?.failed?.message ?? null,
    readOnly: doc === null || form === placeholderForm,
  }
}

/** A field as it stands before anything is coded. */
export const emptyFieldView = (field: FormField): FieldView =>
  fieldView(emptyDocument(0), field, emptyCodingView)

function fieldView(doc: DocumentCoding, field: FormField, view: CodingView): FieldView {
  const { fieldId } = field
  const state = fieldIn(doc, fieldId)
  const held = heldIn(doc, field, fieldId)
  const change = changesOf(doc, { sections: [oneField(field)] })[0]
  const checked = checkedOf(held)
  const kind = kindOf(field)
  const values = [...field.values].sort(byPosition)
  const keys = keysOf(values)
  return {
    fieldId,
    name: field.field_name,
    kind,
    typeId: field.field_type_id,
    readOnly: field.is_read_only,
    required: field.is_required,
    held: state.typed ?? held,
    help: field.help ?? null,
    options: values.map((option, at) => ({
      choiceId: option.choiceId,
      text: option.short_text_value,
      checked: checked.includes(option.short_text_value),
      key: keys[at] ?? null,
      color: option.color ?? null,
    })),
    shown: checked.length > 0 ? checked.join('; ') : shownValue(field, held),
    original: shownValue(field, expected(doc, fieldId)),
    dirty: isEdited(doc, { sections: [oneField(field)] }),
    saving: onItsWay(doc, fieldId) !== undefined,
    modifyActionType: change ? modifyActionOf(change) : 0,
    note: field.is_read_only ? null : noteIn(doc, field),
    missing: missing(doc, { sections: [oneField(field)] }).length > 0,
    conflict: inConflict(doc, fieldId) ? conflictView(doc, field, held) : null,
    codedBy: state.by,
    codedAt: state.at,
    focused: view.focused === fieldId,
  }
}

function conflictView(doc: DocumentCoding, field: FormField, held: Held): ConflictView {
  const { value, version, by, at } = fieldIn(doc, field.fieldId)
  const yours = checkedOf(held).length > 0 ? checkedOf(held).join('; ') : shownValue(field, held)
  return { yours, theirs: shownValue(field, value), by, at, version, saves: doc.interrupted !== null }
}

function statusOf(doc: DocumentCoding, form: CodingForm): CodingStatus {
  if (Object.keys(doc.fields).some((fieldId) => inConflict(doc, Number(fieldId)))) return 'conflict'
  if (doc.saves.some((save) => save.failed !== null)) return 'failed'
  if (doc.saves.length > 0) return 'saving'
  return isEdited(doc, form) ? 'edited' : 'clean'
}

/** A copy of the form with a document's values as checked flags, for whoever reads forms as the contract has them. */
export function copyOf(form: CodingForm, doc: DocumentCoding, which: 'original' | 'pending'): CodingForm {
  const heldBy = (field: FormField): Held => {
    if (which === 'pending') return heldIn(doc, field, field.fieldId)
    const { pending: _, ...original } = fieldIn(doc, field.fieldId)
    return heldIn({ ...doc, fields: { [field.fieldId]: original } }, field, field.fieldId)
  }
  const filled = (field: FormField): FormField => {
    const checked = checkedOf(heldBy(field))
    const values = field.values.map((one) => ({ ...one, checked: checked.includes(one.short_text_value) }))
    return { ...field, values }
  }
  return {
    ...form,
    modifyActionType: which === 'pending' ? formActionOf(doc, form) : 0,
    sections: form.sections.map((section) => ({ ...section, fields: section.fields.map(filled) })),
  }
}

/** The pending copy as other pages read it: the form's place in the list, and the pending values by field id. */
export function mirrorOf(
  state: CodingState,
  documentId: number,
): { readonly codingIndex: number; readonly values: Readonly<Record<string, Held>> } {
  const doc = documentIn(state, documentId)
  const pending = Object.entries(doc?.fields ?? {}).flatMap(([fieldId, field]): [string, Held][] =>
    field.pending === undefined ? [] : [[fieldId, field.pending]],
  )
  return { codingIndex: codingIndex(state.forms), values: Object.fromEntries(pending) }
}

/**
 * The values of a document as the record holds them for all that this browser knows, for the list's marks; null where
 * the document has not been loaded here and the row says more.
 */
export function codedNow(state: CodingState, documentId: number): CodedSummary | null {
  const doc = documentIn(state, documentId)
  if (doc === null) return null
  // The same document and forms give the same list, so that rows which have not changed are not drawn again.
  const known = summaries.get(doc)
  if (known?.forms === state.forms) return known.summary
  const ruleOf = ruleIn(state)
  const summary = Object.keys(doc.fields).flatMap((key) => {
    const rule = ruleOf(Number(key))
    const { value } = fieldIn(doc, Number(key))
    return !rule || value === null ? [] : [{ field: rule.field_name, value: shownValue(rule, value) }]
  })
  summaries.set(doc, { forms: state.forms, summary })
  return summary
}
type CodedSummary = readonly { readonly field: string; readonly value: string }[]
const summaries = new WeakMap<DocumentCoding, { forms: CodingState['forms']; summary: CodedSummary }>()

/** What became of a document's coding that is not on the record: a conflict, a refused save, edits, a save on its way. */
export type Unsettled = (typeof unsettledWords)[number]
const unsettledWords = ['conflict', 'failed', 'edited', 'saving'] as const

function unsettledOf(state: CodingState, doc: DocumentCoding): Unsettled | null {
  const known = unsettledKnown.get(doc)
  if (known?.forms === state.forms) return known.what
  const what = unsettledNow(state, doc)
  unsettledKnown.set(doc, { forms: state.forms, what })
  return what
}
const unsettledKnown = new WeakMap<DocumentCoding, { forms: Forms; what: Unsettled | null }>()

function unsettledNow(state: CodingState, doc: DocumentCoding): Unsettled | null {
  if (Object.keys(doc.fields).some((fieldId) => inConflict(doc, Number(fieldId)))) return 'conflict'
  if (doc.saves.some((save) => save.failed !== null)) return 'failed'
  if (isUnsaved(state, doc)) return 'edited'
  return doc.saves.length > 0 ? 'saving' : null
}

export const $coding = coding.$state
/**
 * The documents whose coding or tags are not on the record, by id, the first that was begun first: for the foot of the
 * screen and for the marks of the list. As text in between, so that a change that is none to this is no news to who
 * shows it.
 */
export const $unsettled = combine($coding, tags.$state, (state, { refused }) =>
  [
    ...ownIn(state).map((doc) => `${doc.documentId}:${unsettledOf(state, doc) ?? ''}`),
    ...refused.map((documentId) => `${documentId}:${'failed' satisfies Unsettled}`),
  ].join(' '),
).map(readUnsettled)

function readUnsettled(text: string): ReadonlyMap<number, Unsettled> {
  return new Map(
    text.split(' ').flatMap((one): [number, Unsettled][] => {
      const [id, word] = one.split(':')
      const what = unsettledWords.find((known) => known === word)
      return what === undefined ? [] : [[Number(id), what]]
    }),
  )
}
/** The list of forms for the form menu. */
export const $formList = combine($coding, ({ forms }): readonly FormInfo[] => forms.list ?? [])
/**
 * The form of the document that this tab shows; null where none stands open. It loads for as long as the document is not
 * here, although its coding may be known: nobody codes what he does not see.
 */
export const $formView = combine(
  $coding,
  $shown,
  $tabId,
  $currentDocument,
  (state, { current }, tabId, document): FormView | null => {
    if (current === null) return null
    const view = formView(state, current.documentId, tabId)
    return document === null ? { ...view, status: 'loading' } : view
  },
)

const oneField = (field: FormField): CodingForm['sections'][number] => ({
  sectionId: 0,
  position: 0,
  name: '',
  isExpanded: true,
  isEditing: false,
  fields: [field],
})

const byPosition = (a: { position: number }, b: { position: number }) => a.position - b.position
