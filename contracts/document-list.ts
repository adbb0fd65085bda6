/** A document list that leaves the product: a selection of it, and the file of its rows and columns. */
import * as z from 'zod/mini'
import { maxNamed } from './bulk-changes.ts'
import { call } from './call.ts'
import { documentSet } from './document-sets.ts'
import { maxColumns } from './documents.ts'
import { id, idParam } from './ids.ts'

/** What a list without columns of its own is saved with; the control number stands before them in any case. */
export const compactColumns = ['Custodian', 'Parent_Date', 'From', 'Subject', 'File_Name'] as const

export const selectFromList = call({
  name: 'documentList.select',
  method: 'POST',
  path: '/review/document/selection',
  needs: 'document.search',
  scope: 'project',
  body: z.strictObject({
    snapshotId: z.string(),
    /** The whole result without the marked documents; else the marked ones. */
    all: z.boolean(),
    marked: z.array(id).check(z.maxLength(maxNamed)),
  }),
  reply: z.object({ snapshotId: z.string(), totalCount: z.int() }),
  onlyAsks: true,
  summary: 'A selection of a snapshot as a snapshot of its own, in the same order.',
})

/** Documents of one answer. */
export const documentsAtOnce = 1_000

export const allDocuments = call({
  name: 'documentList.all',
  method: 'POST',
  path: '/review/all-document',
  needs: 'document.download',
  scope: 'project',
  body: z.strictObject({
    ...documentSet.shape,
    /** Query names in order; the control number stands before them in any case. */
    columns: z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(maxColumns)),
    /** The last id of the answer before; null: from the beginning. */
    after: z.nullable(id),
    size: z.int().check(z.minimum(1), z.maximum(documentsAtOnce)),
  }),
  reply: z.object({
    data: z.array(z.object({ documentId: id, values: z.record(z.string(), z.string()) })),
    /** Display names of the columns that the project leaves out of exports. */
    leftOut: z.array(z.string()),
    totalCount: z.int(),
    /** To ask on with; null: there are no more. */
    next: z.nullable(id),
  }),
  onlyAsks: true,
  summary:
    'All documents in review that a query finds with values of their fields, in the order of their ids, part by part: for ' +
    'other applications. Fields that the project leaves out of exports are left out. Each part is recorded in the audit log.',
})

export const exportList = call({
  name: 'documentList.export',
  method: 'GET',
  path: '/review/document/list.csv',
  needs: 'document.download',
  scope: 'project',
  query: z.strictObject({
    projectId: idParam,
    snapshotId: z.string(),
    /** Query names in order, separated by commas. */
    columns: z.string().check(z.maxLength(4_000)),
  }),
  rawReply: true,
  reply: z.any(),
  summary:
    'All rows of a snapshot in its order as CSV for spreadsheets: the control number, then the columns, then what the ' +
    'list was made by. Fields that the project leaves out of exports are left out. Recorded in the audit log.',
})
