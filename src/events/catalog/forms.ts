/** Facts about coding forms that are built: begun, edited step by step, sent, and what became of it. */
import * as z from 'zod/mini'
import { definedVersion, formDefinition, formFinding } from '#contracts/form-builder.ts'
import { formDraft } from '#contracts/form-drafts.ts'
import { id } from '#contracts/ids.ts'
import { event } from '../define.ts'
import { build, buildEdit } from '../forms/build.ts'

/** Names what is built: a form of the project, or one that is not on the record yet. */
const work = { key: z.string() }
const ofWork = {
  log: 'project',
  retention: 'session',
  stream: ({ key }: { key: string }) => `form:${key}`,
} as const
const asked = { ...ofWork, retention: 'audit' } as const
/** Each try to save has a key of its own. */
const tried = { ...work, formKey: z.string() }

/** The version that the work rests on. */
const base = z.strictObject({ version: z.int(), definition: formDefinition })

export const formBegun = event({
  ...ofWork,
  type: 'forms.begun',
  payload: z.strictObject({
    ...work,
    /** Null: a new form. */
    formId: z.nullable(id),
    base: z.nullable(base),
    build,
  }),
})

export const formEdited = event({
  ...ofWork,
  type: 'forms.edited',
  payload: z.strictObject({ ...work, edit: buildEdit }),
})

export const formUndone = event({ ...ofWork, type: 'forms.undone', payload: z.strictObject(work) })
export const formRedone = event({ ...ofWork, type: 'forms.redone', payload: z.strictObject(work) })
export const formDiscarded = event({ ...ofWork, type: 'forms.discarded', payload: z.strictObject(work) })

export const formAsked = event({
  ...asked,
  type: 'forms.asked',
  payload: z.strictObject({
    ...tried,
    formId: z.nullable(id),
    /** The version that was seen; null of a new form. */
    version: z.nullable(z.int()),
    draft: formDraft,
    /** What it means for coded documents was shown. */
    accepted: z.boolean(),
    /** Only what it means is asked again, after documents were looked at: nothing is saved. */
    looksAgain: z.optional(z.boolean()),
  }),
})

/** Before it was saved: what it would mean for coded documents. */
export const formWarned = event({
  ...ofWork,
  type: 'forms.warned',
  payload: z.strictObject({ ...tried, findings: z.array(formFinding) }),
})

export const formSaved = event({ ...asked, type: 'forms.saved', payload: z.strictObject(tried) })

/** `present`: the version that somebody else has saved meanwhile. */
export const formRefused = event({
  ...asked,
  type: 'forms.refused',
  payload: z.strictObject({ ...tried, message: z.string(), present: z.nullable(definedVersion) }),
})

/** The message, the warning or the other version is seen; with a version the work rests on that from now on. */
export const formAnswered = event({
  ...ofWork,
  type: 'forms.answered',
  payload: z.strictObject({ ...work, base: z.nullable(base) }),
})

const ofForm = {
  log: 'project',
  retention: 'audit',
  stream: ({ formId }: { formId: number }) => `form:${formId}`,
} as const
export const formDeletionAsked = event({
  ...ofForm,
  type: 'forms.deletionAsked',
  payload: z.strictObject({ formId: id, name: z.string() }),
})
export const formSelectionAsked = event({
  ...ofForm,
  type: 'forms.selectionAsked',
  payload: z.strictObject({ formId: id, name: z.string() }),
})
