/** When changes were made, in bins for a time line, and what else happened. */
import { sql } from 'kysely'
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import type { density, Mark, Moment } from '#contracts/reconstruct.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { changesMeant, type Meant, meantBy } from './filter.ts'
import { type Past, resolve } from './moments.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
/** Widths that people can name; all of an hour and more are whole hours, which are counted beforehand. */
const widths = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 14, 28].map((n) => n * day),
]
/** A record or a period as short as this is looked at by the second. */
const short = 30 * minute
const fineWidths = [1, 2, 5, 10, 15, 30].map((n) => n * second)
const maxMarks = 500

export async function densityOf(
  past: Past,
  { filter, bins = 240 }: BodyOf<typeof density>,
): Promise<ReplyOf<typeof density>> {
  const meant = await meantBy(past, filter)
  const { first, last } = await extentOf(past)
  const at = async (asked: Moment): Promise<number> => {
    const then = Date.parse((await resolve(past, asked)).at)
    // Before the first row of the chain nothing has a date: there the record begins.
    return 'seq' in asked ? Math.max(first, then) : then
  }
  const start = filter.from === undefined ? first : await at(filter.from)
  const end = filter.to === undefined ? last : await at(filter.to)
  const length = Math.max(end - start, minute)
  const binMs =
    [...(length < short ? fineWidths : []), ...widths].find((width) => Math.ceil(length / width) < bins) ??
    Math.ceil(length / (bins - 1) / day) * day
  const from = Math.floor(start / binMs) * binMs
  const counts = new Array<number>(Math.floor((Math.max(end, start) - from) / binMs) + 1).fill(0)
  const add = (at: number, n: number): void => {
    const bin = Math.floor((at - from) / binMs)
    if (bin >= 0 && bin < counts.length) counts[bin] = (counts[bin] ?? 0) + n
  }
  const to = from + counts.length * binMs
  const isWide = meant.documentId === undefined && meant.batchId === undefined && meant.jobId === undefined
  if (binMs >= hour && isWide)
    for (const row of await hoursMeant(past, meant, from, to)) add(Date.parse(`${row.hour}:00:00Z`), row.n)
  else for await (const rows of changesMeant(past, meant)) for (const { at } of rows) add(Date.parse(at), 1)
  const { marks, marksTotal } = await marksIn(past, from, to)
  return {
    first: instantOf(new Date(first)),
    last: instantOf(new Date(last)),
    from: instantOf(new Date(from)),
    to: instantOf(new Date(to)),
    binMs,
    counts,
    total: counts.reduce((sum, n) => sum + n, 0),
    marks,
    marksTotal,
  }
}

/** From the project's start, or its first change where that is said to be earlier, to now. */
async function extentOf({ read, projectId, now }: Past): Promise<{ first: number; last: number }> {
  const project = await read
    .selectFrom('project')
    .select('created_at')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const change = await read
    .selectFrom('coding_span')
    .select('at')
    .where('project_id', '=', projectId)
    .orderBy('from_seq')
    .limit(1)
    .executeTakeFirst()
  const first = Math.min(Date.parse(project.created_at), Date.parse(change?.at ?? project.created_at))
  return { first, last: Math.max(now().getTime(), first) }
}

async function hoursMeant(
  { read, projectId }: Past,
  { userIds, fieldIds, tagCategoryIds, how, action }: Meant,
  from: number,
  to: number,
): Promise<{ hour: string; n: number }[]> {
  const key = (at: number) => instantOf(new Date(at)).slice(0, 13)
  let query = read
    .selectFrom('coding_hour')
    .select('hour')
    .select((eb) => eb.fn.sum<number>('n').as('n'))
    .where('project_id', '=', projectId)
    .where('hour', '>=', key(from))
    .where('hour', '<', key(to))
    .groupBy('hour')
  if (userIds !== undefined) query = query.where('user_id', 'in', userIds)
  if (fieldIds !== undefined || tagCategoryIds !== undefined)
    query = query.where((eb) =>
      eb.or([
        eb('kind', '=', 'field').and('subject_id', 'in', fieldIds ?? [0]),
        eb('kind', '=', 'tags').and('subject_id', 'in', tagCategoryIds ?? [0]),
      ]),
    )
  if (how !== undefined) query = query.where('how', 'in', how)
  if (action !== undefined) query = query.where('kind', '=', action === 'coding' ? 'field' : 'tags')
  return (await query.execute()).map((row) => ({ hour: row.hour, n: Number(row.n) }))
}

/** Jobs that ended, the last ones of a period. */
async function marksIn(
  { read, projectId }: Past,
  from: number,
  to: number,
): Promise<{ marks: Mark[]; marksTotal: number }> {
  const ended = read
    .selectFrom('job')
    .where('project_id', '=', projectId)
    .where('ended_at', '>=', instantOf(new Date(from)))
    .where('ended_at', '<', instantOf(new Date(to)))
  const { n } = await ended.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await ended
    .select(['job_id', 'kind', 'title', 'state', sql<string>`ended_at`.as('at')])
    .orderBy('ended_at', 'desc')
    .orderBy('job_id', 'desc')
    .limit(maxMarks)
    .execute()
  const marks = rows.reverse().map(
    (row): Mark => ({
      at: row.at,
      kind: row.kind === 'import' ? 'import' : 'job',
      jobId: row.job_id,
      title: row.title,
      state: row.state,
    }),
  )
  return { marks, marksTotal: Number(n) }
}
