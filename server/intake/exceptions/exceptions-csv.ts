/** The exceptions that are meant as a file for spreadsheets, a page at a time on their way. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { QueryOf } from '#contracts/call.ts'
import { exceptionCategories, type exceptionsCsv, isRetriable } from '#contracts/collect.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { csvPages } from '../../platform/http/csv-pages.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { controlNumbers } from '../../review/documents/control.ts'
import { exceptionsOf, type Narrowing } from './exceptions.ts'

const columns = [
  'Exception',
  'Category',
  'Code',
  'Severity',
  'Stage',
  'Reason',
  'Path',
  'Bytes',
  'SHA-256',
  'Custodian',
  'Source',
  'Job',
  'Control number',
  'May be retried',
  'Resolution',
  'Note',
  'Resolved by',
  'Resolved at',
  'At',
]

/** Sends them, after it is on the record that they were taken away. */
export async function sendExceptions(
  ctx: ProjectContext,
  { projectId: _, ...asked }: QueryOf<typeof exceptionsCsv>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { projectId, prefix } = ctx.project
  // A job that is not the project's is refused before anything is sent.
  await exceptionsOf(ctx, { ...asked, limit: 1 })
  const { jobId, ...facts } = asked
  await ctx.records.write('interactive', (trx) =>
    appendAudit(trx, `project:${projectId}`, [
      {
        ...byCaller(ctx),
        action: 'exceptions.exported',
        ...(jobId === undefined ? {} : { jobId }),
        ...(Object.keys(facts).length === 0 ? {} : { facts }),
      },
    ]),
  )
  const day = ctx.now().toISOString().slice(0, 10)
  return sendDownload(reply, {
    name: safeName(`${prefix} exceptions ${day}.csv`, 'exceptions.csv'),
    size: null,
    bytes: Readable.from(linesOf(ctx, asked), { objectMode: false }),
  })
}

async function* linesOf(ctx: ProjectContext, asked: Narrowing): AsyncGenerator<string> {
  const sources = await sourcesOf(ctx)
  let numbers: ReadonlyMap<number, string> = new Map()
  yield* csvPages(
    columns,
    async (place) => {
      const { data } = await exceptionsOf(ctx, { ...asked, ...place })
      const documents = data.map(({ documentId }) => documentId)
      numbers = await controlNumbers(ctx.records.read, ctx.project, documents)
      return data
    },
    ({ exceptionId }) => exceptionId,
    (row) => {
      const source = sources.get(row.sourceId ?? 0)
      return [
        row.exceptionId,
        exceptionCategories[row.code],
        row.code,
        row.severity,
        row.stage,
        row.reason,
        row.path.join('/'),
        row.size,
        row.sha256,
        source?.custodian ?? '',
        source?.name ?? '',
        row.jobId,
        numbers.get(row.documentId ?? 0) ?? '',
        row.resolution === 'open' && isRetriable(row) ? 'Yes' : 'No',
        row.resolution,
        row.note,
        row.resolvedBy,
        row.resolvedAt,
        row.at,
      ]
    },
  )
}

/** What items came from, and whose it is. */
async function sourcesOf({
  records: { read },
  project: { projectId },
}: ProjectContext): Promise<ReadonlyMap<number, { readonly name: string; readonly custodian: string }>> {
  const sources = await read
    .selectFrom('source as s')
    .innerJoin('custodian as c', 'c.custodian_id', 's.custodian_id')
    .select(['s.source_id', 's.name', 'c.name as custodian'])
    .where('s.project_id', '=', projectId)
    .execute()
  return new Map(sources.map(({ source_id, name, custodian }) => [source_id, { name, custodian }]))
}
