/** The project as it stood: how fast a moment is looked up in a long trail. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import * as assignments from '../contracts/assignments.ts'
import { maxNamed } from '../contracts/bulk-changes.ts'
import type { AnyCall } from '../contracts/call.ts'
import { saveCoding } from '../contracts/coding.ts'
import { ifMatchOf } from '../contracts/coding-versions.ts'
import { createForm } from '../contracts/form-drafts.ts'
import * as reconstruct from '../contracts/reconstruct.ts'
import { recordsFile } from '../server/platform/records/open.ts'
import { incomplete } from '../server/review/coding-history/rebuild.ts'
import { type CallOptions, startServer, type TestServer, type TestUser } from '../tests/server/harness.ts'
import { everyType, fieldNamed } from '../tests/server/matter.ts'
import { p95, type TimeFigure, timedIn } from './figure.ts'
import { fillMatter } from './matter.ts'
import { emptyRequests, sqliteReads, syncedWrites, times } from './references.ts'

const documents = Number(process.env.AFFIANT_BENCH_DOCUMENTS ?? '100000')
const rows = Number(process.env.AFFIANT_BENCH_ROWS ?? '1000000')
const cache = new URL('../.cache/', import.meta.url).pathname
const start = new Date('2026-01-05T09:00:00.000Z')

export async function* figures(): AsyncGenerator<TimeFigure> {
  mkdirSync(cache, { recursive: true })
  const dataDir = mkdtempSync(join(cache, 'bench-'))
  try {
    yield* measured(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function* measured(dataDir: string): AsyncGenerator<TimeFigure> {
  const first = await startServer({ dataDir })
  const company = await first.company()
  const project = await first.project(company)
  const manager = await first.user({ role: 'ClientAdmin', companyId: company })
  const form = (await first.call(manager, createForm, { project, body: everyType })).data
  const reviewers: TestUser[] = []
  for (let n = 1; n <= 20; n++)
    reviewers.push(await first.user({ role: 'Reviewer', companyId: company, name: `Reviewer ${n}` }))
  await first.close()
  const field = (name: string, values: readonly unknown[], typed = false) => {
    const { fieldId, field_name } = fieldNamed(form, name)
    return { fieldId, name: field_name, values, typed }
  }
  const { documentIds, end } = fillMatter({
    ...{ dataDir, projectId: project, documents, rows, start },
    people: reviewers.map(({ userId, name }) => ({ userId, name })),
    fields: [
      field('Responsive', ['Yes', 'No', 'No', 'Needs further review']),
      field('Issues', [['Patent'], ['Pricing', 'Trade secret'], ['Patent', 'Pricing']]),
      field('Hot', [true, false, false, false, false]),
      field('Notes', ['Ask the desk about the price.', 'See the attachment.'], true),
    ],
  })
  const server = await startServer({ dataDir })
  try {
    const began = performance.now()
    while ((await incomplete(server.services.records.read)).length > 0)
      await new Promise((wake) => setTimeout(wake, 100))
    const minutes = (performance.now() - began) / 60_000
    const file = recordsFile(dataDir)
    yield figure(
      'past recomputed from 1,000,000 audit rows, in the background (one run)',
      minutes,
      'min',
      times('the same rows read and parsed in a bare loop', bareTrail(file)),
      30,
    )
    const empty = await emptyRequests(await server.listen())
    const beside = (what: string, sql: string, parameters: (n: number) => readonly unknown[]) =>
      times(
        `an empty request, and a bare SQLite read of ${what}`,
        empty + p95(sqliteReads(file, sql, parameters)),
      )
    const { last } = lastSeq(file)
    const seq = (n: number): number => Math.floor((((n * 7919) % 1000) / 1000) * last)
    /** What stood at a moment, of all documents: whoever lists or counts them looks at these at least. */
    const stood = beside(
      'all that stood at a moment, counted',
      `select subject_id, value, count(*) from coding_span
       where project_id = ? and from_seq <= ? and until_seq > ? and kind = 'field' group by subject_id, value`,
      (n) => [project, seq(n), seq(n)],
    )
    const lately = beside(
      'as many rows of the trail',
      'select * from audit where project_id = ? and seq <= ? order by seq desc limit 100',
      (n) => [project, seq(n)],
    )
    const people = await server.user({ role: 'ClientAdmin', companyId: company })
    const asked = asker(server, people, project)
    const moment = (n: number): string =>
      new Date(
        start.getTime() + (((n * 7919) % 1000) / 1000) * (end.getTime() - start.getTime()),
      ).toISOString()
    const document = (n: number): number => documentIds[(n * 104_729) % documentIds.length] ?? 0
    yield figure(
      'one document as of a moment (1,000,000 audit rows)',
      await asked(reconstruct.documentAsOf, (n) => ({ query: { documentId: document(n), at: moment(n) } })),
      'ms',
      beside('all that was ever coded of it', 'select * from coding_span where document_id = ?', (n) => [
        document(n),
      ]),
      10,
    )
    yield figure(
      'counts as of a moment (100,000 documents, 1,000,000 audit rows)',
      await asked(reconstruct.countsAsOf, (n) => ({ query: { at: moment(n) } })),
      'ms',
      stood,
      3,
    )
    const { fieldId } = fieldNamed(form, 'Responsive')
    yield figure(
      'first page of the documents with a choice as of a moment',
      await asked(reconstruct.listAsOf, (n) => ({
        body: { asOf: { at: moment(n) }, filter: { is: 'field', fieldId, value: 'Needs further review' } },
      })),
      'ms',
      stood,
      3,
    )
    yield figure(
      'first page of the documents not coded as of a moment',
      await asked(reconstruct.listAsOf, (n) => ({
        body: { asOf: { at: moment(n) }, filter: { is: 'notCoded' } },
      })),
      'ms',
      stood,
      5,
    )
    yield figure(
      'first page of what changed between two moments',
      await asked(reconstruct.compare, (n) => ({
        body: { from: { at: moment(n) }, to: { at: moment(n + 500) } },
      })),
      'ms',
      lately,
      20,
    )
    yield figure(
      'first page of the coding activity',
      await asked(reconstruct.activity, (n) => ({ body: { filter: { to: { at: moment(n) } } } })),
      'ms',
      lately,
      12,
    )
    yield figure(
      'coding activity over the whole time line, in bins',
      await asked(reconstruct.density, () => ({ body: { filter: { to: { at: end.toISOString() } } } })),
      'ms',
      lately,
      12,
    )
    yield* batchFigures(server, people, { dataDir, project, documentIds, fieldId, asked, stood, lately })
    const responsive = fieldNamed(form, 'Responsive')
    yield figure(
      'coding saved in a project with 1,000,000 audit rows',
      await asked(saveCoding, (n) => ({
        key: `command-bench-${n}`,
        ifMatch: ifMatchOf(new Map([[responsive.coding_form_field_id, 0]])),
        body: {
          documentId: documentIds[n] ?? 0,
          coding_form_id: form.coding_form_id,
          fields: [
            { name: 'Responsive', value: 'Yes', coding_form_field_id: responsive.coding_form_field_id },
          ],
          undo: { kind: 'do', group: `group-bench-${n}`, targets: [] },
          correlationId: `gesture-${n}`,
        },
      })),
      'ms',
      times('an empty request, and a bare synced SQLite transaction', empty + p95(syncedWrites(dataDir))),
      8,
    )
  } finally {
    await server.close()
  }
}

