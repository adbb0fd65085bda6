/** How fast the first and the last page of a search come, over 100,000 documents and a real connection. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { headers, pathOf } from '#contracts/call.ts'
import { getPage, type Sort, searchDocuments } from '#contracts/documents.ts'
import { getProject } from '#contracts/project.ts'
import { runTermReport } from '#contracts/term-reports.ts'
import { addDocuments, type PlainDocument } from '../tests/fixtures/record-documents.ts'
import { startServer, type TestServer, type TestUser } from '../tests/server/harness.ts'
import { p95, type TimeFigure, timedIn } from './figure.ts'
import { emptyRequests, times } from './references.ts'

const documents = 100_000
const runs = 200
const shift = 150

export async function* figures(): AsyncGenerator<TimeFigure> {
  const server = await startServer()
  try {
    const companyId = await server.company()
    const projectId = await server.project(companyId)
    const user = await server.user({ role: 'ReviewManager', companyId })
    await server.member(projectId, user.userId, 'ReviewManager')
    const words = new Words(20_260_101)
    const indexed = await load(server, projectId, user.userId, words)
    const bare = bareIndex(new Words(20_260_101))
    yield figure(
      'documents indexed, from record to index',
      indexed,
      'documents/s',
      times('SQLite’s full text index (FTS5) alone, the same texts', bare.rate),
      0.1,
      'higher',
    )
    const address = await server.listen()
    const ask = asker(address, user, projectId)
    const empty = await emptyRequests(address)
    // Processes start on demand: the first search of all pays for that. Whoever waits is told how far it is, and asks again.
    const started = performance.now()
    while (!(await ask.opened('merger')));
    yield figure(
      'very first search, its process started and its facts read',
      performance.now() - started,
      'ms',
      times('a bare SQLite read of as many rows with their fields', bare.allRead()),
      15,
    )
    const found = times(
      'an empty request, and SQLite’s full text index alone: a word’s documents, in order, and how many',
      empty + bare.search(),
    )
    yield figure(
      'first page of a search over 100,000 documents',
      await timed(() => ask.search(words.query())),
      'ms',
      found,
      3,
    )
    const { snapshotId, totalCount } = await ask.search('')
    let page = Math.ceil(totalCount / 50)
    yield figure(
      'deep page of a search over 100,000 documents',
      await timed(() => ask.page(snapshotId, page--)),
      'ms',
      times('an empty request, and a bare SQLite read of 50 rows behind all others', empty + bare.deepPage()),
      3,
    )
    yield figure(
      'first page of all 100,000 documents',
      await timed(() => ask.search('')),
      'ms',
      times('an empty request, and a bare SQLite read of all of them in order', empty + bare.allInOrder()),
      3,
    )
    const bySubject = { by: [{ field: 'Subject', descending: false }] }
    const began = performance.now()
    await ask.search('', bySubject)
    yield figure(
      'all 100,000 documents by subject, the first time (one run)',
      performance.now() - began,
      'ms',
      times('a bare SQLite read of all of them in order of their titles', bare.allByTitle()),
      15,
    )
    yield figure(
      'first page of a search over 100,000 documents by subject',
      await timed(() => ask.search(words.query(), bySubject)),
      'ms',
      found,
      3,
    )
    const terms = Array.from(new Set(Array.from({ length: 400 }, () => words.word()))).slice(0, 100)
    const asked = performance.now()
    await ask.report(terms)
    yield figure(
      `report of ${terms.length} terms over 100,000 documents, with hits and custodians (one run)`,
      performance.now() - asked,
      'ms',
      times('SQLite’s full text index alone: how many documents each of them has', bare.counts(terms)),
      40,
    )
    bare.close()
    yield* behindWall(server, address, { projectId, companyId }, words)
  } finally {
    await server.close()
  }
}

const figure = timedIn('search')

/** The same for somebody who sees what two of the four custodians had, beside somebody who sees everything. */
async function* behindWall(
  server: TestServer,
  address: string,
  { projectId, companyId }: { readonly projectId: number; readonly companyId: number },
  words: Words,
): AsyncGenerator<TimeFigure> {
  const [seeing, walled] = [
    await server.user({ role: 'ReviewManager', companyId }),
    await server.user({ role: 'ReviewManager', companyId }),
  ]
  for (const { userId } of [seeing, walled]) await server.member(projectId, userId, 'ReviewManager')
  const open = asker(address, seeing, projectId)
  const calls = await timed(() => open.info())
  const searches = await timed(() => open.search(words.query()))
  await wallIn(server, projectId, walled.userId, ['Rivera', 'Chen'])
  const behind = asker(address, walled, projectId)
  yield figure(
    'a call of a project by somebody behind a wall',
    await timed(() => behind.info()),
    'ms',
    times('the same call without a wall', calls),
    1.5,
  )
  yield figure(
    'first page of a search over 100,000 documents, half of them behind a wall',
    await timed(() => behind.search(words.query())),
    'ms',
    times('the same searches without a wall', searches),
    1.2,
  )
}

