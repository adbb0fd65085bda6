/** The file of an index: its tables, and how it is opened for writing and for reading. */
import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import { changing, type WordColumn, wordColumns } from '../list.ts'

/** Goes up with every change of the tables, of the columns in list.ts, of what they and the facts hold (facts.ts), and of how text is cut into words. */
export const indexVersion = 16

export type Db = Database.Database

/** The name of a words column in SQL; names of fields may be words of SQL. */
export const columnName = (index: number): string => `c${index}`

/** The table that holds a column of words. */
export const tableOf = (column: WordColumn): 'words' | 'marks' => (changing.has(column) ? 'marks' : 'words')

/** Columns of a table, by their places in `wordColumns`. */
export const columnsOf = (table: 'words' | 'marks'): readonly number[] =>
  [...wordColumns.keys()].filter((i) => wordColumns[i] !== undefined && tableOf(wordColumns[i]) === table)

const columnNames = (table: 'words' | 'marks'): string => columnsOf(table).map(columnName).join(', ')
const tokenize = `tokenize = "ascii tokenchars '_'"`
/** Texts are kept beside it, as numbers: FTS5 would keep them whole, for more than all else in the file. */
const postingsAlone = "content = '', contentless_delete = 1"

const schema = `
create table meta (key text primary key, value text not null) without rowid;
create table doc (
  slot integer primary key, document_id integer not null unique, touched integer not null,
  /* StoredFacts of facts.ts; null where the document is gone */
  facts text,
  /* {coded: {fieldId: values}, tags: [ids]}; null where there is neither */
  coding text,
  /* [[values] by words column], as they were written */
  exact text not null);
create index doc_touched on doc (touched);
create table term (id integer primary key, text text not null unique);
create virtual table words using fts5(text, ${columnNames('words')}, ${tokenize}, ${postingsAlone});
/* the texts (kept.ts); joined: whether words that lines break are told joined behind them */
create table kept (slot integer primary key, joined integer not null, text blob not null);
create index kept_joined on kept (slot) where joined = 1;
/* what changes after a document has come in */
create virtual table marks using fts5(${columnNames('marks')}, ${tokenize}, ${postingsAlone});
`

/** The index was made by another version of the product: it must be rebuilt. */
class OldIndex extends Error {
  constructor() {
    super('The index is of another version.')
    // Its name is what the other process sees of it.
    this.name = 'OldIndex'
  }
}

/** Opens or makes the file for its only writer. */
export function openForWriting(file: string): Db {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  // The queue's rows are gone from the record once a batch is committed: the commit must survive a power cut.
  db.pragma('synchronous = FULL')
  db.pragma('cache_size = -32000')
  if (db.prepare("select 1 from sqlite_master where name = 'meta'").get() === undefined) {
    db.transaction(() => {
      db.exec(schema)
      // Fewer, larger merges: the index is fed in many small transactions.
      db.exec("insert into words (words, rank) values ('automerge', 8)")
      setMeta(db, 'version', String(indexVersion))
      setMeta(db, 'touched', '0')
    })()
  }
  const own = ofThisVersion(db)
  // Indexes of before it had none.
  if (getMeta(own, 'index') === null) setMeta(own, 'index', randomUUID())
  return own
}

/** Opens the file for reading; throws where it is not there. */
export function openForReading(file: string): Db {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  db.pragma('cache_size = -64000')
  db.pragma('mmap_size = 268435456')
  return ofThisVersion(db)
}

function ofThisVersion(db: Db): Db {
  if (getMeta(db, 'version') === String(indexVersion)) return db
  db.close()
  throw new OldIndex()
}

/**
 * `touched` counts all changes; `worded` is what it was at the last one that was not of coding alone, `texts` at the last one
 * by which documents came, went or had other texts; `at` names the change of the record; `index` is this index and no other,
 * not even the same built anew.
 */
type MetaKey = 'index' | 'version' | 'touched' | 'worded' | 'texts' | 'at'

export function getMeta(db: Db, key: MetaKey): string | null {
  const row = db.prepare('select value from meta where key = ?').pluck().get(key)
  return typeof row === 'string' ? row : null
}

export function setMeta(db: Db, key: MetaKey, value: string): void {
  db.prepare('insert into meta values (?, ?) on conflict (key) do update set value = excluded.value').run(
    key,
    value,
  )
}
