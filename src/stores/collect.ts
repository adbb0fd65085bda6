/** Uploads of this browser, and what the server said of unfinished ones and of exceptions. */
import type { ExceptionRow, Upload } from '#contracts/collect.ts'
import {
  uploadDiscarded,
  uploadFailed,
  uploadFinished,
  uploadQueued,
  uploadResumed,
  uploadStopAsked,
  uploadStopped,
  uploadsCleared,
} from '../events/catalog/collect.ts'
import { createCache } from './cache.ts'
import { on, projection } from './projection.ts'

export interface UploadState {
  readonly uploadKey: string
  /** The tab that holds the file's bytes. */
  readonly tabId: string
  readonly projectId: number
  readonly custodianId: number
  readonly fileName: string
  readonly size: number
  readonly phase: 'sending' | 'stopping' | 'stopped' | 'failed' | 'finished'
  /** Under which its progress is kept. */
  readonly commandId: string
  readonly jobId: number | null
  readonly message: string | null
}

export interface CollectState {
  readonly uploads: Readonly<Record<string, UploadState>>
}

const change = (
  state: CollectState,
  uploadKey: string,
  to: (upload: UploadState) => Partial<UploadState>,
): CollectState => {
  const upload = state.uploads[uploadKey]
  return upload ? { uploads: { ...state.uploads, [uploadKey]: { ...upload, ...to(upload) } } } : state
}

export const collect = projection<CollectState>({
  name: 'collect',
  version: 1,
  log: 'account',
  initial: { uploads: {} },
  handlers: [
    on(uploadQueued, (s, p, { commandId }) => ({
      uploads: {
        ...s.uploads,
        [p.uploadKey]: { ...p, phase: 'sending' as const, commandId, jobId: null, message: null },
      },
    })),
    on(uploadResumed, (s, p, { commandId }) =>
      change(s, p.uploadKey, () => ({ phase: 'sending', tabId: p.tabId, commandId, message: null })),
    ),
    on(uploadStopAsked, (s, p) => change(s, p.uploadKey, () => ({ phase: 'stopping' }))),
    on(uploadStopped, (s, p) => change(s, p.uploadKey, () => ({ phase: 'stopped' }))),
    on(uploadFailed, (s, p) => change(s, p.uploadKey, () => ({ phase: 'failed', message: p.message }))),
    on(uploadFinished, (s, p) => change(s, p.uploadKey, () => ({ phase: 'finished', jobId: p.jobId }))),
    on(uploadDiscarded, (s, p) => {
      const { [p.uploadKey]: _, ...uploads } = s.uploads
      return { uploads }
    }),
    on(uploadsCleared, (s) => ({
      uploads: Object.fromEntries(
        Object.entries(s.uploads).filter(([, upload]) => upload.phase !== 'finished'),
      ),
    })),
  ],
})

/** Files that were chosen in this tab and are still needed, by upload key: bytes never enter the log. */
export const pickedFiles = createCache<File>('pickedFiles', 5000, 'account')

export const unfinishedKey = (projectId: number): string => `collect.unfinished:${projectId}`
export const unfinishedUploads = createCache<readonly Upload[]>('unfinishedUploads', 20, 'account')

export const exceptionsKey = (projectId: number, jobId: number | null): string =>
  `collect.exceptions:${projectId}:${jobId ?? 'all'}`
export const exceptions = createCache<{
  readonly rows: readonly ExceptionRow[]
  readonly totalCount: number
}>('exceptions', 40, 'account')
