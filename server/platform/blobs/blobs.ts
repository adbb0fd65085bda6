/** Files by content: the name of a file is the SHA-256 of its bytes. */
import type { Readable } from 'node:stream'

declare module '../services.ts' {
  interface Services {
    readonly blobs: Blobs
  }
}

export interface Kept {
  readonly sha256: string
  readonly size: number
}

export interface Blobs {
  /** Keeps bytes durably (fsync, then rename into place); keeping the same bytes again is a no-op. */
  put(bytes: Uint8Array): Promise<Kept>
  /** Moves a finished file into the store without copying where it can; `sha256` is what the bytes hash to. */
  adopt(path: string, sha256: string): Promise<Kept>
  /** The bytes as a stream; throws `notFound` where there are none. */
  open(sha256: string): Promise<Readable>
  read(sha256: string): Promise<Buffer>
  /** A path for a child process that needs one; read only. */
  pathOf(sha256: string): string
  has(sha256: string): Promise<boolean>
  /** Deletes the bytes for good; nothing where there are none. Only for what nothing in the records names any more. */
  remove(sha256: string): Promise<void>
}
