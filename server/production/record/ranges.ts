/**
 * Taking Bates numbers. A number of a prefix is taken once in a project, whatever its digits and its case: `NW1` is `nw000001`.
 * What is taken stays so after a rollback, unless somebody releases it. All of it happens in transactions of the only writer.
 */
import { ApiError } from '../../platform/http/error.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { nameKey } from '../../platform/records/name-key.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { batesNumber, largestNumber } from './bates.ts'

export interface Taken {
  readonly projectId: number
  readonly prefix: string
  readonly digits: number
  readonly first: number
  readonly last: number
  /** Null: by hand, for what was produced elsewhere. */
  readonly productionId: number | null
  readonly name: string
  readonly userId: number
}

/** A prefix as the project has it, with its ranges in ascending order; null where it is new. */
export async function prefixOf(read: Reader, projectId: number, prefix: string) {
  const key = nameKey(prefix)
  const known = await read
    .selectFrom('bates_prefix')
    .select(['prefix', 'digits'])
    .where('project_id', '=', projectId)
    .where('prefix_key', '=', key)
    .executeTakeFirst()
  if (known === undefined) return null
  const ranges = await read
    .selectFrom('bates_range')
    .select(['first_number', 'last_number', 'production_id', 'name'])
    .where('project_id', '=', projectId)
    .where('prefix_key', '=', key)
    .where('released_at', 'is', null)
    .orderBy('first_number')
    .execute()
  const taken = ranges.map((row) => ({
    ...{ first: row.first_number, last: row.last_number },
    ...{ productionId: row.production_id, name: row.name },
  }))
  return { ...known, taken, next: Math.max(0, ...taken.map(({ last }) => last)) + 1 }
}

/** Why these numbers cannot be taken, for people; null where they can. */
export async function whyNotFree(
  read: Reader,
  {
    projectId,
    prefix,
    digits,
    first,
    last,
  }: Pick<Taken, 'projectId' | 'prefix' | 'digits' | 'first' | 'last'>,
): Promise<string | null> {
  if (last > largestNumber(digits))
    return `${batesNumber({ prefix, digits }, first)} and ${last - first} more need more than ${digits} digits.`
  const known = await prefixOf(read, projectId, prefix)
  if (known === null) return null
  if (known.digits !== digits)
    return `Numbers of ${known.prefix} have ${known.digits} digits in this project. Use as many, or another prefix.`
  const met = known.taken.find((range) => range.first <= last && range.last >= first)
  if (met === undefined) return null
  const [from, to] = [met.first, met.last].map((number) => batesNumber(known, number))
  return `${from} to ${to} are taken (${met.name}). The next free number is ${batesNumber(known, known.next)}.`
}

/** Takes numbers; throws `conflict` where one of them is taken. */
export async function takeNumbers(trx: Writer, taken: Taken, now: Date): Promise<void> {
  const { projectId, prefix, digits, first, last, productionId, name, userId } = taken
  const why = await whyNotFree(trx, taken)
  if (why !== null) throw new ApiError('conflict', why, { detail: 'prefix' })
  const key = nameKey(prefix)
  await trx
    .insertInto('bates_prefix')
    .values({ project_id: projectId, prefix_key: key, prefix, digits })
    .onConflict((on) => on.columns(['project_id', 'prefix_key']).doNothing())
    .execute()
  await trx
    .insertInto('bates_range')
    .values({
      ...{ project_id: projectId, prefix_key: key, first_number: first, last_number: last },
      ...{ production_id: productionId, name, taken_by: userId, taken_at: instantOf(now), released_at: null },
    })
    .execute()
}

/** Lets what a production has taken be given to something else. */
export async function releaseNumbers(trx: Writer, productionId: number, now: Date): Promise<void> {
  await trx
    .updateTable('bates_range')
    .set({ released_at: instantOf(now) })
    .where('production_id', '=', productionId)
    .where('released_at', 'is', null)
    .execute()
}
