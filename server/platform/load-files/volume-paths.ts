/** The paths of load files, matched against the files of the volume. Nothing outside of the volume is ever named by one. */

export type PathFaultCode =
  | 'empty'
  | 'climbs'
  | 'drive'
  | 'network'
  | 'characters'
  | 'tooLong'
  | 'missing'
  | 'several'

export interface PathFault {
  readonly code: PathFaultCode
  /** What is wrong with it, as a sentence. */
  readonly reason: string
}
export interface FoundPath {
  /** As the volume has it. */
  readonly path: string
  /** Whether the load file spells it in another case. */
  readonly otherCase: boolean
}

const longestPath = 1024
const reasons: Readonly<Record<PathFaultCode, string>> = {
  empty: 'There is no path.',
  climbs: 'The path leads out of its folder by "..". Only files of the volume are read.',
  drive: 'The path begins with a drive or is an address. Paths must begin at the volume.',
  network: 'The path names a computer. Paths must begin at the volume.',
  characters: 'The path holds characters that no file name has.',
  tooLong: `The path has more than ${longestPath} characters.`,
  missing: 'The volume has no such file.',
  several: 'Several files of the volume differ from it in case alone.',
}
const fault = (code: PathFaultCode): PathFault => ({ code, reason: reasons[code] })

/** A path from the root of its volume, folders parted by `/`: without `.\`, and without a slash before it. */
export function volumePath(written: string): { readonly path: string } | PathFault {
  const text = written.trim()
  if (text.length > longestPath) return fault('tooLong')
  if (/^(?:\\\\|\/\/)/.test(text)) return fault('network')
  if (text.includes(':')) return fault('drive')
  if (/[\p{Cc}<>"|?*]/u.test(text) || !text.isWellFormed()) return fault('characters')
  const parts = text.split(/[\\/]/).filter((part) => part !== '' && part !== '.')
  if (parts.some((part) => /^\.[. ]*$/.test(part))) return fault('climbs')
  return parts.length === 0 ? fault('empty') : { path: parts.join('/') }
}

export const isPathFault = (found: object): found is PathFault => 'code' in found

/** Composed, and in one case: as file systems compare names that tell no case apart. */
const folded = (path: string): string => path.normalize('NFC').toLowerCase()

/** The files of a volume, and which of them its load files use. */
export class VolumeFiles {
  readonly #paths = new Set<string>()
  readonly #byFolded = new Map<string, string[]>()
  readonly #used = new Set<string>()
  readonly #roots: readonly string[]

  /**
   * `files`: from the root of the upload, folders parted by `/`. `roots`: folders at which paths may begin, tried in turn,
   * such as the one of the load file; the root of the upload is `''`.
   */
  constructor(files: Iterable<string>, roots: readonly string[] = ['']) {
    this.#roots = roots
    for (const path of files) {
      this.#paths.add(path)
      const key = folded(path)
      const same = this.#byFolded.get(key)
      if (same === undefined) this.#byFolded.set(key, [path])
      else same.push(path)
    }
  }

  /** The file that a path means: spelled so, or, if only one is, spelled so in another case. It counts as used. */
  find(written: string): FoundPath | PathFault {
    const read = volumePath(written)
    if (isPathFault(read)) return read
    const tried = this.#roots.map((root) => (root === '' ? read.path : `${root}/${read.path}`))
    const exact = tried.find((path) => this.#paths.has(path))
    if (exact !== undefined) return this.#use(exact, false)
    for (const path of tried) {
      const [only, other] = this.#byFolded.get(folded(path)) ?? []
      if (other !== undefined) return fault('several')
      if (only !== undefined) return this.#use(only, true)
    }
    return fault('missing')
  }

  /** The files that nothing has named. */
  unused(): string[] {
    return [...this.#paths].filter((path) => !this.#used.has(path))
  }

  #use(path: string, otherCase: boolean): FoundPath {
    this.#used.add(path)
    return { path, otherCase }
  }
}
