/** The hash of a file that is read piece by piece, so that none has to be in memory as a whole. */
import { createSha256, type Sha256 } from './sha256.ts'

export interface FileHash {
  /** Reads on to a place in the file, unless it is told to stop before. */
  readonly upTo: (end: number, stopped: () => boolean) => Promise<void>
  /** Of what was read; nothing may be read afterwards. */
  readonly hex: () => string
}

export function createFileHash(file: Blob, piece: number): FileHash {
  const sha: Sha256 = createSha256()
  let done = 0
  return {
    upTo: async (end, stopped) => {
      while (done < end && !stopped()) {
        const next = Math.min(done + piece, end)
        sha.update(new Uint8Array(await file.slice(done, next).arrayBuffer()))
        done = next
      }
    },
    hex: sha.hex,
  }
}

/** Bytes that are read at once. */
const piece = 4 * 1024 * 1024

/** Of a whole file; null where it was told to stop before its end. */
export async function hashOf(file: Blob, stopped: () => boolean): Promise<string | null> {
  const hash = createFileHash(file, piece)
  await hash.upTo(file.size, stopped)
  return stopped() ? null : hash.hex()
}
