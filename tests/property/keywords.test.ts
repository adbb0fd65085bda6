/** Keyword hits: what is counted of terms is what searching each of them finds, and what a filter by them selects. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { keywordField } from '#contracts/keywords.ts'
import type { Stage } from '#contracts/stages.ts'
import { evaluate } from '#query/evaluate.ts'
import { defaultNoise } from '#query/noise.ts'
import { parse } from '#query/parse.ts'
import { readStream, tokenStream } from '#query/stream.ts'
import type { Node } from '#query/tree.ts'
import { Engine } from '#server/review/search/embedded/engine.ts'
import type { IndexRow } from '#server/review/search/embedded/row.ts'
import { IndexWriter } from '#server/review/search/embedded/writer.ts'
import { withKeywords } from '#server/review/search/expand-keywords.ts'
import { filterTree } from '#server/review/search/filter.ts'
import { readTerm, termKey } from '#server/review/search/keyword-term.ts'
import { distinct, keywordOf } from '#server/review/search/keyword-terms.ts'
import { factKeys, type IndexedField, type ListQuery, wordColumns } from '#server/review/search/list.ts'
import { randomText } from '#tests/fixtures/query-arbitrary.ts'
import { runs, property as test } from '#tests/runs.ts'

const folder = mkdtempSync(join(tmpdir(), 'affiant-keywords-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

const zone = 'America/New_York'
const reading = { noise: defaultNoise, precedence: 'standard' } as const

interface Doc {
  readonly text: string
  readonly subject: string
  readonly custodian: string
  readonly state: string
  readonly family: number
  readonly size: number
}
const randomDoc: fc.Arbitrary<Doc> = fc.record({
  text: randomText,
  subject: fc.constantFrom('', 'Merger budget', 'Oil'),
  custodian: fc.constantFrom('Rivera', 'Chen'),
  state: fc.constantFrom('Promoted', 'Processed', 'Filtered Out'),
  family: fc.integer({ min: 1, max: 4 }),
  size: fc.constantFrom(0, 7, 1000),
})
const word = fc.constantFrom(
  'merger',
  'MERGER',
  'budget',
  'board',
  'invest*',
  'b?ard',
  'oil',
  '2021',
  'résumé',
  '国会',
)
/** Terms as people write them. */
const randomTerm = fc.oneof(
  word,
  fc.tuple(word, word).map(([a, b]) => `${a} ${b}`),
  fc.tuple(word, fc.constantFrom('AND', 'OR', 'NOT', 'and'), word).map(([a, op, b]) => `${a} ${op} ${b}`),
  word.map((a) => `NOT ${a}`),
  word.map((a) => `Subject contains ${a}`),
  word.map((a) => `${a} AND Custodian:Chen`),
  word.map((a) => `"the ${a}"`),
  fc.tuple(word, word).map(([a, b]) => `(${a} OR oil) AND NOT ${b}`),
)
const randomTerms = fc.array(randomTerm, { minLength: 1, maxLength: 6 }).map((terms) => distinct(terms))

const row = (doc: Doc, i: number): IndexRow => ({
  documentId: i + 1,
  familyId: doc.family,
  ordinal: 0,
  parentDate: null,
  texts: [doc.text],
  words: wordColumns.map((column) => (column === 'Subject' && doc.subject !== '' ? [doc.subject] : [])),
  facts: factKeys.map((key) =>
    key === 'Document_State'
      ? [doc.state]
      : key === 'File_Size'
        ? [doc.size]
        : key === 'Custodian'
          ? [doc.custodian]
          : [],
  ),
  coding: { documentId: i + 1, coded: {}, tagIds: [] },
})

const options = { noise: defaultNoise, zoneOf: () => zone }
const judged = (tree: Node, doc: Doc): boolean =>
  evaluate(
    tree,
    {
      text: readStream(tokenStream(doc.text)),
      values: (field) => (field === 'Custodian' ? [doc.custodian] : doc.subject === '' ? [] : [doc.subject]),
    },
    options,
  )
function treeOf(term: string): Node {
  const read = readTerm(term, reading)
  if (!read.ok) throw new Error(read.fault.message)
  return read.tree
}
/** The terms that hit a document, looked at one by one. */
const hitsOf = (doc: Doc, terms: readonly string[]): string[] =>
  terms.filter((term) => judged(treeOf(term), doc))

