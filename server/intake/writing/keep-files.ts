/**
 * Files first: a row never names bytes that are not there. A crash in between leaves files that nobody names.
 */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { isLarge, type OnDisk } from '../processing/large.ts'
import type { Position } from '../processing/position.ts'
import type { Outcome } from '../processing/protocol.ts'
import { copyOf } from '../sources/copy-file.ts'
import type { JobFile } from '../sources/source-files.ts'
import type { KeptOutcome } from './import-state.ts'

export interface Keeping {
  readonly blobs: Blobs
  /** Where the parsing process puts what is too large to be handed over. */
  readonly work: string
  /** A folder that it does not see. */
  readonly spool: string
  readonly files: readonly JobFile[]
  /** De-NIST lists that the process was given. */
  readonly lists: ReadonlySet<number>
}

/**
 * Keeps all files of some outcomes, each under the hash of its bytes. A document names its bytes by what they are, not by
 * what the process says that read them: with another's hash it would show another matter's file.
 */
export async function keepFiles(keeping: Keeping, outcomes: readonly Outcome[]): Promise<KeptOutcome[]> {
  // Asked for together: the store makes them durable together.
  return await Promise.all(outcomes.map((outcome) => keepOne(keeping, outcome)))
}

async function keepOne(keeping: Keeping, outcome: Outcome): Promise<KeptOutcome> {
  const known = outcome.kind === 'family' ? outcome.family.leftOut : outcome.kind === 'known' ? [outcome] : []
  // Another's list would show its name.
  if (known.some(({ hashListId }) => !keeping.lists.has(hashListId)))
    throw new Error('A parsing process named a list that it was not given.')
  if (outcome.kind === 'family') {
    const kept = outcome.family.members.map(async ({ bytes, sha256 }) => {
      if ((await keep(keeping, outcome.at, bytes)) !== sha256) throw wrongHash()
    })
    await Promise.all(kept)
    return outcome
  }
  if (outcome.kind === 'container' || outcome.kind === 'known') return outcome
  const { bytes, ...failure } = outcome
  return { ...failure, sha256: bytes === null ? null : await keep(keeping, outcome.at, bytes) }
}

const wrongHash = (): Error => new Error('A parsing process gave bytes under a wrong hash.')

async function keep(
  { blobs, work, spool, files }: Keeping,
  at: Position,
  bytes: Buffer | OnDisk,
): Promise<string> {
  if (!isLarge(bytes)) return (await blobs.put(bytes)).sha256
  if (bytes.file === null) {
    const source = files.find(({ index }) => index === at[0])
    if (source?.sha256 !== bytes.sha256 || source.size !== bytes.size) throw wrongHash()
    return source.sha256
  }
  const given = join(work, bytes.file)
  const copy = join(spool, `large-${randomUUID()}`)
  try {
    // A copy: the process may still write to its own.
    const { sha256, size } = await copyOf(given, copy)
    if (sha256 !== bytes.sha256 || size !== bytes.size) throw wrongHash()
    await blobs.adopt(copy, sha256)
    return sha256
  } finally {
    await rm(copy, { force: true })
    await rm(given, { force: true })
  }
}
