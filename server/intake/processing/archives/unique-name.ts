/** An archive may hold one name twice; a path names one item. */
import { givenName } from '../names.ts'
import type { ArchiveEntry } from './archive.ts'

/** The name of an entry, unlike those before it in its archive, which `seen` holds. */
export function uniqueName(entry: ArchiveEntry, seen: Set<string>): string {
  let name = givenName(entry.name)
  while (seen.has(name)) name += ` #${entry.number}`
  seen.add(name)
  return name
}
