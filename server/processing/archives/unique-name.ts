/**
 * An archive may hold one name twice, and what is packed once more goes by its name without the packing; a path names one
 * item.
 */
import { givenName } from '../names.ts'
import type { ArchiveEntry } from './archive.ts'
import { unpackedName } from './packed.ts'

/** The name of an entry, unlike those before it in its archive, which `seen` holds. */
export function uniqueName(entry: ArchiveEntry, seen: Set<string>): string {
  let name = givenName(entry.name)
  while (seen.has(bareName(name))) name += ` #${entry.number}`
  seen.add(bareName(name))
  return name
}

/** Without any packing. */
function bareName(name: string): string {
  const bare = unpackedName(name)
  return bare === name ? name : bareName(bare)
}
