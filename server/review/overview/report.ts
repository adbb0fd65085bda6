/** The numbers of the overview. */

import { sql } from 'kysely'
import type { ReplyOf } from '#contracts/call.ts'
import type { getReport } from '#contracts/project.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import type { Reader } from '../../platform/records/records.ts'
import { inReview } from '../documents/visible.ts'
import { codedDocuments } from './counts.ts'
import { byMonth, edgeDays } from './months.ts'
import { recentActivity } from './recent.ts'

/** Everything that the overview shows, counted now. */
export async function readReport(ctx: ProjectContext): Promise<ReplyOf<typeof getReport>> {
  const { read } = ctx.records
  const { projectId, timeZone } = ctx.project
  const documents = await documentGroups(read, projectId)
  const names = await custodianNames(read, projectId)
  const sum = (of: (group: DocumentGroup) => number) => documents.reduce((n, group) => n + of(group), 0)
  const jobs = await jobCounts(read, projectId)
  // What jobs left out, and how they stand, is of all documents: whoever sees a part of them is not told.
  const all = ctx.project.view === null
  const { exceptions, openExceptions } = await exceptionCounts(read, projectId)
  return {
    documents: sum((group) => group.count),
    families: sum((group) => group.parents),
    coded: await codedDocuments(read, projectId),
    custodians: all ? names.size : new Set(documents.map(({ custodianId }) => custodianId)).size,
    exceptions: all ? exceptions : 0,
    openExceptions: all ? openExceptions : 0,
    duplicatesSuppressed: all ? jobs.duplicates : 0,
    withoutText: sum((group) => (group.hasText ? 0 : group.count)),
    byRecordType: ranked(documents, (group) => group.recordType),
    byMonth: byMonth(await dateGroups(read, projectId), timeZone),
    byCustodian: ranked(documents, (group) => names.get(group.custodianId) ?? ''),
    jobs: all
      ? { running: jobs.running, queued: jobs.queued, failed: jobs.failed }
      : { running: 0, queued: 0, failed: 0 },
    recent: await recentActivity(ctx),
  }
}

interface DocumentGroup {
  readonly recordType: string
  readonly custodianId: number
  readonly hasText: boolean
  readonly count: number
  readonly parents: number
}

async function documentGroups(read: Reader, projectId: number): Promise<DocumentGroup[]> {
  const rows = await read
    .selectFrom('document')
    .select(['record_type', 'custodian_id', 'has_text'])
    .select((eb) => [
      eb.fn.countAll().as('count'),
      // A family is its top parent; all others have a parent of their own.
      sql<number>`sum(case when parent_id is null then 1 else 0 end)`.as('parents'),
    ])
    .where('project_id', '=', projectId)
    .where('state', '=', inReview)
    .groupBy(['record_type', 'custodian_id', 'has_text'])
    .execute()
  return rows.map((row) => ({
    recordType: row.record_type,
    custodianId: row.custodian_id,
    hasText: row.has_text === 1,
    count: Number(row.count),
    parents: Number(row.parents),
  }))
}

async function dateGroups(read: Reader, projectId: number): Promise<{ at: string; count: number }[]> {
  const at = sql<string>`case when substr(parent_date, 9, 2) in (${sql.join([...edgeDays])})
    then substr(parent_date, 1, 16) else substr(parent_date, 1, 7) end`
  const rows = await read
    .selectFrom('document')
    .select([at.as('at')])
    .select((eb) => eb.fn.countAll().as('count'))
    .where('project_id', '=', projectId)
    .where('state', '=', inReview)
    .where('parent_date', 'is not', null)
    .groupBy(sql`1`)
    .execute()
  return rows.map((row) => ({ at: row.at, count: Number(row.count) }))
}

async function custodianNames(read: Reader, projectId: number): Promise<ReadonlyMap<number, string>> {
  const rows = await read
    .selectFrom('custodian')
    .select(['custodian_id', 'name'])
    .where('project_id', '=', projectId)
    .execute()
  return new Map(rows.map((row) => [row.custodian_id, row.name]))
}

async function exceptionCounts(read: Reader, projectId: number) {
  const { all, open } = await read
    .selectFrom('exception')
    .select((eb) => [
      eb.fn.countAll().as('all'),
      eb.fn.countAll().filterWhere('resolution', '=', 'open').as('open'),
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return { exceptions: Number(all), openExceptions: Number(open) }
}

async function jobCounts(read: Reader, projectId: number) {
  const rows = await read
    .selectFrom('job')
    .select('state')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('duplicates').as('duplicates')])
    .where('project_id', '=', projectId)
    .groupBy('state')
    .execute()
  const of = (...states: string[]): number =>
    rows.filter(({ state }) => states.includes(state)).reduce((n, row) => n + Number(row.count), 0)
  return {
    running: of('Running', 'Cancelling'),
    queued: of('Created', 'Queued'),
    failed: of('Failed'),
    duplicates: rows.reduce((n, row) => n + Number(row.duplicates ?? 0), 0),
  }
}

/** Adds groups up by a name, the largest first. */
function ranked(
  groups: readonly DocumentGroup[],
  nameOf: (group: DocumentGroup) => string,
): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const group of groups) counts.set(nameOf(group), (counts.get(nameOf(group)) ?? 0) + group.count)
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'en'))
}
