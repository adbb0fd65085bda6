/**
 * Requests to support, and feedback: kept on the record, and mailed where the operator has said whereto. Files are stored and
 * attached, and never opened.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type ContactRequest, contactLimits } from '#contracts/contact.ts'
import { createFlood } from '../../platform/auth/flood.ts'
import { record } from '../../platform/auth/record.ts'
import { nameBlobs } from '../../platform/blobs/name.ts'
import type { CallerContext } from '../../platform/http/context.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { wholeBody } from '../../platform/http/whole-body.ts'
import type { Reader } from '../../platform/records/records.ts'

/** Far more than anybody writes in earnest. */
const requests = createFlood(
  { burst: 10, perSecond: 1 / 360 },
  'You have written to support very often. Wait an hour, or call.',
)
const files = createFlood(
  { burst: 50, perSecond: 1 / 72 },
  'You have sent very many files. Wait an hour, or send them another way.',
)
/** A file that goes with no request may go with one for so long; who has many of those has forgotten some. */
const waitingMs = 24 * 3_600_000
const mostListed = 200

export async function keepFile(
  ctx: CallerContext,
  reply: FastifyReply,
  name: string,
  body: unknown,
): Promise<{ fileId: number; name: string; size: number }> {
  files(ctx, reply, String(ctx.caller.userId))
  if (!(body instanceof Readable)) throw new ApiError('request.invalid', 'There are no bytes.')
  const bytes = await wholeBody(body, contactLimits.fileBytes)
  const kept = await ctx.blobs.put(bytes)
  const at = ctx.now().toISOString()
  const shown = safeName(name, 'file')
  const fileId = await ctx.records.write('interactive', async (trx) => {
    await nameBlobs(trx, new Map([[kept.sha256, kept.size]]), at)
    const { file_id } = await trx
      .insertInto('support_file')
      .values({ user_id: ctx.caller.userId, request_id: null, name: shown, ...kept, at })
      .returning('file_id')
      .executeTakeFirstOrThrow()
    return file_id
  })
  return { fileId, name: shown, size: kept.size }
}

interface Wanted {
  readonly kind: 'support' | 'feedback'
  readonly subject: string
  readonly words: string
  readonly facts: string
  readonly rating: number | null
  readonly fileIds: readonly number[]
}

export async function takeRequest(
  ctx: CallerContext,
  reply: FastifyReply,
  { fileIds, ...wanted }: Wanted,
): Promise<{ requestId: number; mailedTo: string | null }> {
  requests(ctx, reply, String(ctx.caller.userId))
  const { userId } = ctx.caller
  const now = ctx.now()
  const since = new Date(now.getTime() - waitingMs).toISOString()
  const named = [...new Set(fileIds)]
  const { requestId, attached } = await ctx.records.write('interactive', async (trx) => {
    const { request_id } = await trx
      .insertInto('support_request')
      .values({ ...wanted, user_id: userId, at: now.toISOString(), mailed_at: null })
      .returning('request_id')
      .executeTakeFirstOrThrow()
    const attached =
      named.length === 0
        ? []
        : await trx
            .updateTable('support_file')
            .set({ request_id })
            .where('file_id', 'in', named)
            .where('user_id', '=', userId)
            .where('request_id', 'is', null)
            .where('at', '>', since)
            .returning(['name', 'sha256'])
            .execute()
    if (attached.length !== named.length) throw notFound('file')
    const facts = { requestId: request_id, files: attached.length, words: hashOf(wanted.words) }
    await record(trx, ctx, ctx.caller, { action: `${wanted.kind}.written`, facts })
    return { requestId: request_id, attached }
  })
  const mailedTo = ctx.config.supportEmail
  if (mailedTo !== null)
    ctx.mailer.post(
      {
        to: mailedTo,
        replyTo: ctx.caller.email,
        subject: oneLine(
          wanted.kind === 'support'
            ? `[Affiant ${requestId}] ${wanted.subject}`
            : `[Affiant feedback ${requestId}]`,
        ),
        text: textOf(ctx, wanted),
        attachments: attached.map(({ name, sha256 }) => ({
          filename: name,
          path: ctx.blobs.pathOf(sha256),
        })),
      },
      () =>
        ctx.records.write('interactive', async (trx) => {
          await trx
            .updateTable('support_request')
            .set({ mailed_at: ctx.now().toISOString() })
            .where('request_id', '=', requestId)
            .execute()
        }),
    )
  return { requestId, mailedTo }
}

/** What was written is personal: the trail has what proves it, and not the words. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 200)

const textOf = ({ caller }: CallerContext, { words, facts, rating }: Omit<Wanted, 'fileIds'>): string =>
  [
    `From: ${caller.name} <${caller.email}>, ${caller.role}`,
    ...(rating === null ? [] : [`Rating: ${rating} of 5`]),
    '',
    words,
    ...(facts === '' ? [] : ['', '--', facts]),
    '',
  ]
    .join('\n')
    .replace(/\r?\n/g, '\r\n')

/** What was written, the newest first. */
export async function requestsOf(read: Reader): Promise<ContactRequest[]> {
  const rows = await read
    .selectFrom('support_request as r')
    .innerJoin('app_user as u', 'u.user_id', 'r.user_id')
    .select(['r.request_id', 'r.kind', 'r.at', 'u.name', 'u.email', 'r.subject', 'r.words', 'r.facts'])
    .select(['r.rating', 'r.mailed_at'])
    .orderBy('r.request_id', 'desc')
    .limit(mostListed)
    .execute()
  if (rows.length === 0) return []
  const attached = await read
    .selectFrom('support_file')
    .select(['file_id', 'request_id', 'name', 'size'])
    .where('request_id', '>=', rows.at(-1)?.request_id ?? 0)
    .orderBy('file_id')
    .execute()
  return rows.map((row) => ({
    requestId: row.request_id,
    kind: row.kind === 'feedback' ? 'feedback' : 'support',
    at: row.at,
    userName: row.name,
    userEmail: row.email,
    subject: row.subject,
    words: row.words,
    facts: row.facts,
    rating: row.rating,
    files: attached
      .filter(({ request_id }) => request_id === row.request_id)
      .map(({ file_id, name, size }) => ({ fileId: file_id, name, size })),
    mailedAt: row.mailed_at,
  }))
}

/** A file that came with a request. That somebody took it stands in the trail before it goes out. */
export async function sendFile(
  ctx: CallerContext,
  reply: FastifyReply,
  fileId: number,
): Promise<FastifyReply> {
  const file = await ctx.records.read
    .selectFrom('support_file')
    .select(['name', 'size', 'sha256'])
    .where('file_id', '=', fileId)
    .where('request_id', 'is not', null)
    .executeTakeFirst()
  if (file === undefined) throw notFound('file')
  await ctx.records.write('interactive', (trx) =>
    record(trx, ctx, ctx.caller, { action: 'support.fileTaken', facts: { fileId } }),
  )
  return sendDownload(reply, {
    name: safeName(file.name, 'file'),
    size: file.size,
    bytes: await ctx.blobs.open(file.sha256),
  })
}
