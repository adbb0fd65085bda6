/** Coding of the open project: its forms, each document's original and pending copy, saves on their way. */
import type { CodingForm, FieldValue, FormField, PropagationOptions } from '#contracts/coding.ts'
import {
  codingReset,
  conflictResolved,
  fieldFocused,
  formChosen,
  formsArrived,
  formsFailed,
  formsRequested,
  initialised,
  newsMet,
  propagationChosen,
  saveConfirmed,
  saveConflicted,
  saveFailed,
  saveRequested,
  sectionToggled,
  valuesRestored,
  valuesSet,
} from '../events/catalog/coding.ts'
import { isEdited } from '../events/coding/changes.ts'
import {
  absorb,
  confirm,
  conflicted,
  type DocumentCoding,
  decideBetween,
  emptyDocument,
  fail,
  hold,
  isClean,
  type RuleOf,
  restOn,
  send,
} from '../events/coding/document.ts'
import { type Forms, fieldOf, formsInOrder, noForms } from '../events/coding/forms.ts'
import { markOf, requestIdOf } from '../events/coding/mark.ts'
import { type Buckets, dropFrom, entriesOf, getIn, noBuckets, putBounded, putIn } from './buckets.ts'
import { putTab } from './by-tab.ts'
import { on, projection } from './projection.ts'

interface SectionView {
  readonly isExpanded: boolean
}

/** What one tab shows of the form. */
export interface CodingView {
  /** Only sections that stand otherwise than the form has them. */
  readonly sections: Readonly<Record<number, Partial<SectionView>>>
  readonly focused: number | null
  /** Where the next save of this document goes; absent: nowhere else. */
  readonly propagation?:
    | (PropagationOptions & { readonly documentId: number; readonly without: readonly number[] })
    | undefined
}

export interface CodingState {
  readonly forms: Forms
  /** By document id. */
  readonly documents: Buckets<DocumentCoding>
  /**
   * The documents of these that have work of the reviewer's own, each with its place in the order in which such work was
   * begun: nobody has to go through all to find them.
   */
  readonly own: Buckets<number>
  /** How often such work was begun. */
  readonly begun: number
  readonly views: Readonly<Record<string, CodingView>>
}

export const emptyCodingView: CodingView = { sections: {}, focused: null }

const initial: CodingState = {
  forms: noForms,
  documents: noBuckets,
  own: noBuckets,
  begun: 0,
  views: {},
}

/** So many documents a bucket without work of the reviewer's own: they can be fetched again. */
const cleanPerBucket = 32

export const documentIn = (
  state: Pick<CodingState, 'documents'>,
  documentId: number,
): DocumentCoding | null => getIn(state.documents, String(documentId)) ?? null

/** Whether a document has coding that was never saved. What is on its way is safe in the outbox. */
export const isUnsaved = ({ forms }: Pick<CodingState, 'forms'>, doc: DocumentCoding): boolean =>
  isUnsavedIn(formsInOrder(forms), doc)

const isUnsavedIn = (forms: readonly CodingForm[], doc: DocumentCoding): boolean =>
  forms.some((form) => isEdited(doc, form))

/** The documents that have work of the reviewer's own, the first that was begun first. */
export const ownIn = (state: Pick<CodingState, 'documents' | 'own'>): readonly DocumentCoding[] =>
  [...entriesOf(state.own)]
    .sort(([, one], [, other]) => one - other)
    .flatMap(([documentId]) => getIn(state.documents, documentId) ?? [])

/** How many documents have coding that was never saved. Counted beside all other work: in no order, nothing is made of them. */
export function countUnsaved(state: Pick<CodingState, 'documents' | 'own' | 'forms'>): number {
  const forms = formsInOrder(state.forms)
  let count = 0
  for (const [documentId] of entriesOf(state.own)) {
    const doc = getIn(state.documents, documentId)
    if (doc !== undefined && isUnsavedIn(forms, doc)) count++
  }
  return count
}

