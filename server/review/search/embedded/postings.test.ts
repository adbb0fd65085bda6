import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promised } from '#tests/runs.ts'
import { Bits } from './bits.ts'
import { Postings } from './postings.ts'

const size = 4_096
/** Of several lengths, some the beginnings of others; one that only a byte beyond ASCII tells from another. */
const vocabulary = ['a', 'ab', 'abc', 'abd', 'b', 'lien', 'liens', 'é', 'ée', '·', `w${'o'.repeat(300)}`]
const word = fc.constantFrom(...vocabulary)
/** Some so long that their places reach over several pages. */
const text = fc.oneof(
  fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
  fc
    .record({ word, times: fc.integer({ min: 1, max: 200 }) })
    .map(({ word, times }) => `${word} `.repeat(times)),
)
/** Near each other and far apart: distances of one and of several bytes. */
const slot = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: size - 1 }))
const change = fc.oneof(
  { weight: 6, arbitrary: fc.record({ slot, text, title: text }) },
  { weight: 2, arbitrary: fc.record({ removed: slot }) },
)
/** Each is a transaction, which becomes a segment; some are merged in part, or all. */
const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.array(change, { minLength: 1, maxLength: 30 }) },
    fc.constantFrom('merge' as const, 'optimize' as const),
  ),
  { minLength: 1, maxLength: 12 },
)

/** A table as that of the index, in pages of so few bytes that lists and words reach over them. */
function filled(of: typeof steps extends fc.Arbitrary<infer T> ? T : never, pageBytes: number) {
  const db = new Database(':memory:')
  db.exec(
    `create virtual table words using fts5(text, c0, tokenize = "ascii tokenchars '_'", content = '', contentless_delete = 1)`,
  )
  db.exec(`insert into words (words, rank) values ('pgsz', ${pageBytes}), ('automerge', 2)`)
  const [insert, remove] = [
    db.prepare('insert into words (rowid, text, c0) values (?, ?, ?)'),
    db.prepare('delete from words where rowid = ?'),
  ]
  for (const step of of) {
    if (step === 'merge') db.exec("insert into words (words, rank) values ('merge', 2)")
    else if (step === 'optimize') db.exec("insert into words (words) values ('optimize')")
    else
      db.transaction(() => {
        for (const one of step) {
          remove.run('removed' in one ? one.removed : one.slot)
          if (!('removed' in one)) insert.run(one.slot, one.text, one.title)
        }
      })()
  }
  return db
}

describe('postings read from the pages of FTS5', () => {
  promised(
    'are what FTS5 finds, document by document and place by place, after any changes and merges',
    [30, 400],
    (cases) => {
      fc.assert(
        fc.property(steps, fc.constantFrom(32, 64, 128, 1_000, 4_050), (all, pageBytes) => {
          const db = filled(all, pageBytes)
          const postings = new Postings(db, 'words', () => {})
          const asked = db
            .prepare<[string], number>('select rowid from words where words match ? order by rowid')
            .pluck()
          db.exec("create virtual table temp.places using fts5vocab('main', 'words', 'instance')")
          const placed = db
            .prepare<[string, string], [number, number]>(
              'select doc, offset from places where term = ? and col = ?',
            )
            .raw()
          for (const word of [...vocabulary, 'abe', 'z'])
            for (const [column, name] of ['text', 'c0'].entries()) {
              for (const isPrefix of [false, true]) {
                const found = Bits.empty(size)
                postings.documents(word, column, found, isPrefix)
                expect([...found]).toEqual(asked.all(`${name} : "${word}"${isPrefix ? ' *' : ''}`))
              }
              const places: [number, number][] = []
              postings.places(word, column, (slot, place) => places.push([slot, place]))
              const inOrder = places.sort((a, b) => a[0] - b[0] || a[1] - b[1])
              expect(inOrder).toEqual(placed.all(word, name).sort((a, b) => a[0] - b[0] || a[1] - b[1]))
            }
          db.close()
        }),
        { numRuns: cases },
      )
    },
  )

  it('of another format are refused as a damaged file is, and the index is made anew', () => {
    const of = (options: string) => {
      const db = new Database(':memory:')
      db.exec(`create virtual table words using fts5(text${options})`)
      db.exec("insert into words (rowid, text) values (1, 'lien')")
      return db
    }
    const refused = expect.objectContaining({ code: 'SQLITE_CORRUPT_VTAB' })
    const plain = of('')
    // Its deletions stand among its postings.
    expect(() => new Postings(plain, 'words', () => {}).documents('lien', 0, Bits.empty(size))).toThrow(
      refused,
    )
    plain.exec("insert into words (words, rank) values ('secure-delete', 1)")
    plain.exec('delete from words where rowid = 1')
    expect(() => new Postings(plain, 'words', () => {})).toThrow(refused)
    plain.close()
  })
})
