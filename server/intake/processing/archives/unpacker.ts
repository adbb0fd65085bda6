/** Unpacks with 7-Zip into a file of the spool, one entry behind the other. */
import { closeSync, createReadStream, openSync, readSync, statSync, writeSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Budget, LimitPassed } from '../budget.ts'
import type { Spool } from '../content.ts'
import type { Limits } from '../limits.ts'
import { DamagedEntry } from './archive.ts'
import { type Host, pathOf, runSevenZip, type Sink } from './seven-zip.ts'

/** A volume of an archive of several, as 7-Zip calls it. */
export interface Volume {
  readonly name: string
  readonly file: string
}

export interface Unpacking {
  readonly limits: Limits
  readonly spool: Spool
  /** Tried in this order where something is encrypted. */
  readonly passwords: readonly string[]
  /** IANA name of the zone whose days conversations are of. */
  readonly timeZone: string
  /** Called now and then while nothing is given out yet. */
  readonly onBusy: () => void
  /** What the archive is called and what volumes are behind it, where it is the first of several. */
  readonly volumes?: { readonly name: string; readonly further: readonly Volume[] } | null
  /** Whether it was put together of parts: what was in them for that alone still lies between its entries. */
  readonly isJoined?: boolean
}

/** Where the bytes of an entry lie in the spool, and what 7-Zip said about them. */
export interface Unpacked {
  readonly start: number
  size: number
  fault: 'locked' | 'unsupported' | 'damaged' | null
  /** Whether bytes stand behind what was packed. */
  isFollowed: boolean
}

/** Given where none is known: without any, 7-Zip gives up the whole archive at the first encrypted entry. */
export const noPassword = 'no password is known'

export const orNone = (passwords: readonly string[]): readonly string[] =>
  passwords.length === 0 ? [noPassword] : passwords

class ReadsOnAndOn extends DamagedEntry {}

/** The files of an archive. Of many volumes only the first one and the one that is read are open. */
class Source {
  readonly #files: readonly (Volume & { readonly size: number })[]
  readonly #first: number
  #other: { readonly file: string; readonly fd: number } | null = null
  constructor(path: string, volumes: Unpacking['volumes']) {
    this.#first = openSync(path, 'r')
    const all = [{ name: volumes?.name ?? 'archive', file: path }, ...(volumes?.further ?? [])]
    this.#files = all.map((one) => ({ ...one, size: statSync(one.file).size }))
  }

  get size(): number {
    return this.#files.reduce((sum, { size }) => sum + size, 0)
  }

  close(): void {
    closeSync(this.#first)
    if (this.#other !== null) closeSync(this.#other.fd)
  }

  /** One that is read again and again (a directory that leads to itself) comes to an end. */
  toRead(onBusy: () => void): Pick<Host, 'archive'> {
    let left = 16 * this.size + 64 * 1024 * 1024
    return {
      archive: this.#files.map(({ name, file, size }, at) => ({
        name,
        size,
        read: (into, position) => {
          onBusy()
          const count = readSync(at === 0 ? this.#first : this.#open(file), into, 0, into.length, position)
          left -= count
          if (left < 0) throw new ReadsOnAndOn('it leads back to itself again and again.')
          return count
        },
      })),
    }
  }

  #open(file: string): number {
    if (this.#other?.file === file) return this.#other.fd
    if (this.#other !== null) closeSync(this.#other.fd)
    this.#other = { file, fd: openSync(file, 'r') }
    return this.#other.fd
  }
}

/** To be closed, which removes its file. */
export class Unpacker {
  readonly #type: string
  readonly #source: Source
  readonly #unpacking: Unpacking
  readonly #path: string
  readonly #target: number
  readonly #budget: Budget
  readonly #found = new Map<number, Unpacked>()
  #end = 0
  /** Why not all was unpacked. */
  fault: DamagedEntry | LimitPassed | null = null

  constructor(path: string, type: string, unpacking: Unpacking) {
    const { limits, spool, volumes } = unpacking
    this.#type = type
    this.#unpacking = unpacking
    this.#source = new Source(path, volumes)
    this.#path = spool.next()
    this.#target = openSync(this.#path, 'w')
    const most = Math.min(limits.archiveBytes, spool.maxBytes)
    this.#budget = new Budget({ ...limits, expandedBytes: most }, this.#source.size, null)
  }

