/** Folders of documents: saving, deleting and restoring one, and filing documents in them. */
import * as z from 'zod/mini'
import { folderHow } from '#contracts/folders.ts'
import { id } from '#contracts/ids.ts'
import { pickCount, picksOf } from '../events/bulk/picks.ts'
import { bulkRequested } from '../events/catalog/bulk.ts'
import {
  deleted,
  deletionAsked,
  fileAsked,
  fileLooked,
  filtered,
  restoreAsked,
  restored,
  saveAsked,
  saveSettled,
} from '../events/catalog/folders.ts'
import type { RootState } from '../stores/root.ts'
import { documentsOf } from './bulk.ts'
import { command, reject } from './define.ts'
import { acting, answeredIn } from './review-moving.ts'

const never = { capture: 'never' } as const

export const saveFolder = command({
  ...never,
  type: 'folders.save',
  payload: saveAsked.payload,
  decide: (_state, payload, { can }) =>
    payload.under === 'shared' && !can('search.share')
      ? reject('Review managers and stronger roles share folders.')
      : [saveAsked(payload)],
  label: ({ name, over }) => `${over === null ? 'Create' : 'Change'} the folder ${name}`,
})

/** By the effect, with what became of it. */
export const settleSave = command({
  ...never,
  type: 'folders.settle',
  payload: saveSettled.payload,
  decide: (_state, payload) => [saveSettled(payload)],
  label: ({ message }) => message ?? 'The folder is saved',
})

export const deleteFolder = command({
  ...never,
  type: 'folders.delete',
  payload: deletionAsked.payload,
  decide: (_state, payload) => [deletionAsked(payload)],
  label: ({ name }) => `Delete the folder ${name}`,
})

export const noteDeletion = command({
  ...never,
  type: 'folders.noteDeletion',
  payload: deleted.payload,
  decide: (_state, payload) => [deleted(payload)],
  label: ({ name }) => `${name} is deleted`,
})

export const restoreFolder = command({
  ...never,
  type: 'folders.restore',
  payload: restoreAsked.payload,
  decide: (_state, payload) => [restoreAsked(payload)],
  label: ({ name }) => `Restore the folder ${name}`,
})

export const noteRestoring = command({
  ...never,
  type: 'folders.noteRestoring',
  payload: restored.payload,
  decide: (_state, payload) => [restored(payload)],
  label: () => 'The folder is restored',
})

export const filterFolders = command({
  ...never,
  type: 'folders.filter',
  payload: z.strictObject({ text: z.string() }),
  decide: (_state, { text }, { tabId }) => [filtered({ tabId, text })],
  label: () => 'Filter the folders',
})

/** What a filing is about: the shown document, what is selected, or all of the result. */
export const filingOf = z.enum(['shown', 'picked', 'result'])
export type FilingOf = z.infer<typeof filingOf>
const oneDocument = z.strictObject({ documentId: id })

/** Files documents in a folder, or takes them out: one step, which is undone as one. */
export const fileInFolder = command({
  ...never,
  type: 'folders.file',
  payload: z.strictObject({
    folderId: id,
    name: z.string(),
    how: folderHow,
    of: z.union([filingOf, oneDocument]),
  }),
  decide: (state, { folderId, name, how, of }, { tabId, newId }) => {
    const meant = documentsMeant(state, tabId, of)
    if (meant === null) return reject('There is no document to file.')
    return [
      bulkRequested({
        ...{ bulkId: newId(), tabId, title: filingTitle(how, name), count: meant.count },
        ask: {
          ...{ what: 'change', documents: meant.documents, families: false },
          change: { what: 'folders', folderId, how },
        },
      }),
    ]
  },
  label: ({ how, name }) => filingTitle(how, name),
})

const filingTitle = (how: z.infer<typeof folderHow>, name: string): string =>
  how === 'fileIn' ? `File in ${name}` : `Take out of ${name}`

function documentsMeant(state: RootState, tabId: string, of: FilingOf | z.infer<typeof oneDocument>) {
  if (typeof of !== 'string') return { documents: { ids: [of.documentId] }, count: 1 }
  if (of === 'shown') {
    const documentId = state.review.byTab[acting(state, tabId)]?.current?.documentId
    return documentId === undefined ? null : { documents: { ids: [documentId] }, count: 1 }
  }
  const list = answeredIn(state, acting(state, tabId))
  if (list === null || list.totalCount === 0) return null
  const { snapshotId, totalCount } = list
  if (of === 'result') return { documents: { snapshotId, except: [] }, count: totalCount }
  const picks = picksOf(state.bulk, tabId, snapshotId)
  const count = pickCount(picks, totalCount)
  return picks === null || count === 0 ? null : { documents: documentsOf(picks), count }
}

/** The file's bytes are in `folderFiles`, under the same key. */
export const lookAtFolderFile = command({
  ...never,
  type: 'folders.lookAtFile',
  payload: fileAsked.payload,
  decide: (_state, payload) => [fileAsked(payload)],
  label: ({ fileName }) => `Look at ${fileName}`,
})

export const endFolderLook = command({
  ...never,
  type: 'folders.endLook',
  payload: fileLooked.payload,
  decide: (_state, payload) => [fileLooked(payload)],
  label: ({ message }) => message ?? 'The file was looked at',
})

/** Files what an uploaded file names. */
export const fileFromFile = command({
  ...never,
  type: 'folders.fileFromFile',
  payload: z.strictObject({ folderId: id, name: z.string(), fileId: id, count: z.int() }),
  decide: (_state, { folderId, name, fileId, count }, { tabId, newId }) => [
    bulkRequested({
      ...{ bulkId: newId(), tabId, title: filingTitle('fileIn', name), count },
      ask: { what: 'folderFile', folderId, fileId },
    }),
  ],
  label: ({ name }) => `File what a list names in ${name}`,
})
