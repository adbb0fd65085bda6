/**
 * The one door to documents. Whoever sees only a part of a project reads through limits (platform/records/limited.ts): every
 * table that says something of a document holds only what is about documents of their view. Calls are given records like
 * that by the pipeline, so no call can read past it; the search is given the set of what is seen.
 */
import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import * as z from 'zod/mini'
import { inFullOnly, type Parts, type View, type Walls } from '../../platform/http/view.ts'
import { slices } from '../../platform/records/dialect.ts'
import { LimitedReading, type Limits } from '../../platform/records/limited.ts'
import type { Reader, Records } from '../../platform/records/records.ts'
import type { Schema } from '../../platform/records/schema.ts'
import { insteadOf, openTables } from './as-it-leaves.ts'
import { idBits } from './id-bits.ts'
import { type DocumentCopyTable, documentColumns } from './tables.ts'

type Documents = ExpressionBuilder<Schema, 'document'>

/**
 * How a condition is asked: of `all` documents of a project, for which lists are made first; or of `each` of a few that are
 * found in another way, for whom making those lists would take longer than everything else.
 */
type Asked = 'all' | 'each'

/** Condition on `document`: it is one of those that the view shows. */
function isSeen(
  eb: Documents,
  { walls, batchesOf, withoutRedacted, asTheyLeave }: View,
  asked: Asked,
): Expression<SqlBool> {
  return eb.and([
    ...(walls === null
      ? []
      : [
          eb.or([isIn(eb, walls.allowed, asked), isFiledIn(eb, walls.allowed.folders, asked)]),
          eb.not(eb.or([isIn(eb, walls.denied, asked), hasFamilyIn(eb, walls.denied.folders, asked)])),
        ]),
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
    ...(withoutRedacted && asTheyLeave !== true ? [eb.not(isRedacted(eb, asked))] : []),
  ])
}

/** Condition on `document`: it has a redaction that is in force. */
function isRedacted(eb: Documents, asked: Asked): Expression<SqlBool> {
  const onPages = eb
    .selectFrom('redaction as under')
    .select('under.document_id')
    .where('under.removed_at', 'is', null)
  const inCells = eb
    .selectFrom('redacted_cells as under')
    .select('under.document_id')
    .where('under.removed_at', 'is', null)
    .where('under.kind', '<>', sql.lit('kept'))
  return eb.or(
    asked === 'all'
      ? [eb('document.document_id', 'in', onPages), eb('document.document_id', 'in', inCells)]
      : [onPages, inCells].map((redacted) =>
          eb.exists(redacted.whereRef('under.document_id', '=', 'document.document_id')),
        ),
  )
}

/** Condition on `document`: it is of one of the parts, be it by a copy that was suppressed. */
function isIn(eb: Documents, { custodians, sources }: Parts, asked: Asked): Expression<SqlBool> {
  const ways: Expression<SqlBool>[] = []
  if (custodians.length > 0) {
    const copies = eb
      .selectFrom('document_custodian as c')
      .innerJoin('document as d', 'd.document_id', 'c.document_id')
      .select('d.family_id')
      .where('c.custodian_id', 'in', custodians)
    ways.push(
      eb('document.custodian_id', 'in', custodians),
      asked === 'all'
        ? eb('document.family_id', 'in', copies)
        : eb.exists(copies.whereRef('d.family_id', '=', 'document.family_id')),
    )
  }
  if (sources.length > 0) {
    const jobs = eb.selectFrom('job as j').select('j.job_id').where('j.source_id', 'in', sources)
    const copies = eb.selectFrom('document_copy as k').select('k.document_id').where('k.job_id', 'in', jobs)
    ways.push(
      eb('document.job_id', 'in', jobs),
      asked === 'all'
        ? eb('document.family_id', 'in', copies)
        : eb.exists(copies.whereRef('k.document_id', '=', 'document.family_id')),
    )
  }
  return ways.length === 0 ? sql<SqlBool>`1 = 0` : eb.or(ways)
}

/** Condition on `document`: it is filed in one of the folders, or in one that is in them. */
function isFiledIn(eb: Documents, folders: readonly number[], asked: Asked): Expression<SqlBool> {
  if (folders.length === 0) return sql<SqlBool>`1 = 0`
  const filed = filedIn(eb, folders).select('filed.document_id')
  return asked === 'all'
    ? eb('document.document_id', 'in', filed)
    : eb.exists(filed.whereRef('filed.document_id', '=', 'document.document_id'))
}

