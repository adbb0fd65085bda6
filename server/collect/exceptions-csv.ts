/** All exceptions as a file for spreadsheets, a page at a time on their way. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { QueryOf } from '#contracts/call.ts'
import { exceptionCategories, type exceptionsCsv } from '#contracts/collect.ts'
import { byteOrderMark, csvLine } from '#contracts/csv.ts'
import { appendAudit } from '../audit/append.ts'
import { byCaller } from '../audit/by-caller.ts'
import type { ProjectContext } from '../http/context.ts'
import { safeName, sendDownload } from '../http/download.ts'
import { exceptionsOf } from './exceptions.ts'

const page = 500

const columns = [
  'Exception',
  'Category',
  'Code',
  'Reason',
  'Path',
  'Bytes',
  'SHA-256',
  'Custodian',
  'Source',
  'Job',
  'Document',
  'Resolution',
  'Note',
  'At',
]

/** Sends them, after it is on the record that they were taken away. */
export async function sendExceptions(
  ctx: ProjectContext,
  { jobId }: QueryOf<typeof exceptionsCsv>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { projectId, prefix } = ctx.project
  const asked = jobId === undefined ? {} : { jobId }
  // A job that is not the project's is refused before anything is sent.
  await exceptionsOf(ctx, { ...asked, limit: 1 })
  await ctx.records.write('interactive', (trx) =>
    appendAudit(trx, `project:${projectId}`, [{ ...byCaller(ctx), action: 'exceptions.exported', ...asked }]),
  )
  const day = ctx.now().toISOString().slice(0, 10)
  return sendDownload(reply, {
    name: safeName(`${prefix} exceptions ${day}.csv`, 'exceptions.csv'),
    size: null,
    bytes: Readable.from(linesOf(ctx, asked), { objectMode: false }),
  })
}

async function* linesOf(ctx: ProjectContext, asked: { readonly jobId?: number }): AsyncGenerator<string> {
  const sources = await sourcesOf(ctx)
  yield byteOrderMark + csvLine(columns)
  for (let after: number | undefined; ; ) {
    const { data } = await exceptionsOf(ctx, {
      ...asked,
      ...(after === undefined ? {} : { after }),
      limit: page,
    })
    if (data.length === 0) return
    yield data
      .map((row) => {
        const source = sources.get(row.jobId)
        return csvLine([
          row.exceptionId,
          exceptionCategories[row.code],
          row.code,
          row.reason,
          row.path.join('/'),
          row.size,
          row.sha256,
          source?.custodian ?? '',
          source?.name ?? '',
          row.jobId,
          row.documentId,
          row.resolution,
          row.note,
          row.at,
        ])
      })
      .join('')
    after = data.at(-1)?.exceptionId
  }
}

/** What the jobs took their items from, and whose it is. */
async function sourcesOf({
  records: { read },
  project: { projectId },
}: ProjectContext): Promise<ReadonlyMap<number, { readonly name: string; readonly custodian: string }>> {
  const jobs = await read
    .selectFrom('job as j')
    .innerJoin('source as s', 's.source_id', 'j.source_id')
    .innerJoin('custodian as c', 'c.custodian_id', 's.custodian_id')
    .select(['j.job_id', 's.name', 'c.name as custodian'])
    .where('j.project_id', '=', projectId)
    .execute()
  return new Map(jobs.map(({ job_id, name, custodian }) => [job_id, { name, custodian }]))
}
