/** Files of keys: written whole, durably and once, for their owner's eyes alone. */
import { linkSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../blobs/keep.ts'
import { codeOf } from '../error-code.ts'
import { ownName } from '../process-id.ts'

/** Writes a file whole and durably, unless it is there: of two processes that begin at once, both use the first one's. */
export function keepOnce(file: string, text: string): void {
  const temporary = `${file}.${ownName()}`
  try {
    writeFileSync(temporary, text, { mode: 0o600, flush: true })
    linkSync(temporary, file)
    syncFolder(dirname(file))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}
