/** De-NIST lists: how they come in, and which of them a job uses. */

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import type { BodyOf } from '#contracts/call.ts'
import { hashKinds } from '#contracts/hash-kinds.ts'
import type { beginHashList, HashList, UsedHashList } from '#contracts/hash-lists.ts'
import { settledStates } from '#contracts/jobs.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import { append, sizeOf } from '../../platform/blobs/upload-file.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { keyedMutex } from '../../platform/keyed-mutex.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import type { Services } from '../../platform/services.ts'

/** Where a list lies while it comes in, and what is made of it until it is a file of the store. */
export async function hashListFolder(
  { config }: Pick<Services, 'config'>,
  hashListId: number,
): Promise<string> {
  const folder = join(config.dataDir, 'hash-lists', String(hashListId))
  await mkdir(folder, { recursive: true })
  return folder
}

/** The list as it was uploaded. */
export const listFile = (folder: string): string => join(folder, 'list')

/** All lists of the project by name. */
export async function hashListsOf(ctx: ProjectContext): Promise<HashList[]> {
  const rows = await select(ctx.records.read, ctx.project.projectId)
    .orderBy('h.name')
    .orderBy('h.version')
    .execute()
  return rows.map(present)
}

/** Begins an upload. */
export async function addHashList(
  ctx: ProjectContext,
  asked: BodyOf<typeof beginHashList>,
): Promise<HashList> {
  const { projectId } = ctx.project
  const { hash_list_id } = await idempotent(ctx, async (trx) => {
    const { name, version, fileName, size } = asked
    const same = await select(trx, projectId)
      .where('h.name', '=', name)
      .where('h.version', '=', version)
      .executeTakeFirst()
    if (same !== undefined)
      throw new ApiError('conflict', 'There is a list of this name and version.', { detail: 'name' })
    const row = await trx
      .insertInto('hash_list')
      .values({
        ...{ project_id: projectId, name, version, file_name: fileName, size, received: 0, rejected: 0 },
        ...{ entries: null, sha256: null, job_id: null, created_by: ctx.caller.userId },
        created_at: instantOf(ctx.now()),
      })
      .returning('hash_list_id')
      .executeTakeFirstOrThrow()
    await tell(trx, ctx, 'hashList.begun', { hashListId: row.hash_list_id, ...asked })
    return row
  })
  return present(await required(ctx.records.read, projectId, hash_list_id))
}

/** One after the other for each list: two requests must not write at one place. */
const byList = keyedMutex<number>()

/** Writes a chunk that begins where the upload ends; answers when it is on the disk. */
export function putChunk(
  ctx: ProjectContext,
  hashListId: number,
  offset: number,
  bytes: Readable,
): Promise<HashList> {
  return byList(hashListId, async () => {
    const { projectId } = ctx.project
    const row = await required(ctx.records.read, projectId, hashListId)
    if (row.job_id !== null) throw new ApiError('conflict', 'This list has come in already.')
    const file = listFile(await hashListFolder(ctx, hashListId))
    // A machine that lost its power may have lost bytes that were acknowledged: they are asked for again.
    const received = Math.min(row.received, await sizeOf(file))
    if (offset !== received)
      throw new ApiError('conflict', `The next byte of this list is ${received}.`, {
        detail: 'offset',
        data: present({ ...row, received }),
      })
    const added = await append(file, { received, size: row.size }, bytes)
    await ctx.records.write('interactive', async (trx) => {
      await trx
        .updateTable('hash_list')
        .set({ received: received + added })
        .where('hash_list_id', '=', hashListId)
        .execute()
    })
    return present({ ...row, received: received + added })
  })
}

/** The upload is whole: queues the job that sorts it. */
export async function finishUpload(ctx: ProjectContext, hashListId: number): Promise<{ jobId: number }> {
  const { projectId } = ctx.project
  const reply = await idempotent(ctx, async (trx) => {
    const row = await required(trx, projectId, hashListId)
    if (row.job_id !== null) return { jobId: row.job_id }
    const there = await sizeOf(listFile(await hashListFolder(ctx, hashListId)))
    if (Math.min(row.received, there) !== row.size)
      throw new ApiError('conflict', `The list is not whole: ${there} of ${row.size} bytes are there.`)
    const jobId = await ctx.jobs.enqueue(trx, {
      projectId,
      kind: 'hash-list',
      title: nameOf(row),
      input: { hashListId },
      bytesTotal: row.size,
      createdBy: ctx.caller.userId,
    })
    await trx.updateTable('hash_list').set({ job_id: jobId }).where('hash_list_id', '=', hashListId).execute()
    await tell(trx, ctx, 'hashList.uploaded', { hashListId, size: row.size }, jobId)
    return { jobId }
  })
  ctx.jobs.wake()
  return reply
}

