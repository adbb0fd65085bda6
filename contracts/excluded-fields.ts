/**
 * Fields excluded from exports and from the sync with an external review platform: those excluded in every project, and
 * those that managers add.
 */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id } from './ids.ts'

/** Fields of productions, by which produced documents are numbered and grouped. */
export const batesFields = [
  'Begin_Bates',
  'End_Bates',
  'Begin_Attach',
  'End_Attach',
  'Attachment_Range',
  'Parent_Bates',
  'Child_Bates',
] as const

/** Fields of productions: where files lie in a volume. */
export const pathFields = ['Native_File_Path', 'Text_File_Path'] as const

/**
 * Fields excluded in every project, by their query names. Paths and Bates fields are created by the production itself;
 * complete texts are separate files; the rest is derived by the product for its own use.
 */
export const excludedAlways = {
  export: [
    'Extracted_Text',
    'OCR_Text',
    'Document_Name',
    ...pathFields,
    ...batesFields,
    'Transfer_Job',
    'Batch_Ids',
    'AI_Chattable',
    'AI_Codeable',
    'AI_Summarized',
  ],
  externalSync: [
    ...pathFields,
    ...batesFields,
    'Transfer_Job',
    'Annotation',
    'All_Custodian_Last_Updated_Date',
    'Last_Transfer_Date',
  ],
} as const

/** The kinds of output. */
export const exits = ['export', 'externalSync'] as const satisfies readonly (keyof typeof excludedAlways)[]
export type Exit = (typeof exits)[number]

/** Whether every project excludes the field from that output. */
export const isExcludedAlways = (exit: Exit, name: string): boolean =>
  excludedAlways[exit].some((excluded) => excluded.toLowerCase() === name.toLowerCase())

const names = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(2_000))
/** Fields that the project excludes in addition, by their query names. */
const added = { export: names, externalSync: names }

export const excludedFields = z.object({
  ...added,
  /** Grows with each change; a change states the version that was seen. */
  version: z.int(),
  /** The fields of the project to choose from. */
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
    'Fields that the project excludes from exports and from the sync with an external platform, in addition ' +
    'to those of every project.',
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
    /** The version that was seen. */
    version: z.int(),
  }),
  reply: excludedFields,
  summary:
    'Set the fields excluded from exports and from the sync with an external platform; a field stays excluded ' +
    'when it is renamed. Refused if somebody has changed them since.',
})
