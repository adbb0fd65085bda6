/** What is wrong with a file that was looked at, as a file for spreadsheets. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { byteOrderMark, csvLine } from '#contracts/csv.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { again } from './overlay.ts'

const columns = ['Row', 'Key', 'Column', 'Value', 'Code', 'Reason']
/** Of a cell that is to blame. */
const longest = 1_000

/** Sends it, after it is on the record that it was taken away. */
export async function sendFaults(
  ctx: ProjectContext,
  overlayId: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { faults, table } = await again(ctx, overlayId)
  await ctx.records.write('interactive', (trx) =>
    appendAudit(trx, `project:${ctx.project.projectId}`, [
      { ...byCaller(ctx), action: 'overlay.faultsExported', facts: { overlayId } },
    ]),
  )
  const keys = new Map(table.rows.map(({ row, cells }) => [row, cells[table.key.at] ?? '']))
  const lines = faults
    .first()
    .map(({ row, column, value, code, reason }) =>
      csvLine([row, keys.get(row) ?? '', column ?? '', value.slice(0, longest), code, reason]),
    )
  return sendDownload(reply, {
    name: safeName(`${ctx.project.prefix} faults of file ${overlayId}.csv`, 'faults.csv'),
    size: null,
    bytes: Readable.from([byteOrderMark + csvLine(columns), ...lines], { objectMode: false }),
  })
}
