/** Files of a volume that are about all of it, such as load files: kept as one, with a table of what stands where. */
import { createReadStream } from 'node:fs'
import * as z from 'zod/mini'
import type { Blobs, Kept } from '../../platform/blobs/blobs.ts'
import { GrowingFile, type Sums } from './growing-file.ts'
import type { LaidFile } from './layout.ts'

const dataFile = z.object({
  /** From the root of the volume. */
  path: z.string(),
  at: z.int(),
  size: z.int(),
  crc32: z.int(),
  sha256: z.string(),
})
export type DataFile = z.infer<typeof dataFile>
export const dataFiles = z.array(dataFile)

/** Puts files one behind the other and keeps them. `to`: a path for the unfinished file. */
export async function keepTogether(
  blobs: Blobs,
  to: string,
  files: readonly (Sums & { readonly path: string; readonly file: string })[],
): Promise<{ readonly kept: Kept; readonly table: DataFile[] }> {
  const whole = await GrowingFile.open(to)
  try {
    const table: DataFile[] = []
    for (const { path, file, size, crc32, sha256 } of files) {
      table.push({ path, at: whole.size, size, crc32, sha256 })
      for await (const piece of createReadStream(file)) await whole.write(Buffer.from(piece))
    }
    const { sha256 } = await whole.end()
    return { kept: await blobs.adopt(to, sha256), table }
  } finally {
    await whole.close()
  }
}

export const laidData = (kept: string, { path, at, size, crc32, sha256 }: DataFile): LaidFile => ({
  ...{ path, at, size, crc32, sha256, kept },
})

/** The bytes of a file of the volume. */
export const bytesOf = (
  blobs: Blobs,
  { kept, at, size }: Pick<LaidFile, 'kept' | 'at' | 'size'>,
): AsyncIterable<Uint8Array> =>
  size === 0 ? nothing() : createReadStream(blobs.pathOf(kept), { start: at, end: at + size - 1 })

async function* nothing(): AsyncGenerator<Uint8Array> {}
