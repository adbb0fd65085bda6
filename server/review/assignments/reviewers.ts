/** Who may check out batches in a project. */
import { expressionBuilder } from 'kysely'
import { canIn, type Holder } from '#contracts/permission.ts'
import { grantedOf, holderRole } from '../../organization/project/holders.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import type { Schema } from '../../platform/records/schema.ts'
import { type TimeSpent, timeSpent } from '../review-time/seconds.ts'

export interface Reviewer {
  readonly userId: number
  readonly name: string
  readonly role: string
}

/** The active people of a project whose role there lets them take batches, by name. */
async function reviewersOf(read: Reader | Writer, projectId: number): Promise<Reviewer[]> {
  const rows = await read
    .selectFrom('project_user as m')
    .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
    .select(['u.user_id', 'u.name', 'u.role as account', 'm.role', 'm.granted'])
    .where('m.project_id', '=', projectId)
    .where('u.active', '=', 1)
    .execute()
  return rows
    .filter((row) => canIn(memberOf(row), 'batch.take'))
    .map(({ user_id, name, role }) => ({ userId: user_id, name, role }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

function memberOf(row: { account: string; role: string; granted: string }): Holder {
  const role = holderRole(row.account, row.role)
  return { role, member: true, support: false, granted: grantedOf(role, row.granted), walled: false }
}

/** Refuses people who may take no batches in the project, whoever they are. */
export async function requireReviewers(
  trx: Writer,
  projectId: number,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  const known = new Set((await reviewersOf(trx, projectId)).map(({ userId }) => userId))
  const other = userIds.find((userId) => !known.has(userId))
  if (other !== undefined)
    throw new ApiError('request.invalid', 'One of these people is no reviewer of this project.', {
      detail: String(other),
    })
}

/** Whether somebody may check out batches of assignment `a`: it names them, or nobody. */
export function mayTake(userId: number) {
  const eb = expressionBuilder<Schema & { a: Schema['assignment'] }, 'a'>()
  const named = eb
    .selectFrom('assignment_user as m')
    .select('m.user_id')
    .whereRef('m.assignment_id', '=', 'a.assignment_id')
  return eb.or([eb.not(eb.exists(named)), eb.exists(named.where('m.user_id', '=', userId))])
}

/** Reviewers with the batches that they hold and have completed, and how long they have worked on documents. */
export async function workloads(
  read: Reader,
  projectId: number,
): Promise<(Reviewer & TimeSpent & { open: number; completed: number })[]> {
  const reviewers = await reviewersOf(read, projectId)
  const held = await read
    .selectFrom('batch as b')
    .innerJoin('assignment as a', 'a.assignment_id', 'b.assignment_id')
    .select(['b.holder', 'b.status'])
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('b.project_id', '=', projectId)
    .where('b.holder', 'is not', null)
    .where('a.deleted_at', 'is', null)
    .groupBy(['b.holder', 'b.status'])
    .execute()
  const spent = await timeSpent(read, projectId)
  const countOf = (userId: number, status: string): number =>
    Number(held.find((row) => row.holder === userId && row.status === status)?.n ?? 0)
  return reviewers.map((one) => ({
    ...one,
    open: countOf(one.userId, 'InProgress'),
    completed: countOf(one.userId, 'Completed'),
    ...(spent.get(one.userId) ?? { documents: 0, seconds: 0 }),
  }))
}
