/** The LibreOffice of this machine: an optional program, found once. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Program {
  /** What does the work; `soffice` is a script that starts it and watches over it. */
  readonly binary: string
  /** All that is installed with it. */
  readonly folder: string
  /** Of this build, and unlike any other's. */
  readonly version: string
}

/** The program that a `soffice` starts; null where it is not LibreOffice's. */
export function programOf(soffice: string): Program | null {
  try {
    const folder = dirname(realpathSync(soffice))
    const binary = join(folder, 'soffice.bin')
    const build = join(folder, 'versionrc')
    const { size, mtimeMs } = statSync(binary)
    const told = existsSync(build) ? readFileSync(build, 'utf8') : ''
    // Packages of a system mend it without another name for the build.
    const version = createHash('sha256').update(`${size} ${mtimeMs} ${told}`).digest('hex')
    return { binary, folder: dirname(folder), version }
  } catch {
    return null
  }
}
