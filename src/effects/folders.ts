/** Has folders saved, deleted and restored, and looks at files that name documents. */
import * as contract from '#contracts/folders.ts'
import { endFolderLook, noteDeletion, noteRestoring, settleSave } from '../commands/folders.ts'
import { addToast } from '../commands/toasts.ts'
import { deletionAsked, fileAsked, restoreAsked, saveAsked } from '../events/catalog/folders.ts'
import { folders } from '../reads/folders.ts'
import { write } from '../stores/cache.ts'
import { folderFileReports, folderFiles } from '../stores/folders.ts'
import { effect, type Outcome } from './define.ts'
import { asOutcome, toastError } from './outcomes.ts'

const policy = { scope: 'project', strategy: 'queue', retry: { times: 3, base: 300, cap: 5_000 } } as const

const success = (message: string) => addToast({ kind: 'success', message })

export const foldersEffects = [
  effect({
    ...policy,
    name: 'folders.send',
    on: saveAsked,
    request: ({ payload: { formKey: _, ...body } }, { call }) => call(contract.saveFolder, { body }),
    done: ({ payload: { formKey } }, { folderId }) => ({
      commands: [settleSave({ formKey, message: null, folderId }), folders.request({})],
    }),
    fail: ({ payload: { formKey } }, { message }) => ({
      commands: [settleSave({ formKey, message, folderId: null })],
    }),
  }),
  effect({
    ...policy,
    name: 'folders.delete',
    on: deletionAsked,
    request: async ({ payload: { folderId, name } }, { call }) => {
      const { folders: count } = await call(contract.deleteFolder, { query: { folderId } })
      return { commands: [noteDeletion({ folderId, name, folders: count }), folders.request({})] }
    },
    done: asOutcome,
    fail: (_, failure) => toastError(failure),
  }),
  effect({
    ...policy,
    name: 'folders.restore',
    on: restoreAsked,
    request: async ({ payload: { folderId, name } }, { call }) => {
      await call(contract.restoreFolder, { body: { folderId } })
      return { commands: [noteRestoring({ folderId }), success(`${name} is restored`), folders.request({})] }
    },
    done: asOutcome,
    fail: (_, failure) => toastError(failure),
  }),
  effect({
    ...policy,
    name: 'folders.look',
    on: fileAsked,
    request: async ({ payload: { fileKey } }, { call, cached }): Promise<Outcome> => {
      const file = cached(folderFiles, fileKey)
      if (file === undefined)
        return {
          commands: [endFolderLook({ fileKey, message: 'The file is no longer at hand: choose it again.' })],
        }
      const report = await call(contract.uploadFolderFile, {
        ...{ body: file, idempotencyKey: null, repeatable: true },
      })
      return {
        cache: [write(folderFileReports, fileKey, report)],
        commands: [endFolderLook({ fileKey, message: null })],
      }
    },
    done: asOutcome,
    fail: ({ payload: { fileKey } }, { message }) => ({ commands: [endFolderLook({ fileKey, message })] }),
  }),
]
