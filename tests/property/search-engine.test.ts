import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { gap } from '#query/broken-words.ts'
import { evaluate, type Value } from '#query/evaluate.ts'
import { hitCount } from '#query/hit-count.ts'
import { defaultNoise } from '#query/noise.ts'
import { asWritten } from '#query/occurrences.ts'
import { parse } from '#query/parse.ts'
import { print } from '#query/print.ts'
import { between, readStream, streamTokens, tokenStream } from '#query/stream.ts'
import type { Node, QueryField } from '#query/tree.ts'
import { Engine } from '#server/review/search/embedded/engine.ts'
import type { CodingRow, IndexRow } from '#server/review/search/embedded/row.ts'
import { IndexWriter } from '#server/review/search/embedded/writer.ts'
import {
  factKeys,
  type IndexedField,
  type ListQuery,
  numberFacts,
  wordColumns,
} from '#server/review/search/list.ts'
import { isHit } from '#server/review/search/search.ts'
import { randomFields, randomText, randomTree } from '#tests/fixtures/query-arbitrary.ts'
import { corpus, corpusFields, corpusOptions, foundCases } from '#tests/fixtures/search-corpus.ts'
import { promised, runs, property as test } from '#tests/runs.ts'

const folder = mkdtempSync(join(tmpdir(), 'affiant-index-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newFile = (): string => join(folder, `${++files}.sqlite`)

const zone = 'America/New_York'
/** Fields that are coded in the random matter, with their ids. */
const coded: Readonly<Record<string, number>> = {
  Notes: 1,
  Responsive: 2,
  Issues: 3,
  Score: 4,
  Review_Date: 5,
}

function fieldsOf(names: readonly { name: string; kind: IndexedField['kind'] }[]): IndexedField[] {
  return names.map(({ name, kind }): IndexedField => {
    const column = wordColumns.find((known) => known === name)
    const key = factKeys.find((known) => known === name)
    const fieldId = coded[name]
    if (fieldId !== undefined) return { name, kind, store: { in: 'coding', fieldId } }
    if (column !== undefined) return { name, kind, store: { in: 'words', column } }
    if (key !== undefined) return { name, kind, store: { in: 'facts', key } }
    throw new Error(`${name} is nowhere in the index`)
  })
}

interface Doc {
  readonly documentId: number
  readonly familyId: number
  readonly ordinal: number
  readonly text: string
  readonly values: Readonly<Record<string, readonly Value[]>>
}

/** Some documents have several texts. */
const betweenTexts = '\u241e'
const streamOf = (text: string): string => text.split(betweenTexts).map(tokenStream).join(between)

const coding = (doc: Doc): CodingRow => ({
  documentId: doc.documentId,
  coded: Object.fromEntries(
    Object.entries(coded).flatMap(([name, id]) => {
      const values = doc.values[name] ?? []
      return values.length === 0 ? [] : [[id, values]]
    }),
  ),
  tagIds: [],
})

const row = (doc: Doc): IndexRow => ({
  documentId: doc.documentId,
  familyId: doc.familyId,
  ordinal: doc.ordinal,
  parentDate: Number(doc.values.Sent_Date?.[0] ?? Number.NaN) || null,
  texts: doc.text.split(betweenTexts),
  words: wordColumns.map((column) => (doc.values[column] ?? []).map(String)),
  facts: factKeys.map((key) => doc.values[key] ?? []),
  coding: coding(doc),
})

const asked = (tree: Node | null, fields: IndexedField[], more: Partial<ListQuery> = {}): ListQuery => ({
  tree,
  stage: 'processing',
  includeFamily: false,
  sort: 'documentId',
  viewer: 'parentsAndChildren',
  filter: 'all',
  formFields: [],
  timeZone: zone,
  noise: [...defaultNoise],
  fields,
  ...more,
})

/** What reviewers see of documents. */
const promoted = (docs: readonly Doc[]): Doc[] =>
  docs.filter((doc) => doc.values.Document_State?.[0] === 'Promoted')

function judge(tree: Node, docs: readonly Doc[]): number[] {
  return docs
    .filter((doc) =>
      evaluate(
        tree,
        { text: readStream(streamOf(doc.text)), values: (field) => doc.values[field] ?? [] },
        { noise: defaultNoise, zoneOf: (field) => (field === 'Review_Date' ? 'UTC' : zone) },
      ),
    )
    .map((doc) => doc.documentId)
}

const some = <T>(value: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<T[]> =>
  fc.array(value, { maxLength })
const hours = fc.integer({ min: 0, max: 24 * 300 }).map((h) => Date.UTC(2021, 1, 27) + h * 3_600_000)
const days = fc.integer({ min: 0, max: 300 }).map((d) => Date.UTC(2021, 1, 27) + d * 86_400_000)
const shortText = fc.oneof(
  fc.constantFrom('Merger budget', 'merger', 'oil', 'say "so"', 'Ana Rivera'),
  randomText,
)
const words = (value: string): boolean => value !== ''
/** Longer than what is kept in memory. */
const longText = shortText.map((text) => `${text} ${'budget '.repeat(50)}`)

const controlNumbers = fc.constantFrom('NWI00000001', 'NWI00000002', 'NWI-2 00000003')
/** Fields that are told anew without the text and the coding. */
const restatedFields = [...factKeys, 'Control_Number', 'All_Paths', 'All_BCC']
const moved: readonly QueryField[] = [
  { name: 'Control_Number', kind: 'keyword' },
  { name: 'Document_State', kind: 'keyword' },
  { name: 'Family_Count', kind: 'number' },
]
const movedTrees: readonly Node[] = [
  { kind: 'field', field: 'Control_Number', test: { op: 'is', value: 'nwi00000002' } },
  {
    kind: 'field',
    field: 'Control_Number',
    test: { op: 'contains', query: { kind: 'term', token: 'nwi*', pattern: true } },
  },
  { kind: 'field', field: 'Control_Number', test: { op: 'isNull' } },
  { kind: 'field', field: 'Document_State', test: { op: 'is', value: 'Filtered Out' } },
  { kind: 'field', field: 'Family_Count', test: { op: 'compare', sign: '>', value: 1 } },
]

const randomDoc = fc.record({
  text: fc.oneof(
    randomText,
    fc.array(randomText, { maxLength: 3 }).map((texts) => texts.join(betweenTexts)),
  ),
  family: fc.integer({ min: 1, max: 6 }),
  values: fc.record({
    Subject: some(shortText.filter(words), 1),
    To: some(shortText.filter(words), 3),
    Custodian: some(shortText.filter(words), 1),
    Record_Type: fc.constantFrom<string[]>(['E-mail'], ['E-mail attachment'], ['Loose file']),
    File_Size: some(fc.constantFrom(0, 1, 2, 100, 5000), 1),
    Sent_Date: some(hours, 1),
    Notes: some(shortText.filter(words), 1),
    Responsive: some(fc.constantFrom('Yes', 'No', 'Not sure'), 1),
    Issues: fc.uniqueArray(fc.constantFrom('merger', 'oil', 'say "so"'), { maxLength: 3 }),
    Score: some(fc.constantFrom(-3, 0, 2.5, 100), 1),
    Review_Date: some(days, 1),
    Control_Number: some(controlNumbers, 1),
    Document_State: fc.constantFrom<string[]>(['Promoted'], ['Processed'], ['Filtered Out']),
    Family_Count: some(fc.constantFrom(1, 2, 7), 1),
    Author: some(fc.oneof(shortText.filter(words), longText), 2),
    All_Paths: some(shortText.filter(words), 3),
    Hidden_Content: fc.uniqueArray(fc.constantFrom('merger', 'oil', 'say "so"'), { maxLength: 2 }),
    Created_Date: some(hours, 1),
    Page_Count: some(fc.constantFrom(0, 1, 2, 100), 1),
  }),
})

const randomMatter = fc.array(randomDoc, { minLength: 1, maxLength: 24 }).map((docs) =>
  docs.map(
    (doc, i): Doc => ({
      // Ids are not in the order of the documents, as after a rebuild.
      documentId: 1000 - i * 7,
      familyId: doc.family,
      ordinal: docs.slice(0, i).filter((other) => other.family === doc.family).length,
      text: doc.text,
      values: { ...doc.values, Has_Text: [doc.text.trim() === '' ? 'No' : 'Yes'] },
    }),
  ),
)

/** Words of the documents, and two in a row. */
function termsOf(docs: readonly Doc[]): Node[] {
  const tokens = docs.flatMap(({ text }) => streamTokens(streamOf(text))).filter((token) => token !== gap)
  const words = [...new Set(tokens)]
    .slice(0, 8)
    .map((token): Node => ({ kind: 'term', token, pattern: false }))
  return tokens.length < 2 ? words : [...words, { kind: 'phrase', tokens: tokens.slice(0, 2) }]
}

const among = (docs: readonly Doc[]): readonly Doc[] => docs.filter((_, i) => i % 3 > 0)

/** How often each hits in some of the documents, words by the postings and the others by the texts. */
function hitsFound(engine: Engine, docs: readonly Doc[]): number[] {
  const keywords = termsOf(docs).map((tree) => ({ term: print(tree), tree, fields: [] }))
  const ids = among(docs).map(({ documentId }) => documentId)
  return engine.hitCounts(asked(null, []), keywords, ids)
}

const hitsTold = (docs: readonly Doc[]): number[] =>
  termsOf(docs).map((tree) =>
    among(docs).reduce(
      (sum, { text }) => sum + hitCount(tree, readStream(streamOf(text)), asWritten(defaultNoise)),
      0,
    ),
  )

describe('the embedded engine', () => {
  // Twenty-five queries of each matter.
  promised(
    'finds exactly what the evaluator finds, on random documents and queries',
    [40, 800],
    (numRuns) => {
      const fields = fieldsOf(randomFields)
      fc.assert(
        fc.property(randomMatter, fc.array(randomTree, { minLength: 25, maxLength: 25 }), (docs, trees) => {
          const file = newFile()
          const writer = new IndexWriter(file)
          writer.apply({ at: '', rows: docs.map(row), facts: [], codings: [], removed: [] })
          const engine = new Engine(file)
          try {
            for (const tree of trees) {
              const found = [...engine.find(asked(tree, fields)).ids]
              expect({ query: print(tree), found }).toEqual({
                query: print(tree),
                found: judge(tree, docs).sort((a, b) => a - b),
              })
            }
            expect(hitsFound(engine, docs)).toEqual(hitsTold(docs))
          } finally {
            engine.close()
            writer.close()
          }
        }),
        { numRuns },
      )
    },
  )

  test('still does after documents changed, were coded and removed, without being opened anew', () => {
    const fields = fieldsOf([...randomFields, ...moved])
    const step = fc.tuple(
      randomMatter,
      fc.array(fc.integer({ min: 0, max: 23 }), { maxLength: 8 }),
      fc.oneof(randomTree, fc.constantFrom(...movedTrees)),
    )
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 4 }), (steps) => {
        const file = newFile()
        const writer = new IndexWriter(file)
        let state = new Map<number, Doc>()
        writer.apply({ at: '', rows: [], facts: [], codings: [], removed: [] })
        const engine = new Engine(file)
        try {
          for (const [docs, picks, tree] of steps) {
            const removed = picks.map((i) => 1000 - i * 7).filter((id) => state.has(id))
            const recoded = docs.filter((doc, i) => i % 3 === 0 && state.has(doc.documentId))
            const told = docs.filter((doc, i) => i % 3 === 1 && state.has(doc.documentId))
            const whole = docs.filter((doc) => !recoded.includes(doc) && !told.includes(doc))
            state = new Map([...state].filter(([id]) => !removed.includes(id)))
            const restated = told.flatMap((doc): Doc[] => {
              const known = state.get(doc.documentId)
              if (known === undefined) return []
              const newly = Object.fromEntries(restatedFields.map((name) => [name, doc.values[name] ?? []]))
              const { familyId, ordinal } = doc
              return [{ ...known, familyId, ordinal, values: { ...known.values, ...newly } }]
            })
            writer.apply({ at: '', rows: [], facts: [], codings: [], removed })
            const batch = {
              at: '',
              rows: whole.map(row),
              facts: restated.map((doc) => row({ ...doc, text: 'never taken' })),
              codings: recoded.map(coding),
              removed: [],
            }
            writer.apply(batch)
            writer.apply(batch)
            for (const doc of whole) state.set(doc.documentId, doc)
            for (const doc of recoded) {
              const known = state.get(doc.documentId)
              if (known === undefined) continue
              const newly = Object.fromEntries(
                Object.keys(coded).map((name) => [name, doc.values[name] ?? []]),
              )
              state.set(doc.documentId, { ...known, values: { ...known.values, ...newly } })
            }
            for (const doc of restated) state.set(doc.documentId, doc)
            const there = [...state.values()]
            const find = (stage: 'review' | 'processing') => [
              ...engine.find(asked(tree, fields, { stage })).ids,
            ]
            expect(find('processing')).toEqual(judge(tree, there).sort((a, b) => a - b))
            expect(find('review')).toEqual(judge(tree, promoted(there)).sort((a, b) => a - b))
          }
        } finally {
          engine.close()
          writer.close()
        }
      }),
      { numRuns: runs(60) },
    )
  }, 120_000)
})

