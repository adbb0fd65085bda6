/** Downloading a volume: any range of it, as often as a connection is cut. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { QueryOf } from '#contracts/call.ts'
import type { downloadVolume } from '#contracts/production-volumes.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import { sessionLife } from '../../platform/auth/sessions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { type StoredRun, storedProduction } from '../record/stored.ts'
import { rangeAsked } from './byte-range.ts'

export async function download(
  ctx: ProjectContext,
  { productionId, volume }: QueryOf<typeof downloadVolume>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const production = await storedProduction(ctx.whole.read, ctx.project.projectId, productionId)
  if (production.state !== 'Produced' && production.state !== 'Delivered')
    throw new ApiError(
      'conflict',
      'Only what was produced can be downloaded. Wait until its job is done, and look at what it says.',
      { detail: production.state },
    )
  return await sendVolume(ctx, production, volume, request, reply)
}

/** A volume of a production or an export, for whoever sees all of its documents. */
export async function sendVolume(
  ctx: ProjectContext,
  production: StoredRun,
  volume: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await requireAllSeen(ctx, production)
  const zip = await ctx.volumes.zip(production, volume)
  if (zip === null) throw notFound('volume')
  const { bytes, name, tag } = { ...zip, tag: `"${zip.tag}"` }
  reply.header('accept-ranges', 'bytes').header('etag', tag)
  const { range, 'if-range': condition } = request.headers
  const asked = rangeAsked({ range, condition: oneOf(condition) }, { bytes, tag })
  if (asked === 'outside')
    return reply.code(416).header('content-range', `bytes */${bytes}`).header('content-length', 0).send()
  await tellOnce(ctx, production, name)
  const { from, to } = asked ?? { from: 0, to: bytes }
  if (asked !== null) reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${bytes}`)
  return sendDownload(reply, {
    name: safeName(`${production.name} ${name}.zip`, `${name}.zip`),
    size: to - from,
    bytes: Readable.from(zip.read(from, to), { objectMode: false, signal: ctx.signal }),
  })
}

const oneOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join() : header

/** A volume is whole or not there: whoever does not see one of its documents does not get it. */
async function requireAllSeen(ctx: ProjectContext, { production_id, purpose }: StoredRun): Promise<void> {
  if (ctx.project.view === null) return
  const count = async (read: Reader): Promise<number> => {
    const { n } = await read
      .selectFrom('production_document')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('production_id', '=', production_id)
      .executeTakeFirstOrThrow()
    return Number(n)
  }
  if ((await count(ctx.records.read)) !== (await count(ctx.whole.read)))
    throw new ApiError(
      'permission.denied',
      `This ${purpose} has documents that you do not see. Ask somebody who sees all of them to download it.`,
    )
}

interface Told {
  readonly action: 'production.downloaded' | 'export.downloaded'
  /** Which one, its name, and the name of the volume. */
  readonly facts: Readonly<Record<string, number | string>>
  /** Parts of the text of a row that say that it is this one. */
  readonly signs: readonly string[]
}

function toldOf({ production_id: id, purpose, name }: StoredRun, volume: string): Told {
  const about = purpose === 'production' ? { productionId: id } : { exportId: id }
  return {
    action: `${purpose}.downloaded`,
    facts: { ...about, name, volume },
    signs: [`"${purpose}Id":${id},`, `"volume":"${volume}"`],
  }
}

/** On the record before the first byte, once for each caller, volume and session: not for each range. */
async function tellOnce(ctx: ProjectContext, production: StoredRun, volume: string): Promise<void> {
  const told = toldOf(production, volume)
  if (await isTold(ctx, ctx.whole.read, told)) return
  await ctx.whole.write('interactive', async (trx) => {
    if (await isTold(ctx, trx, told)) return
    await appendAudit(trx, `project:${ctx.project.projectId}`, [
      { ...byCaller(ctx), action: told.action, facts: told.facts, how: 'manual' },
    ])
  })
}

/** Which session and which volume it was is said by the text; rows from before the longest session are none of this one. */
async function isTold(
  { caller, project, now }: ProjectContext,
  read: Reader,
  { action, signs }: Told,
): Promise<boolean> {
  const rows = await read
    .selectFrom('audit')
    .select('text')
    .where('user_id', '=', caller.userId)
    .where('project_id', '=', project.projectId)
    .where('action', '=', action)
    .where('at', '>=', instantOf(new Date(now().getTime() - sessionLife.fullMs)))
    .execute()
  const all = [`"sessionId":"${caller.sessionId}"`, ...signs]
  return rows.some(({ text }) => all.every((sign) => text.includes(sign)))
}
