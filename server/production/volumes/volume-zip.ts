/** A volume as a zip, of which any range of bytes can be read. */
import type { Selectable } from 'kysely'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { Reader } from '../../platform/records/records.ts'
import { StoredZip } from '../../platform/zip/stored-zip.ts'
import type { StoredRun } from '../record/stored.ts'
import type { ProductionVolumeTable } from '../record/tables.ts'
import { dataFiles, laidData } from './data-files.ts'
import { KeptBytes } from './kept-bytes.ts'
import { filesOf, type LaidFile, VolumeLayout } from './layout.ts'
import { familiesOf, type OfPlan } from './planned.ts'

type StoredVolume = Selectable<ProductionVolumeTable>

export interface VolumeZip {
  readonly bytes: number
  readonly files: number
  /** From `from` up to the one before `to`. */
  read(from: number, to: number): AsyncIterable<Uint8Array>
}

/** All files of a volume in their order: load files first, then those of each document. */
export async function filesOfVolume(
  read: Reader,
  production: OfPlan & Pick<StoredRun, 'settings'>,
  volume: Pick<StoredVolume, 'data' | 'sha256' | 'first_place' | 'last_place'>,
): Promise<LaidFile[]> {
  const layout = new VolumeLayout(production.settings)
  const files = dataFiles.parse(JSON.parse(volume.data)).map((file) => laidData(volume.sha256, file))
  for await (const family of familiesOf(read, production, volume.first_place, volume.last_place))
    for (const document of family) files.push(...filesOf(layout.add(document)))
  return files
}

/** `at`: the date of its entries. */
export function zipOf(blobs: Blobs, name: string, files: readonly LaidFile[], at: Date): VolumeZip {
  const zip = new StoredZip(
    files.map(({ path, size, crc32 }) => ({ name: `${name}/${path}`, bytes: size, crc: crc32 })),
    at,
  )
  return {
    bytes: zip.bytes,
    files: files.length,
    async *read(from, to) {
      const kept = new KeptBytes(blobs)
      try {
        yield* zip.read(from, to, (entry, first, last) => {
          const file = files[entry]
          if (file === undefined) throw new RangeError('A volume has no such file.')
          return kept.read(file, first, last)
        })
      } finally {
        await kept.close()
      }
    },
  }
}
