/** Figures for charts: what the engine counts is what counting the documents one by one gives. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import type { Value } from '#query/evaluate.ts'
import { Engine } from '#server/review/search/embedded/engine.ts'
import type { IndexRow } from '#server/review/search/embedded/row.ts'
import { IndexWriter } from '#server/review/search/embedded/writer.ts'
import { factKeys, type IndexedField, type ListQuery, wordColumns } from '#server/review/search/list.ts'
import { runs, property as test } from '#tests/runs.ts'

const folder = mkdtempSync(join(tmpdir(), 'affiant-figures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

type Doc = Readonly<Record<string, readonly Value[]>>

const deep = 'deep/'.repeat(60)
const zone = 'America/New_York'
const some = <T>(...values: T[]) => fc.array(fc.constantFrom(...values), { maxLength: 1 })
const randomDoc = fc.record({
  Document_State: fc.constantFrom<string[]>(['Promoted'], ['Processed'], ['Filtered Out']),
  Custodian: some('Rivera', 'Chen', 'Okafor', 'Lee'),
  Domains: fc.uniqueArray(fc.constantFrom('a.example', 'b.example', 'c.example'), { maxLength: 3 }),
  Family_Count: some(1, 2, 12),
  File_Size: fc.constantFrom([0], [1], [9], [10], [999], [1000], [123456]),
  // Around the ends of months and years in the zone, and where its clocks are changed.
  Parent_Date: fc.array(
    fc
      .tuple(
        fc.constantFrom(
          '2020-12-31T',
          '2021-01-01T',
          '2021-03-14T',
          '2021-03-31T',
          '1969-12-31T',
          '2021-11-01T',
        ),
        fc.integer({ min: 0, max: 23 }),
      )
      .map(([day, hour]) => Date.parse(`${day}${String(hour).padStart(2, '0')}:30:00Z`)),
    { maxLength: 1 },
  ),
  // Some are longer than what is kept in memory: each counts as the document's own, and is not told.
  All_Folders: fc
    .tuple(fc.uniqueArray(fc.constantFrom('a/b', 'a/c'), { maxLength: 2 }), fc.boolean())
    .map(([folders, isDeep]) => (isDeep ? [...folders, deep] : folders)),
  Responsive: some('Yes', 'No'),
  Tags: fc.uniqueArray(fc.constantFrom(1, 2), { maxLength: 2 }),
})

const row = (doc: Doc, i: number): IndexRow => ({
  documentId: i + 1,
  familyId: i + 1,
  ordinal: 0,
  parentDate: null,
  texts: [],
  words: wordColumns.map(() => []),
  facts: factKeys.map((key) => doc[key] ?? []),
  coding: {
    documentId: i + 1,
    coded: doc.Responsive?.length === 0 ? {} : { 7: doc.Responsive ?? [] },
    tagIds: (doc.Tags ?? []).map(Number),
  },
})

const fact = (name: (typeof factKeys)[number], kind: IndexedField['kind']): IndexedField => ({
  name,
  kind,
  store: { in: 'facts', key: name },
})
const tagNames: Readonly<Record<number, string>> = { 1: 'Hot', 2: 'Cold' }
const fields: readonly IndexedField[] = [
  fact('Custodian', 'text'),
  fact('Domains', 'keyword'),
  fact('All_Folders', 'text'),
  fact('Family_Count', 'number'),
  { name: 'Responsive', kind: 'keyword', store: { in: 'coding', fieldId: 7 } },
  { name: 'Tags', kind: 'keyword', store: { in: 'tags', names: tagNames } },
]
const valuesOf = (doc: Doc, { name }: IndexedField): string[] =>
  (doc[name] ?? []).map((value) => (name === 'Tags' ? (tagNames[Number(value)] ?? '') : String(value)))

const amount = (docs: readonly Doc[]) => ({
  documents: docs.length,
  bytes: docs.reduce((sum, doc) => sum + Number(doc.File_Size?.[0] ?? 0), 0),
})

/** The month in the zone, as the clocks there say it. */
const monthOf = (ms: number): string => {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' })
  return parts.format(ms).slice(0, 7)
}
const powerOf = (size: number): string => (size === 0 ? '0' : `1${'0'.repeat(String(size).length - 1)}`)

