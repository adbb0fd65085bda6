/** What tells an item from all others where the fields of mail do not: everything that it says. */
import { createHash } from 'node:crypto'
import type { MapiObject, Properties, PropertyKey } from './properties.ts'

/**
 * SHA-256 over all properties of the item and of its recipients, in lower-case hexadecimal: equal for the same item in
 * another file or mailbox. Its attachments are not in it.
 */
export function identityOf({ properties, recipients }: MapiObject): string {
  const hash = createHash('sha256').update(digestOf(properties))
  for (const digest of recipients.map(digestOf).toSorted()) hash.update(digest)
  return hash.digest('hex')
}

function digestOf(properties: Properties): string {
  const hash = createHash('sha256')
  const keys = [...properties.keys()]
    .filter((key) => !isOfItsStore(key))
    .map((key) => [String(key), key] as const)
  for (const [name, key] of keys.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const values = properties.said(key)
    hash.update(`${name}:${values.length}:`)
    for (const value of values) hash.update(`${value.length}:`).update(value)
  }
  return hash.digest('hex')
}

/**
 * What a store writes about an item that is in it, and another store does not take over: ids that are never transmitted
 * (MS-OXPROPS 1.3.3), the last change and what follows changes.
 */
const isOfItsStore = (key: PropertyKey): boolean =>
  typeof key === 'number' &&
  ((key >= 0x0e00 && key <= 0x0fff) ||
    key === 0x3008 ||
    (key >= 0x340d && key <= 0x340f) ||
    (key >= 0x65e0 && key <= 0x67ff))
