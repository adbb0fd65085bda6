/**
 * Files first: a row never names bytes that are not there. A crash in between leaves files that nobody names.
 */
import type { Blobs } from '../blobs/blobs.ts'
import type { Outcome } from '../processing/protocol.ts'
import type { KeptOutcome } from './import-state.ts'

/** Keeps all files of some outcomes, each under the hash of its bytes. */
export async function keepFiles(blobs: Blobs, outcomes: readonly Outcome[]): Promise<KeptOutcome[]> {
  const files: Buffer[] = []
  for (const outcome of outcomes) {
    if (outcome.kind === 'family') for (const member of outcome.family.members) files.push(member.bytes)
    if (outcome.kind === 'failed' && outcome.bytes !== null) files.push(outcome.bytes)
  }
  // Asked for together: the store makes them durable together.
  const kept = await Promise.all(files.map((file) => blobs.put(file)))
  const hashes = new Map(files.map((file, i) => [file, kept[i]?.sha256]))
  return outcomes.map((outcome) => {
    if (outcome.kind === 'family') {
      // A document names its bytes by what they are, not by what the process says that read them: with another's hash it
      // would show another matter's file.
      for (const { bytes, sha256 } of outcome.family.members)
        if (hashes.get(bytes) !== sha256) throw new Error('A parsing process gave bytes under a wrong hash.')
      return outcome
    }
    if (outcome.kind === 'container' || outcome.kind === 'known') return outcome
    const { bytes, ...failure } = outcome
    return { ...failure, sha256: bytes === null ? null : (hashes.get(bytes) ?? null) }
  })
}