  async close(): Promise<void> {
    this.#source.close()
    closeSync(this.#target)
    await rm(this.#path, { force: true })
  }

  /** To be read by one run. */
  source(): Pick<Host, 'archive'> {
    return this.#source.toRead(this.#unpacking.onBusy)
  }

  found(number: number): Unpacked | undefined {
    return this.#found.get(number)
  }

  /**
   * Tries the passwords one after the other until none of the entries in `encrypted` is wanting. `numberOf` begins anew with
   * each: it tells which entry the next one of a path is, or null where nobody wants it.
   */
  async unpack(
    passwords: readonly string[],
    numberOf: () => (path: string) => number | null,
    encrypted: readonly number[],
  ): Promise<void> {
    for (const password of passwords) {
      await this.#run(password, numberOf())
      if (!encrypted.some((number) => this.isLocked(number))) return
    }
  }

  /** Whether an encrypted entry did not open: where all is one stream, 7-Zip makes no file of it. */
  isLocked(number: number): boolean {
    const unpacked = this.#found.get(number)
    return unpacked === undefined || unpacked.fault === 'locked'
  }

  async #run(password: string, numberOf: (path: string) => number | null): Promise<void> {
    const source = this.source()
    const args = ['e', '-y', '-bd', '-bb1', '-sccUTF-8', `-t${this.#type}`, `-p${password}`, pathOf(source)]
    /** The entry that it is on, where that is wanted: of one that does not open it makes no file, but says its path. */
    let current: Unpacked | null = null
    let open: number | null = null
    let isMade = false
    const begin = (path: string, isUnpacked: boolean): void => {
      current = null
      const number = numberOf(path)
      const before = number === null ? undefined : this.#found.get(number)
      if (!isUnpacked || number === null || (before !== undefined && before.fault !== 'locked')) return
      current = { start: this.#end, size: 0, fault: null, isFollowed: false }
      open = number
      this.#found.set(number, current)
    }
    // Each file is made first, under the last part of its path, which others may share: then the whole path is said.
    const made = (): Sink => {
      isMade = true
      current = null
      return {
        write: (bytes) => {
          this.#unpacking.onBusy()
          if (current === null) return
          this.#budget.spend(bytes.length)
          for (let at = 0; at < bytes.length; ) at += writeSync(this.#target, bytes, at)
          this.#end += bytes.length
          current.size += bytes.length
        },
        end: () => {
          open = null
        },
      }
    }
    const said = (line: string, isError: boolean): void => {
      const [, how, path] = isError ? [] : (/^([-T]) (.*)$/s.exec(line) ?? [])
      // A comment in the archive may look like such a line; no file waits for it.
      if (path !== undefined && (how === 'T' || isMade)) begin(path, how === '-')
      if (path !== undefined) isMade = false
      if (!isError || current === null) return
      current.fault ??= faultIn(line)
      current.isFollowed ||= /^ERROR: There are some data after the end of the payload data/.test(line)
    }
    let fault: DamagedEntry | LimitPassed | null = null
    try {
      const whole = await runSevenZip(args, { ...source, made, said })
      if (!whole) fault = new DamagedEntry('it is damaged, and what follows could not be unpacked.')
    } catch (error) {
      if (!(error instanceof LimitPassed || error instanceof ReadsOnAndOn)) throw error
      fault = error
    }
    this.fault = fault
    // What it broke off in the middle of is told by the reason for that.
    if (open !== null) this.#found.delete(open)
  }

  /** The unpacked bytes. */
  async *bytes({ start, size }: Unpacked): AsyncGenerator<Buffer> {
    if (size === 0) return
    for await (const chunk of createReadStream(this.#path, { start, end: start + size - 1 })) yield chunk
  }
}

/** What 7-Zip says of the entry that it has just written. Names stand at the end of such a line, never at its beginning. */
function faultIn(line: string): Unpacked['fault'] {
  const said = /^ERROR: (?:\S+ : )?(.{0,60})/.exec(line)?.[1] ?? ''
  if (/^Wrong password|^(Data Error|CRC Failed) in encrypted file/.test(said)) return 'locked'
  if (/^Unsupported Method/.test(said)) return 'unsupported'
  return /^(Data Error|CRC Failed|Unexpected end of data|Headers Error|Unavailable (start of archive|data))/.test(
    said,
  )
    ? 'damaged'
    : null
}
