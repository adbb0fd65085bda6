/** The thread that keeps files: a batch a message, so that no sync to disk ever holds up the server. */
import { parentPort, workerData } from 'node:worker_threads'
import { keep } from './keep.ts'

/** Files one after the other in `bytes`, each `sizes[i]` long. */
export interface KeepRequest {
  readonly bytes: ArrayBuffer
  readonly sizes: readonly number[]
}
export type KeepReply =
  | { readonly hashes: readonly string[] }
  | { readonly message: string; readonly code: string }

const port = parentPort
if (port === null) throw new Error('This module runs as a worker thread only.')
const root = String(workerData)

port.on('message', (request: KeepRequest) => port.postMessage(answer(request)))

function answer({ bytes, sizes }: KeepRequest): KeepReply {
  let end = 0
  const files = sizes.map((size) => {
    end += size
    return new Uint8Array(bytes, end - size, size)
  })
  try {
    return { hashes: keep(root, files) }
  } catch (error) {
    const known = error instanceof Error ? error : new Error(String(error))
    return { message: known.message, code: 'code' in known ? String(known.code) : '' }
  }
}
