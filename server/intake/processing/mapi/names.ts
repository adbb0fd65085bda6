/** Which ids stand for which names: properties from 0x8000 up mean something else in each file (MS-OXMSG 2.2.3, MS-PST 2.4.7). */
import { guidOf, named, type Property, type PropertyKey, sets } from './properties.ts'

export type Names = ReadonlyMap<number, PropertyKey>

/** The sets that need no entry in the list of sets: none, MAPI's own, public strings. */
const knownSets: readonly (string | null)[] = [null, null, sets.publicStrings]

/** `entries`: for each id a name (a number, or a place among the `strings`), its set and the id. */
export function namesIn(guids: Buffer, entries: Buffer, strings: Buffer): Names {
  const names = new Map<number, PropertyKey>()
  for (let at = 0; at + 8 <= entries.length; at += 8) {
    const name = entries.readUInt32LE(at)
    const index = entries.readUInt16LE(at + 4)
    const place = index >> 1
    const guid = guids.subarray((place - 3) * 16, (place - 2) * 16)
    const set = place < 3 ? knownSets[place] : guid.length === 16 ? guidOf(guid) : null
    if (set === null || set === undefined) continue
    const id = 0x8000 + entries.readUInt16LE(at + 6)
    if ((index & 1) === 0) names.set(id, named(set, name))
    else if (name + 4 <= strings.length) {
      const length = strings.readUInt32LE(name)
      names.set(id, named(set, strings.toString('utf16le', name + 4, name + 4 + (length & ~1))))
    }
  }
  return names
}

/** Under their names. One that has none keeps its id, which is nobody else's in this file and is not read. */
export function withNames(
  properties: ReadonlyMap<number, Property>,
  names: Names,
): ReadonlyMap<PropertyKey, Property> {
  const found = new Map<PropertyKey, Property>()
  for (const [id, property] of properties) found.set(id < 0x8000 ? id : (names.get(id) ?? id), property)
  return found
}
