/** A version of the log as a file for the other side. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { QueryOf } from '#contracts/call.ts'
import { byteOrderMark, csvLine } from '#contracts/csv.ts'
import type { LogCategory, LogColumn, LogSource, logVersionFile } from '#contracts/privilege-log.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { type Table, tableWorkbook } from '../../platform/workbook/table-workbook.ts'
import { datedCategories } from './categories.ts'
import { allVersionRows, versionOf } from './versions.ts'

type Asked = QueryOf<typeof logVersionFile>
type Lines = Table['rows']

export async function sendVersion(
  ctx: ProjectContext,
  { versionId, form, format }: Asked,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { projectId } = ctx.project
  const version = await versionOf(ctx.records.read, projectId, versionId)
  await requireAllSeen(ctx, versionId)
  await ctx.records.write('interactive', (trx) =>
    appendAudit(trx, `project:${projectId}`, [
      {
        ...{ ...byCaller(ctx), action: 'privilegeLog.downloaded', how: 'manual' },
        facts: { versionId, name: version.name, form, format },
      },
    ]),
  )
  const table = form === 'categories' ? await byCategory(ctx, versionId) : byDocument(ctx, version, form)
  return sendDownload(reply, {
    name: safeName(
      `${ctx.project.prefix} privilege log ${version.name}.${format}`,
      `privilege-log.${format}`,
    ),
    size: null,
    bytes:
      format === 'csv'
        ? Readable.from(csv(table.rows), { objectMode: false })
        : Readable.from(tableWorkbook([table]), { objectMode: false }),
  })
}

/** A log is whole or not there: what somebody does not see would be missing in it. */
async function requireAllSeen(ctx: ProjectContext, versionId: number): Promise<void> {
  if (ctx.project.view === null) return
  const count = async (read: Reader): Promise<number> => {
    const { n } = await read
      .selectFrom('privilege_log_row')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('version_id', '=', versionId)
      .executeTakeFirstOrThrow()
    return Number(n)
  }
  if ((await count(ctx.records.read)) !== (await count(ctx.whole.read)))
    throw new ApiError(
      'permission.denied',
      'This log has documents that you do not see. Ask somebody who sees all of them to download it.',
    )
}

const withoutClaim: readonly string[] = ['Basis', 'Description'] satisfies readonly LogSource[]

function byDocument(
  ctx: ProjectContext,
  {
    version_id: versionId,
    columns: all,
  }: { readonly version_id: number; readonly columns: readonly LogColumn[] },
  form: 'documents' | 'metadata',
): Table {
  const columns = form === 'metadata' ? all.filter(({ source }) => !withoutClaim.includes(source)) : all
  async function* rows() {
    yield [columns.map(({ heading }) => heading)]
    for await (const some of allVersionRows(ctx.records.read, ctx.project.prefix, versionId))
      yield some.map(({ values }) => columns.map(({ source }) => values[source] ?? ''))
  }
  return { name: 'Privilege log', widths: columns.map(({ source }) => widthOf(source)), rows }
}

async function byCategory(ctx: ProjectContext, versionId: number): Promise<Table> {
  const all = []
  for await (const some of allVersionRows(ctx.records.read, ctx.project.prefix, versionId)) all.push(...some)
  const categories = await datedCategories(ctx, all)
  async function* rows() {
    yield [['Basis', 'Author', 'Treatment', 'Documents', 'First date', 'Last date']]
    yield categories.map(categoryCells)
  }
  return { name: 'Privilege log by category', widths: [40, 32, 12, 12, 14, 14], rows }
}

const categoryCells = ({ basis, author, treatment, documents, from, to }: LogCategory): string[] => [
  ...[basis, author, treatment === 'withheld' ? 'Withheld' : 'Redacted', String(documents), from, to],
]

const wide: readonly string[] = ['Title', 'Description', 'To', 'CC'] satisfies readonly LogSource[]
const narrow: readonly string[] = [
  'Log_Number',
  'Attachments',
  'Redacted_Pages',
] satisfies readonly LogSource[]
const widthOf = (source: string): number => (wide.includes(source) ? 48 : narrow.includes(source) ? 8 : 20)

async function* csv(rows: Lines): AsyncGenerator<string> {
  yield byteOrderMark
  for await (const some of rows()) yield some.map((cells) => csvLine(cells)).join('')
}
