/**
 * The one door to documents. Whoever sees only a part of a project reads through limits (platform/records/limited.ts): every
 * table that says something of a document holds only what is about documents of their view. Calls are given records like
 * that by the pipeline, so no call can read past it; the search is given the set of what is seen.
 */
import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Parts, View } from '../../platform/http/view.ts'
import { LimitedReading, type Limits } from '../../platform/records/limited.ts'
import type { Reader, Records } from '../../platform/records/records.ts'
import type { Schema } from '../../platform/records/schema.ts'

type Documents = ExpressionBuilder<Schema, 'document'>

/** Condition on `document`: it is one of those that the view shows. */
function isSeen(eb: Documents, { walls, batchesOf }: View): Expression<SqlBool> {
  return eb.and([
    ...(walls === null ? [] : [isIn(eb, walls.allowed), eb.not(isIn(eb, walls.denied))]),
    ...(batchesOf === null
      ? []
      : [
          eb(
            'document.document_id',
            'in',
            eb
              .selectFrom('batch_document as held')
              .innerJoin('batch as b', 'b.batch_id', 'held.batch_id')
              .innerJoin('assignment as a', 'a.assignment_id', 'b.assignment_id')
              .select('held.document_id')
              .where('b.holder', '=', batchesOf)
              .where('a.deleted_at', 'is', null),
          ),
        ]),
  ])
}

/** Condition on `document`: it is of one of the parts, be it by a copy that was suppressed. */
function isIn(eb: Documents, { custodians, sources }: Parts): Expression<SqlBool> {
  const ways: Expression<SqlBool>[] = []
  if (custodians.length > 0)
    ways.push(
      eb('document.custodian_id', 'in', custodians),
      eb(
        'document.family_id',
        'in',
        eb
          .selectFrom('document_custodian as c')
          .innerJoin('document as d', 'd.document_id', 'c.document_id')
          .select('d.family_id')
          .where('c.custodian_id', 'in', custodians),
      ),
    )
  if (sources.length > 0) {
    const jobs = eb.selectFrom('job as j').select('j.job_id').where('j.source_id', 'in', sources)
    ways.push(
      eb('document.job_id', 'in', jobs),
      eb(
        'document.family_id',
        'in',
        eb.selectFrom('document_copy as k').select('k.document_id').where('k.job_id', 'in', jobs),
      ),
    )
  }
  return ways.length === 0 ? sql<SqlBool>`1 = 0` : eb.or(ways)
}

/** Tables that say something of documents, by a column `document_id`. */
export interface DocumentTables {
  /** Each row is about one document. */
  readonly of: readonly string[]
  /** A row is about one document or about none. */
  readonly sometimesOf: readonly string[]
}

let registered: DocumentTables | null = null

/** Once for the process: what the areas keep of documents (server/register-areas.ts). */
export function registerDocumentTables(tables: DocumentTables): void {
  registered = tables
}

export function documentTables(): DocumentTables {
  if (registered === null) throw new Error('No tables are registered: call registerAreas() first.')
  return registered
}

/** The records as somebody with this view reads and changes them. */
export function limitedRecords(records: Records, view: View): Records {
  const { read, write } = records
  const writing = new LimitedReading(limitsOf(read, view, { of: ['document'], sometimesOf: [] }))
  return {
    ...records,
    read: limitedReader(read, view),
    // What a transaction reads of its own work (the trail before its next row) is all there; its documents are the view's.
    write: (priority, work, how) =>
      write.call(records, priority, (trx) => work(trx.withPlugin(writing)), how) as ReturnType<typeof work>,
  }
}

/** A reader to whom only the documents of a view are there. */
export const limitedReader = (read: Reader, view: View): Reader =>
  read.withPlugin(new LimitedReading(limitsOf(read, view, documentTables())))

/** Tables whose rows say who had a copy of a document: also of a document that is seen only those of seen parts are there. */
const ofCopies: readonly string[] = ['document_custodian', 'document_copy']

function isOwnCopy({ walls }: View): Expression<SqlBool> {
  if (walls === null) return sql<SqlBool>`1 = 1`
  const eb = expressionBuilder<Schema, 'document_copy'>()
  const isOf = ({ custodians, sources }: Parts): Expression<SqlBool> =>
    eb.or([
      ...(custodians.length === 0 ? [] : [eb('custodian_id', 'in', custodians)]),
      ...(sources.length === 0
        ? []
        : [
            eb(
              'job_id',
              'in',
              eb.selectFrom('job as j').select('j.job_id').where('j.source_id', 'in', sources),
            ),
          ]),
      sql<SqlBool>`1 = 0`,
    ])
  return eb.and([isOf(walls.allowed), eb.not(isOf(walls.denied))])
}

function limitsOf(read: Reader, view: View, tables: DocumentTables): Limits {
  const seen = read
    .selectFrom('document')
    .where('document.project_id', '=', view.projectId)
    .where((eb) => isSeen(eb, view))
  const rowsOf = (table: string) =>
    read
      .selectFrom(sql<{ document_id: number | null }>`${sql.table(table)}`.as(table))
      .selectAll(table)
      .where((eb) => {
        const column = eb.ref('document_id')
        const ofSeen = eb.and([
          eb(column, 'in', seen.select('document.document_id')),
          ...(ofCopies.includes(table) ? [isOwnCopy(view)] : []),
        ])
        return tables.sometimesOf.includes(table) ? eb.or([eb(column, 'is', null), ofSeen]) : ofSeen
      })
      .toOperationNode()
  return new Map(
    [...tables.of, ...tables.sometimesOf].map((table) => [
      table,
      table === 'document' ? seen.selectAll('document').toOperationNode() : rowsOf(table),
    ]),
  )
}

/** The documents that a view shows, as the search takes them; undefined: all. */
export async function seenBy(read: Reader, view: View | null): Promise<string | undefined> {
  if (view === null) return undefined
  const rows = await read
    .selectFrom('document')
    .select('document.document_id')
    .where('document.project_id', '=', view.projectId)
    .where((eb) => isSeen(eb, view))
    .orderBy('document.document_id')
    .execute()
  const last = rows.at(-1)?.document_id ?? 0
  const bits = new Uint8Array((last >> 3) + 1)
  for (const { document_id: id } of rows) bits[id >> 3] = (bits[id >> 3] ?? 0) | (1 << (id & 7))
  return Buffer.from(bits).toString('base64')
}

/** How many documents of a project a view shows; all where there is none. */
export async function countSeen(read: Reader, projectId: number, view: View | null): Promise<number> {
  return countSeenByBoth(read, projectId, view, null)
}

/** How many documents both of two views show. */
export async function countSeenByBoth(
  read: Reader,
  projectId: number,
  one: View | null,
  other: View | null,
): Promise<number> {
  const { n } = await read
    .selectFrom('document')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('document.project_id', '=', projectId)
    .where((eb) => eb.and([one, other].flatMap((view) => (view === null ? [] : [isSeen(eb, view)]))))
    .executeTakeFirstOrThrow()
  return Number(n)
}
