/** One's own keys for other applications: made, listed, ended. How a program calls with one: platform/auth/api-keys.ts. */
import { type ApiKey, keyRoles, type listKeys, type makeKey, mostKeys } from '#contracts/api-keys.ts'
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { canIn, roleRanks } from '#contracts/permission.ts'
import { keysBarred, newKey } from '../../platform/auth/api-keys.ts'
import { record } from '../../platform/auth/record.ts'
import { mustComeByProvider } from '../../platform/auth/saml/standing.ts'
import { fingerprint } from '../../platform/auth/secrets.ts'
import type { CallerContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { type VisibleProject, visibleProjects } from '../project/visible.ts'

/** Ended keys are listed for so long: what they did stands in the trail. */
const listedMs = 30 * 24 * 3_600_000
const dayMs = 24 * 3_600_000

/** The projects in which the caller may use a key. */
const projectsForKeys = async (ctx: CallerContext): Promise<VisibleProject[]> =>
  (await visibleProjects(ctx.records.read, ctx.caller)).filter(({ holder }) => canIn(holder, 'apiKey.use'))

export async function keysOf(ctx: CallerContext): Promise<ReplyOf<typeof listKeys>> {
  const data = await readKeys(ctx)
  const projects = (await projectsForKeys(ctx)).map(({ projectId, name, holder }) => ({
    projectId,
    projectName: name,
    role: holder.role,
  }))
  return {
    data,
    totalCount: data.length,
    projects,
    barred: await mustComeByProvider(ctx.records.read, ctx.caller),
  }
}

/** Makes a key; whoever calls has just shown who they are. Answers its secret, which is nowhere else from then on. */
export async function addKey(
  ctx: CallerContext,
  { label, days, projectIds, role, readOnly }: Omit<BodyOf<typeof makeKey>, 'proof'>,
): Promise<ReplyOf<typeof makeKey>> {
  if (await mustComeByProvider(ctx.records.read, ctx.caller)) throw keysBarred()
  const projects = await projectsForKeys(ctx)
  if (projects.length === 0)
    throw new ApiError(
      'permission.denied',
      'Keys are for client administrators, project managers and litigation support. You are none of these in any project.',
      { detail: 'apiKey.use' },
    )
  const wanted = projectIds === null ? null : [...new Set(projectIds)]
  if (wanted?.some((wantedId) => !projects.some(({ projectId }) => projectId === wantedId)))
    throw notFound('project')
  const meant = wanted === null ? projects : projects.filter(({ projectId }) => wanted.includes(projectId))
  const strongest = Math.min(...meant.map(({ level }) => level))
  if (role !== null && (!keyRoles.includes(role) || roleRanks[role] < strongest))
    throw new ApiError('request.invalid', 'A key cannot be stronger than you are yourself.', {
      detail: 'role',
    })
  const secret = newKey()
  const now = ctx.now()
  const endsAt = new Date(now.getTime() + days * dayMs).toISOString()
  const keyId = await ctx.records.write('interactive', async (trx) => {
    const { inForce } = await trx
      .selectFrom('api_key')
      .select((eb) => eb.fn.countAll<number>().as('inForce'))
      .where('user_id', '=', ctx.caller.userId)
      .where('revoked_at', 'is', null)
      .where('ends_at', '>', now.toISOString())
      .executeTakeFirstOrThrow()
    if (Number(inForce) >= mostKeys)
      throw new ApiError('conflict', `You have ${mostKeys} keys already. Revoke one that is not used.`, {
        detail: 'keys',
      })
    const { key_id } = await trx
      .insertInto('api_key')
      .values({
        user_id: ctx.caller.userId,
        label,
        shown: secret.slice(0, 8),
        secret_hash: fingerprint(secret),
        role,
        read_only: readOnly ? 1 : 0,
        all_projects: wanted === null ? 1 : 0,
        made_at: now.toISOString(),
        ends_at: endsAt,
        used_at: null,
        revoked_at: null,
      })
      .returning('key_id')
      .executeTakeFirstOrThrow()
    if (wanted !== null)
      await trx
        .insertInto('api_key_project')
        .values(wanted.map((project_id) => ({ key_id, project_id })))
        .execute()
    await record(trx, ctx, ctx.caller, {
      action: 'auth.keyMade',
      facts: { apiKeyId: key_id, endsAt, projectIds: wanted, role, readOnly },
      erasable: { label },
    })
    return key_id
  })
  return { key: await readKey(ctx, keyId), secret }
}

/** Ends one of the caller's keys; one that has ended stays so. */
export async function endKey(ctx: CallerContext, keyId: number): Promise<ApiKey> {
  await readKey(ctx, keyId)
  await ctx.records.write('interactive', async (trx) => {
    const ended = await trx
      .updateTable('api_key')
      .set({ revoked_at: ctx.now().toISOString() })
      .where('key_id', '=', keyId)
      .where('user_id', '=', ctx.caller.userId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (ended.numUpdatedRows === 1n)
      await record(trx, ctx, ctx.caller, { action: 'auth.keyRevoked', facts: { apiKeyId: keyId } })
  })
  return readKey(ctx, keyId)
}

async function readKey(ctx: CallerContext, keyId: number): Promise<ApiKey> {
  const [found] = await readKeys(ctx, keyId)
  if (found === undefined) throw notFound('key')
  return found
}

/** The caller's keys, the newest first; of those that have ended, the last. */
async function readKeys({ records, caller, now }: CallerContext, keyId?: number): Promise<ApiKey[]> {
  const { read } = records
  const since = new Date(now().getTime() - listedMs).toISOString()
  let query = read
    .selectFrom('api_key')
    .selectAll()
    .where('user_id', '=', caller.userId)
    .orderBy('key_id', 'desc')
    .limit(200)
  query =
    keyId === undefined
      ? query
          .where('ends_at', '>', since)
          .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>', since)]))
      : query.where('key_id', '=', keyId)
  const rows = await query.execute()
  const projects =
    rows.length === 0
      ? []
      : await read
          .selectFrom('api_key_project as k')
          .innerJoin('project as p', 'p.project_id', 'k.project_id')
          .select(['k.key_id', 'p.project_id', 'p.name'])
          .where(
            'k.key_id',
            'in',
            rows.map(({ key_id }) => key_id),
          )
          .orderBy('p.name')
          .execute()
  const at = now().toISOString()
  return rows.map((row) => ({
    keyId: row.key_id,
    label: row.label,
    shown: row.shown,
    madeAt: row.made_at,
    endsAt: row.ends_at,
    usedAt: row.used_at,
    revokedAt: row.revoked_at,
    role: keyRoles.find((one) => one === row.role) ?? null,
    readOnly: row.read_only === 1,
    projects:
      row.all_projects === 1
        ? null
        : projects
            .filter(({ key_id }) => key_id === row.key_id)
            .map(({ project_id, name }) => ({ projectId: project_id, projectName: name })),
    inForce: row.revoked_at === null && row.ends_at > at,
  }))
}