const grouped = (docs: readonly Doc[], keyOf: (doc: Doc) => string) =>
  [...Map.groupBy(docs, keyOf)].map(([from, own]) => ({ from, ...amount(own) }))

test('are exact: values, nothing, others, months in the zone, powers of ten, pairs', () => {
  fc.assert(
    fc.property(
      fc.array(randomDoc, { maxLength: 30 }),
      fc.constantFrom('review' as const, 'processing' as const),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(...fields),
      fc.constantFrom(...fields),
      (all, stage, most, field, other) => {
        const file = join(folder, `${++files}.sqlite`)
        const writer = new IndexWriter(file)
        writer.apply({ at: '', rows: all.map(row), facts: [], codings: [], removed: [] })
        writer.close()
        const engine = new Engine(file)
        const query: ListQuery = {
          tree: null,
          stage,
          includeFamily: false,
          sort: 'documentId',
          viewer: 'parentsAndChildren',
          filter: 'all',
          formFields: [],
          timeZone: zone,
          noise: [],
          fields: [],
        }
        const found = engine.figures(query, {
          inside: null,
          keywords: [],
          facets: [{ field, most }],
          histograms: [
            { field: fact('Parent_Date', 'instant'), by: 'month' },
            { field: fact('Parent_Date', 'instant'), by: 'year' },
            { field: fact('File_Size', 'number'), by: 'powers' },
          ],
          matrix: { pivotOn: field, groupBy: other, most },
        })
        engine.close()
        const docs = all.filter((doc) => stage === 'processing' || doc.Document_State?.[0] === 'Promoted')
        expect({ documents: found.documents, bytes: found.bytes }).toEqual(amount(docs))

        const rank = (one: IndexedField) =>
          [...new Set(docs.flatMap((doc) => valuesOf(doc, one)))]
            .filter((value) => value !== deep)
            .map((value) => ({ value, ...amount(docs.filter((doc) => valuesOf(doc, one).includes(value))) }))
            .sort((a, b) => b.documents - a.documents || (a.value < b.value ? -1 : 1))
        const values = rank(field)
        const rest = values.slice(most)
        const untold = amount(docs.filter((doc) => valuesOf(doc, field).includes(deep)))
        expect(found.facets).toEqual([
          {
            field: field.name,
            values: values.slice(0, most),
            none: amount(docs.filter((doc) => valuesOf(doc, field).length === 0)),
            others: {
              values: rest.length + untold.documents,
              documents: rest.reduce((n, one) => n + one.documents, untold.documents),
              bytes: rest.reduce((n, one) => n + one.bytes, untold.bytes),
            },
          },
        ])

        const dated = docs.filter((doc) => doc.Parent_Date?.length === 1)
        const undated = amount(docs.filter((doc) => doc.Parent_Date?.length === 0))
        const byText = (a: { from: string }, b: { from: string }): number => (a.from < b.from ? -1 : 1)
        const month = (doc: Doc): string => monthOf(Number(doc.Parent_Date?.[0]))
        const [months, years, sizes] = found.histograms
        expect([months?.bins, months?.none]).toEqual([grouped(dated, month).sort(byText), undated])
        expect(years?.bins).toEqual(grouped(dated, (doc) => month(doc).slice(0, 4)).sort(byText))
        expect(sizes?.bins).toEqual(
          grouped(docs, (doc) => powerOf(Number(doc.File_Size?.[0]))).sort(
            (a, b) => Number(a.from) - Number(b.from),
          ),
        )

        const top = (one: IndexedField): (string | null)[] => [
          ...rank(one)
            .slice(0, most)
            .map(({ value }) => value),
          ...(docs.some((doc) => valuesOf(doc, one).length === 0) ? [null] : []),
        ]
        const has = (doc: Doc, one: IndexedField, value: string | null): boolean =>
          value === null ? valuesOf(doc, one).length === 0 : valuesOf(doc, one).includes(value)
        expect(found.matrix?.cells).toEqual(
          top(field).flatMap((pivot) =>
            top(other).flatMap((group) => {
              const own = docs.filter((doc) => has(doc, field, pivot) && has(doc, other, group))
              return own.length === 0 ? [] : [{ pivot, group, ...amount(own) }]
            }),
          ),
        )
      },
    ),
    { numRuns: runs(150) },
  )
}, 60_000)
