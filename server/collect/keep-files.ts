/**
 * Files first: a row never names bytes that are not there. A crash in between leaves files that nobody names.
 */
import type { Blobs } from '../blobs/blobs.ts'
import type { Outcome } from '../mail/protocol.ts'
import type { KeptOutcome } from './import-state.ts'

/** Files are kept side by side: most of the time goes into waiting for the disk. */
const filesAtOnce = 16

/** Keeps all files of some outcomes, each under the hash of its bytes. */
export async function keepFiles(blobs: Blobs, outcomes: readonly Outcome[]): Promise<KeptOutcome[]> {
  const files: Buffer[] = []
  for (const outcome of outcomes) {
    if (outcome.kind === 'family') for (const member of outcome.family.members) files.push(member.bytes)
    if (outcome.kind === 'failed' && outcome.bytes !== null) files.push(outcome.bytes)
  }
  const hashes = new Map<Buffer, string>()
  let next = 0
  const keep = async (): Promise<void> => {
    for (let file = files[next++]; file !== undefined; file = files[next++])
      hashes.set(file, (await blobs.put(file)).sha256)
  }
  await Promise.all(Array.from({ length: filesAtOnce }, keep))
  return outcomes.map((outcome) => {
    if (outcome.kind === 'family') {
      // A document names its bytes by what they are, not by what the process says that read them: with another's hash it
      // would show another matter's file.
      for (const { bytes, sha256 } of outcome.family.members)
        if (hashes.get(bytes) !== sha256) throw new Error('A parsing process gave bytes under a wrong hash.')
      return outcome
    }
    if (outcome.kind === 'container') return outcome
    const { bytes, ...failure } = outcome
    return { ...failure, sha256: bytes === null ? null : (hashes.get(bytes) ?? null) }
  })
}
