/**
 * Callers by a key for other applications (`Authorization: Bearer affk_…`). A key is 256 random bits, so its SHA-256 is what is
 * kept. Everything about it and its owner is read at each request: what has ended has ended at the next one.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callsOfKeys, keyBegin } from '#contracts/api-keys.ts'
import { type AnyCall, changes } from '#contracts/call.ts'
import type { Config } from '../config.ts'
import type { Caller } from '../http/context.ts'
import { ApiError } from '../http/error.ts'
import { roleOf } from '../http/scope.ts'
import type { Reader, Records, Writer } from '../records/records.ts'
import type { Services } from '../services.ts'
import { recordCounted } from './counted.ts'
import { createFlood } from './flood.ts'
import { networkOf } from './networks.ts'
import { mustComeByProvider } from './saml/standing.ts'
import { fingerprint, newSecret } from './secrets.ts'
import { stageOf } from './sessions.ts'

export const newKey = (): string => keyBegin + newSecret()

/** As what a caller by a key is known where others are known by their session. */
const sessionOfKey = (keyId: number): string => `key:${keyId}`
const keyOfSession = (sessionId: string): number | null => {
  const found = /^key:(\d+)$/.exec(sessionId)?.[1]
  return found === undefined ? null : Number(found)
}

/** The key that a request is made with, right or wrong; null where it says nothing of one. */
export function bearerOf({ headers }: FastifyRequest): string | null {
  const [scheme = '', ...rest] = (headers.authorization ?? '').split(' ')
  return scheme.toLowerCase() === 'bearer' ? rest.join(' ').trim() : null
}

/** Wrong keys of one network: far more than a program that was set up wrongly tries in earnest. */
const flood = createFlood(
  { burst: 60, perSecond: 1 },
  'Too many wrong keys from your network. Try again in a moment.',
)
/** Wrong keys of a network in an hour that have a row each in the trail. */
const wrongAlone = 5

/** A key's use is put on the record at most this often. */
const usedEveryMs = 60_000

/** Who calls by the key; throws where it is not in force, and where this call is not one that a key may make. */
export async function callerByKey(
  services: Pick<Services, 'records' | 'now'> & { readonly config: Config },
  call: AnyCall,
  secret: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const now = services.now()
  const { read } = services.records
  const row = await read
    .selectFrom('api_key as k')
    .innerJoin('app_user as u', 'u.user_id', 'k.user_id')
    .select(['k.key_id', 'k.role as limit', 'k.read_only', 'k.all_projects', 'k.ends_at', 'k.revoked_at'])
    .select(['k.used_at', 'u.user_id', 'u.name', 'u.email', 'u.role', 'u.company_id', 'u.active'])
    .select('u.accepted_version')
    .where('k.secret_hash', '=', fingerprint(secret))
    .executeTakeFirst()
  if (row === undefined || row.revoked_at !== null || row.ends_at <= now.toISOString() || row.active !== 1) {
    reply.header('www-authenticate', 'Bearer')
    if (row === undefined) await countWrong(services, request, reply)
    throw new ApiError(
      'auth.failed',
      row === undefined
        ? 'There is no such key. Make one in your settings, under Passkeys.'
        : 'This key has ended. Make another one in your settings, under Passkeys.',
      { detail: 'Authorization' },
    )
  }
  if (await mustComeByProvider(read, { userId: row.user_id, companyId: row.company_id })) {
    reply.header('www-authenticate', 'Bearer')
    throw keysBarred()
  }
  requireForKeys(call, row.read_only === 1)
  const projects =
    row.all_projects === 1
      ? null
      : await read
          .selectFrom('api_key_project')
          .select('project_id')
          .where('key_id', '=', row.key_id)
          .execute()
  if (row.used_at === null || now.getTime() - Date.parse(row.used_at) >= usedEveryMs)
    await services.records.write('interactive', async (trx) => {
      await trx
        .updateTable('api_key')
        .set({ used_at: now.toISOString() })
        .where('key_id', '=', row.key_id)
        .execute()
    })
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    role: row.role,
    companyId: row.company_id,
    stage: stageOf('full', row.accepted_version),
    sessionId: sessionOfKey(row.key_id),
    key: {
      keyId: row.key_id,
      role: row.limit === null ? null : roleOf(row.limit),
      readOnly: row.read_only === 1,
      projectIds: projects?.map(({ project_id }) => project_id) ?? null,
    },
  }
}

/** Whoever must come through the provider of their client has no way around it: neither a key that there is, nor a new one. */
export const keysBarred = (): ApiError =>
  new ApiError(
    'auth.ssoRequired',
    'The client of this key requires single sign-on, so keys of its people do not work. They work again for those whom its administrators name among the exceptions.',
    { detail: 'Authorization' },
  )

/** A key works in projects, and lists them: it never signs anybody in, and never keeps an account or a client. */
function requireForKeys(call: AnyCall, readOnly: boolean): void {
  if (call.scope !== 'project' && !callsOfKeys.has(call.name))
    throw new ApiError(
      'permission.denied',
      'A key cannot do this: it works in projects. Sign in to look after accounts and clients.',
      { detail: 'key' },
    )
  if (readOnly && changes(call))
    throw new ApiError('permission.denied', 'This key only reads. Make one that may also change something.', {
      detail: 'key',
    })
}

async function countWrong(
  services: Pick<Services, 'records' | 'now'> & { readonly config: Config },
  { ip }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  flood(services, reply, networkOf(ip))
  await services.records.write('interactive', (trx) =>
    recordCounted(trx, { now: services.now, ip }, null, { action: 'auth.keyRefused' }, wrongAlone),
  )
}

/** Those of some callers by keys whose key is not in force any more; what runs for them is cut off. */
export async function endedKeysOf(read: Reader, sessionIds: readonly string[], now: Date): Promise<string[]> {
  const keyIds = sessionIds.flatMap((sessionId) => keyOfSession(sessionId) ?? [])
  if (keyIds.length === 0) return []
  const rows = await read
    .selectFrom('api_key as k')
    .innerJoin('app_user as u', 'u.user_id', 'k.user_id')
    .select(['k.key_id', 'u.user_id', 'u.company_id'])
    .select((eb) =>
      eb
        .case()
        .when(
          eb.or([
            eb('k.revoked_at', 'is not', null),
            eb('k.ends_at', '<=', now.toISOString()),
            eb('u.active', '=', 0),
          ]),
        )
        .then(1)
        .else(0)
        .end()
        .as('ended'),
    )
    .where('k.key_id', 'in', keyIds)
    .execute()
  const ended: string[] = []
  for (const { key_id, user_id: userId, company_id: companyId, ended: isEnded } of rows)
    if (isEnded === 1 || (await mustComeByProvider(read, { userId, companyId })))
      ended.push(sessionOfKey(key_id))
  return ended
}

/** Ends all keys of an account; answers how many there were. */
export async function revokeKeysOf(trx: Writer, userId: number, now: Date): Promise<number> {
  const at = now.toISOString()
  const { numUpdatedRows } = await trx
    .updateTable('api_key')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', at)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** What keys are called, by their ids: also of those that have ended. */
export async function labelsOf(
  { read }: Pick<Records, 'read'>,
  keyIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (keyIds.length === 0) return new Map()
  const rows = await read
    .selectFrom('api_key')
    .select(['key_id', 'label'])
    .where('key_id', 'in', [...keyIds])
    .execute()
  return new Map(rows.map(({ key_id, label }) => [key_id, label]))
}
