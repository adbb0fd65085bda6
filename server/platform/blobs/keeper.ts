/** Hands files to the thread that keeps them: what comes while it works goes to it as one batch. */
import { Worker } from 'node:worker_threads'
import { program } from '../program/bundled.ts'
import type { KeepReply, KeepRequest } from './keeping-thread.ts'

/** A batch is copied once; larger files go alone. */
const batchBytes = 16 * 1024 * 1024
/** All files of a batch are open at once, and a process may have no more than a thousand. */
const batchFiles = 256
/** A thread without work ends after this. */
const idleMs = 20_000

interface Waiting {
  readonly bytes: Uint8Array
  readonly resolve: (sha256: string) => void
  readonly reject: (error: Error) => void
}

/** A fault of the disk, as the thread reported it. */
class KeepingFault extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.name = 'KeepingFault'
    this.code = code
  }
}

export class Keeper {
  readonly #root: string
  #waiting: Waiting[] = []
  /** What the thread works on. */
  #batch: readonly Waiting[] = []
  #thread: Worker | null = null
  #idle: NodeJS.Timeout | undefined

  constructor(root: string) {
    this.#root = root
  }

  /** Resolves with the hash once the file is durable. The bytes must not change until then. */
  keep(bytes: Uint8Array): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ bytes, resolve, reject })
      // What is asked for in the same breath belongs to the same batch.
      if (this.#waiting.length === 1 && this.#batch.length === 0) queueMicrotask(() => this.#next())
    })
  }

  #next(): void {
    if (this.#batch.length > 0) return
    let size = 0
    let count = 0
    for (const { bytes } of this.#waiting) {
      if (count === batchFiles || (count > 0 && size + bytes.byteLength > batchBytes)) break
      size += bytes.byteLength
      count++
    }
    clearTimeout(this.#idle)
    if (count === 0) {
      this.#thread?.unref()
      this.#idle = setTimeout(() => this.#end(), idleMs)
      this.#idle.unref()
      return
    }
    this.#batch = this.#waiting.splice(0, count)
    // A copy of its own is handed over without another one, and is the thread's alone.
    const all = new Uint8Array(size)
    let at = 0
    for (const { bytes } of this.#batch) {
      all.set(bytes, at)
      at += bytes.byteLength
    }
    const request: KeepRequest = {
      bytes: all.buffer,
      sizes: this.#batch.map(({ bytes }) => bytes.byteLength),
    }
    this.#thread ??= this.#start()
    this.#thread.ref()
    this.#thread.postMessage(request, [all.buffer])
  }

  #start(): Worker {
    const thread = new Worker(program().module(new URL('./keeping-thread.ts', import.meta.url)), {
      workerData: this.#root,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 },
      name: 'files',
    })
    thread.on('message', (reply: KeepReply) => this.#settle(reply))
    const lost = (error: Error): void => {
      if (this.#thread !== thread) return
      this.#thread = null
      this.#settle({ message: error.message, code: '' })
    }
    thread.on('error', lost)
    thread.on('exit', () => lost(new Error('The thread that keeps files has ended.')))
    return thread
  }

  #settle(reply: KeepReply): void {
    const batch = this.#batch
    this.#batch = []
    for (const [i, { resolve, reject }] of batch.entries()) {
      const sha256 = 'hashes' in reply ? reply.hashes[i] : undefined
      if (sha256 !== undefined) resolve(sha256)
      else
        reject(
          'message' in reply
            ? new KeepingFault(reply.message, reply.code)
            : new Error('A file was not kept.'),
        )
    }
    this.#next()
  }

  #end(): void {
    const thread = this.#thread
    this.#thread = null
    void thread?.terminate()
  }
}
