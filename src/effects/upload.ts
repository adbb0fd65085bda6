/**
 * Sends a file in chunks that the server acknowledges durably. What it has already is not sent again: after a cut line,
 * a stop or another day it goes on where it was. The hash is made while the bytes are read, so that no file has to be
 * in memory as a whole.
 */
import {
  beginUpload,
  chunkBytes,
  discardUpload,
  finishUpload,
  putChunk,
  type Upload,
  upload as uploadSchema,
} from '#contracts/collect.ts'
import type { Call, Progress } from './call.ts'
import { CallFailed } from './failure.ts'
import { createFileHash } from './file-hash.ts'

export interface UploadOptions {
  readonly call: Call
  readonly file: Blob
  readonly fileName: string
  readonly projectId: number
  readonly sourceId: number
  /** When it was last changed, as its own system says. */
  readonly modifiedAt?: string
  /** The exception whose file it takes the place of. */
  readonly replaces?: number
  /** Of the entry alone that the exception is about. */
  readonly entry?: boolean
  /** Under which it is finished, once. */
  readonly finishKey: string
  readonly progress: Progress
  /** Hears what the server calls it, as soon as it has begun. */
  readonly begun?: (uploadId: string) => void
  /** Whether the person has asked to stop; looked at between chunks. */
  readonly stopped: () => boolean
  /** Bytes in one chunk; at most what the contract allows. */
  readonly chunk?: number
}

/** Small enough that a stop is soon obeyed and a cut line repeats little. */
const defaultChunk = chunkBytes / 2

/** The file as the server has it. */
export type Sent = { readonly sourceFileId: number; readonly sha256: string } | 'stopped'

/**
 * Files are known again by name, size and time until all of their bytes are there. Where these were begun by another file
 * of which all that is the same, they are thrown away, and this one is sent from its beginning.
 */
export async function uploadFile(options: UploadOptions): Promise<Sent> {
  const { call, projectId, stopped } = options
  if (stopped()) return 'stopped'
  const first = await begin(options)
  try {
    return await sendOn(options, first)
  } catch (thrown) {
    if (first.received === 0 || !isOfOtherBytes(thrown)) throw thrown
    await call(discardUpload, { projectId, params: { uploadId: first.uploadId } })
    return await sendOn(options, await begin(options))
  }
}

/** Whether the server has counted another hash than was counted here. */
const isOfOtherBytes = (thrown: unknown): boolean =>
  thrown instanceof CallFailed && thrown.failure.status === 409 && thrown.failure.detail === 'sha256'

async function begin(options: UploadOptions): Promise<Upload> {
  const { call, file, projectId, fileName, sourceId, modifiedAt, replaces } = options
  const begun = await call(beginUpload, {
    projectId,
    body: {
      sourceId,
      fileName,
      size: file.size,
      ...(modifiedAt === undefined ? {} : { modifiedAt }),
      ...(replaces === undefined ? {} : { replaces }),
    },
    // Not answered from the record of replies: how much has arrived since is what is asked for.
    idempotencyKey: null,
    repeatable: true,
  })
  options.begun?.(begun.uploadId)
  return begun
}

async function sendOn(options: UploadOptions, begun: Upload): Promise<Sent> {
  const { call, file, projectId, progress, stopped } = options
  const chunk = Math.min(options.chunk ?? defaultChunk, chunkBytes)
  let at = begun
  const hashed = createFileHash(file, chunk)
  await hashed.upTo(at.received, stopped)
  progress(at.received, file.size)
  while (at.received < file.size) {
    if (stopped()) return 'stopped'
    const offset = at.received
    at = await put(options, at, offset, Math.min(offset + chunk, file.size))
    // The server may have had more than was believed, or less: what counts is what it says.
    await hashed.upTo(at.received, stopped)
    progress(at.received, file.size)
  }
  if (stopped()) return 'stopped'
  const sha256 = hashed.hex()
  const { sourceFileId } = await call(finishUpload, {
    projectId,
    params: { uploadId: at.uploadId },
    body: { sha256, ...(options.entry ? { entry: true } : {}) },
    idempotencyKey: options.finishKey,
  })
  return { sourceFileId, sha256 }
}

async function put(options: UploadOptions, at: Upload, offset: number, end: number): Promise<Upload> {
  const { call, file, projectId, progress } = options
  try {
    return await call(putChunk, {
      projectId,
      params: { uploadId: at.uploadId },
      query: { offset },
      body: file.slice(offset, end),
      idempotencyKey: null,
      repeatable: true,
      progress: (sent) => progress(Math.min(end, offset + sent), file.size),
    })
  } catch (thrown) {
    const known = thrown instanceof CallFailed && thrown.failure.status === 409 ? thrown.failure.data : null
    const actual = uploadSchema.safeParse(known).data
    // A chunk whose answer was lost had arrived after all. Where nothing has moved, it is a refusal.
    if (!actual || actual.received === offset) throw thrown
    return actual
  }
}
