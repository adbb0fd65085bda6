/**
 * Documents that somebody sees only by a suppressed copy: they are searched, counted and ordered by the custodian and the path of
 * that copy, and not by their own.
 */
import { fieldMatches } from '#query/evaluate.ts'
import type { FieldTest } from '#query/tree.ts'
import type { Seen } from '../../documents/door.ts'
import type { Bits } from './bits.ts'
import type { Coded } from './coded.ts'
import type { Facts } from './facts.ts'
import type { Column } from './figures.ts'

type Place = Readonly<Record<'Custodian' | 'Source_Path', string>>

/** Their places by slot. */
export type Elsewhere = ReadonlyMap<number, Place>

/** Null where there are none. */
export function elsewhereOf({ documentId, size }: Facts, seen: Seen | undefined): Elsewhere | null {
  if (seen === undefined || seen.elsewhere.length === 0) return null
  const places = new Map(
    seen.elsewhere.map(({ documentId: id, custodian, path }) => [
      id,
      { Custodian: custodian, Source_Path: path },
    ]),
  )
  const bySlot = new Map<number, Place>()
  for (let slot = 1; slot < size; slot++) {
    const place = places.get(documentId[slot] ?? 0)
    if (place !== undefined) bySlot.set(slot, place)
  }
  return bySlot
}

/** What a field's test finds with them judged by their places. */
export function fieldElsewhere(
  found: Bits,
  { field, test }: { readonly field: string; readonly test: FieldTest },
  { elsewhere, zone }: { readonly elsewhere: Elsewhere | null; readonly zone: string },
): Bits {
  if (elsewhere === null || !(field === 'Custodian' || field === 'Source_Path')) return found
  const judged = found.copy()
  for (const [slot, place] of elsewhere)
    if (fieldMatches(test, [place[field]], zone)) judged.add(slot)
    else judged.remove(slot)
  return judged
}

/** The column of custodians: those of copies have codes behind the others. */
export function custodiansElsewhere(
  { codeOf, valuesOf, aside }: Column,
  first: number,
  elsewhere: Elsewhere,
): Column {
  const names = [...new Set([...elsewhere.values()].map(({ Custodian }) => Custodian))]
  const codes = new Map(names.map((name, nth) => [name, first + nth]))
  return {
    codeOf: (slot) => codes.get(elsewhere.get(slot)?.Custodian ?? '') ?? codeOf(slot),
    valuesOf: (code) => (code < first ? valuesOf(code) : names.slice(code - first, code - first + 1)),
    aside,
  }
}

/** Slots, which come by date, by the names of custodians without case. */
export function sortedByCustodian({ texts }: Facts, elsewhere: Elsewhere, slots: Int32Array): Int32Array {
  const own: Coded | undefined = texts.get('Custodian')
  const keys = new Map<number, readonly [string, string]>()
  for (const slot of slots) {
    const name = elsewhere.get(slot)?.Custodian ?? String(own?.values[own.codes[slot] ?? 0]?.[0] ?? '')
    keys.set(slot, [name.toLowerCase(), name])
  }
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
  return slots.toSorted((a, b) => {
    const [one, other] = [keys.get(a) ?? ['', ''], keys.get(b) ?? ['', '']]
    return compare(one[0], other[0]) || compare(one[1], other[1])
  })
}
