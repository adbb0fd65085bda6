/** Puts on the record that the text of a document could not be indexed: who searches has to know what is not found. */
import { appendAudit } from '../../../platform/audit/append.ts'
import { instantOf } from '../../../platform/records/dialect.ts'
import type { Records } from '../../../platform/records/records.ts'

/** Adds the document's exception, once. */
export async function noteUnsearchable(records: Records, documentId: number, now: Date): Promise<void> {
  await records.write('bulk', async (trx) => {
    const document = await trx
      .selectFrom('document')
      .select(['project_id', 'job_id', 'source_path', 'size', 'sha256'])
      .where('document_id', '=', documentId)
      .executeTakeFirst()
    if (document === undefined) return
    const code = 'textFailed'
    const known = await trx
      .selectFrom('exception')
      .select('exception_id')
      .where('document_id', '=', documentId)
      .where('code', '=', code)
      .executeTakeFirst()
    if (known !== undefined) return
    const { source_path: path, ...kept } = document
    const reason = 'Its text could not be indexed: it is listed and found by its fields, not by its words.'
    const { project_id: projectId, job_id: jobId } = document
    await trx
      .insertInto('exception')
      .values({ ...kept, document_id: documentId, code, reason, stage: 'text', path, at: instantOf(now) })
      .execute()
    // The document is found by its exceptions too.
    await trx
      .insertInto('index_queue')
      .values({ project_id: projectId, document_id: documentId, what: 'facts' })
      .execute()
    await appendAudit(trx, `project:${projectId}`, [
      { at: now, user: null, action: 'document.textFailed', projectId, documentId, jobId, facts: { code } },
    ])
  })
}
