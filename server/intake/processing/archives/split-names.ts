/**
 * Names of the parts that archives are split into, and which files belong together by them: zips of PKWARE (x.z01, x.z02 …
 * x.zip; APPNOTE.TXT, 8), volumes of rar (x.part1.rar …, and before version 3 x.rar, x.r00 …), and what is cut into pieces
 * (x.7z.001 …, and x.tar.gz.aa … of `split`). Names are compared as Windows does it; whether they tell the truth, bytes say.
 */

/** `pieces`: by numbers; `letters`: pieces by letters; `zip`, `rar`, `oldRar`: parts that know that they are. */
export type SplitKind = 'pieces' | 'letters' | 'zip' | 'rar' | 'oldRar'

export interface PartName {
  readonly kind: SplitKind
  /** Of the archive as a whole. */
  readonly whole: string
  /** From 1; pieces may be counted from 0. */
  readonly number: number
}

/** The number of the last part of a split zip, which is named like a whole one; how many are before it, it says itself. */
export const lastOfZip = 100_000

/** Packings and archives, as names end. */
const archive = '(?:zip|7z|rar|tar|tgz|gz|tbz2?|bz2|txz|xz|tzst|zst|lz4|cab|iso|wim|cpio)'
const cutByLetters = new RegExp(String.raw`^(.+\.${archive})\.?([a-z]{2})$`, 'i')
const endsAsArchive = new RegExp(String.raw`\.${archive}$`, 'i')

/** Whether nothing but an archive is called so. */
export const isNamedArchive = (name: string): boolean => endsAsArchive.test(name)

/** What part a file is by its name; null where it is none. A whole zip or rar may be one, beside others. */
export function partName(name: string): PartName | null {
  const part = (kind: SplitKind, whole: string | undefined, number: number): PartName => ({
    kind,
    whole: whole ?? '',
    number,
  })
  let found = /^(.+)\.part(\d{1,5})\.rar$/is.exec(name)
  if (found !== null) return part('rar', `${found[1]}.rar`, Number(found[2]))
  if (/.\.rar$/is.test(name)) return part('oldRar', name, 1)
  if (/.\.zip$/is.test(name)) return part('zip', name, lastOfZip)
  found = /^(.+)\.z(\d{2,4})$/is.exec(name)
  if (found !== null && Number(found[2]) > 0) return part('zip', `${found[1]}.zip`, Number(found[2]))
  found = /^(.+)\.([r-y])(\d\d)$/is.exec(name)
  if (found !== null) {
    const hundreds = (found[2]?.toLowerCase().charCodeAt(0) ?? 0) - 'r'.charCodeAt(0)
    return part('oldRar', `${found[1]}.rar`, hundreds * 100 + Number(found[3]) + 2)
  }
  found = /^(.+)\.(\d{3,5})$/s.exec(name)
  if (found !== null) return part('pieces', found[1], Number(found[2]))
  found = cutByLetters.exec(name)
  // What ends with a packing's name is packed, and no piece.
  if (found === null || isNamedArchive(name)) return null
  const [first = 0, second = 0] = [...(found[2]?.toLowerCase() ?? '')].map((c) => c.charCodeAt(0) - 97)
  return part('letters', found[1], first * 26 + second + 1)
}

/** What the part of a number would be called, written as `like`, another part, is. */
export function nameOfPart(kind: SplitKind, whole: string, number: number, like: string): string {
  const stem = whole.replace(/\.[^.]*$/s, '')
  const digits = (text: string): string => text.padStart(/\d+(?=\.rar$|$)/i.exec(like)?.[0].length ?? 0, '0')
  if (kind === 'rar') return `${stem}.part${digits(String(number))}.rar`
  if (kind === 'zip') return number === lastOfZip ? whole : `${stem}.z${String(number).padStart(2, '0')}`
  if (kind === 'oldRar') {
    if (number === 1) return whole
    const at = number - 2
    return `${stem}.${String.fromCharCode('r'.charCodeAt(0) + Math.floor(at / 100))}${String(at % 100).padStart(2, '0')}`
  }
  if (kind === 'pieces') return `${whole}.${digits(String(number)).padStart(3, '0')}`
  const letter = (at: number): string => String.fromCharCode(97 + at)
  const between = /\.[a-z]{2}$/i.test(like) ? '.' : ''
  return `${whole}${between}${letter(Math.floor((number - 1) / 26))}${letter((number - 1) % 26)}`
}

/** A file as it is named. */
export interface Named {
  /** All that it must share with those that it belongs to. */
  readonly folder: string
  readonly name: string
}

/** Files that belong together by their names. */
export interface Together<F> {
  readonly kind: SplitKind
  readonly whole: string
  /** In their order, one of each number: the first one given. */
  readonly parts: readonly { readonly number: number; readonly file: F }[]
  /** Further ones of these numbers. */
  readonly others: readonly { readonly number: number; readonly file: F }[]
}

/** Which files belong together. Those that nothing is missed of, whole zips among them, are in none. */
export function together<F extends Named>(files: Iterable<F>): Together<F>[] {
  const found = new Map<string, { kind: SplitKind; whole: string; byNumber: Map<number, F[]> }>()
  for (const file of files) {
    const part = partName(file.name)
    if (part === null) continue
    const key = JSON.stringify([file.folder, part.kind, part.whole.toLowerCase()])
    const one = found.get(key) ?? { kind: part.kind, whole: part.whole, byNumber: new Map<number, F[]>() }
    found.set(key, one)
    const same = one.byNumber.get(part.number)
    if (same === undefined) one.byNumber.set(part.number, [file])
    else same.push(file)
  }
  return [...found.values()].flatMap(({ kind, whole, byNumber }) => {
    const numbers = [...byNumber.keys()].toSorted((a, b) => a - b)
    const [first] = numbers
    if (numbers.length === 1 && first === (kind === 'zip' ? lastOfZip : kind === 'oldRar' ? 1 : null))
      return []
    // Two letters say little: they are pieces only as far as they follow one another.
    const gap = kind === 'letters' ? numbers.findIndex((number, i) => number !== i + 1) : -1
    const kept = gap < 0 ? numbers : numbers.slice(0, gap)
    if (kind === 'letters' && kept.length < 2) return []
    const all = kept.map((number) => ({ number, files: byNumber.get(number) ?? [] }))
    return {
      kind,
      whole,
      parts: all.flatMap(({ number, files: [file] }) => (file === undefined ? [] : { number, file })),
      others: all.flatMap(({ number, files }) => files.slice(1).map((file) => ({ number, file }))),
    }
  })
}
