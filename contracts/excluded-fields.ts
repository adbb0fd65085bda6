/**
 * Fields that leave a project neither by an export nor by a sync with an external review platform: those that every project
 * leaves out, and those that its managers add.
 */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id } from './ids.ts'

/** Fields of productions, by which documents are numbered and grouped in what is produced. */
const bates = [
  'Begin_Bates',
  'End_Bates',
  'Begin_Attach',
  'End_Attach',
  'Attachment_Range',
  'Parent_Bates',
  'Child_Bates',
] as const

const paths = ['Native_File_Path', 'Text_File_Path'] as const

/**
 * What every project leaves out, by names in queries. Paths and Bates fields are made by the production itself; whole texts
 * go as files of their own; the rest is what the product has worked out for itself.
 */
export const excludedAlways = {
  export: [
    'Extracted_Text',
    'OCR_Text',
    'Document_Name',
    ...paths,
    ...bates,
    'Transfer_Job',
    'Batch_Ids',
    'AI_Chattable',
    'AI_Codeable',
    'AI_Summarized',
  ],
  externalSync: [
    ...paths,
    ...bates,
    'Transfer_Job',
    'Annotation',
    'All_Custodian_Last_Updated_Date',
    'Last_Transfer_Date',
  ],
} as const

/** The ways out of a project. */
export const exits = ['export', 'externalSync'] as const satisfies readonly (keyof typeof excludedAlways)[]
export type Exit = (typeof exits)[number]

/** Whether no project lets a field out that way. */
export const isExcludedAlways = (exit: Exit, name: string): boolean =>
  excludedAlways[exit].some((excluded) => excluded.toLowerCase() === name.toLowerCase())

const names = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(2_000))
/** Those that the project adds to what every project leaves out, by their names in queries. */
const added = { export: names, externalSync: names }

export const excludedFields = z.object({
  ...added,
  /** Counts up with each change; whoever changes them says which one they saw. */
  version: z.int(),
  /** What the project has, to choose among. */
  fields: z.array(z.object({ fieldId: id, name: z.string(), displayName: z.string() })),
})
export type ExcludedFields = z.infer<typeof excludedFields>

export const getExcludedFields = call({
  name: 'excludedFields.get',
  method: 'GET',
  path: '/project/settings/excluded-fields',
  needs: 'project.view',
  scope: 'project',
  reply: excludedFields,
  summary:
    'Fields that exports and the sync with an external platform leave out, besides those of every project.',
})

export const putExcludedFields = call({
  name: 'excludedFields.change',
  method: 'PUT',
  path: '/project/settings/excluded-fields',
  needs: 'project.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    ...added,
    /** As it was seen. */
    version: z.int(),
  }),
  reply: excludedFields,
  summary:
    'Say which fields exports and the sync with an external platform leave out; a field stays left out when it is renamed. ' +
    'Refused where somebody has changed them since.',
})
