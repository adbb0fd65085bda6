/** The state of folders: what each tab filters them by and saves, what was deleted last, and when they are to be counted anew. */
import { combine } from 'effector'
import type { FolderFileReport } from '#contracts/folders.ts'
import { bulkEnded } from '../events/catalog/bulk.ts'
import {
  deleted,
  fileAsked,
  fileLooked,
  filtered,
  restored,
  saveAsked,
  saveSettled,
} from '../events/catalog/folders.ts'
import { putTab } from './by-tab.ts'
import { createCache } from './cache.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export interface DeletedFolder {
  readonly folderId: number
  readonly name: string
  /** How many folders went. */
  readonly folders: number
}

export interface FolderLook {
  readonly fileKey: string
  readonly phase: 'looking' | 'looked' | 'refused'
  /** Why it could not be looked at. */
  readonly message: string | null
}

export interface FoldersState {
  readonly saves: FormSaves
  readonly filters: Readonly<Record<string, string>>
  readonly looks: Readonly<Record<string, FolderLook>>
  /** By tab: what it has deleted last, and not restored. */
  readonly deleted: Readonly<Record<string, DeletedFolder | null>>
  /** Grows whenever what is in folders has changed. */
  readonly refresh: number
}

const looked = (state: FoldersState, tabId: string, look: FolderLook): FoldersState => ({
  ...state,
  looks: putTab(state.looks, tabId, look),
})

export const foldersState = projection<FoldersState>({
  name: 'folders',
  version: 1,
  log: 'project',
  initial: { saves: {}, filters: {}, looks: {}, deleted: {}, refresh: 0 },
  handlers: [
    on(saveAsked, (state, { formKey }, { tabId }) => ({
      ...state,
      saves: formSent(state.saves, tabId, formKey),
    })),
    on(saveSettled, (state, { formKey, message }, { tabId }) => ({
      ...state,
      saves: formSettled(state.saves, tabId, formKey, message),
    })),
    on(filtered, (state, { tabId, text }) => ({ ...state, filters: putTab(state.filters, tabId, text) })),
    on(deleted, (state, folder, { tabId }) => ({
      ...state,
      deleted: putTab(state.deleted, tabId, folder),
      refresh: state.refresh + 1,
    })),
    on(restored, (state, { folderId }, { tabId }) => ({
      ...state,
      deleted:
        state.deleted[tabId]?.folderId === folderId ? putTab(state.deleted, tabId, null) : state.deleted,
      refresh: state.refresh + 1,
    })),
    on(fileAsked, (state, { fileKey }, { tabId }) =>
      looked(state, tabId, { fileKey, phase: 'looking', message: null }),
    ),
    on(fileLooked, (state, { fileKey, message }, { tabId }) =>
      state.looks[tabId]?.fileKey === fileKey
        ? looked(state, tabId, { fileKey, phase: message === null ? 'looked' : 'refused', message })
        : state,
    ),
    // It may have been a filing.
    on(bulkEnded, (state) => ({ ...state, refresh: state.refresh + 1 })),
  ],
})

const ofTab = <T>(pick: (state: FoldersState) => Readonly<Record<string, T>>) =>
  combine(foldersState.$state, $tabId, (state, tabId) => pick(state)[tabId] ?? null)

/** The folder that this tab saves, or has saved last. */
export const $folderSave = ofTab(({ saves }) => saves)
export const $folderFilter = ofTab(({ filters }) => filters).map((text) => text ?? '')
export const $folderLook = ofTab(({ looks }) => looks)
export const $deletedFolder = ofTab(({ deleted: gone }) => gone)
export const $foldersRefresh = foldersState.$state.map(({ refresh }) => refresh)

/** By the file's key: its bytes, in this tab only. */
export const folderFiles = createCache<File>('folderFiles', 4)
/** By the file's key: which documents it names. */
export const folderFileReports = createCache<FolderFileReport>('folderFileReports', 4)
