import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect } from 'vitest'
import { parse } from '#query/parse.ts'
import { promised } from '#tests/runs.ts'
import { factKeys, type ListQuery, wordColumns } from '../list.ts'
import { Engine } from './engine.ts'
import { IndexWriter } from './writer.ts'

const folder = mkdtempSync(join(tmpdir(), 'affiant-relevance-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

const wanted = ['merger', 'budget'] as const
const text = fc
  .array(fc.constantFrom(...wanted, 'oil', 'board'), { minLength: 1, maxLength: 8 })
  .map((words) => words.join(' '))
const id = fc.integer({ min: 1, max: 12 })
const change = fc.oneof({ weight: 5, arbitrary: fc.record({ put: id, text }) }, fc.record({ removed: id }))

const row = (documentId: number, words: string) => ({
  ...{ documentId, familyId: documentId, ordinal: 0, parentDate: null, texts: [words] },
  // A word of the subject is none of the text.
  words: wordColumns.map((column) => (column === 'Subject' ? ['merger merger merger'] : [])),
  facts: factKeys.map((key) =>
    key === 'Document_State' ? ['Promoted'] : key === 'Text_Size' ? [words.length] : [],
  ),
  coding: { documentId, coded: {}, tagIds: [] },
})

function query(): ListQuery {
  const read = parse(wanted.join(' OR '), { fields: [], noise: new Set<string>(), precedence: 'standard' })
  if (!read.ok) throw new Error(read.fault.message)
  return {
    ...{ tree: read.tree, includeFamily: false, sort: 'relevance', viewer: 'parentsAndChildren' },
    ...{ filter: 'all', formFields: [], timeZone: 'UTC', noise: [], fields: [] },
  }
}

/** BM25 as it is written down, for each text by itself. */
function scores(docs: ReadonlyMap<number, string>): Map<number, number> {
  const mean = [...docs.values()].reduce((sum, { length }) => sum + length, 0) / docs.size
  const often = (words: string, word: string) => words.split(' ').filter((other) => other === word).length
  const having = (word: string) => [...docs.values()].filter((words) => often(words, word) > 0).length
  const of = (words: string): number =>
    wanted.reduce((sum, word) => {
      const [times, n] = [often(words, word), having(word)]
      const worth = Math.max(1e-6, Math.log((docs.size - n + 0.5) / (n + 0.5)))
      return sum + (worth * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * words.length) / mean))
    }, 0)
  return new Map([...docs].map(([documentId, words]) => [documentId, of(words)]))
}

describe('the order by relevance', () => {
  promised('is that of BM25 over the texts as they stand, whatever changed before', [15, 300], (numRuns) => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 30 }), (changes) => {
        const file = join(folder, `${++files}.sqlite`)
        const writer = new IndexWriter(file)
        const docs = new Map<number, string>()
        for (const one of changes) {
          const isPut = 'put' in one
          if (isPut) docs.set(one.put, one.text)
          else docs.delete(one.removed)
          const rows = isPut ? [row(one.put, one.text)] : []
          writer.apply({ at: '', rows, facts: [], codings: [], removed: isPut ? [] : [one.removed] })
        }
        const engine = new Engine(file)
        const found = [...engine.find(query()).ids]
        engine.close()
        writer.close()
        const known = scores(docs)
        const told = found.map((documentId) => known.get(documentId) ?? 0)
        expect(found.toSorted((a, b) => a - b)).toEqual(
          [...known].flatMap(([documentId, score]) => (score > 0 ? [documentId] : [])).sort((a, b) => a - b),
        )
        for (const [at, score] of told.entries())
          expect(score).toBeLessThanOrEqual((told[at - 1] ?? Number.POSITIVE_INFINITY) + 1e-12)
      }),
      { numRuns },
    )
  })
})