/** The same of any document of its family: who must not see a message must not see what was attached to it. */
function hasFamilyIn(eb: Documents, folders: readonly number[], asked: Asked): Expression<SqlBool> {
  if (folders.length === 0) return sql<SqlBool>`1 = 0`
  const members = filedIn(eb, folders)
    .innerJoin('document as member', 'member.document_id', 'filed.document_id')
    .select('member.family_id')
  return asked === 'all'
    ? eb('document.family_id', 'in', members)
    : eb.exists(members.whereRef('member.family_id', '=', 'document.family_id'))
}

const filedIn = (eb: Documents, folders: readonly number[]) =>
  eb.selectFrom('document_folder as filed').where(
    'filed.folder_id',
    'in',
    sql<number>`(with recursive inside (folder_id) as (
      select folder_id from folder where deleted_with is null and folder_id in (${sql.join([...folders])})
      union select f.folder_id from folder f inner join inside on f.parent_id = inside.folder_id
        where f.deleted_with is null
    ) select folder_id from inside)`,
  )

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
  const { writing } = readingsOf(read, view)
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
  read.withPlugin(readingsOf(read, view).reading)

interface Readings {
  readonly reading: LimitedReading
  /** Of what a transaction reads. */
  readonly writing: LimitedReading
}

/** By the records and the view, the last used last: they say how to read and hold nothing that was read. */
const readings = new WeakMap<Reader, Map<string, Readings>>()
const mostReadings = 200

/** Making them anew takes longer than most calls. */
function readingsOf(read: Reader, view: View): Readings {
  const made = readings.get(read) ?? new Map<string, Readings>()
  readings.set(read, made)
  const key = JSON.stringify(view)
  const found = made.get(key) ?? {
    reading: new LimitedReading(limitsOf(read, view, documentTables())),
    writing: new LimitedReading(limitsOf(read, view, { of: ['document'], sometimesOf: [] })),
  }
  made.delete(key)
  made.set(key, found)
  const [oldest] = made.keys()
  if (made.size > mostReadings && oldest !== undefined) made.delete(oldest)
  return found
}

/** Condition on a table whose rows have a custodian and a job: the row itself is of one of the parts. */
function isRowOf(table: string, { custodians, sources }: Parts): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, never>()
  const isAmong = (column: string, ids: Expression<unknown>) =>
    sql<SqlBool>`${sql.ref(`${table}.${column}`)} in ${ids}`
  return eb.or([
    ...(custodians.length === 0 ? [] : [isAmong('custodian_id', sql`(${sql.join([...custodians])})`)]),
    ...(sources.length === 0
      ? []
      : [
          isAmong('job_id', eb.selectFrom('job as j').select('j.job_id').where('j.source_id', 'in', sources)),
        ]),
    sql<SqlBool>`1 = 0`,
  ])
}

/** Condition on `document`: it is seen not only by a suppressed copy. */
const isByItself = (eb: Documents, { allowed }: Walls, asked: Asked): Expression<SqlBool> =>
  eb.or([isRowOf('document', allowed), isFiledIn(eb, allowed.folders, asked)])

/** Condition on a row about somebody's copy of a document: that copy is of a part that is seen. */
function isSeenCopy(table: string, { allowed, denied }: Walls): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, never>()
  return eb.and([isRowOf(table, allowed), eb.not(isRowOf(table, denied))])
}

/** Of a document that is seen only by suppressed copies: the first of these, in whose place it is shown. */
const firstSeenCopy = <Column extends 'copy_id' | 'custodian_id' | 'job_id' | 'source_path'>(
  eb: Documents,
  walls: Walls,
  column: Column,
) =>
  eb
    .selectFrom('document_copy as first')
    .select(sql.ref<DocumentCopyTable[Column]>(`first.${column}`).as('value'))
    .whereRef('first.document_id', '=', 'document.family_id')
    .where(isSeenCopy('first', walls))
    .orderBy('first.copy_id')
    .limit(1)

