/** Opens the volumes of productions. */
import { zipOfVolume } from './stored-volumes.ts'
import type { NamedZip, Volumes } from './volumes.ts'
import { type Means, produceVolumes } from './write.ts'

/** Volumes whose layout is held: a download comes back for range after range. */
const held = 2

export function openVolumes(means: Means): Volumes {
  const zips = new Map<string, Promise<NamedZip | null>>()
  return {
    write: (run, production) => produceVolumes(means, run, production),
    zip(production, volume) {
      // Of one that is produced again, the time is another.
      const key = `${production.production_id} ${volume} ${production.produced_at}`
      const zip = zips.get(key) ?? zipOfVolume(means, production, volume)
      zips.delete(key)
      zips.set(key, zip)
      zip.catch(() => zips.delete(key))
      for (const old of [...zips.keys()].slice(0, -held)) zips.delete(old)
      return zip
    },
  }
}