describe('the embedded engine on the small matter', () => {
  const id = (name: string): number => Number(name.slice(1))
  const docs = corpus.map(
    (doc): Doc => ({
      documentId: id(doc.id),
      familyId: id(doc.parent ?? doc.id),
      ordinal: doc.parent === undefined ? 0 : 1,
      text: doc.text,
      values: doc.fields,
    }),
  )
  const file = newFile()
  const writer = new IndexWriter(file)
  writer.apply({ at: '2021-08-01T00:00:00.000Z', rows: docs.map(row), facts: [], codings: [], removed: [] })
  writer.finish()
  const engine = new Engine(file)
  afterAll(() => engine.close())
  const name = (documentId: number): string => `D${String(documentId).padStart(2, '0')}`

  function find(query: string, more: Partial<ListQuery> = {}): string {
    const parsed = parse(query, corpusOptions)
    if (!parsed.ok) return parsed.fault.code
    const found = engine.find(asked(parsed.tree, fieldsOf(corpusFields), { timeZone: 'UTC', ...more }))
    return [...found.ids].map(name).join(' ')
  }

  it.each(foundCases)('%s → %s', (query, found) => {
    expect(find(query)).toBe(found)
  })

  it('adds families where asked to, and says which documents hit', () => {
    expect(find('attached', { includeFamily: true })).toBe('D01 D02')
    expect(find('approv*', { includeFamily: true })).toBe('D03 D06 D07')
    const parsed = parse('approv*', corpusOptions)
    if (!parsed.ok) throw new Error('no tree')
    const found = engine.find(asked(parsed.tree, [], { includeFamily: true }))
    expect([...found.ids].map((_, i) => isHit(found, i))).toEqual([true, false, true])
    expect(found.hitCount).toBe(2)
    expect(found.withoutText).toBe(1)
    expect(found.indexedAsOf).toBe('2021-08-01T00:00:00.000Z')
  })

  it('finds a word that is noise no more, without a new index', () => {
    const noise = [...defaultNoise].filter((word) => word !== 'well')
    const parsed = parse('well', { ...corpusOptions, noise: new Set(noise) })
    if (!parsed.ok) throw new Error('no tree')
    expect([...engine.find(asked(parsed.tree, [], { noise })).ids].map(name).join(' ')).toBe(
      'D05 D06 D07 D08',
    )
  })

  it('shows parents or children alone', () => {
    expect(find('merger', { viewer: 'parentsOnly' })).toBe('D01 D03 D04')
    expect(find('merger', { viewer: 'childrenOnly' })).toBe('D02')
  })

  it('orders by the parents dates, undated last, families together; by custodian; by relevance', () => {
    expect(find('', { sort: 'parentDateAsc' })).toBe('D09 D05 D02 D01 D03 D04 D07 D06 D08 D10 D11 D12')
    expect(find('merger', { sort: 'parentDateDesc' })).toBe('D04 D03 D01 D02')
    expect(find('merger', { sort: 'custodian' })).toBe('D03 D04 D02 D01')
    expect(find('chart', { sort: 'relevance' })).toBe('D09')
    expect(find('merger OR legal OR fees', { sort: 'relevance' }).split(' ')[0]).toBe('D02')
  })

  it('finds parts of values that are too many to list, like hashes', () => {
    const hashes = newFile()
    const filler = new IndexWriter(hashes)
    const hash = (n: number): string => `abc${n}def`
    const some = docs.map((doc, i) => ({ ...doc, values: { ...doc.values, MD5: [hash(i)] } }))
    filler.apply({ at: '', rows: some.map(row), facts: [], codings: [], removed: [] })
    filler.close()
    const reader = new Engine(hashes)
    const md5: IndexedField = { name: 'MD5', kind: 'keyword', store: { in: 'words', column: 'MD5' } }
    const by = (query: string): number => {
      const parsed = parse(query, { ...corpusOptions, fields: [md5] })
      if (!parsed.ok) throw new Error(parsed.fault.message)
      return reader.find(asked(parsed.tree, [md5])).ids.length
    }
    expect([by('MD5:*3d*'), by('MD5:abc1*'), by('MD5:ABC1DEF'), by('MD5:abc1'), by('NOT MD5:*3*')]).toEqual([
      1, 3, 1, 0, 11,
    ])
    reader.close()
  })

  it('knows all fields of the index as numbers or as text', () => {
    expect([...numberFacts].every((key) => factKeys.includes(key))).toBe(true)
  })
})
