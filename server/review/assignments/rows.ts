/** Assignments and batches as they are shown. */
import type { Assignment, Batch, BatchStatus, Offered } from '#contracts/assignments.ts'
import { batchStatus, batchStatuses, groupBy } from '#contracts/assignments.ts'
import { type SearchQuery, searchQuery } from '#contracts/documents.ts'
import { jobState } from '#contracts/jobs.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { tagCategories } from '../tags/tags.ts'
import { reviewedIn } from './progress.ts'
import { mayTake } from './reviewers.ts'

/** Which batches are shown; those of deleted assignments never are. */
export interface BatchFilter {
  readonly batchIds?: readonly number[]
  readonly assignmentId?: number
  /** Behind this number. */
  readonly after?: number
  readonly limit?: number
  /** Held by this person. */
  readonly heldBy?: number
}

/** Batches by assignment and number, with how much of each is reviewed. */
export async function batchesOf(read: Reader, projectId: number, wanted: BatchFilter): Promise<Batch[]> {
  let query = read
    .selectFrom('batch as b')
    .innerJoin('assignment as a', 'a.assignment_id', 'b.assignment_id')
    .leftJoin('app_user as u', 'u.user_id', 'b.holder')
    .where('b.project_id', '=', projectId)
    .where('a.deleted_at', 'is', null)
    .select(['b.batch_id', 'b.assignment_id', 'b.number', 'b.size', 'b.status', 'b.holder', 'b.at'])
    .select(['a.name as assignment', 'a.reviewed_field_id', 'u.name as holder_name'])
    // One person holds few: they are looked up and sorted, where SQLite would walk through the project in this order.
    .orderBy(wanted.heldBy === undefined ? 'b.assignment_id' : checkedOnly('b.assignment_id'))
    .orderBy('b.number')
  if (wanted.batchIds !== undefined) query = query.where('b.batch_id', 'in', wanted.batchIds)
  if (wanted.assignmentId !== undefined) query = query.where('b.assignment_id', '=', wanted.assignmentId)
  if (wanted.after !== undefined) query = query.where('b.number', '>', wanted.after)
  if (wanted.heldBy !== undefined)
    query = query.where('b.holder', '=', wanted.heldBy).where('b.status', '=', 'InProgress')
  if (wanted.limit !== undefined) query = query.limit(wanted.limit)
  const rows = await query.execute()
  const reviewed = await reviewedIn(
    read,
    rows.map((row) => ({ batchId: row.batch_id, size: row.size, reviewedFieldId: row.reviewed_field_id })),
  )
  return rows.map((row) => ({
    batchId: row.batch_id,
    assignmentId: row.assignment_id,
    assignmentName: row.assignment,
    number: row.number,
    size: row.size,
    status: batchStatus.parse(row.status),
    holder: row.holder === null ? null : { userId: row.holder, name: row.holder_name ?? '' },
    since: row.at,
    reviewed: reviewed.get(row.batch_id) ?? 0,
  }))
}

/** How many batches an assignment has. */
export async function batchCount(read: Reader, assignmentId: number): Promise<number> {
  const { n } = await read
    .selectFrom('batch')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('assignment_id', '=', assignmentId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Assignments, newest first; one alone where it is named. */
export async function assignmentsOf(
  read: Reader,
  projectId: number,
  assignmentId?: number,
): Promise<Assignment[]> {
  let query = read
    .selectFrom('assignment as a')
    .innerJoin('job as j', 'j.job_id', 'a.job_id')
    .innerJoin('app_user as u', 'u.user_id', 'a.created_by')
    .leftJoin('field as f', 'f.field_id', 'a.reviewed_field_id')
    .selectAll('a')
    .select(['j.state', 'u.name as creator', 'f.name as field'])
    .where('a.project_id', '=', projectId)
    .where('a.deleted_at', 'is', null)
    .orderBy('a.assignment_id', 'desc')
  if (assignmentId !== undefined) query = query.where('a.assignment_id', '=', assignmentId)
  const rows = await query.execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ assignment_id }) => assignment_id)
  const users = await read
    .selectFrom('assignment_user as m')
    .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
    .select(['m.assignment_id', 'u.user_id', 'u.name'])
    .where('m.assignment_id', 'in', ids)
    .orderBy('u.name')
    .execute()
  const batches = await read
    .selectFrom('batch')
    .select(['batch_id', 'assignment_id', 'number', 'size', 'status'])
    .where('assignment_id', 'in', ids)
    .orderBy('assignment_id')
    .orderBy('number')
    .execute()
  const searches = new Map(
    rows.map((row) => [
      row.assignment_id,
      row.search === null ? null : searchQuery.parse(JSON.parse(row.search)),
    ]),
  )
  const inside = await batchNames(read, projectId, [...searches.values()])
  const categories = rows.some((row) => row.coding_form_id === null)
    ? (await tagCategories(read, projectId)).map(({ tagCategoryId, name }) => ({ tagCategoryId, name }))
    : []
  const fieldOf = new Map(rows.map((row) => [row.assignment_id, row.reviewed_field_id]))
  const reviewed = await reviewedIn(
    read,
    batches.map((row) => ({
      batchId: row.batch_id,
      size: row.size,
      reviewedFieldId: fieldOf.get(row.assignment_id) ?? null,
    })),
  )
  const byAssignment = Map.groupBy(batches, ({ assignment_id }) => assignment_id)
  return rows.map((row) => {
    const own = byAssignment.get(row.assignment_id) ?? []
    const batchList = own.map((one) => ({
      batchId: one.batch_id,
      number: one.number,
      size: one.size,
      status: batchStatus.parse(one.status),
    }))
    const statuses = countsOf(batchList.map(({ status }) => status))
    const search = searches.get(row.assignment_id) ?? null
    return {
      assignmentId: row.assignment_id,
      assignmentName: row.name,
      searchCriteria: search,
      assignmentCondition: conditionOf(search, inside),
      // No search is saved under a name yet.
      searchName: '',
      isIncludeFamilies: row.families === 1,
      batchSize: row.batch_size,
      groupBy: groupBy.parse(row.group_by),
      isGroupEmailThreading: row.group_threads === 1,
      isGroupNearDuplicates: row.group_near_duplicates === 1,
      codingFormId: row.coding_form_id,
      codingFormReviewedFieldId: row.reviewed_field_id,
      reviewedFieldName: row.field,
      assignedTagCategoryList: row.coding_form_id === null ? categories : [],
      assignedUserList: users
        .filter((one) => one.assignment_id === row.assignment_id)
        .map(({ user_id, name }) => ({ userId: user_id, name })),
      batchList,
      batcheStatus: statuses,
      totalBatchCount: own.length,
      completedBatchCount: statuses.Completed,
      assignmentProgress: {
        documents: own.reduce((sum, { size }) => sum + size, 0),
        reviewed: own.reduce((sum, { batch_id }) => sum + (reviewed.get(batch_id) ?? 0), 0),
      },
      jobId: row.job_id,
      jobStatusId: jobState.parse(row.state),
      createdBy: row.creator,
      createdAt: row.created_at,
    }
  })
}

