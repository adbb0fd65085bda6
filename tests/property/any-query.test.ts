/** Whatever is typed as a query is answered, or refused with the place and the reason, and soon. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import { legend } from '#query/hits.ts'
import { defaultNoise } from '#query/noise.ts'
import { type ParseOptions, parse } from '#query/parse.ts'
import { print } from '#query/print.ts'
import { Engine } from '#server/review/search/embedded/engine.ts'
import { IndexWriter } from '#server/review/search/embedded/writer.ts'
import { factKeys, type IndexedField, wordColumns } from '#server/review/search/list.ts'
import { randomText, vocabulary } from '#tests/fixtures/query-arbitrary.ts'
import { promised } from '#tests/runs.ts'

const folder = mkdtempSync(join(tmpdir(), 'affiant-any-query-'))
const file = join(folder, 'index.sqlite')
const texts = fc.sample(randomText, { numRuns: 40, seed: 1 })
const writer = new IndexWriter(file)
writer.apply({
  ...{ at: '', facts: [], codings: [], removed: [] },
  rows: texts.map((text, i) => ({
    ...{ documentId: i + 1, familyId: i + 1, ordinal: 0, parentDate: null, texts: [text] },
    words: wordColumns.map((column) => (column === 'Subject' ? [text.slice(0, 20)] : [])),
    facts: factKeys.map((key) => (key === 'File_Size' ? [text.length] : [])),
    coding: { documentId: i + 1, coded: {}, tagIds: [] },
  })),
})
writer.finish()
const engine = new Engine(file)
afterAll(() => {
  engine.close()
  rmSync(folder, { recursive: true, force: true })
})

const fields: readonly IndexedField[] = [
  { name: 'Subject', kind: 'text', store: { in: 'words', column: 'Subject' } },
  { name: 'File_Size', kind: 'number', store: { in: 'facts', key: 'File_Size' } },
  { name: 'Sent_Date', kind: 'instant', store: { in: 'facts', key: 'Sent_Date' } },
  { name: 'Control_Number', kind: 'keyword', store: { in: 'words', column: 'Control_Number' } },
]
const options = (precedence: ParseOptions['precedence']): ParseOptions => ({
  ...{ fields, noise: defaultNoise, precedence },
  numbers: [{ field: 'Control_Number', prefix: 'NW', digits: null }],
})

/** Pieces of the language, right and wrong ones, and what is none of it. */
const piece = fc.oneof(
  fc.constantFrom(...vocabulary),
  fc.constantFrom(
    ...[
      'AND',
      'or',
      'NOT',
      '(',
      ')',
      '"',
      '""',
      '“',
      '”',
      '"=',
      '[',
      'TO',
      ']',
      '{',
      '}',
      '|',
      '||',
      '&&',
      '&',
    ],
    ...['w/5', 'pre/2', 'not w/3', 'w/', 'w/0', 'w/1000', '/s', 'NEAR', 'xfirstword', 'XLASTWORD', '+s'],
    ...[
      '*',
      '?',
      '**',
      'inv*',
      '*ment',
      '*e*',
      'the*',
      'b?d',
      '*@northwind.example',
      'ana*@x.y',
      '-*',
      '%',
      '%%',
    ],
    ...['inv~', 'b%d', 'b%%%%d', 'b%', '1~~9', '9~~1', '~', '~~', '-', '+', '!', 'budget!', '^2', '#', '='],
    ...[
      'Subject:',
      'Subject',
      'subject contains',
      'File_Size',
      'Sent_Date',
      'Nope:',
      'x:y',
      'is',
      'null',
      'on',
    ],
    ...['between', '03/01/2021', '13/45/2021', '>=', '<', '12', '1,250', '12,500', '99999999999999999999999'],
    ...[
      'Include_Family',
      'true',
      'false',
      'NW00000001',
      'NW1,',
      ',',
      ';',
      '…',
      '🙂',
      '½',
      'İ',
      'ﷺ',
      '\u0301',
    ],
    ...[
      '国',
      '会法',
      'ที่*',
      'ก',
      'ـ',
      'َ',
      'ـ*',
      '\u200b',
      '\u00ad',
      '\ud800',
      '\udc00',
      '\0',
      '\n',
      '\t',
      '\u00b7',
    ],
  ),
)
const anyQuery = fc.oneof(
  fc
    .array(fc.tuple(piece, fc.constantFrom(' ', ' ', '')), { maxLength: 14 })
    .map((parts) => parts.flat().join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

const seconds = (from: number): number => (process.cpuUsage().user - from) / 1_000_000

promised(
  'answers whatever is typed, or says where and why not, within two seconds',
  [3000, 100_000],
  (numRuns) => {
    fc.assert(
      fc.property(anyQuery, fc.constantFrom('standard', 'dtsearch'), (text, precedence) => {
        const began = process.cpuUsage().user
        const parsed = parse(text, options(precedence))
        if (!parsed.ok) {
          const { message, start, end } = parsed.fault
          expect(message).toMatch(/^.{10,}[.?]$/su)
          expect(0 <= start && start <= end && end <= text.length).toBe(true)
        } else if (parsed.tree !== null) {
          const reading = print(parsed.tree)
          expect(parse(reading, options(precedence))).toMatchObject({ ok: true, tree: parsed.tree })
          legend(parsed.tree)
          const { ids } = engine.find({
            ...{
              tree: parsed.tree,
              stage: 'processing',
              includeFamily: parsed.includeFamily,
              sort: 'documentId',
            },
            ...{ viewer: 'parentsAndChildren', filter: 'all', formFields: [], timeZone: 'UTC' },
            ...{ noise: [...defaultNoise], fields: [...fields] },
          })
          expect(ids.length).toBeLessThanOrEqual(texts.length)
        }
        expect(seconds(began)).toBeLessThan(2)
      }),
      { numRuns },
    )
  },
)
