/** What the record says of uploads before they are imports. */

import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { UploadTable } from './tables.ts'

type Action = 'upload.begun' | 'upload.discarded' | 'file.collected'

/** Puts on the record what somebody did with an upload. */
export async function recordUpload(
  trx: Writer,
  ctx: ProjectContext,
  action: Action,
  row: UploadTable,
): Promise<void> {
  await appendAudit(trx, `project:${row.project_id}`, [{ ...byCaller(ctx), ...entryOf(action, row) }])
}

/** Puts on the record that a file has come, whole. */
export async function recordArrival(
  trx: Writer,
  ctx: ProjectContext,
  arrival: { readonly row: UploadTable; readonly sourceFileId: number; readonly sha256: string },
): Promise<void> {
  const { row, sourceFileId, sha256 } = arrival
  const entry = entryOf('file.collected', row)
  await appendAudit(trx, `project:${row.project_id}`, [
    { ...byCaller(ctx), ...entry, facts: { ...entry.facts, sourceFileId, sha256 } },
  ])
}

/** Puts on the record that a browser was given more than it could read, or send: only its own word says so. */
export async function recordNotArrived(
  trx: Writer,
  ctx: ProjectContext,
  sourceId: number,
  { unread, failed }: { readonly unread: number | undefined; readonly failed: number | undefined },
): Promise<void> {
  const facts = {
    sourceId,
    ...(unread === undefined ? {} : { unread }),
    ...(failed === undefined ? {} : { failed }),
  }
  await appendAudit(trx, `project:${ctx.project.projectId}`, [
    { ...byCaller(ctx), action: 'upload.unread', facts },
  ])
}

/** Puts on the record that an upload was thrown away because nobody went on with it. */
export async function recordStale(trx: Writer, row: UploadTable, at: Date): Promise<void> {
  const entry = entryOf('upload.discarded', row)
  await appendAudit(trx, `project:${row.project_id}`, [
    { ...entry, at, projectId: row.project_id, user: null, facts: { ...entry.facts, why: 'stale' } },
  ])
}

/** What a file is called may name somebody: like other personal data it can be erased. */
const entryOf = (action: Action, row: UploadTable) => ({
  action,
  facts: {
    uploadId: row.upload_id,
    sourceId: row.source_id,
    size: row.size,
    received: row.received,
    ...(row.replaces === null ? {} : { replaces: row.replaces }),
  },
  erasable: { name: row.file_name },
})
