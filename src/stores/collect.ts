/** Uploads of this browser, and the source that is being made or changed. */
import { combine, sample } from 'effector'
import {
  exceptionsSettled,
  uploadDiscarded,
  uploadFailed,
  uploadFinished,
  uploadQueued,
  uploadResumed,
  uploadStopAsked,
  uploadStopped,
  uploadsCleared,
} from '../events/catalog/collect.ts'
import { sourceAnswered, sourceSaveAsked } from '../events/catalog/collect-sources.ts'
import { putTab } from './by-tab.ts'
import { createCache } from './cache.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'
import { tabWorkChanged } from './tab-work.ts'

export interface UploadState {
  readonly uploadKey: string
  /** The tab that holds the files' bytes. */
  readonly tabId: string
  readonly projectId: number
  readonly sourceId: number | null
  readonly title: string
  readonly files: number
  readonly bytes: number
  readonly replaces: number | null
  /** What of it the browser could not read: it has not arrived either. */
  readonly unread: { readonly count: number; readonly paths: readonly string[] }
  readonly entry: boolean
  readonly phase: 'sending' | 'stopping' | 'stopped' | 'failed' | 'finished'
  /** Under which its progress is kept. */
  readonly commandId: string
  /** What became of its files, once it is finished. */
  readonly sent: number
  readonly known: number
  readonly failed: number
  readonly jobId: number | null
  readonly message: string | null
}

/** How it goes with the form of a source that was sent last; the answer is the id of the source, or why it was refused. */
interface Saving {
  readonly formKey: string
  readonly answer: number | { readonly message: string; readonly field: string } | null
}

export interface CollectState {
  readonly uploads: Readonly<Record<string, UploadState>>
  /** By tab: the source whose form was sent last. */
  readonly saving: Readonly<Record<string, Saving>>
  /** By project: how often something was done about its exceptions. */
  readonly settled: Readonly<Record<number, number>>
}

const change = (
  state: CollectState,
  uploadKey: string,
  to: Partial<UploadState> | ((upload: UploadState) => Partial<UploadState>),
): CollectState => {
  const upload = state.uploads[uploadKey]
  if (upload === undefined) return state
  const now = { ...upload, ...(typeof to === 'function' ? to(upload) : to) }
  return { ...state, uploads: { ...state.uploads, [uploadKey]: now } }
}

const without = (uploads: CollectState['uploads'], uploadKey: string | null): CollectState['uploads'] => {
  const { [uploadKey ?? '']: _, ...others } = uploads
  return others
}

export const collect = projection<CollectState>({
  name: 'collect',
  version: 3,
  log: 'account',
  initial: { uploads: {}, saving: {}, settled: {} },
  handlers: [
    on(uploadQueued, (s, { continues, ...p }, { commandId }) => ({
      ...s,
      uploads: {
        ...without(s.uploads, continues),
        [p.uploadKey]: {
          ...p,
          phase: 'sending' as const,
          commandId,
          sent: 0,
          known: 0,
          failed: 0,
          jobId: null,
          message: null,
        },
      },
    })),
    on(uploadResumed, (s, { uploadKey, tabId }, { commandId }) =>
      change(s, uploadKey, { phase: 'sending', tabId, commandId, message: null }),
    ),
    on(uploadStopAsked, (s, p) => change(s, p.uploadKey, { phase: 'stopping' })),
    on(uploadStopped, (s, p) => change(s, p.uploadKey, { phase: 'stopped' })),
    on(uploadFailed, (s, p) => change(s, p.uploadKey, { phase: 'failed', message: p.message })),
    on(uploadFinished, (s, { uploadKey, ...p }) => change(s, uploadKey, { ...p, phase: 'finished' })),
    on(uploadDiscarded, (s, p) => ({ ...s, uploads: without(s.uploads, p.uploadKey) })),
    on(uploadsCleared, (s) => ({
      ...s,
      uploads: Object.fromEntries(
        Object.entries(s.uploads).filter(([, upload]) => upload.phase !== 'finished'),
      ),
    })),
    on(sourceSaveAsked, (s, { formKey }, { tabId }) => ({
      ...s,
      saving: putTab(s.saving, tabId, { formKey, answer: null }),
    })),
    on(sourceAnswered, (s, saving, { tabId }) => ({ ...s, saving: putTab(s.saving, tabId, saving) })),
    on(exceptionsSettled, (s, { projectId }) => ({
      ...s,
      settled: { ...s.settled, [projectId]: (s.settled[projectId] ?? 0) + 1 },
    })),
  ],
})

/** How it goes with the source whose form was sent in this tab. */
export const $savingSource = combine(collect.$state, $tabId, ({ saving }, tabId) => saving[tabId] ?? null)

/** A file that was chosen in this tab, and where it lay: folders and name with `/` between. */
export interface PickedFile {
  readonly path: string
  readonly file: File
}
/** What was chosen in this tab and is still needed, by upload key: bytes never enter the log. */
export const pickedFiles = createCache<readonly PickedFile[]>('pickedFiles', 200, 'account')

/** Whether the bytes of an upload are on their way. */
export const isUnderWay = ({ phase }: Pick<UploadState, 'phase'>): boolean =>
  phase === 'sending' || phase === 'stopping'

/** Whether this tab sends any: they end with it. */
const $isSending = combine(collect.$state, $tabId, pickedFiles.$entries, ({ uploads }, tabId, held) =>
  Object.values(uploads).some(
    (upload) => upload.tabId === tabId && isUnderWay(upload) && held.has(upload.uploadKey),
  ),
)
sample({ clock: $isSending, fn: (busy) => ({ what: 'uploads', busy }), target: tabWorkChanged })

/** By upload key: what this tab has begun on the server and not ended. */
export const begunUploads = createCache<readonly string[]>('begunUploads', 200, 'account')

/** How far an upload is, file by file. */
export interface UploadProgress {
  /** Files and bytes that the server has: what arrived, and what was there before. */
  readonly files: number
  readonly bytes: number
  /** Of the files, those that were there before. */
  readonly known: number
  readonly failed: readonly { readonly path: string; readonly message: string }[]
  /** What is being sent. */
  readonly now: readonly string[]
}
/** By the command that began each, or had it go on. */
export const uploadProgress = createCache<UploadProgress>('uploadProgress', 64, 'account')