/** Puts somebody into a group that sees what these custodians had. */
async function wallIn(
  { services: { records } }: TestServer,
  projectId: number,
  userId: number,
  custodians: readonly string[],
): Promise<void> {
  await records.write('interactive', async (trx) => {
    const created_at = new Date().toISOString()
    const { group_id } = await trx
      .insertInto('securable_group')
      .values({ project_id: projectId, name: 'Half', created_at })
      .returning('group_id')
      .executeTakeFirstOrThrow()
    await trx.insertInto('securable_group_user').values({ group_id, user_id: userId }).execute()
    const ids = await trx
      .selectFrom('custodian')
      .select('custodian_id')
      .where('project_id', '=', projectId)
      .where('name', 'in', custodians)
      .execute()
    await trx
      .insertInto('securable_group_part')
      .values(
        ids.map(({ custodian_id: part_id }) => ({ group_id, kind: 'custodian', part_id, access: 'allow' })),
      )
      .execute()
    await trx.updateTable('project').set({ walls_version: 1 }).where('project_id', '=', projectId).execute()
  })
}

/** The same texts in a bare SQLite file with its own full text index, written in transactions of a thousand. */
function bareIndex(words: Words) {
  const folder = mkdtempSync(join(tmpdir(), 'affiant-bench-fts-'))
  const db = new Database(join(folder, 'bare.db'))
  db.pragma('journal_mode = WAL')
  db.exec(
    'create table document (id integer primary key, at text not null, title text not null, people text not null)',
  )
  db.exec('create index document_at on document (at)')
  db.exec(`create virtual table words using fts5(text, content='')`)
  const row = db.prepare('insert into document (id, at, title, people) values (?, ?, ?, ?)')
  const text = db.prepare('insert into words (rowid, text) values (?, ?)')
  let ms = 0
  for (let done = 0; done < documents; done += 1000) {
    const some = Array.from({ length: 1000 }, (_, n) => words.document(n))
    const began = performance.now()
    db.transaction(() => {
      for (const [at, { parentDate, title, text: said, from = '', to = [] }] of some.entries()) {
        row.run(done + at + 1, parentDate ?? '', title, [from, ...to].join(' '))
        text.run(done + at + 1, `${title} ${said}`)
      }
    })()
    ms += performance.now() - began
  }
  const samples = (sql: string, parameters: (n: number) => readonly unknown[] = () => []): number => {
    const statement = db.prepare(sql)
    return p95(
      Array.from({ length: runs }, (_, n) => {
        const began = performance.now()
        statement.all(...parameters(n))
        return performance.now() - began
      }),
    )
  }
  const asked = Array.from({ length: runs }, () => words.word())
  return {
    rate: (documents * 1000) / ms,
    search: () =>
      samples(
        `select d.*, count(*) over () as n from words w join document d on d.id = w.rowid
         where words match ? order by d.at limit 50`,
        (n) => [asked[n]],
      ),
    deepPage: () =>
      samples('select * from document order by at limit 50 offset ?', (n) => [documents - 50 * (n + 1)]),
    allInOrder: () => samples('select id from document order by at'),
    allByTitle: () => samples('select id from document order by title'),
    counts: (terms: readonly string[]): number => {
      const count = db.prepare('select count(*) from words where words match ?').pluck()
      const began = performance.now()
      for (const term of terms) count.get(term)
      return performance.now() - began
    },
    allRead: () => samples('select * from document'),
    close: () => {
      db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const samples: number[] = []
  for (let i = 0; i < runs; i++) {
    const started = performance.now()
    await run()
    samples.push(performance.now() - started)
  }
  return p95(samples)
}

/** Documents into the record in chunks, as bulk work; answers how many a second got into the index. */
async function load(server: TestServer, projectId: number, userId: number, words: Words): Promise<number> {
  const { records, search } = server.services
  const chunk = 2000
  for (let done = 0; done < documents; done += chunk) {
    const some = Array.from({ length: chunk }, (_, i) => words.document(i))
    await addDocuments(records, projectId, userId, some, 'bulk')
  }
  const started = performance.now()
  search.wake()
  await search.settled(projectId)
  return documents / ((performance.now() - started) / 1000)
}

function asker(address: string, user: TestUser, projectId: number) {
  const common = {
    'content-type': 'application/json',
    cookie: `affiant_session=${user.cookie}; XSRF-TOKEN=${user.xsrf}`,
    [headers.token]: user.token,
    [headers.xsrf]: user.xsrf,
    [headers.project]: String(projectId),
  }
  const answer = async (response: Response): Promise<{ snapshotId: string; totalCount: number }> => {
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status} ${text}`)
    return JSON.parse(text)
  }
  const find = (queryString: string, sort: Sort = 'parentDateAsc'): Promise<Response> =>
    fetch(address + pathOf(searchDocuments), {
      method: 'POST',
      headers: { ...common, [headers.idempotencyKey]: randomUUID() },
      body: JSON.stringify({
        query: { queryString, includeFamily: false, objectId: null, type: null },
        sort,
        viewer: 'parentsAndChildren',
        filter: 'all',
        pageSize: 50,
        page: 1,
      }),
    })
  return {
    /** Whether the index is open by now; throws for any other refusal. */
    opened: async (queryString: string): Promise<boolean> => {
      const response = await find(queryString)
      if (response.status === 503) return false
      await answer(response)
      return true
    },
    info: async () => answer(await fetch(address + pathOf(getProject), { headers: common })),
    report: async (lines: readonly string[]) => {
      const set = {
        ...{ query: { queryString: '', includeFamily: false, objectId: null, type: null } },
        ...{ viewer: 'parentsAndChildren', filter: 'all' },
      }
      const response = await fetch(address + pathOf(runTermReport), {
        method: 'POST',
        headers: common,
        body: JSON.stringify({ name: 'Agreed terms', set, lines, hits: true, byCustodian: true }),
      })
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    },
    search: async (queryString: string, sort?: Sort) => answer(await find(queryString, sort)),
    page: async (snapshotId: string, page: number) =>
      answer(
        await fetch(
          `${address}${pathOf(getPage).replace(':page', String(page))}?snapshotId=${snapshotId}&pageSize=50`,
          { headers: common },
        ),
      ),
  }
}

/** Made-up words and mail, the same each time: common and rare words as in real text (Zipf). */
export class Words {
  #state: number
  readonly #vocabulary: readonly string[]

  constructor(seed: number) {
    this.#state = seed
    const syllables = [
      'ba',
      'co',
      'di',
      'fe',
      'gu',
      'ka',
      'le',
      'mi',
      'no',
      'pu',
      'ra',
      'se',
      'ti',
      'vo',
      'zu',
    ]
    const made = Array.from({ length: 40_000 }, (_, i) => {
      let word = ''
      for (let rest = i + 300; rest > 0; rest = Math.floor(rest / syllables.length)) {
        word += syllables[rest % syllables.length]
      }
      return word
    })
    this.#vocabulary = ['merger', 'budget', 'board', 'notice', 'legal', 'report', 'costs', ...made]
  }

  #random(): number {
    // A linear congruential generator: enough for text, and the same everywhere.
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return this.#state / 2 ** 32
  }

  /** The next one: common words come often. */
  word(): string {
    // Zipf with a shift: the commonest word stands in about a third of the documents.
    const size = this.#vocabulary.length
    const rank = Math.floor(shift * ((size + shift) / shift) ** this.#random() - shift)
    return this.#vocabulary[rank] ?? 'merger'
  }

  /** A word by how often it comes: the commonest is the first. */
  ranked(rank: number): string {
    return this.#vocabulary[rank] ?? 'merger'
  }

  #text(words: number): string {
    return Array.from({ length: words }, () => this.word()).join(' ')
  }

  /** One in four is an attachment of the mail before it. */
  document(position: number): PlainDocument {
    const child = position % 4 === 3
    const at = (index: number) => new Date(Date.UTC(2015, 0, 1) + index * 3_600_000).toISOString()
    const date = at(Math.floor(this.#random() * 50_000))
    const people = ['ana.rivera', 'li.chen', 'joy.okafor', 'dana.wu']
    const person = () => `${people[Math.floor(this.#random() * people.length)]}@northwind.example`
    return {
      custodian: ['Rivera', 'Chen', 'Okafor', 'Wu'][Math.floor(position / 4) % 4] ?? 'Rivera',
      title: this.#text(6),
      text: this.#text(150 + Math.floor(this.#random() * 300)),
      parentDate: date,
      sentAt: date,
      extension: child ? 'docx' : 'eml',
      ...(child ? { parent: position - 3 } : { from: person(), to: [person(), person()] }),
    }
  }

  /** A query of a kind that reviewers ask; never the same twice in a row. */
  query(): string {
    const [a, b, c] = [this.word(), this.word(), this.word()]
    const kinds = [
      a,
      `${a} AND ${b}`,
      `${a} OR ${b} OR ${c}`,
      `${a} AND NOT ${b}`,
      `"merger budget" OR ${a}`,
      `(${a} OR ${b}) AND Custodian:Chen`,
      `Subject contains ${a}`,
      `${a} AND Sent_Date between 01/01/2016 and 12/31/2018`,
      `${a.slice(0, 4)}* AND board`,
      `"legal * costs" OR "${a} report"`,
    ]
    return kinds[Math.floor(this.#random() * kinds.length)] ?? a
  }
}
