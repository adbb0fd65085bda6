/**
 * Folders of documents: nested, one's own or shared with the project. A document may be in any number of them. Filing
 * documents and taking them out is a mass edit, with its receipt and its undo.
 */
import * as z from 'zod/mini'
import { bulkDocuments } from './bulk-changes.ts'
import { call, listOf } from './call.ts'
import { id, idParam, instant, nanoId } from './ids.ts'
import { jobState } from './jobs.ts'

export const folderLimits = {
  /** Maximum number of one's own in a project, and of shared ones. */
  folders: 1_000,
  levels: 8,
  nameLength: 100,
} as const

/** The type of a search in a folder: with the folders in it, or only what was filed in it itself. */
export const folderScopes = ['folder', 'folderOnly'] as const

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(folderLimits.nameLength))

export const folder = z.object({
  folderId: id,
  name: z.string(),
  /** The folder that it is in; null: at the top. */
  parentId: z.nullable(id),
  shared: z.boolean(),
  madeBy: z.string(),
  madeAt: instant,
  changedBy: z.string(),
  changedAt: instant,
  /** Grows with each change; changing it states the version that was seen. */
  version: z.int(),
  /** The caller may change it and file in it: it is the caller's own, or shared and the caller may share. */
  mayChange: z.boolean(),
  /** Documents in it that the caller may see, and with those of the folders in it, each once. */
  documents: z.int(),
  withSubfolders: z.int(),
})
export type Folder = z.infer<typeof folder>

export const listFolders = call({
  name: 'folders.list',
  method: 'GET',
  path: '/project/folder',
  needs: 'document.search',
  scope: 'project',
  reply: listOf(folder),
  summary:
    'One’s own folders and the shared ones, by name. Whoever sees only a part of the project is told of the shared ones ' +
    'that hold a document of it.',
})

/** A folder, or the top of one's own or of the shared ones. */
export const folderPlace = z.union([id, z.enum(['own', 'shared'])])
export type FolderPlace = z.infer<typeof folderPlace>

export const saveFolder = call({
  name: 'folders.save',
  method: 'POST',
  path: '/project/folder',
  needs: 'document.search',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    name,
    /** Where it stands. What is in a shared folder is shared. */
    under: folderPlace,
    /** The one to change, with the version that was seen; null: a new one. */
    over: z.nullable(z.strictObject({ folderId: id, version: z.int() })),
  }),
  reply: z.object({ folderId: id, version: z.int() }),
  summary:
    'Create, rename, move or share a folder, with all that is in it. A name is unique (ignoring case) among the folders ' +
    'that it stands with.',
})

export const deleteFolder = call({
  name: 'folders.delete',
  method: 'DELETE',
  path: '/project/folder',
  needs: 'document.search',
  scope: 'project',
  idempotencyKey: 'optional',
  query: z.strictObject({ folderId: idParam }),
  reply: z.object({
    /** How many folders went, those in it among them. */
    folders: z.int(),
  }),
  summary: 'Delete a folder with the folders in it. No document is deleted. It can be restored.',
})

export const restoreFolder = call({
  name: 'folders.restore',
  method: 'POST',
  path: '/project/folder/restore',
  needs: 'document.search',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({ folderId: id }),
  reply: z.object({ folders: z.int() }),
  summary: 'Take a deletion back: the folder, the folders that went with it, and what was filed in them.',
})

export const folderHow = z.enum(['fileIn', 'takeOut'])
export type FolderHow = z.infer<typeof folderHow>

const filing = z.object({ jobId: id, auditIds: z.array(id) })

export const fileDocuments = call({
  name: 'folders.file',
  method: 'POST',
  path: '/v1/job/folder',
  needs: 'document.search',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({
    folderId: id,
    how: folderHow,
    documents: bulkDocuments,
    /** Include all family members. */
    families: z.boolean(),
    correlationId: nanoId,
  }),
  reply: filing,
  summary:
    'File documents in a folder, or take them out: those of a result, or listed ones. Answers at once with the job; its ' +
    'receipt lists what changed, and undoing it takes back exactly that. Needs an Idempotency-Key.',
})

export const filingMetadata = call({
  name: 'folders.filing',
  method: 'GET',
  path: '/v1/job/folder/metadata',
  needs: 'document.search',
  scope: 'project',
  query: z.strictObject({ jobId: idParam }),
  reply: z.object({
    jobId: id,
    folderId: id,
    /** Null: the folder is gone, or the caller does not see it any more. */
    folderName: z.nullable(z.string()),
    how: folderHow,
    state: jobState,
    documents: z.int(),
    done: z.int(),
    /** Documents filed or taken out, and those that were in it, or out of it, already. */
    changed: z.int(),
    alreadySo: z.int(),
    /** The file that named the documents; null: none did. */
    fileId: z.nullable(id),
  }),
  summary: 'What a filing job is about, and how far it is: one’s own, or anybody’s for who may undo them.',
})

export const documentFolders = call({
  name: 'folders.ofDocument',
  method: 'GET',
  path: '/review/folder/document',
  needs: 'document.view',
  scope: 'project',
  asTheyLeave: true,
  query: z.strictObject({ documentId: idParam }),
  reply: listOf(z.object({ folderId: id, filedBy: z.string(), filedAt: instant })),
  summary: 'The folders that a document is in, as far as the caller sees them.',
})

export const folderFileLimits = { bytes: 8 * 1024 * 1024, rows: 50_000 } as const

/** What becomes of a row of a file, and why nothing does. */
export const rowOutcome = z.enum([
  'found',
  'filed',
  'already',
  'left',
  'noKey',
  'badKey',
  'twice',
  'unmatched',
  'tooFewCells',
  'tooManyCells',
])
export type RowOutcome = z.infer<typeof rowOutcome>

export const folderFileReport = z.object({
  fileId: id,
  /** The column that names documents. */
  column: z.string(),
  rows: z.int(),
  /** Documents that its rows name, each once. */
  documents: z.int(),
  /** Rows that file nothing. */
  unmatched: z.int(),
  /** The first of them; all rows are in the list to download. */
  faults: z.array(z.object({ row: z.int(), value: z.string(), outcome: rowOutcome, reason: z.string() })),
})
export type FolderFileReport = z.infer<typeof folderFileReport>

export const uploadFolderFile = call({
  name: 'folders.uploadFile',
  method: 'POST',
  path: '/job/folder/upload_document_csv_file',
  needs: 'document.search',
  scope: 'project',
  rawBody: true,
  body: z.any(),
  reply: folderFileReport,
  summary:
    'Look at a CSV of control numbers (or another identifier, named by its heading): which documents its rows name, and ' +
    'which rows name none. Files nothing. At most 8 MB and 50,000 rows.',
})

export const fileFromFile = call({
  name: 'folders.fileFromFile',
  method: 'POST',
  path: '/job/bulk_folder_with_csv_file',
  needs: 'document.search',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({ fileId: id, folderId: id, correlationId: nanoId }),
  reply: filing,
  summary:
    'File the documents that an uploaded file names in a folder. A file is filed once. Needs an Idempotency-Key.',
})

export const folderFileRows = call({
  name: 'folders.fileRows',
  method: 'GET',
  path: '/job/folder/upload_document_csv_file/:fileId/rows',
  needs: 'document.search',
  scope: 'project',
  params: z.strictObject({ fileId: idParam }),
  query: z.strictObject({ projectId: idParam }),
  rawReply: true,
  reply: z.any(),
  summary: 'Every row of one’s own uploaded file with what became of it, as CSV for spreadsheets.',
})