/** Batches that queries were limited to, by id: as people know them, also where their assignment is deleted. */
async function batchNames(
  read: Reader,
  projectId: number,
  searches: readonly (SearchQuery | null)[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [
    ...new Set(searches.flatMap((search) => (search?.type === 'batch' ? (search.objectId ?? []) : []))),
  ]
  if (ids.length === 0) return new Map()
  const rows = await read
    .selectFrom('batch as b')
    .innerJoin('assignment as a', 'a.assignment_id', 'b.assignment_id')
    .select(['b.batch_id', 'b.number', 'a.name'])
    .where('b.batch_id', 'in', ids)
    .where('b.project_id', '=', projectId)
    .execute()
  return new Map(rows.map((row) => [row.batch_id, `batch ${row.number} of ${row.name}`]))
}

function conditionOf(search: SearchQuery | null, batches: ReadonlyMap<number, string>): string {
  if (search === null) return 'Documents selected one by one'
  const { queryString, objectId, type } = search
  const found = queryString.trim() === '' ? 'All documents' : queryString
  if (objectId === null) return found
  return `${found}, within ${type === 'batch' ? (batches.get(objectId) ?? 'a batch') : 'a saved search'}`
}

/** How many there are of each. */
export function countsOf(statuses: readonly BatchStatus[]): Record<BatchStatus, number> {
  const counts = { NotStarted: 0, InProgress: 0, Pending: 0, Completed: 0 }
  for (const status of statuses) counts[status] += 1
  return counts
}

/** The assignments whose batches a caller may take, newest first. */
export async function offeredTo(ctx: ProjectContext): Promise<Offered[]> {
  const { read } = ctx.records
  const rows = await read
    .selectFrom('assignment as a')
    .leftJoin('field as f', 'f.field_id', 'a.reviewed_field_id')
    .select(['a.assignment_id', 'a.name', 'f.name as field'])
    .where('a.project_id', '=', ctx.project.projectId)
    .where('a.deleted_at', 'is', null)
    .where(mayTake(ctx.caller.userId))
    .orderBy('a.assignment_id', 'desc')
    .execute()
  if (rows.length === 0) return []
  const counted = await read
    .selectFrom('batch')
    .select(['assignment_id', 'status'])
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(
      'assignment_id',
      'in',
      rows.map(({ assignment_id }) => assignment_id),
    )
    .groupBy(['assignment_id', 'status'])
    .execute()
  return rows.map(({ assignment_id, name, field }) => {
    const countOf = (...statuses: readonly BatchStatus[]): number =>
      counted
        .filter((one) => one.assignment_id === assignment_id && statuses.some((own) => own === one.status))
        .reduce((sum, { n }) => sum + Number(n), 0)
    return {
      assignmentId: assignment_id,
      assignmentName: name,
      reviewedFieldName: field,
      available: countOf('NotStarted', 'Pending'),
      totalBatchCount: countOf(...batchStatuses),
      completedBatchCount: countOf('Completed'),
    }
  })
}
