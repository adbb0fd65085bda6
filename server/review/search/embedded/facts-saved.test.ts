import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { Value } from '#query/evaluate.ts'
import { runs, property as test } from '#tests/runs.ts'
import { type FactKey, factKeys, numberFacts, wordColumns } from '../list.ts'
import type { Bits } from './bits.ts'
import type { Coded } from './coded.ts'
import { Facts } from './facts.ts'
import { getMeta, openForReading } from './file.ts'
import { Orders } from './order.ts'
import type { CodingRow, FactsRow } from './row.ts'
import { readSnapshot, removeUnfinished, snapshotFile, writeSnapshot } from './snapshot-file.ts'
import { Terms } from './terms.ts'
import { IndexWriter } from './writer.ts'

const folder = mkdtempSync(join(tmpdir(), 'affiant-facts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const newFile = (): string => join(folder, `${++files}.sqlite`)
const of = { index: 'one', layout: 'own' }

const text: fc.Arbitrary<Value> = fc.constantFrom('Yes', 'No', 'Promoted', 'Rivera', 'Chen', 'x'.repeat(300))
const number: fc.Arbitrary<Value> = fc.integer({ min: -5, max: 5 })
const values = (key: FactKey): fc.Arbitrary<Value[]> =>
  fc.array(numberFacts.has(key) ? number : text, { maxLength: 2 })
const row = fc.record({
  documentId: fc.integer({ min: 1, max: 12 }),
  familyId: fc.integer({ min: 1, max: 4 }),
  ordinal: fc.integer({ min: 0, max: 3 }),
  parentDate: fc.constantFrom(null, 0, -1, 86_400_000, 1.5),
  words: fc.constantFrom(
    wordColumns.map(() => []),
    wordColumns.map((_, i) => (i % 2 === 0 ? ['one two'] : [])),
  ),
  facts: fc.tuple(...factKeys.map(values)),
})
const coding = fc.record({
  documentId: fc.integer({ min: 1, max: 12 }),
  coded: fc.dictionary(fc.constantFrom('3', '4'), fc.array(text, { minLength: 1, maxLength: 2 })),
  tagIds: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
})
const change = fc.oneof(
  row.map((row) => ({ row })),
  row.map((restated) => ({ restated })),
  coding.map((coding) => ({ coding })),
  fc.integer({ min: 1, max: 12 }).map((removed) => ({ removed })),
)
type Change = Partial<{ row: FactsRow; restated: FactsRow; coding: CodingRow; removed: number }>

const uncoded = { coded: {}, tagIds: [] }

function feed(writer: IndexWriter, changes: readonly Change[]): void {
  writer.apply({
    at: '2026-01-01T00:00:00.000Z',
    rows: changes.flatMap(({ row }) =>
      row === undefined
        ? []
        : [
            {
              ...row,
              texts: ['own', `own${row.documentId}`],
              coding: { ...uncoded, documentId: row.documentId },
            },
          ],
    ),
    facts: changes.flatMap(({ restated }) => restated ?? []),
    codings: changes.flatMap(({ coding }) => coding ?? []),
    removed: changes.flatMap(({ removed }) => removed ?? []),
  })
}

/** All that is known, whatever codes the values have. */
function knownIn(facts: Facts): unknown {
  const { size, live } = facts
  // What is known of a document that is gone is of no matter.
  const slots = [...live]
  const inBits = (bits: Bits): number[] => slots.filter((slot) => bits.has(slot))
  const ofSlots = (column: Coded) => ({
    values: slots.map((slot) => column.values[column.codes[slot] ?? 0]),
    aside: slots.filter((slot) => column.aside.has(slot)),
  })
  const orders = new Orders(facts)
  return {
    ...{ size, live: inBits(live), tagged: inBits(facts.tagged), promoted: inBits(facts.promoted) },
    present: facts.present.map(inBits),
    columns: [facts.documentId, facts.familyId, facts.ordinal, facts.parentDate].map((column) =>
      slots.map((slot) => column[slot]),
    ),
    numbers: [...facts.numbers].map(([key, column]) => [key, slots.map((slot) => column[slot])]),
    texts: [...facts.texts].map(([key, column]) => [key, ofSlots(column)]),
    // A field that no document has a value of any more is as good as none.
    coding: new Map(
      [...facts.coding]
        .map(([field, column]) => [field, ofSlots(column)] as const)
        .filter(([, { values, aside }]) => aside.length > 0 || values.some((some) => some?.length !== 0)),
    ),
    tags: ofSlots(facts.tags),
    withoutText: facts.withoutText,
    orders: (['parentDateAsc', 'parentDateDesc', 'documentId', 'custodian'] as const).map((sort) =>
      orders.of(live, sort),
    ),
  }
}

describe('what a search process has in memory', () => {
  test('is the same when it was saved at any moment and read again as when it is read from nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
        fc.nat(4),
        fc.nat(4),
        async (changes, first, second) => {
          const file = newFile()
          const writer = new IndexWriter(file)
          const [a, b] = [Math.min(first, second), Math.max(first, second)]
          // Saved, read again, changed and saved once more: what was read is as good as what was made.
          let facts: Facts | null = null
          for (const [nth, one] of [...changes, []].entries()) {
            if (nth === a || nth === b) {
              const db = openForReading(file)
              const next = new Facts(db)
              if (facts !== null)
                readSnapshot(snapshotFile(file), { ...of, touched: nth }, (s) => next.take(s))
              expect(next.touched).toBe(facts?.touched ?? 0)
              next.refresh(nth)
              const head = { ...of, touched: next.touched, size: next.size }
              await writeSnapshot(snapshotFile(file), head, [...next.sections()])
              facts = next
            }
            feed(writer, one)
          }
          const db = openForReading(file)
          const touched = Number(getMeta(db, 'touched'))
          const [opened, fresh] = [new Facts(db), new Facts(db)]
          if (facts !== null)
            expect(readSnapshot(snapshotFile(file), { ...of, touched }, (s) => opened.take(s))).toBe(true)
          opened.refresh(touched)
          fresh.refresh(touched)
          expect(knownIn(opened)).toEqual(knownIn(fresh))
          db.close()
          writer.close()
        },
      ),
      { numRuns: runs(25) },
    )
  }, 60_000)

  it('leaves nothing of an index that is deleted meanwhile, nor of a process that was ended', async () => {
    const path = snapshotFile(newFile())
    const left = () => readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)))
    await writeSnapshot(path, { ...of, touched: 1, size: 1 }, [], () => false)
    expect(left()).toEqual([])
    await writeSnapshot(path, { ...of, touched: 1, size: 1 }, [])
    writeFileSync(`${path}.4711`, 'half')
    removeUnfinished(dirname(path), 'other.sqlite.')
    expect(left()).toHaveLength(2)
    removeUnfinished(dirname(path), basename(path, 'facts'))
    expect(left()).toEqual([basename(path)])
  })

  it('is not taken from a file that is cut, damaged, of another index or of a later state', async () => {
    const file = newFile()
    const writer = new IndexWriter(file)
    feed(writer, [{ row: { documentId: 1, familyId: 1, ordinal: 0, parentDate: 5, words: [], facts: [] } }])
    const db = openForReading(file)
    const facts = new Facts(db)
    facts.refresh(1)
    const terms = new Terms(db, () => {})
    expect(terms.expand('own*', null)).toEqual(['own', 'own1'])
    const path = snapshotFile(file)
    const saved = async (): Promise<Buffer> => {
      const head = { ...of, touched: 1, size: facts.size }
      await writeSnapshot(path, head, [...facts.sections(), ...terms.sections()])
      return readFileSync(path)
    }
    const whole = await saved()
    const take = (other: Partial<typeof of & { touched: number }> = {}): boolean => {
      const [next, words] = [new Facts(db), new Terms(db, () => {})]
      const isTaken = readSnapshot(path, { ...of, touched: 1, ...other }, (snapshot) => {
        next.take(snapshot)
        words.take(snapshot)
      })
      if (isTaken) expect([next.documentId[1], words.expand('own*', null)]).toEqual([1, ['own', 'own1']])
      return isTaken
    }
    expect(take()).toBe(true)
    for (const other of [{ index: 'two' }, { layout: 'other' }, { touched: 0 }]) {
      await saved()
      expect([take(other), existsSync(path)]).toEqual([false, false])
    }
    for (let at = 0; at < whole.length; at += 7) {
      writeFileSync(path, whole.subarray(0, at))
      expect(take()).toBe(false)
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] ?? 0) ^ 1
      writeFileSync(path, damaged)
      expect(take()).toBe(false)
    }
    expect(existsSync(path)).toBe(false)
    writer.close()
  })
})
