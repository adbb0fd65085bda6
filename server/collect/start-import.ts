/** Queues the import of a file that is kept. */
import { appendAudit } from '../audit/append.ts'
import type { Services } from '../http/context.ts'
import { instantOf } from '../records/dialect.ts'
import type { Writer } from '../records/records.ts'
import type { ImportInput } from './cursor.ts'

export interface NewImport {
  readonly projectId: number
  readonly input: ImportInput
  readonly user: { readonly userId: number; readonly name: string; readonly role: string }
  readonly sessionId?: string
  readonly ip?: string
  /** How, where it was not over the web. */
  readonly via?: string
}

/** Adds the job of a kept file, with its audit row. */
export async function startImport(
  trx: Writer,
  { jobs, now }: Pick<Services, 'jobs' | 'now'>,
  { projectId, input, user, sessionId, ip, via }: NewImport,
): Promise<number> {
  const { sha256, size, fileName, custodianId } = input
  await trx
    .insertInto('blob')
    .values({ sha256, size, at: instantOf(now()) })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
  const jobId = await jobs.enqueue(trx, {
    projectId,
    kind: 'import',
    title: fileName,
    input,
    bytesTotal: size,
    createdBy: user.userId,
  })
  await appendAudit(trx, `project:${projectId}`, [
    {
      at: now(),
      user,
      action: 'import.queued',
      projectId,
      jobId,
      how: 'import',
      facts: { sha256, size, custodianId, ...(via === undefined ? {} : { via }) },
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(ip === undefined ? {} : { ip }),
    },
  ])
  return jobId
}
