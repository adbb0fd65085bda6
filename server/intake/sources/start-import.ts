/** Queues the processing of files that have come into a source. */

import { appendAudit } from '../../platform/audit/append.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { Services } from '../../platform/services.ts'
import { lastReplaced } from '../../review/documents/replaced.ts'
import { standsIn } from './archive-entries.ts'
import { settingsForJob } from './import-settings.ts'

export interface NewImport {
  readonly projectId: number
  readonly sourceId: number
  /** It alone. */
  readonly sourceFileId?: number | undefined
  readonly user: { readonly userId: number; readonly name: string; readonly role: string }
  readonly sessionId?: string
  readonly ip?: string
  readonly commandId?: string
  /** How, where it was not over the web. */
  readonly via?: string
}

/** A job takes so many files at most; the others come into further ones. */
const filesPerJob = 100_000

/**
 * Adds the jobs of all files of a source that no job has taken, or of one of them, with their audit rows; the first one's id,
 * or null. A file that becomes a document's own has a job of its own: all that comes of such a job is of that document.
 */
export async function startImport(
  trx: Writer,
  services: Pick<Services, 'jobs' | 'now'>,
  asked: NewImport,
): Promise<number | null> {
  if (asked.sourceFileId !== undefined) return await startOne(trx, services, asked)
  let first: number | null = null
  for (;;) {
    const jobId = await startOne(trx, services, asked)
    if (jobId === null) break
    first ??= jobId
  }
  const ofDocuments = await trx
    .selectFrom('source_file')
    .select('source_file_id')
    .where('source_id', '=', asked.sourceId)
    .where('job_id', 'is', null)
    .orderBy('source_file_id')
    .execute()
  for (const { source_file_id: sourceFileId } of ofDocuments) {
    const jobId = await startOne(trx, services, { ...asked, sourceFileId })
    first ??= jobId
  }
  return first
}

/** Of the file that is named, else of as many as a job takes of those that are walked; null where none waits. */
async function startOne(
  trx: Writer,
  { jobs, now }: Pick<Services, 'jobs' | 'now'>,
  { projectId, sourceId, sourceFileId, user, sessionId, ip, commandId, via }: NewImport,
): Promise<number | null> {
  const waiting = trx
    .selectFrom('source_file')
    .where('source_id', '=', sourceId)
    .where('job_id', 'is', null)
    .where((eb) =>
      sourceFileId === undefined ? eb('document_id', 'is', null) : eb('source_file_id', '=', sourceFileId),
    )
    .orderBy('source_file_id')
    .limit(filesPerJob)
  const taken = await trx
    .selectFrom(waiting.select(['source_file_id', 'size', 'path', 'document_id']).as('w'))
    .leftJoin('document as d', 'd.document_id', 'w.document_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('files'),
      eb.fn.sum<number>('w.size').as('bytes'),
      eb.fn.min<string>('w.path').as('path'),
      eb.fn.min<string | null>('d.file_name').as('replaced'),
      eb.fn.min<string | null>('d.source_path').as('replacedPath'),
      eb.fn.min<number | null>('w.document_id').as('documentId'),
    ])
    .executeTakeFirstOrThrow()
  const files = Number(taken.files)
  if (files === 0) return null
  const bytes = Number(taken.bytes)
  const source = await trx
    .selectFrom('source')
    .select(['name', 'custodian_id', 'auto_promote'])
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow()
  const name = files === 1 ? (JSON.parse(taken.path) as string[]).at(-1) : undefined
  const settings = await settingsForJob(trx, projectId, source.auto_promote === 1)
  const jobId = await jobs.enqueue(trx, {
    projectId,
    kind: 'import',
    title: titleOf(source.name, files, name, taken),
    input: {
      settings,
      ...(taken.documentId === null ? {} : await stateSentFor(trx, taken.documentId)),
    },
    bytesTotal: bytes,
    createdBy: user.userId,
    sourceId,
  })
  await insertAll(
    trx,
    'job_hash_list',
    settings.hashLists.map(({ hashListId }) => ({ job_id: jobId, hash_list_id: hashListId })),
  )
  await trx.updateTable('job').set({ items_total: files }).where('job_id', '=', jobId).execute()
  await trx
    .updateTable('source_file')
    .set({ job_id: jobId })
    .where('source_file_id', 'in', waiting.select('source_file_id'))
    .execute()
  await appendAudit(trx, `project:${projectId}`, [
    {
      at: now(),
      user,
      action: 'import.queued',
      projectId,
      jobId,
      how: 'import',
      facts: {
        sourceId,
        files,
        bytes,
        custodianId: source.custodian_id,
        settings,
        ...(via === undefined ? {} : { via }),
      },
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(ip === undefined ? {} : { ip }),
      ...(commandId === undefined ? {} : { commandId }),
    },
  ])
  return jobId
}

/** The state of the document that a file was sent for (reprocess/replacement-guard.ts). While its file waits none can be put there, so that this is as it was sent. */
const stateSentFor = async (trx: Writer, documentId: number): Promise<{ readonly putAfter: number }> => ({
  putAfter: await lastReplaced(trx, documentId),
})

/** One file goes by its name, and by that of the document whose file it becomes, or of the archive in which it stands. */
function titleOf(
  source: string,
  files: number,
  name: string | undefined,
  { path, replaced, replacedPath }: Taken,
): string {
  if (name === undefined) return `${source}, ${files} files`
  if (replaced === null || replacedPath === null) return name
  return `${name}, in ${standsIn(path, replacedPath) ? '' : 'place of '}${replaced}`
}

/** Where a file stands, and what the document is called, and stands, that it was sent for. */
interface Taken {
  readonly path: string
  readonly replaced: string | null
  readonly replacedPath: string | null
}
