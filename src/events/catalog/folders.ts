/** Folders of documents: asked to be saved, deleted or restored, what became of it, and which one each tab shows. */
import * as z from 'zod/mini'
import { folderPlace } from '#contracts/folders.ts'
import { id } from '#contracts/ids.ts'
import { event } from '../define.ts'

/** Each try to save a form has a key of its own. */
const form = { formKey: z.string() }

const ofProject = { log: 'project', retention: 'audit', stream: () => 'folders' } as const
const ofTab = {
  log: 'project',
  retention: 'session',
  stream: ({ tabId }: { tabId: string }) => `folders:${tabId}`,
} as const

export const saveAsked = event({
  ...ofProject,
  type: 'folders.saveAsked',
  payload: z.strictObject({
    ...form,
    name: z.string(),
    /** Where it stands: in a folder, or at the top of one's own or of the shared ones. */
    under: folderPlace,
    /** The one that is changed, as it was seen; null: a new one. */
    over: z.nullable(z.strictObject({ folderId: id, version: z.int() })),
  }),
})

/** It is on the record: the message is null; else it says why it is not. */
export const saveSettled = event({
  ...ofProject,
  type: 'folders.saveSettled',
  payload: z.strictObject({
    ...form,
    message: z.nullable(z.string()),
    /** The one that was saved; null where none was. */
    folderId: z.nullable(id),
  }),
})

export const deletionAsked = event({
  ...ofProject,
  type: 'folders.deletionAsked',
  payload: z.strictObject({ folderId: id, name: z.string() }),
})

/** It is gone, with so many folders in all. */
export const deleted = event({
  ...ofProject,
  type: 'folders.deleted',
  payload: z.strictObject({ folderId: id, name: z.string(), folders: z.int() }),
})

export const restoreAsked = event({
  ...ofProject,
  type: 'folders.restoreAsked',
  payload: z.strictObject({ folderId: id, name: z.string() }),
})

export const restored = event({
  ...ofProject,
  type: 'folders.restored',
  payload: z.strictObject({ folderId: id }),
})

/** Only folders whose way from the top has this in it are shown. */
export const filtered = event({
  ...ofTab,
  type: 'folders.filtered',
  payload: z.strictObject({ tabId: z.string(), text: z.string() }),
})

/** A file that names documents, to be looked at; its bytes are in `folderFiles`, under the same key. */
export const fileAsked = event({
  ...ofProject,
  type: 'folders.fileAsked',
  payload: z.strictObject({ fileKey: z.string(), fileName: z.string() }),
})

/** It was looked at: the message is null; else it says why it could not be. */
export const fileLooked = event({
  ...ofProject,
  type: 'folders.fileLooked',
  payload: z.strictObject({ fileKey: z.string(), message: z.nullable(z.string()) }),
})
