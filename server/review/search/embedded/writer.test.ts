import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { factKeys, wordColumns } from '../list.ts'
import { openForReading } from './file.ts'
import type { Batch, IndexRow } from './row.ts'
import { IndexWriter } from './writer.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'affiant-index-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const row = (documentId: number, text: string): IndexRow => ({
  documentId,
  familyId: documentId,
  ordinal: 0,
  parentDate: null,
  texts: [text],
  words: wordColumns.map(() => []),
  facts: factKeys.map(() => []),
  coding: { documentId, coded: {}, tagIds: [] },
})
const batch = (...rows: IndexRow[]): Batch => ({
  at: '2026-01-01T00:00:00.000Z',
  rows,
  facts: [],
  codings: [],
  removed: [],
})

it('the words of a batch that was rolled back are written with the next one that holds them', () => {
  const file = join(folder, 'index.sqlite')
  const writer = new IndexWriter(file)
  writer.apply(batch(row(1, 'the turbine')))
  const broken = { ...row(3, ''), documentId: null } as unknown as IndexRow
  expect(() => writer.apply(batch(row(2, 'a gasket and a flange'), broken))).toThrow('NOT NULL')
  writer.apply(batch(row(2, 'a gasket')))
  writer.close()
  const index = openForReading(file)
  expect(index.prepare('select text from term order by text').pluck().all()).toEqual([
    'a',
    'gasket',
    'the',
    'turbine',
  ])
  expect(
    index
      .prepare("select document_id from words join doc on slot = words.rowid where words match 'gasket'")
      .all(),
  ).toEqual([{ document_id: 2 }])
  index.close()
})
