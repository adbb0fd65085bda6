/**
 * Writes that are safe to repeat. The reply is stored with its key in the transaction of the write itself: either both
 * are there or neither, and a repetition answers what the first one did.
 */
import { instantOf } from '../records/dialect.ts'
import type { Records, Sharing, Writer } from '../records/records.ts'
import { started } from '../records/started.ts'
import type { CallerContext, ProjectContext } from './context.ts'
import { ApiError } from './error.ts'

interface Ahead<Found> {
  readonly ahead: (trx: Writer) => Found
}

/**
 * Runs `work` in one transaction, once for each key of the caller; without a key, which the contract alone can demand, once
 * each time. Replies must be plain JSON. `ahead` asks at once for what the work will read, so that it need not wait for the
 * look at the key; it writes nothing. `alone`: as of `Records.write`.
 */
export function idempotent<T, Found>(
  ctx: CallerContext,
  work: (trx: Writer, found: Found) => Promise<T>,
  how: Ahead<Found> & Sharing,
): Promise<T>
export function idempotent<T>(
  ctx: CallerContext,
  work: (trx: Writer) => Promise<T>,
  how?: Sharing,
): Promise<T>
export async function idempotent<T, Found>(
  ctx: CallerContext,
  work: (trx: Writer, found: Found | undefined) => Promise<T>,
  { ahead, alone }: Sharing & Partial<Ahead<Found>> = {},
): Promise<T> {
  const find = (trx: Writer) => ahead?.(trx)
  const write = (run: (trx: Writer) => Promise<T>) => ctx.records.write('interactive', run, { alone })
  const key = ctx.idempotencyKey
  if (key === null) return await write((trx) => work(trx, find(trx)))
  const fingerprint = ctx.fingerprint()
  const userId = ctx.caller.userId
  return await write(async (trx) => {
    const found = find(trx)
    const unused = started(requireUnused(trx, ctx, key))
    const known = await trx
      .selectFrom('idempotency')
      .select(['fingerprint', 'reply'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst()
    if (known !== undefined) {
      if (known.fingerprint !== fingerprint)
        throw new ApiError(
          'idempotency.mismatch',
          'This key was used for another request. Send this one with a key of its own.',
          { detail: key },
        )
      // The reply was a T when it was stored; the contract's schema checks it again on its way out.
      return JSON.parse(known.reply) as T
    }
    await unused
    const reply = await work(trx, found)
    await trx
      .insertInto('idempotency')
      .values({
        user_id: userId,
        key,
        fingerprint,
        status: reply === undefined ? 204 : 200,
        reply: JSON.stringify(reply ?? null),
        at: instantOf(ctx.now()),
      })
      .execute()
    return reply
  })
}

/** A command is on the record of a project once: what History tells by its id is nobody else's, nor of another time. */
async function requireUnused(trx: Writer, ctx: CallerContext, key: string): Promise<void> {
  const { project } = ctx as Partial<ProjectContext>
  if (project === undefined || project === null) return
  const used = await trx
    .selectFrom('audit')
    .select('audit_id')
    .where('command_id', '=', key)
    .where('project_id', '=', project.projectId)
    .limit(1)
    .executeTakeFirst()
  if (used !== undefined)
    throw new ApiError(
      'idempotency.mismatch',
      'This key has already been used in this project. Send this request with a key of its own.',
      { detail: key },
    )
}

/** How long a reply is kept: longer than any browser is away with unsent work. */
const keptDays = 90

/** Drops replies that nobody will ask for again. */
export async function forgetReplies(records: Records, now: Date): Promise<void> {
  const before = instantOf(new Date(now.getTime() - keptDays * 86_400_000))
  await records.write('bulk', async (trx) => {
    await trx.deleteFrom('idempotency').where('at', '<', before).execute()
  })
}
