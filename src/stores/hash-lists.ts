/** The list of known files that each tab uploads. */
import { combine } from 'effector'
import type { HashList } from '#contracts/hash-lists.ts'
import { uploadAsked, uploadDismissed, uploadEnded, uploadStopped } from '../events/catalog/hash-lists.ts'
import { putTab } from './by-tab.ts'
import { createCache } from './cache.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

interface ListUpload {
  readonly uploadKey: string
  readonly projectId: number
  /** The list that it goes on with; null: it has begun one. */
  readonly hashListId: number | null
  readonly phase: 'sending' | 'ended'
  /** Why it could not be sent. */
  readonly message: string | null
}

export interface HashListsState {
  /** By tab: the one that was asked for last. */
  readonly uploads: Readonly<Record<string, ListUpload>>
}

/** What becomes of the upload, unless the tab has begun another. */
const ended = (
  state: HashListsState,
  tabId: string,
  uploadKey: string,
  message: string | null,
): HashListsState => {
  const upload = state.uploads[tabId]
  return upload?.uploadKey === uploadKey
    ? { uploads: putTab(state.uploads, tabId, { ...upload, phase: 'ended', message }) }
    : state
}

export const hashLists = projection<HashListsState>({
  name: 'hashLists',
  version: 2,
  log: 'account',
  initial: { uploads: {} },
  handlers: [
    on(uploadAsked, (s, { uploadKey, projectId, hashListId }, { tabId }) => ({
      uploads: putTab(s.uploads, tabId, {
        uploadKey,
        projectId,
        hashListId,
        phase: 'sending',
        message: null,
      }),
    })),
    on(uploadStopped, (s, { uploadKey }, { tabId }) => ended(s, tabId, uploadKey, null)),
    on(uploadDismissed, (s, { uploadKey }, { tabId }) => ended(s, tabId, uploadKey, null)),
    on(uploadEnded, (s, { uploadKey, message }, { tabId }) => ended(s, tabId, uploadKey, message)),
  ],
})

/** What this tab uploads, or uploaded last. */
export const $listUpload = combine(hashLists.$state, $tabId, ({ uploads }, tabId) => uploads[tabId] ?? null)

/** By upload: the bytes, in this tab only. */
export const pickedList = createCache<File | null>('pickedList', 10, 'account')
/** Why an upload cannot go on that a tab has begun before it was loaded anew. */
export const notAtHand = 'The file is no longer at hand: choose it again, and it goes on where it was cut.'
/** By upload: the list that it has become on the server. */
export const listOfUpload = createCache<HashList>('listOfUpload', 10, 'account')
