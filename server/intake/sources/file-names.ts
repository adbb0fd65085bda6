/**
 * Names of files as a file system has them, which are bytes: UTF-8 as a rule, and on old servers in whatever charset their
 * machines had. They are shown as text, two of one folder never alike; a file is opened by the bytes of its name.
 */
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { guessedCharset } from '../processing/charset-guess.ts'

export interface FileName {
  readonly raw: Buffer
  /** As people read it. */
  readonly shown: string
  /** By which it stands in the order of its folder: the same in each look at the folder, and no other name's. */
  readonly place: string
}

/** The names of one folder, in their order. */
export function namesIn(folder: readonly Buffer[]): FileName[] {
  const [whole, odd] = [folder.filter((raw) => isUtf8(raw)), folder.filter((raw) => !isUtf8(raw))]
  const shown = new Set<string>()
  const names: FileName[] = whole.map((raw) => {
    const name = raw.toString()
    shown.add(name)
    return { raw, shown: name, place: name }
  })
  // No name has a slash: what stands behind it makes this one different from all others.
  const placeOf = (raw: Buffer): string => `${raw.toString()}/${raw.toString('hex')}`
  const others = odd.map((raw) => ({ raw, place: placeOf(raw) })).sort(inOrder)
  for (const { raw, place } of others) {
    const plain = decoded(raw)
    const name = shown.has(plain) ? toldApart(raw) : plain
    shown.add(name)
    names.push({ raw, shown: name, place })
  }
  return names.sort(inOrder)
}

const inOrder = (a: { readonly place: string }, b: { readonly place: string }): number =>
  a.place < b.place ? -1 : 1

const decoded = (raw: Buffer): string => new TextDecoder(guessedCharset(raw)).decode(raw)

/** With something of its bytes, in front of the extension. */
function toldApart(raw: Buffer): string {
  const name = decoded(raw)
  const extension = extname(name)
  const mark = createHash('sha256').update(raw).digest('hex').slice(0, 8)
  return `${name.slice(0, name.length - extension.length)} (${mark})${extension}`
}

/** The bytes of a name that is shown now. */
export const rawName = (folder: readonly Buffer[], shown: string): Buffer | null =>
  namesIn(folder).find((name) => name.shown === shown)?.raw ?? null

/**
 * The bytes of a name that was recorded before names were bytes: a letter then stood for whatever was no UTF-8. It is taken
 * where it can mean only one; and a name without that letter is its own bytes, whatever else reads like it.
 */
export function rawNameOfOld(folder: readonly Buffer[], recorded: string): Buffer | null {
  const [one, ...more] = folder.filter((raw) => !isUtf8(raw) && raw.toString() === recorded)
  return one !== undefined && more.length === 0 ? one : null
}
