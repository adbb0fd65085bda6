/** Starts a load of what waits in a source. */
import type { LoadSettings } from '#contracts/loads.ts'
import { knownTimeZone } from '../../organization/project/time-zone.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { denied } from '../../platform/http/scope.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { requireSource } from '../sources/sources.ts'
import { fieldsFilled } from './fields.ts'
import { dialectOf, mappingOf } from './mapping.ts'
import { asConflict, type VolumeFile } from './reading.ts'
import { openRows } from './rows.ts'
import { noCounts, nothingMade, pathOf } from './stored.ts'

/** Files of one question. */
const slice = 5_000

/** Files that wait in a source and belong to no document, in the order in which they came. */
export async function waitingFiles(read: Reader | Writer, sourceId: number): Promise<VolumeFile[]> {
  return await filesBy(read, (query) => query.where('source_id', '=', sourceId).where('job_id', 'is', null))
}

/** The files that a load took. */
export async function takenFiles(read: Reader | Writer, jobId: number): Promise<VolumeFile[]> {
  return await filesBy(read, (query) => query.where('job_id', '=', jobId))
}

const select = (read: Reader | Writer) =>
  read
    .selectFrom('source_file')
    .select(['source_file_id', 'path', 'sha256', 'size'])
    .where('document_id', 'is', null)
    .orderBy('source_file_id')

async function filesBy(
  read: Reader | Writer,
  those: (query: ReturnType<typeof select>) => ReturnType<typeof select>,
): Promise<VolumeFile[]> {
  const files: VolumeFile[] = []
  for (let after = 0; ; ) {
    const rows = await those(select(read)).where('source_file_id', '>', after).limit(slice).execute()
    for (const row of rows)
      files.push({
        sourceFileId: row.source_file_id,
        path: pathOf(row.path),
        sha256: row.sha256,
        size: row.size,
      })
    const last = rows.at(-1)
    if (last === undefined || rows.length < slice) return files
    after = last.source_file_id
  }
}

/** Whoever brings data in does not code by that what is in review already. */
export function requireMayLoad(ctx: ProjectContext, { mode, timeZone }: LoadSettings): void {
  knownTimeZone(timeZone)
  if (mode.is !== 'overlay') return
  if (!ctx.can('coding.bulk')) throw denied('coding.bulk')
  if (ctx.project.view !== null)
    throw new ApiError(
      'permission.denied',
      'You see a part of the documents. Ask somebody who sees all of them to lay values over them.',
      { detail: 'document.view' },
    )
}

export async function startLoad(
  ctx: ProjectContext & { readonly idempotencyKey: string },
  sourceId: number,
  settings: LoadSettings,
): Promise<{ jobId: number }> {
  const { projectId, roleName } = ctx.project
  await requireSource(ctx.records.read, projectId, sourceId)
  requireMayLoad(ctx, settings)
  await requireFitting(ctx, sourceId, settings)
  const reply = await idempotent(
    ctx,
    async (trx) => {
      const source = await requireSource(trx, projectId, sourceId)
      const waiting = await trx
        .selectFrom('source_file')
        .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number>('size').as('bytes')])
        .where('source_id', '=', sourceId)
        .where('job_id', 'is', null)
        .where('document_id', 'is', null)
        .executeTakeFirstOrThrow()
      const files = Number(waiting.files)
      if (files === 0) throw nothingWaits()
      const bytes = Number(waiting.bytes)
      const jobId = await ctx.jobs.enqueue(trx, {
        ...{ projectId, kind: 'load', title: source.name, input: null, bytesTotal: bytes },
        ...{ createdBy: ctx.caller.userId, sourceId },
      })
      await trx
        .updateTable('source_file')
        .set({ job_id: jobId })
        .where('source_id', '=', sourceId)
        .where('job_id', 'is', null)
        .where('document_id', 'is', null)
        .execute()
      await trx
        .insertInto('load_job')
        .values({
          ...{ job_id: jobId, project_id: projectId, source_id: sourceId, command_id: ctx.idempotencyKey },
          ...{
            role: roleName,
            settings: JSON.stringify(settings),
            counts: JSON.stringify({ ...noCounts, files }),
          },
          ...{ made: JSON.stringify(nothingMade), fault_count: 0 },
        })
        .execute()
      const { mode, rows, images } = settings
      await appendAudit(trx, `project:${projectId}`, [
        {
          ...byCaller(ctx),
          ...{ action: 'load.started', jobId, how: 'import' },
          facts: {
            sourceId,
            files,
            bytes,
            mode: mode.is,
            rows: rows?.kind ?? null,
            images: images?.kind ?? null,
          },
        },
      ])
      return { jobId }
    },
    { alone: true },
  )
  ctx.jobs.wake()
  return reply
}

export const notWaiting = (): ApiError =>
  new ApiError('conflict', 'This load file does not wait in this source. Look at the source again.', {
    detail: 'sourceFileId',
  })

const nothingWaits = (): ApiError =>
  new ApiError('conflict', 'Nothing waits in this source. Upload or collect the delivery first.', {
    detail: 'source',
  })

/** What is wrong with the settings is said at once, by the beginning of the file; a repetition finds its files taken. */
async function requireFitting(
  ctx: ProjectContext & { readonly idempotencyKey: string },
  sourceId: number,
  settings: LoadSettings,
): Promise<void> {
  const { read } = ctx.records
  const known = await read
    .selectFrom('load_job')
    .select('job_id')
    .where('source_id', '=', sourceId)
    .where('command_id', '=', ctx.idempotencyKey)
    .executeTakeFirst()
  if (known !== undefined) return
  for (const one of [settings.rows, settings.images]) {
    if (one === null) continue
    const file = await read
      .selectFrom('source_file')
      .select('job_id')
      .where('source_id', '=', sourceId)
      .where('source_file_id', '=', one.sourceFileId)
      .executeTakeFirst()
    if (file === undefined || file.job_id !== null) throw notWaiting()
  }
  const names = await headNames(ctx, settings)
  const mapping = mappingOf(settings, names)
  await fieldsFilled(read, ctx.project.projectId, mapping, new Map())
}

async function headNames(ctx: ProjectContext, settings: LoadSettings): Promise<readonly string[]> {
  if (settings.rows === null) return []
  // The names of XML are known at its end: its columns are looked at by the job.
  if (settings.rows.kind === 'edrm')
    return Array.from(
      { length: 1 + Math.max(0, ...settings.columns.map(({ column }) => column)) },
      (_, at) => `${at}`,
    )
  const file = await ctx.records.read
    .selectFrom('source_file')
    .select('sha256')
    .where('source_file_id', '=', settings.rows.sourceFileId)
    .executeTakeFirstOrThrow()
  const rows = openRows(ctx, { sha256: file.sha256, kind: 'delimited' }, dialectOf(settings))
  try {
    for await (const item of rows.read()) if (item.kind === 'row') break
    return rows.names()
  } catch (error) {
    throw asConflict(error)
  } finally {
    await rows.close()
  }
}