export const coding = projection<CodingState>({
  name: 'coding',
  version: 7,
  log: 'project',
  initial,
  handlers: [
    on(formsRequested, (state) => withForms(state, { asking: true })),
    on(formsArrived, (state, { list, forms }) => {
      const known = {
        ...state.forms.byId,
        ...Object.fromEntries(forms.map((form) => [form.coding_form_id, form])),
      }
      const listed = new Set(list.map((info) => info.coding_form_id))
      // Forms that are gone stay as long as documents may have work that was done with them.
      const chosen = state.forms.chosen !== null && listed.has(state.forms.chosen) ? state.forms.chosen : null
      return withForms(state, { list, byId: known, chosen, asking: false, fault: null })
    }),
    on(formsFailed, (state, { message }) => withForms(state, { asking: false, fault: message })),
    on(formChosen, (state, { formId }) => withForms(state, { chosen: formId })),

    on(initialised, absorbed),
    on(newsMet, absorbed),
    on(valuesSet, (state, { documentId, changes }) =>
      inDocument(state, documentId, (doc, ruleOf) => hold(doc, changes, ruleOf)),
    ),
    on(codingReset, (state, { documentId, changes }) =>
      inDocument(state, documentId, (doc, ruleOf) => hold(doc, changes, ruleOf)),
    ),
    on(valuesRestored, (state, { documentId, changes, over }) =>
      inDocument(state, documentId, (doc, ruleOf) => hold(restOn(doc, over), changes, ruleOf)),
    ),
    on(conflictResolved, (state, decision) =>
      inDocument(state, decision.documentId, (doc, ruleOf) => decideBetween(doc, decision, ruleOf)),
    ),

    on(saveRequested, (state, asked, { commandId, undo, at }) =>
      inDocument(withoutChoice(state, asked.documentId), asked.documentId, (doc) =>
        send(doc, {
          saveId: requestIdOf({ commandId, undo }),
          formId: asked.formId,
          at,
          values: asked.fields.map(({ fieldId, value }) => ({ fieldId, value })),
          mark: markOf(asked, undo, commandId),
          ...(asked.gaveUp === undefined ? {} : { gaveUp: asked.gaveUp }),
          ...(asked.propagation === undefined ? {} : { propagation: asked.propagation }),
          failed: null,
        }),
      ),
    ),
    on(saveConfirmed, (state, { documentId, saveId, values }) =>
      inDocument(state, documentId, (doc, ruleOf) => confirm(doc, saveId, values, ruleOf)),
    ),
    on(saveConflicted, (state, { documentId, saveId, conflicts }) =>
      inDocument(state, documentId, (doc, ruleOf) => conflicted(doc, saveId, conflicts, ruleOf)),
    ),
    on(saveFailed, (state, { documentId, saveId, code, message, goesNowhere = false }) =>
      inDocument(state, documentId, (doc) => fail(doc, saveId, { code, message }, goesNowhere)),
    ),

    on(sectionToggled, (state, { tabId, sectionId, part, on: shown }) =>
      inView(state, tabId, (view) => ({
        ...view,
        sections: { ...view.sections, [sectionId]: { ...view.sections[sectionId], [part]: shown } },
      })),
    ),
    on(fieldFocused, (state, { tabId, fieldId }) =>
      inView(state, tabId, (view) => ({ ...view, focused: fieldId })),
    ),
    on(propagationChosen, (state, { tabId, ...propagation }) =>
      inView(state, tabId, (view) => ({ ...view, propagation })),
    ),
  ],
})

/** Rules by field, from the forms that are known. */
export const ruleIn = (state: Pick<CodingState, 'forms'>): ((fieldId: number) => FormField | undefined) => {
  return (fieldId) => fieldOf(state.forms, fieldId)
}

function absorbed(
  state: CodingState,
  { documentId, values }: { readonly documentId: number; readonly values: readonly FieldValue[] },
): CodingState {
  const before = documentIn(state, documentId)
  const after = absorb(before ?? emptyDocument(documentId), values, ruleIn(state))
  return after === before ? state : withDocument(state, before, after)
}

const withForms = (state: CodingState, change: Partial<Forms>): CodingState => ({
  ...state,
  forms: { ...state.forms, ...change },
})

function withDocument(state: CodingState, before: DocumentCoding | null, after: DocumentCoding): CodingState {
  const key = String(after.documentId)
  const documents = putBounded(state.documents, key, after, cleanPerBucket, isClean)
  const was = before !== null && !isClean(before)
  const is = !isClean(after)
  if (was === is) return { ...state, documents }
  return is
    ? { ...state, documents, own: putIn(state.own, key, state.begun), begun: state.begun + 1 }
    : { ...state, documents, own: dropFrom(state.own, key) }
}

function inDocument(
  state: CodingState,
  documentId: number,
  change: (doc: DocumentCoding, ruleOf: RuleOf) => DocumentCoding,
): CodingState {
  const before = documentIn(state, documentId) ?? emptyDocument(documentId)
  const after = change(before, ruleIn(state))
  return after === before ? state : withDocument(state, before, after)
}

function inView(state: CodingState, tabId: string, change: (view: CodingView) => CodingView): CodingState {
  const before = state.views[tabId] ?? emptyCodingView
  return { ...state, views: putTab(state.views, tabId, change(before)) }
}

/** It was chosen for one save. */
function withoutChoice(state: CodingState, documentId: number): CodingState {
  const tabs = Object.entries(state.views)
  if (!tabs.some(([, { propagation }]) => propagation?.documentId === documentId)) return state
  const views = tabs.map(([tabId, view]): [string, CodingView] => [
    tabId,
    view.propagation?.documentId === documentId ? { ...view, propagation: undefined } : view,
  ])
  return { ...state, views: Object.fromEntries(views) }
}
