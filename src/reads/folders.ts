/** Folders of documents, and those that one document is in. */
import * as z from 'zod/mini'
import { listFolders, documentFolders as ofDocument } from '#contracts/folders.ts'
import { id } from '#contracts/ids.ts'
import { read } from './read.ts'

export const folders = read({
  name: 'folders.list',
  event: 'folders.requested',
  label: 'Look up folders',
  log: 'project',
  payload: z.strictObject({}),
  ask: async (_, { call }) => (await call(listFolders)).data,
})

export const documentFolders = read({
  name: 'folders.ofDocument',
  event: 'folders.ofDocumentRequested',
  label: 'Look up the folders of a document',
  log: 'project',
  payload: z.strictObject({ documentId: id }),
  limit: 50,
  ask: async (query, { call }) => (await call(ofDocument, { query })).data,
})
