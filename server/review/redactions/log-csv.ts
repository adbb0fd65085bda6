/** The log of redactions as a file for spreadsheets. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { RedactionLogRow } from '#contracts/redactions.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { csvPages } from '../../platform/http/csv-pages.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { type LogAsked, logRows, requireLog } from './log.ts'

/** Sends it, after it is on the record who took it away, and what it was of. */
export async function sendLog(
  ctx: ProjectContext,
  asked: LogAsked,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { projectId, prefix } = ctx.project
  await requireLog(ctx, asked)
  const { documentId, label } = asked
  await ctx.records.write('interactive', (trx) =>
    appendAudit(trx, `project:${projectId}`, [
      {
        ...byCaller(ctx),
        action: 'redactionLog.exported',
        ...(documentId === undefined ? {} : { documentId }),
        ...(label === undefined ? {} : { facts: { label } }),
        how: 'manual',
      },
    ]),
  )
  const lines = csvPages(
    columns,
    ({ after, limit }) => logRows(ctx, asked, { before: after, limit }),
    ({ auditId }) => auditId,
    ({ row }) => cellsOf(row),
  )
  const day = ctx.now().toISOString().slice(0, 10)
  return sendDownload(reply, {
    name: safeName(`${prefix} redaction log ${day}.csv`, 'redaction-log.csv'),
    size: null,
    bytes: Readable.from(lines, { objectMode: false }),
  })
}

const columns = [
  ...['At (UTC)', 'By', 'Control number', 'What was done', 'Page or cells', 'Kind'],
  ...['Boxes (left, top, right, bottom in parts of 10,000 of the page)', 'Label', 'Reason', 'Made by'],
  ...['Version', 'Key'],
]

const kinds: Readonly<Record<RedactionLogRow['kind'], string>> = {
  ...{ box: 'Box', words: 'Words', page: 'Whole page', inverse: 'All but the boxes' },
  ...{ cells: 'Cells', rows: 'Rows', columns: 'Columns', sheet: 'Sheet', sheetName: 'Name of a sheet' },
  ...{ text: 'Part of a cell', kept: 'Kept open' },
}
const origins = { hand: 'Hand', terms: 'Terms', pattern: 'Pattern', copy: 'Exact copy' } as const
const acts = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
  restored: 'Restored',
  checked: 'Checked',
} as const

const cellsOf = (row: RedactionLogRow) => [
  row.at,
  row.by,
  row.controlNumber,
  acts[row.act],
  row.cells ?? row.page,
  kinds[row.kind],
  boxWords(row.boxes),
  row.label,
  row.reason,
  origins[row.origin],
  row.version,
  row.key,
]

/** The boxes apart by semicolons. */
const boxWords = (boxes: readonly number[]): string =>
  Array.from({ length: boxes.length / 4 }, (_, at) => boxes.slice(4 * at, 4 * at + 4).join(' ')).join('; ')
