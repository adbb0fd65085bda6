/** OCR that nobody has to ask for: of what an import has brought, once it has come to its end. */
import { endedStates } from '#contracts/jobs.ts'
import type { OcrLanguage } from '#contracts/processing.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { breathe } from '../../platform/records/breathe.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { hasFile } from '../../review/documents/file.ts'
import { plannedDocuments } from '../../review/documents/job-documents.ts'
import type { JobFile } from '../sources/source-files.ts'
import { type Candidates, candidatesIn } from './candidates.ts'
import { queueOcr } from './queue.ts'

/** Documents of one question. */
const slice = 2_000

/**
 * Documents of the import, and the one whose file it has brought, that have pictures without text, and that no job of text
 * recognition is about: none that has done them or failed with them, none that is to come to them, and none that somebody has
 * stopped before it did. Those that are locked are passed by: once a password opens them, the import ends anew.
 */
export async function candidatesAfter(
  read: Reader,
  {
    jobId,
    projectId,
    files,
  }: { readonly jobId: number; readonly projectId: number; readonly files: readonly JobFile[] },
): Promise<Candidates> {
  const asked = await askedBefore(read, projectId)
  const among = (await unlooked(read, { jobId })).filter((id) => !asked.has(id))
  // Whatever was asked for of the file before, this one was looked at by nobody.
  for (const { sha256, becomes } of files)
    if (becomes !== null && (await hasFile(read, { documentId: becomes.documentId, sha256 })))
      among.push(...(await unlooked(read, becomes)))
  return await candidatesIn(read, projectId, among, false)
}

/** Of the documents of a job, or of one document, those that were not looked at and are not locked. */
async function unlooked(
  read: Reader,
  of: { readonly jobId: number } | { readonly documentId: number },
): Promise<number[]> {
  const among: number[] = []
  for (let after: number | null = 0; after !== null; ) {
    const rows: { readonly document_id: number }[] = await read
      .selectFrom('document as d')
      .select('d.document_id')
      .$call((query) =>
        'jobId' in of
          ? query.where('d.job_id', '=', of.jobId)
          : query.where('d.document_id', '=', of.documentId),
      )
      .where('d.document_id', '>', after)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('ocr_document as o')
              .select('o.document_id')
              .whereRef('o.document_id', '=', 'd.document_id'),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('exception as x')
              .select('x.exception_id')
              .whereRef('x.document_id', '=', 'd.document_id')
              .where('x.code', '=', 'encrypted')
              .where('x.resolution', '=', 'open'),
          ),
        ),
      )
      .orderBy('d.document_id')
      .limit(slice)
      .execute()
    for (const { document_id } of rows) among.push(document_id)
    after = rows.length < slice ? null : (rows.at(-1)?.document_id ?? null)
    await breathe()
  }
  return among
}

/** What jobs are about that have not come to their end; what one was about that has, its rows tell. */
async function askedBefore(read: Reader, projectId: number): Promise<ReadonlySet<number>> {
  const jobs = await read
    .selectFrom('job')
    .select('job_id')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'ocr')
    .where('state', 'not in', [...endedStates])
    .execute()
  const ids = new Set<number>()
  for (const { job_id } of jobs) for (const id of await plannedDocuments(read, job_id, false)) ids.add(id)
  return ids
}

/** Asks for it from inside the import, for whoever has started that. Where there is nothing to recognise, nothing is begun. */
export async function queueOcrAfter(
  trx: Writer,
  jobs: Jobs,
  { jobId, projectId }: { readonly jobId: number; readonly projectId: number },
  candidates: Candidates,
  { languages, at }: { readonly languages: readonly OcrLanguage[]; readonly at: Date },
): Promise<void> {
  if (candidates.documentIds.length === 0) return
  const { user_id, name, role } = await trx
    .selectFrom('job as j')
    .innerJoin('app_user as u', 'u.user_id', 'j.created_by')
    .select(['u.user_id', 'u.name', 'u.role'])
    .where('j.job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  await queueOcr(trx, jobs, candidates, {
    ...{ projectId, withText: false, languages, createdBy: user_id, after: jobId },
    told: { at, user: { userId: user_id, name, role }, how: 'import' },
  })
}