/** Where it was attached to a copy; where that was not kept, where the copy was. */
const pathOfCopy = (eb: Documents, walls: Walls) =>
  eb.fn.coalesce(
    eb
      .selectFrom('left_out as same')
      .select('same.path')
      .whereRef('same.document_id', '=', 'document.document_id')
      .where('same.kind', '=', 'duplicate')
      .where('same.job_id', '=', firstSeenCopy(eb, walls, 'job_id'))
      .orderBy('same.left_out_id')
      .limit(1),
    firstSeenCopy(eb, walls, 'source_path'),
  )

/** What says where a document comes from: of what is seen only by a copy it says where that copy comes from. */
function placeOf(eb: Documents, walls: Walls) {
  const byItself = isByItself(eb, walls, 'each')
  const or = <T>(own: Expression<T>, copy: Expression<unknown>) =>
    sql<T>`case when ${byItself} then ${own} else ${copy} end`
  return {
    custodian_id: or(eb.ref('document.custodian_id'), firstSeenCopy(eb, walls, 'custodian_id')),
    job_id: or(eb.ref('document.job_id'), firstSeenCopy(eb, walls, 'job_id')),
    source_path: or(eb.ref('document.source_path'), pathOfCopy(eb, walls)),
  }
}

/** Documents of a view, in their columns. */
function documentsOf(read: Reader, view: View) {
  const seen = seenOfEach(read, view)
  const { walls, asTheyLeave } = view
  if (walls === null && asTheyLeave !== true) return seen.selectAll('document').toOperationNode()
  return seen
    .select((eb) => {
      const place: Partial<Record<string, RawBuilder<unknown>>> = walls === null ? {} : placeOf(eb, walls)
      return documentColumns.map((column) => {
        const own = place[column] ?? sql<unknown>`${eb.ref(`document.${column}`)}`
        const instead = asTheyLeave === true ? insteadOf(column) : null
        if (instead === null) return own.as(column)
        return sql<unknown>`case when ${isRedacted(eb, 'each')} then ${instead} else ${own} end`.as(column)
      })
    })
    .toOperationNode()
}

/** Condition on a row about a redacted document: what it says is for a coding form, and so somebody's decision. */
const isDecision = (table: string): Expression<SqlBool>[] =>
  table === 'coding_value'
    ? [sql<SqlBool>`coding_value.field_id in (select field_id from coding_form_field)`]
    : []

/**
 * What tables say of the copies of a document is there only as far as the copies are of parts that are seen, and not of the one
 * that stands in the document's place.
 */
function isOpen(table: string, { walls }: View): Expression<SqlBool>[] {
  if (walls === null) return []
  const eb = expressionBuilder<Schema, 'document'>()
  switch (table) {
    case 'document_custodian':
      return [isSeenCopy(table, walls)]
    case 'document_copy': {
      const standsFor = eb
        .selectFrom('document')
        .select('document.document_id')
        .where(eb.not(isByItself(eb, walls, 'each')))
        .where('document.document_id', '=', sql.ref<number>('document_copy.document_id'))
        .where(firstSeenCopy(eb, walls, 'copy_id'), '=', sql.ref<number>('document_copy.copy_id'))
      return [isSeenCopy(table, walls), eb.not(eb.exists(standsFor))]
    }
    case 'left_out': {
      const ofCopies = expressionBuilder<Schema, never>()
        .selectFrom('document_copy as k')
        .select('k.job_id')
        .where(isSeenCopy('k', walls))
      return [sql<SqlBool>`(left_out.kind <> 'duplicate' or left_out.job_id in ${ofCopies})`]
    }
    case 'audit':
      return [sql<SqlBool>`audit.action not in ('document.custodianAdded', 'document.copySuppressed')`]
    default:
      return []
  }
}

const seenIn = (read: Reader, view: View) =>
  read
    .selectFrom('document')
    .where('document.project_id', '=', view.projectId)
    .where((eb) => isSeen(eb, view, 'all'))

/** The plus keeps the database from going through all of the project: whoever reads here says which ones they want. */
const seenOfEach = (read: Reader, view: View) =>
  read
    .selectFrom('document')
    .where(sql`+${sql.ref('document.project_id')}`, '=', view.projectId)
    .where((eb) => isSeen(eb, view, 'each'))

