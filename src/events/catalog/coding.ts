/**
 * Coding: forms as the project has them, what a document's fields hold, and each save with its end. Edits and saves are
 * kept for ever; what the server can tell again is not. Values stand here, document text never does.
 */
import * as z from 'zod/mini'
import {
  codedValue,
  codingForm,
  codingFormInfo,
  conflict,
  fieldChange,
  fieldValue,
  givenUp,
  propagationAsked,
  propagationDone,
  propagationOptions,
  undoMark,
} from '#contracts/coding.ts'
import { id, nanoId } from '#contracts/ids.ts'
import { event } from '../define.ts'

const documentStream = ({ documentId }: { documentId: number }) => `document:${documentId}`
/** What a reviewer did to a document, and how it ended: kept for ever. */
const change = { log: 'project', retention: 'audit', stream: documentStream } as const
const formsStream = () => 'codingForms'
const forms = { log: 'project', retention: 'session', stream: formsStream } as const
const view = {
  log: 'project',
  retention: 'session',
  stream: ({ tabId }: { tabId: string }) => `view:${tabId}`,
} as const

/** A form with the revision that a cached copy is good for. */
export const storedForm = z.extend(codingForm, { revision: z.int() })
export type StoredForm = z.infer<typeof storedForm>

/** One field, as an edit found it and as it left it (what the form holds, not what is sent). */
export const heldChange = z.object({
  fieldId: id,
  name: z.string(),
  before: codedValue,
  after: codedValue,
  /** The field's epoch then (document.ts): a higher one now says that the record has changed since. */
  epoch: z.int(),
  /** What was typed where it is no value of the field: `after` is empty then. */
  typed: z.optional(z.string()),
  /** Nothing was pending, so nothing on its way: `before` is what the record had, and `epoch` its version. */
  asRecorded: z.optional(z.literal(true)),
})
export type HeldChange = z.infer<typeof heldChange>

// ── forms ───────────────────────────────────────────────────────────────────────────────────────────────────────

export const formsRequested = event({
  ...forms,
  type: 'coding.formsRequested',
  payload: z.object({}),
})

/**
 * The project's forms in order; `forms` are those that were not known in that revision. Kept with the coding: without the
 * rules of its form nobody could say later what a coded value was.
 */
export const formsArrived = event({
  type: 'coding.formsArrived',
  log: 'project',
  retention: 'audit',
  stream: formsStream,
  payload: z.object({ list: z.array(codingFormInfo), forms: z.array(storedForm) }),
})

export const formsFailed = event({
  ...forms,
  type: 'coding.formsFailed',
  payload: z.object({ message: z.string() }),
})

/** The reviewer codes with this form from now on. */
export const formChosen = event({
  ...forms,
  type: 'coding.formChosen',
  payload: z.object({ formId: id }),
})

// ── a document's copies ─────────────────────────────────────────────────────────────────────────────────────────

/** What the record holds for a document: loads the original and the pending copy, or brings them up to date. */
export const initialised = event({
  type: 'coding.initialised',
  log: 'project',
  retention: 'session',
  stream: documentStream,
  payload: z.object({ documentId: id, values: z.array(fieldValue) }),
})

/**
 * Of these, what met pending work: agreed with it, or stands against it. Kept, unlike the rest: what the reviewer did then
 * was done in the face of it, and a log read anew has to tell that.
 */
export const newsMet = event({ ...change, type: 'coding.newsMet', payload: initialised.payload })

/** Fields of the pending copy were edited; the original is as it was. */
export const valuesSet = event({
  ...change,
  type: 'coding.valuesSet',
  payload: z.object({ documentId: id, changes: z.array(heldChange) }),
})

/** The pending copy was put back to the original. */
export const codingReset = event({
  ...change,
  type: 'coding.reset',
  payload: z.object({ documentId: id, changes: z.array(heldChange) }),
})

/** Fields were put back (or forth again) by undo and redo; `over` names the versions that are overwritten knowingly. */
export const valuesRestored = event({
  ...change,
  type: 'coding.valuesRestored',
  payload: z.object({
    documentId: id,
    changes: z.array(heldChange),
    over: z.array(z.object({ fieldId: id, version: z.int() })),
  }),
})

// ── saves ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** A save left for the server. Its id is the command's, which is also the idempotency key. */
export const saveRequested = event({
  ...change,
  type: 'coding.saveRequested',
  payload: z.object({
    documentId: id,
    formId: id,
    fields: z.array(
      z.extend(fieldChange, {
        fieldId: id,
        /** The version that the reviewer's own work rested on when this was asked for. */
        seen: z.int().check(z.nonnegative()),
      }),
    ),
    /** The batch that was worked on. */
    batchId: z.optional(id),
    /** Own values that were given up for somebody else's: the record is told of them too. */
    gaveUp: z.optional(z.array(givenUp)),
    /** Where else it goes. */
    propagation: z.optional(propagationAsked),
    /** Saves that this one puts back, besides the steps that the undo mark names. */
    undoes: z.array(nanoId),
    /** Where it goes on with an earlier save: that one's mark. */
    mark: z.nullable(undoMark),
  }),
})

export const saveConfirmed = event({
  ...change,
  type: 'coding.saveConfirmed',
  payload: z.object({
    documentId: id,
    saveId: z.string(),
    values: z.array(fieldValue),
    auditIds: z.array(id),
    /** What became of related documents. */
    propagated: z.optional(z.omit(propagationDone, { values: true })),
  }),
})

/** The record had moved: nothing was written. Both values stand beside each other until the reviewer has decided. */
export const saveConflicted = event({
  ...change,
  type: 'coding.saveConflicted',
  payload: z.object({ documentId: id, saveId: z.string(), conflicts: z.array(conflict) }),
})

/** Nothing was written for another reason; the pending copy is kept. */
export const saveFailed = event({
  ...change,
  type: 'coding.saveFailed',
  payload: z.object({
    documentId: id,
    saveId: z.string(),
    code: z.string(),
    message: z.string(),
    /** It was refused for where it was to go: what is sent again goes nowhere else. */
    goesNowhere: z.optional(z.literal(true)),
  }),
})

/** The reviewer's decision on one field: `mine` overwrites the version that is named, `theirs` takes it. */
export const conflictResolved = event({
  ...change,
  type: 'coding.conflictResolved',
  payload: z.object({
    documentId: id,
    fieldId: id,
    choice: z.enum(['mine', 'theirs']),
    version: z.int(),
    changes: z.array(heldChange),
  }),
})
export type Decision = z.infer<typeof conflictResolved.payload>

// ── view ────────────────────────────────────────────────────────────────────────────────────────────────────────

export const sectionToggled = event({
  ...view,
  type: 'coding.sectionToggled',
  payload: z.object({ tabId: z.string(), sectionId: id, part: z.literal('isExpanded'), on: z.boolean() }),
})

export const fieldFocused = event({
  ...view,
  type: 'coding.fieldFocused',
  payload: z.object({ tabId: z.string(), fieldId: z.nullable(id) }),
})

/** Where the next save of a document goes, by the options of the specification; all are false until somebody chooses. */
export const propagationChosen = event({
  ...view,
  type: 'coding.propagationChosen',
  payload: z.object({
    tabId: z.string(),
    documentId: id,
    ...propagationOptions.shape,
    /** Fields that stay with this document. */
    without: z.array(id),
  }),
})