/** Takes a list away that no job uses. The record still says what it was. */
export async function removeHashList(ctx: ProjectContext, hashListId: number): Promise<void> {
  await idempotent(ctx, async (trx) => {
    const row = await required(trx, ctx.project.projectId, hashListId)
    if (row.uses !== null) throw new ApiError('conflict', 'A job was tested against this list: it stays.')
    if (present(row).state === 'building')
      throw new ApiError('conflict', 'This list is being made: cancel its job.')
    await trx.deleteFrom('hash_list').where('hash_list_id', '=', hashListId).execute()
    const { name, version, entries } = row
    await tell(trx, ctx, 'hashList.removed', { hashListId, name, version, entries })
  })
  await rm(await hashListFolder(ctx, hashListId), { recursive: true, force: true })
}

/** The lists that can be searched, in the order in which they are. */
export async function readyLists(read: Reader | Writer, projectId: number): Promise<UsedHashList[]> {
  const rows = await read
    .selectFrom('hash_list')
    .select(['hash_list_id', 'name', 'version', 'entries', 'sha256'])
    .where('project_id', '=', projectId)
    .where('sha256', 'is not', null)
    .orderBy('hash_list_id')
    .execute()
  return rows.map(({ hash_list_id, name, version, entries, sha256 }) => ({
    hashListId: hash_list_id,
    ...{ name, version, entries: entries ?? 0, sha256: sha256 ?? '' },
  }))
}

/** What a list is called, for people. */
export const nameOf = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  version === '' ? name : `${name} ${version}`

const select = (read: Reader | Writer, projectId: number) =>
  read
    .selectFrom('hash_list as h')
    .innerJoin('app_user as u', 'u.user_id', 'h.created_by')
    .leftJoin('job as j', 'j.job_id', 'h.job_id')
    .selectAll('h')
    .select(['u.name as creator', 'j.state as job_state', 'j.cursor as job_cursor'])
    .select((eb) =>
      eb
        .selectFrom('job_hash_list as l')
        .whereRef('l.hash_list_id', '=', 'h.hash_list_id')
        .select((l) => l.fn.min<number>('l.job_id').as('first'))
        .as('uses'),
    )
    .where('h.project_id', '=', projectId)

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

async function required(read: Reader | Writer, projectId: number, hashListId: number): Promise<Row> {
  const row = await select(read, projectId).where('h.hash_list_id', '=', hashListId).executeTakeFirst()
  if (row === undefined) throw notFound('hash list')
  return row
}

const present = (row: Row): HashList => ({
  hashListId: row.hash_list_id,
  name: row.name,
  version: row.version,
  fileName: row.file_name,
  size: row.size,
  received: row.received,
  state: stateOf(row),
  entries: row.entries,
  kinds: row.sha256 === null ? [] : kindsOf(row.job_cursor),
  rejected: row.rejected,
  jobId: row.job_id,
  used: row.uses !== null,
  createdBy: row.creator,
  createdAt: row.created_at,
})

/** The kinds of hashes that its job has found. */
function kindsOf(cursor: string | null): HashList['kinds'] {
  const { runs } = found.parse(JSON.parse(cursor ?? '{"runs":[]}'))
  return hashKinds.filter((kind) => runs.some((run) => run.kind === kind))
}
const found = z.object({ runs: z.array(z.object({ kind: z.string() })) })

function stateOf({ job_id, sha256, job_state }: Row): HashList['state'] {
  if (job_id === null) return 'uploading'
  if (sha256 !== null) return 'ready'
  return settledStates.some((state) => state === job_state) ? 'failed' : 'building'
}

async function tell(
  trx: Writer,
  ctx: ProjectContext,
  action: string,
  facts: Record<string, unknown>,
  jobId?: number,
): Promise<void> {
  await appendAudit(trx, `project:${ctx.project.projectId}`, [
    { ...byCaller(ctx), action, how: 'manual', facts, ...(jobId === undefined ? {} : { jobId }) },
  ])
}