const custodianField: IndexedField = {
  name: 'Custodian',
  kind: 'text',
  store: { in: 'facts', key: 'Custodian' },
}
const asked: readonly IndexedField[] = [
  { name: 'Subject', kind: 'text', store: { in: 'words', column: 'Subject' } },
  custodianField,
]
const query = (tree: Node | null, stage: Stage): ListQuery => ({
  ...{ tree, stage, includeFamily: false, sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all' },
  ...{ formFields: [], timeZone: zone, noise: [...defaultNoise] },
  fields: asked,
})
const onSide = (docs: readonly Doc[], stage: Stage): Doc[] =>
  docs.filter(({ state }) => stage === 'processing' || state === 'Promoted')

const field: IndexedField = { name: keywordField, kind: 'keyword', store: { in: 'keywords' } }
const figuresOf = (engine: Engine, terms: readonly string[], stage: Stage) => {
  const keywords = terms.map((term) => keywordOf(term, reading))
  return engine.figures(query(null, stage), {
    ...{ inside: null, histograms: [], keywords },
    facets: [{ field, most: 1000 }],
    matrix: { pivotOn: field, groupBy: field, most: 100 },
  })
}
const amount = (docs: readonly Doc[]) => ({
  documents: docs.length,
  bytes: docs.reduce((sum, { size }) => sum + size, 0),
})

function withIndex(docs: readonly Doc[], work: (engine: Engine, writer: IndexWriter) => void): void {
  const file = join(folder, `${++files}.sqlite`)
  const writer = new IndexWriter(file)
  writer.apply({ at: '1', rows: docs.map(row), facts: [], codings: [], removed: [] })
  const engine = new Engine(file)
  work(engine, writer)
  engine.close()
  writer.close()
}
const idsOf = (docs: readonly Doc[], stage: Stage, passes: (doc: Doc) => boolean): number[] =>
  docs.flatMap((doc, i) => (onSide([doc], stage).length > 0 && passes(doc) ? [i + 1] : []))

const side = fc.constantFrom<Stage>('review', 'processing')

test('[filter-email-keyword-hits] are counted as searching each term finds them, alone and in pairs', () => {
  fc.assert(
    fc.property(fc.array(randomDoc, { maxLength: 25 }), randomTerms, side, (all, terms, stage) => {
      withIndex(all, (engine) => {
        const found = figuresOf(engine, terms, stage)
        const docs = onSide(all, stage)
        const expected = terms
          .map((term) => ({ value: term, ...amount(docs.filter((doc) => judged(treeOf(term), doc))) }))
          .filter(({ documents }) => documents > 0)
        const [facet] = found.facets
        expect(new Set(facet?.values)).toEqual(new Set(expected))
        expect(facet?.none).toEqual(amount(docs.filter((doc) => hitsOf(doc, terms).length === 0)))
        for (const { value, documents } of facet?.values ?? [])
          expect(engine.find(query(treeOf(value), stage)).ids.length).toBe(documents)
        for (const { pivot, group, documents } of found.matrix?.cells ?? []) {
          const has = (doc: Doc, term: string | null) =>
            term === null ? hitsOf(doc, terms).length === 0 : hitsOf(doc, terms).includes(term)
          expect(documents).toBe(docs.filter((doc) => has(doc, pivot) && has(doc, group)).length)
        }
      })
    }),
    { numRuns: runs(40) },
  )
}, 60_000)

test('[filter-email-keyword-hits] are selected by the filter, with its flags, exactly', () => {
  const chosen = fc.record({
    picks: fc.array(fc.nat(5), { maxLength: 3 }),
    includeNull: fc.boolean(),
    includeSelections: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.array(randomDoc, { maxLength: 25 }),
      randomTerms,
      chosen,
      side,
      (all, terms, given, stage) => {
        const { picks, ...flags } = given
        const values = picks.map((pick) => terms[pick % terms.length] ?? '')
        const tree = filterTree({ emailKeywordHits: { values, ...flags } })
        if (tree === null) return
        withIndex(all, (engine) => {
          const keywords = terms.map((term) => keywordOf(term, reading))
          const found = [...engine.find(query(withKeywords(tree, keywords), stage)).ids]
          // What the filter says, document by document, of the terms that hit it.
          const isMeant = (doc: Doc): boolean => {
            const hits = hitsOf(doc, terms)
            if (hits.length === 0) return flags.includeNull
            if (values.length === 0) return false
            return hits.some((hit) => values.includes(hit)) === flags.includeSelections
          }
          expect(found).toEqual(idsOf(all, stage, isMeant))
        })
      },
    ),
    { numRuns: runs(50) },
  )
}, 60_000)

test('are asked in a query like the values of any field: is, contains, is null, with NOT and brackets', () => {
  const clauses = fc.oneof(
    fc.constantFrom(
      `${keywordField} is null`,
      `${keywordField} is not null`,
      `NOT ${keywordField} is not null`,
      `${keywordField} contains merger`,
      `${keywordField} contains (merg* AND NOT budget)`,
      `${keywordField} contains (oil OR "merger budget")`,
      `merger AND ${keywordField} contains board`,
    ),
    fc.nat(5),
  )
  const fields = [{ name: keywordField, kind: 'keyword' as const }]
  fc.assert(
    fc.property(fc.array(randomDoc, { maxLength: 20 }), randomTerms, clauses, (all, terms, clause) => {
      const asked =
        typeof clause === 'string'
          ? clause
          : `${keywordField} is "${(terms[clause % terms.length] ?? '').toUpperCase().replaceAll('"', '""')}"`
      const read = parse(asked, { fields, ...reading })
      if (!read.ok || read.tree === null) throw new Error(asked)
      const { tree } = read
      withIndex(all, (engine) => {
        const keywords = terms.map((term) => keywordOf(term, reading))
        const found = [...engine.find(query(withKeywords(tree, keywords), 'processing')).ids]
        const isMeant = (doc: Doc): boolean =>
          evaluate(
            tree,
            { text: readStream(tokenStream(doc.text)), values: () => hitsOf(doc, terms) },
            options,
          )
        expect(found).toEqual(idsOf(all, 'processing', isMeant))
      })
    }),
    { numRuns: runs(50) },
  )
}, 60_000)

test('[rest-get-project-keyword-terms-list] are reported with their families, and as unique where no other term hits', () => {
  fc.assert(
    fc.property(fc.array(randomDoc, { maxLength: 25 }), randomTerms, side, (all, terms, stage) => {
      withIndex(all, (engine) => {
        const docs = onSide(all, stage)
        const families = (hits: readonly Doc[]) =>
          docs.filter(({ family }) => hits.some((hit) => hit.family === family)).length
        const lists = [terms.map((term) => keywordOf(term, reading)), []]
        const report = engine.termReport(query(null, stage), lists, { inside: null, by: custodianField })
        // The most first.
        const custodians = (hits: readonly Doc[]) =>
          ['Chen', 'Rivera']
            .map((value) => ({ value, documents: hits.filter((doc) => doc.custodian === value).length }))
            .filter(({ documents }) => documents > 0)
            .sort((one, other) => other.documents - one.documents)
        const figures = (hits: readonly Doc[], unique: readonly Doc[]) => ({
          documents: hits.length,
          withFamily: families(hits),
          unique: unique.length,
        })
        const alone = docs.filter((doc) => hitsOf(doc, terms).length === 1)
        const any = docs.filter((doc) => hitsOf(doc, terms).length > 0)
        const nothing = { documents: 0, withFamily: 0, unique: 0 }
        const hit = terms.map((term) => docs.filter((doc) => hitsOf(doc, terms).includes(term)))
        const only = terms.map((term) => alone.filter((doc) => hitsOf(doc, terms)[0] === term))
        expect(report.documents).toBe(docs.length)
        expect(report.lists).toEqual([
          {
            terms: hit.map((of, at) => figures(of, only[at] ?? [])),
            total: figures(any, alone),
            alone: only.map((of) => idsOf(all, stage, (doc) => of.includes(doc))),
            values: hit.map(custodians),
            totalValues: custodians(any),
          },
          { terms: [], total: nothing, alone: [], values: [], totalValues: [] },
        ])
      })
    }),
    { numRuns: runs(40) },
  )
}, 60_000)

test('are of the index as it is: what comes, changes and goes is counted, and coding changes nothing of it', () => {
  const texts = fc.array(randomDoc, { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(texts, texts, randomTerms, (first, then, terms) => {
      withIndex(first, (engine, writer) => {
        const of = () => figuresOf(engine, terms, 'processing').facets
        const before = of()
        const coding = { documentId: 1, coded: { 7: ['Yes'] }, tagIds: [1] }
        writer.apply({ at: '2', rows: [], facts: [], codings: [coding], removed: [] })
        expect(of()).toEqual(before)
        // Its custodian is another one, its text is what it was.
        const moved = first.map(
          (doc): Doc => ({ ...doc, custodian: doc.custodian === 'Chen' ? 'Rivera' : 'Chen' }),
        )
        writer.apply({ at: '3', rows: [], facts: moved.map(row), codings: [], removed: [] })
        withIndex(moved, (fresh) => expect(of()).toEqual(figuresOf(fresh, terms, 'processing').facets))
        const removed = first.slice(then.length).map((_, i) => then.length + i + 1)
        writer.apply({ at: '4', rows: then.map(row), facts: [], codings: [], removed })
        withIndex(then, (fresh) => {
          expect(of()).toEqual(figuresOf(fresh, terms, 'processing').facets)
        })
      })
    }),
    { numRuns: runs(60) },
  )
}, 60_000)

it('are one value where two terms differ in case and spaces, and refused where no list has the term', () => {
  expect(distinct(['Merger  AND budget', 'merger and Budget', 'merger'])).toEqual([
    'Merger  AND budget',
    'merger',
  ])
  expect(termKey(' A  B ')).toBe('a b')
  const keywords = [keywordOf('merger', reading)]
  const is = (value: string): Node => ({ kind: 'field', field: keywordField, test: { op: 'is', value } })
  expect(withKeywords(is(' MERGER'), keywords)).toEqual({ kind: 'term', token: 'merger', pattern: false })
  expect(() => withKeywords(is('oil'), keywords)).toThrow(
    'No keyword list of this project has the term “oil”',
  )
  // Of no lists no document has a hit.
  const nothing = withKeywords({ kind: 'field', field: keywordField, test: { op: 'isNotNull' } }, [])
  expect(evaluate(nothing, { text: readStream('merger'), values: () => [] }, options)).toBe(false)
})