function limitsOf(read: Reader, view: View, tables: DocumentTables): Limits {
  const seen = seenOfEach(read, view).select('document.document_id')
  const inFull = seenOfEach(read, inFullOnly(view)).select('document.document_id')
  const rowsOf = (table: string) =>
    read
      .selectFrom(sql<{ document_id: number | null }>`${sql.table(table)}`.as(table))
      .selectAll(table)
      .where((eb) => {
        const column = sql.ref<number | null>(`${table}.document_id`)
        // Asked of the document of each row: a list of all that are seen would be made anew for each question about one.
        const own = inFull.where('document.document_id', '=', column)
        const asItLeaves = seen.where('document.document_id', '=', column)
        const isTold =
          view.asTheyLeave === true && openTables.has(table)
            ? eb.or([eb.exists(own), eb.and([eb.exists(asItLeaves), ...isDecision(table)])])
            : eb.exists(own)
        const ofSeen = eb.and([isTold, ...isOpen(table, view)])
        return tables.sometimesOf.includes(table) ? eb.or([eb(column, 'is', null), ofSeen]) : ofSeen
      })
      .toOperationNode()
  return new Map(
    [...tables.of, ...tables.sometimesOf].map((table) => [
      table,
      table === 'document' ? documentsOf(read, view) : rowsOf(table),
    ]),
  )
}

/** What somebody sees of a project. */
export interface Seen {
  /** The documents that are seen in full: bits by document id, lowest first, as base64. */
  readonly documents: string
  /** Those that are seen as they would leave alone, in the same way: only what is asked of them in general finds them. */
  readonly asTheyLeave?: string
  /** Those of them that are seen only by a suppressed copy, with the custodian and the path of that: their own are not told. */
  readonly elsewhere: readonly {
    readonly documentId: number
    readonly custodian: string
    readonly path: string
  }[]
}

/** What of a project there is for somebody, as the search takes it; undefined: all. `read` is without limits. */
export async function seenBy(read: Reader, view: View | null): Promise<Seen | undefined> {
  if (view === null) return undefined
  const { walls } = view
  const rows = await seenIn(read, view)
    .select('document.document_id')
    .select((eb) =>
      sql<number>`case when ${walls === null ? sql`1 = 1` : isByItself(eb, walls, 'all')} then 1 else 0 end`.as(
        'itself',
      ),
    )
    .select((eb) =>
      sql<number>`case when ${view.asTheyLeave === true ? isRedacted(eb, 'all') : sql`1 = 0`} then 1 else 0 end`.as(
        'redacted',
      ),
    )
    .orderBy('document.document_id')
    .execute()
  const [covered, inFull] = [1, 0].map((redacted) =>
    rows.flatMap((row) => (Number(row.redacted) === redacted ? [row.document_id] : [])),
  )
  const byCopies = rows.flatMap(({ document_id, itself }) => (Number(itself) === 1 ? [] : [document_id]))
  return {
    documents: idBits(inFull ?? []),
    ...(covered === undefined || covered.length === 0 ? {} : { asTheyLeave: idBits(covered) }),
    elsewhere: await placesOf(limitedReader(read, view), byCopies),
  }
}

const path = z.array(z.string())

/** Where documents are shown to be that are seen only by copies. */
async function placesOf(read: Reader, ids: readonly number[]): Promise<Seen['elsewhere']> {
  const places: Seen['elsewhere'][number][] = []
  for (const slice of slices(ids, 1)) {
    const rows = await read
      .selectFrom('document as d')
      .innerJoin('custodian as c', 'c.custodian_id', 'd.custodian_id')
      .select(['d.document_id', 'c.name', 'd.source_path'])
      .where('d.document_id', 'in', slice)
      .execute()
    for (const { document_id, name, source_path } of rows)
      places.push({
        documentId: document_id,
        custodian: name,
        path: path.parse(JSON.parse(source_path)).join('/'),
      })
  }
  return places
}

/** Whether a view shows a document only as it would leave. `read` is without limits. */
export async function isSeenAsItLeaves(
  read: Reader,
  view: View | null,
  documentId: number,
): Promise<boolean> {
  if (view?.asTheyLeave !== true) return false
  const row = await seenOfEach(read, view)
    .select('document.document_id')
    .where('document.document_id', '=', documentId)
    .where((eb) => isRedacted(eb, 'each'))
    .executeTakeFirst()
  return row !== undefined
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
    .where((eb) => eb.and([one, other].flatMap((view) => (view === null ? [] : [isSeen(eb, view, 'all')]))))
    .executeTakeFirstOrThrow()
  return Number(n)
}
