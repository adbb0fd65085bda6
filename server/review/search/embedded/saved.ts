/** What a search process has read of an index: saved beside it, and taken from there after a start. */
import { factKeys, numberFacts, wordColumns } from '../list.ts'
import type { Facts } from './facts.ts'
import { type Db, getMeta, indexVersion } from './file.ts'
import { readSnapshot, type Snapshot, snapshotFile, writeSnapshot } from './snapshot-file.ts'
import type { Terms } from './terms.ts'
import type { WordRanks } from './word-ranks.ts'

/** What the sections hold depends on these. */
const layout = JSON.stringify([indexVersion, factKeys, [...numberFacts], wordColumns])

/** Saves it. Where the disk takes nothing, the next process reads all anew; searches are answered as ever. */
export async function saveSnapshot(
  file: string,
  db: Db,
  facts: Facts,
  terms: Terms,
  ranks: WordRanks,
): Promise<void> {
  const index = getMeta(db, 'index')
  const { touched, size } = facts
  facts.unsaved = 0
  if (index === null) return
  const sections = [...facts.sections(), ...terms.sections(), ...ranks.sections()]
  const head = { index, layout, touched, size }
  await writeSnapshot(snapshotFile(file), head, sections, () => db.open).catch(() => {})
}

/** Takes what is saved of this index, if there is anything. */
export function takeSnapshot(file: string, db: Db, facts: Facts, terms: Terms, ranks: WordRanks): void {
  readSaved(file, db, (saved) => {
    facts.take(saved)
    terms.take(saved)
    ranks.take(saved)
  })
}

/** Takes the ranks alone: another process may have saved some since. */
export const takeRanks = (file: string, db: Db, ranks: WordRanks): void =>
  readSaved(file, db, (saved) => ranks.take(saved))

function readSaved(file: string, db: Db, take: (saved: Snapshot) => void): void {
  const index = getMeta(db, 'index')
  if (index === null) return
  const touched = Number(getMeta(db, 'touched') ?? '0')
  readSnapshot(snapshotFile(file), { index, layout, touched }, take)
}
