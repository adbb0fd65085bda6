/** Facts about loads: what is being prepared for a source, asked to be loaded, and the templates of mappings. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { loadDialect, loadLimits, loadSettings, loadTarget, newFieldTypes } from '#contracts/loads.ts'
import { keyFields } from '#contracts/overlay.ts'
import { event } from '../define.ts'

/** A target as it is being chosen: a new field may have no name yet. */
const draftTarget = z.union([
  loadTarget,
  z.strictObject({
    is: z.literal('newField'),
    name: z.string().check(z.maxLength(loadLimits.nameLength)),
    typeId: z.literal([...newFieldTypes]),
  }),
])
export type DraftTarget = z.infer<typeof draftTarget>

const draftColumn = z.strictObject({ column: z.int(), target: draftTarget })

/** A load as it is being prepared. What is null is as it was found out. */
const loadDraft = z.strictObject({
  rows: z.nullable(z.strictObject({ sourceFileId: id, kind: z.enum(['delimited', 'edrm']) })),
  images: z.nullable(z.strictObject({ sourceFileId: id, kind: z.enum(['opt', 'lfp']) })),
  dialect: z.nullable(loadDialect),
  /** Those that somebody has said; others fill what their names propose. */
  columns: z.array(draftColumn),
  mode: z.union([
    z.strictObject({ is: z.literal('new') }),
    z.strictObject({
      is: z.literal('overlay'),
      column: z.nullable(z.int()),
      by: z.enum(keyFields),
      blank: z.enum(['keep', 'clear']),
    }),
  ]),
  custodians: z.nullable(loadSettings.shape.custodians),
  timeZone: z.nullable(z.string()),
})
export type LoadDraft = z.infer<typeof loadDraft>

const ofProject = { log: 'project', stream: () => 'loads' } as const
/** Each try to send a form has a key of its own. */
const form = { formKey: z.string() }

/** Null: it begins anew. */
export const loadDrafted = event({
  ...ofProject,
  retention: 'session',
  type: 'loads.drafted',
  payload: z.strictObject({ sourceId: id, draft: z.nullable(loadDraft) }),
})

/** What some columns fill; each of the others fills what it did. `begins`: what is prepared where nothing was so far. */
export const columnsFilled = event({
  ...ofProject,
  retention: 'session',
  type: 'loads.columnsFilled',
  payload: z.strictObject({ sourceId: id, begins: loadDraft, columns: z.array(draftColumn) }),
})

export const loadStartAsked = event({
  ...ofProject,
  retention: 'audit',
  type: 'loads.startAsked',
  payload: z.strictObject({
    ...form,
    sourceId: id,
    /** For people. */
    source: z.string(),
    settings: loadSettings,
  }),
})

export const mappingSaveAsked = event({
  ...ofProject,
  retention: 'audit',
  type: 'loads.templateAsked',
  payload: z.strictObject({
    ...form,
    name: z.string(),
    columns: z.array(z.strictObject({ name: z.string(), target: loadTarget })),
  }),
})

export const mappingDeletionAsked = event({
  ...ofProject,
  retention: 'audit',
  type: 'loads.templateDeletionAsked',
  payload: z.strictObject({ templateId: id, name: z.string() }),
})

/** What became of a form: the message is null where it is done; else it says why it is not. */
export const loadSettled = event({
  ...ofProject,
  retention: 'audit',
  type: 'loads.settled',
  payload: z.strictObject({
    ...form,
    message: z.nullable(z.string()),
    /** The job of the load that was started; null for others. */
    started: z.nullable(id),
  }),
})
