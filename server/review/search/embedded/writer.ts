/** Puts documents into an index file. Feeding the same batch again changes nothing. */
import { gap } from '#query/broken-words.ts'
import { between, streamTokens, tellsJoined, tokenStream } from '#query/stream.ts'
import { unlisted, wordColumns } from '../list.ts'
import type { StoredFacts } from './facts.ts'
import { columnName, columnsOf, type Db, getMeta, openForWriting, setMeta, tableOf } from './file.ts'
import { gapNumber, kept } from './kept.ts'
import type { Batch, CodingRow, FactsRow, IndexRow } from './row.ts'

/** Words kept in mind, so that the table of terms is not asked for each word of each text. */
const knownLimit = 400_000

export class IndexWriter {
  readonly #db: Db
  readonly #statements: ReturnType<typeof prepare>
  /** Numbers of words in the term table, those of the transaction that runs among them. */
  readonly #known = new Map<string, number>()
  readonly #idOf = (term: string): number =>
    term === gap ? gapNumber : (this.#known.get(term) ?? this.#learned(term))

  constructor(file: string) {
    this.#db = openForWriting(file)
    this.#statements = prepare(this.#db)
  }

  /** Takes a batch in one transaction, its watermark with it. */
  apply(batch: Batch): void {
    const take = this.#db.transaction(() => {
      const touched = Number(getMeta(this.#db, 'touched') ?? '0') + 1
      for (const documentId of batch.removed) this.#remove(documentId, touched)
      for (const row of batch.rows) this.#put(row, touched)
      for (const row of batch.facts) this.#restate(row, touched)
      for (const row of batch.codings) this.#statements.code.run(codingText(row), touched, row.documentId)
      setMeta(this.#db, 'touched', String(touched))
      const texts = batch.removed.length + batch.rows.length
      if (texts > 0) setMeta(this.#db, 'texts', String(touched))
      if (texts + batch.facts.length > 0) setMeta(this.#db, 'worded', String(touched))
      setMeta(this.#db, 'at', batch.at)
    })
    try {
      take()
    } catch (error) {
      // What was rolled back is not in the table.
      this.#known.clear()
      throw error
    }
  }

  /** Merges some of the index's segments, so that reading stays fast after many small batches. */
  tidy(): void {
    this.#db.prepare("insert into words (words, rank) values ('merge', 200)").run()
    this.#db.prepare("insert into marks (marks, rank) values ('merge', 200)").run()
  }

  /** Merges all segments and leaves one single file. */
  finish(): void {
    this.#db.prepare("insert into words (words) values ('optimize')").run()
    this.#db.prepare("insert into marks (marks) values ('optimize')").run()
    this.#db.pragma('wal_checkpoint(TRUNCATE)')
    this.#db.pragma('journal_mode = DELETE')
    this.#db.close()
  }

  close(): void {
    this.#db.close()
  }

  #remove(documentId: number, touched: number): void {
    const slot = this.#statements.slotOf.pluck().get(documentId)
    if (typeof slot !== 'number') return
    this.#statements.unword.run(slot)
    this.#statements.unkeep.run(slot)
    this.#statements.unmark.run(slot)
    this.#statements.empty.run(touched, slot)
  }

  #put(row: IndexRow, touched: number): void {
    const { slotOf, unword, unmark, insertDoc, updateDoc, insertWords, keep, insertMarks } = this.#statements
    const facts = factsText(row)
    const exact = JSON.stringify(row.words)
    const coding = codingText(row.coding)
    let slot = slotOf.pluck().get(row.documentId)
    if (typeof slot === 'number') {
      unword.run(slot)
      unmark.run(slot)
      updateDoc.run(touched, facts, coding, exact, slot)
    } else {
      slot = insertDoc.run(row.documentId, touched, facts, coding, exact).lastInsertRowid
    }
    const text = textStream(row.texts)
    const streams = row.words.map(valuesStream)
    insertWords.run(slot, text, ...at(streams, 'words'))
    insertMarks.run(slot, ...at(streams, 'marks'))
    keep.run(slot, Number(tellsJoined(text)), kept(text, this.#idOf))
    for (const [i, column] of wordColumns.entries()) {
      if (!unlisted.has(column)) this.#learn(streams[i] ?? '')
    }
  }

  /** Facts, and words of columns that change; the words beside the text stay as they are. */
  #restate(row: FactsRow, touched: number): void {
    const { slotOf, unmark, restate, insertMarks } = this.#statements
    const slot = slotOf.pluck().get(row.documentId)
    if (typeof slot !== 'number') return
    if (restate.run(touched, factsText(row), JSON.stringify(row.words), slot).changes === 0) return
    const streams = row.words.map(valuesStream)
    unmark.run(slot)
    insertMarks.run(slot, ...at(streams, 'marks'))
    for (const [i, column] of wordColumns.entries())
      if (tableOf(column) === 'marks' && !unlisted.has(column)) this.#learn(streams[i] ?? '')
  }

  #learn(stream: string): void {
    for (const term of streamTokens(stream)) this.#idOf(term)
  }

  /** The number of a word that is not known yet: a new one, if no document has had it. */
  #learned(term: string): number {
    const { idOfTerm, insertTerm } = this.#statements
    const id = idOfTerm.get(term) ?? insertTerm.run(term).lastInsertRowid
    if (this.#known.size > knownLimit) this.#known.clear()
    // A copy: a slice would keep the whole text alive for as long as the word is kept in mind.
    this.#known.set(Buffer.from(term).toString(), Number(id))
    return Number(id)
  }
}

/** All texts, a gap at both ends: what stands first or last in one is found beside it. */
function textStream(texts: readonly string[]): string {
  const streams = texts.map(tokenStream).filter((stream) => stream !== '')
  return streams.length === 0 ? '' : `${gap} ${streams.join(between)} ${gap}`
}

/** Words of all values. */
export const valuesStream = (values: readonly string[]): string =>
  values.map((value) => tokenStream(value.normalize('NFC'))).join(between)

/** Those of a table's columns. */
const at = (streams: readonly string[], table: 'words' | 'marks'): string[] =>
  columnsOf(table).map((i) => streams[i] ?? '')

function factsText(row: FactsRow): string {
  const present = row.words.reduce((bits, values, i) => (values.length > 0 ? bits | (1 << i) : bits), 0)
  const stored: StoredFacts = [row.familyId, row.ordinal, row.parentDate, row.facts, present]
  return JSON.stringify(stored)
}

function codingText(row: CodingRow): string | null {
  if (Object.keys(row.coded).length === 0 && row.tagIds.length === 0) return null
  return JSON.stringify({ coded: row.coded, tags: row.tagIds })
}

function prepare(db: Db) {
  const insert = (table: 'words' | 'marks', own: readonly string[]): string => {
    const columns = [...own, ...columnsOf(table).map(columnName)]
    return `insert into ${table} (rowid, ${columns.join(', ')}) values (?, ${columns.map(() => '?').join(', ')})`
  }
  return {
    slotOf: db.prepare('select slot from doc where document_id = ?'),
    insertDoc: db.prepare(
      'insert into doc (document_id, touched, facts, coding, exact) values (?, ?, ?, ?, ?)',
    ),
    updateDoc: db.prepare('update doc set touched = ?, facts = ?, coding = ?, exact = ? where slot = ?'),
    empty: db.prepare("update doc set touched = ?, facts = null, coding = null, exact = '[]' where slot = ?"),
    code: db.prepare('update doc set coding = ?, touched = ? where document_id = ? and facts is not null'),
    unword: db.prepare('delete from words where rowid = ?'),
    unkeep: db.prepare('delete from kept where slot = ?'),
    keep: db.prepare('insert or replace into kept (slot, joined, text) values (?, ?, ?)'),
    unmark: db.prepare('delete from marks where rowid = ?'),
    restate: db.prepare(
      'update doc set touched = ?, facts = ?, exact = ? where slot = ? and facts is not null',
    ),
    insertWords: db.prepare(insert('words', ['text'])),
    insertMarks: db.prepare(insert('marks', [])),
    idOfTerm: db.prepare('select id from term where text = ?').pluck(),
    insertTerm: db.prepare('insert into term (text) values (?)'),
  }
}