/** All documents in batches of 500, and these as of a moment. */
async function* batchFigures(
  server: TestServer,
  people: TestUser,
  {
    dataDir,
    project,
    documentIds,
    fieldId,
    asked,
    stood,
    lately,
  }: {
    readonly dataDir: string
    readonly project: number
    readonly documentIds: readonly number[]
    readonly fieldId: number
    readonly asked: ReturnType<typeof asker>
    readonly stood: TimeFigure['reference']
    readonly lately: TimeFigure['reference']
  },
): AsyncGenerator<TimeFigure> {
  const began = performance.now()
  for (let from = 0; from < documentIds.length; from += maxNamed) {
    const made = await server.call(people, assignments.createAssignment, {
      project,
      key: `command-assignment-${from}`,
      body: {
        assignmentName: `From document ${from + 1} on`,
        documents: { ids: documentIds.slice(from, from + maxNamed) },
        searchCriteria: null,
        isIncludeFamilies: false,
        batchSize: 500,
        groupBy: 'none',
        codingFormId: null,
        codingFormReviewedFieldId: fieldId,
        assignedUserList: [],
        correlationId: 'gesture-0001',
      },
    })
    if (made.status !== 200) throw new Error(made.raw.body)
  }
  const wanted = documentIds.length
  const batched = async (): Promise<number> =>
    (await server.call(people, reconstruct.batchesAsOf, { project })).data.total.documents
  while ((await batched()) < wanted) await new Promise((wake) => setTimeout(wake, 50))
  yield figure(
    '100,000 documents split into batches of 500 (one run)',
    (performance.now() - began) / 1000,
    's',
    times(
      '100,000 bare rows in synced SQLite transactions of 500',
      syncedWrites(dataDir, 200, 500).reduce((sum, ms) => sum + ms, 0) / 1000,
    ),
    20,
  )
  yield figure(
    'first page of 200 batches with 100,000 documents, and the sums of all, as of a moment',
    await asked(reconstruct.batchesAsOf, () => ({ query: { at: new Date().toISOString() } })),
    'ms',
    stood,
    3,
  )
  const { data } = (await server.call(people, reconstruct.batchesAsOf, { project })).data
  const batchId = (n: number): number => data[n % data.length]?.batchId ?? 0
  yield figure(
    'first page of the coding activity in a batch of 500 documents',
    await asked(reconstruct.activity, (n) => ({ body: { filter: { batchId: batchId(n) } } })),
    'ms',
    lately,
    20,
  )
}

/** The 95th percentile of a hundred answers, each to another question. */
const asker =
  (server: TestServer, user: TestUser, project: number) =>
  async <C extends AnyCall>(call: C, ask: (n: number) => CallOptions<C>): Promise<number> => {
    const samples: number[] = []
    for (let n = 0; n < 110; n++) {
      const began = performance.now()
      const { status, raw } = await server.call(user, call, { project, ...ask(n) })
      if (status !== 200) throw new Error(`${call.name}: ${raw.body}`)
      // The first ones find the database's pages cold.
      if (n >= 10) samples.push(performance.now() - began)
    }
    return p95(samples)
  }

function lastSeq(file: string): { readonly last: number } {
  const db = new Database(file, { readonly: true })
  try {
    return { last: Number(db.prepare('select max(seq) from audit').pluck().get()) }
  } finally {
    db.close()
  }
}

/** Minutes of reading all rows of the trail and parsing each. */
function bareTrail(file: string): number {
  const db = new Database(file, { readonly: true })
  try {
    const began = performance.now()
    const all = db.prepare('select text from audit order by audit_id').pluck().iterate() as Iterable<string>
    let documents = 0
    for (const text of all) if (JSON.parse(text).documentId !== undefined) documents++
    if (documents === 0) throw new Error('Nothing was read.')
    return (performance.now() - began) / 60_000
  } finally {
    db.close()
  }
}

const figure = timedIn('reconstruct')
