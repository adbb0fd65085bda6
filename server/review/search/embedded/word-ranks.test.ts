import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect } from 'vitest'
import { promised, property as test } from '#tests/runs.ts'
import { factKeys, type IndexedField, type ListQuery, type WordColumn, wordColumns } from '../list.ts'
import { Engine } from './engine.ts'
import { Facts } from './facts.ts'
import { getMeta, openForReading } from './file.ts'
import { naturalKey } from './natural-key.ts'
import { Searchers } from './searchers.ts'
import { WordRanks } from './word-ranks.ts'
import { IndexWriter } from './writer.ts'

const folder = mkdtempSync(join(tmpdir(), 'affiant-ranks-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newFile = (): string => join(folder, `${++files}.sqlite`)

const columns = ['Subject', 'Control_Number'] as const
type Values = Readonly<Record<(typeof columns)[number], readonly string[]>>

const row = (documentId: number, values: Values) => ({
  ...{ documentId, familyId: documentId, ordinal: 0, parentDate: null, texts: ['own'] },
  words: wordColumns.map((column) =>
    column === 'Subject' || column === 'Control_Number' ? values[column] : [],
  ),
  facts: factKeys.map((key) => (key === 'Document_State' ? ['Promoted'] : [])),
  coding: { documentId, coded: {}, tagIds: [] },
})
const nothing = { at: '', rows: [], facts: [], codings: [], removed: [] }

const by = (column: WordColumn, descending: boolean): ListQuery => ({
  by: [
    {
      field: { name: column, kind: 'text', store: { in: 'words', column } } satisfies IndexedField,
      descending,
    },
  ],
  ...{ tree: null, includeFamily: false, sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all' },
  ...{ formFields: [], timeZone: 'UTC', noise: [], fields: [] },
})

/** As the order is told to people, of all values anew. */
function expected(docs: ReadonlyMap<number, Values>, column: (typeof columns)[number], descending: boolean) {
  const keys = [...docs].map(([id, values]) => {
    const text = values[column].join('; ')
    return { id, key: text === '' ? null : naturalKey(text) }
  })
  const sign = descending ? -1 : 1
  return keys
    .sort((a, b) => {
      if (a.key === b.key) return a.id - b.id
      if (a.key === null) return 1
      if (b.key === null) return -1
      return a.key < b.key ? -sign : sign
    })
    .map(({ id }) => id)
}

const text = fc.constantFrom(
  'Exhibit 2',
  'exhibit 10',
  'Área',
  'area',
  ' ',
  'a "]" [b]\\',
  'Re: [x], y',
  'ß',
  '9',
)
const values = fc.record({
  Subject: fc.array(text, { maxLength: 2 }),
  Control_Number: fc.array(text, { maxLength: 1 }),
})
const id = fc.integer({ min: 1, max: 30 })
const change = fc.oneof(
  { weight: 4, arbitrary: fc.record({ put: id, values }) },
  fc.record({ restated: id, values }),
  fc.record({ coded: id }),
  fc.record({ removed: id }),
)

describe('orders by columns of words', () => {
  promised(
    'are those of the values as they stand, whatever changed, was ranked and was saved before',
    [12, 300],
    async (numRuns) => {
      const step = fc.record({
        changes: fc.array(change, { maxLength: 12 }),
        asks: fc.boolean(),
        saves: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
          const file = newFile()
          const writer = new IndexWriter(file)
          let engine = new Engine(file)
          const docs = new Map<number, Values>()
          for (const { changes, asks, saves } of [...steps, { changes: [], asks: true, saves: false }]) {
            for (const one of changes)
              if ('put' in one) {
                docs.set(one.put, one.values)
                writer.apply({ ...nothing, rows: [row(one.put, one.values)] })
              } else if ('restated' in one) {
                if (docs.has(one.restated)) docs.set(one.restated, one.values)
                writer.apply({ ...nothing, facts: [row(one.restated, one.values)] })
              } else if ('coded' in one) {
                const coding = { documentId: one.coded, coded: { 3: ['Yes'] }, tagIds: [] }
                writer.apply({ ...nothing, codings: [coding] })
              } else {
                docs.delete(one.removed)
                writer.apply({ ...nothing, removed: [one.removed] })
              }
            if (asks)
              for (const column of columns)
                for (const descending of [false, true])
                  expect([...engine.find(by(column, descending)).ids]).toEqual(
                    expected(docs, column, descending),
                  )
            if (!saves) continue
            await engine.save()
            engine.close()
            engine = new Engine(file)
          }
          engine.close()
          writer.close()
        }),
        { numRuns },
      )
    },
  )

  promised('are the same where documents change while they are ranked', [8, 60], (numRuns) => {
    const puts = fc.array(fc.record({ put: id, values }), { maxLength: 20 })
    fc.assert(
      fc.property(puts, puts, fc.array(id, { maxLength: 3 }), (before, meanwhile, removed) => {
        const file = newFile()
        const writer = new IndexWriter(file)
        const docs = new Map<number, Values>()
        const put = (all: typeof before): void => {
          for (const { put, values } of all) {
            docs.set(put, values)
            writer.apply({ ...nothing, rows: [row(put, values)] })
          }
        }
        put(before)
        const db = openForReading(file)
        const facts = new Facts(db)
        const state = () => {
          const touched = Number(getMeta(db, 'touched'))
          facts.refresh(touched)
          return { touched, worded: touched }
        }
        const ranks = new WordRanks(db, facts)
        const ranking = ranks.ranking('Subject', state(), 3)
        ranking.next()
        put(meanwhile)
        writer.apply({ ...nothing, removed })
        for (const documentId of removed) docs.delete(documentId)
        for (const _ of ranking);
        const found = ranks.of('Subject', state(), docs.size) ?? new Int32Array()
        const slots = [...facts.live].toSorted(
          (a, b) =>
            (found[a] || Number.MAX_SAFE_INTEGER) - (found[b] || Number.MAX_SAFE_INTEGER) ||
            (facts.documentId[a] ?? 0) - (facts.documentId[b] ?? 0),
        )
        expect(slots.map((slot) => facts.documentId[slot])).toEqual(expected(docs, 'Subject', false))
        db.close()
        writer.close()
      }),
      { numRuns },
    )
  })

  test('of very many documents are made ready before the query, beyond its deadline', async () => {
    const file = newFile()
    const writer = new IndexWriter(file)
    const many = 101_000
    for (let from = 0; from < many; from += 20_000) {
      const ids = Array.from({ length: Math.min(20_000, many - from) }, (_, i) => from + i + 1)
      const subject = (documentId: number) => [`Draft ${(documentId * 7_919) % many}`]
      writer.apply({
        ...nothing,
        rows: ids.map((documentId) => ({
          ...row(documentId, { Subject: subject(documentId), Control_Number: [] }),
          texts: [],
        })),
      })
    }
    writer.close()
    const engine = new Engine(file)
    await engine.open(() => {})
    expect(() => engine.find(by('Subject', false))).toThrow('not known yet')
    engine.close()
    const searchers = new Searchers({
      size: 1,
      deadlineMs: 10_000,
      idleMs: 60_000,
      openingPatienceMs: 60_000,
    })
    const { ids } = await searchers.find(file, by('Subject', false))
    await searchers.stop()
    const ahead = new Engine(file)
    await ahead.open(() => {})
    let rests = 0
    await ahead.rankAhead(async () => void rests++)
    expect(rests).toBeGreaterThan(50)
    expect(ahead.find(by('Subject', false)).ids).toEqual(ids)
    ahead.close()
    const numbers = [...ids].map((documentId) => (documentId * 7_919) % many)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(numbers).toHaveLength(many)
  }, 120_000)
})
