/** All that imports have written, to be compared between one that was disturbed and one that was not. */
import { createHash } from 'node:crypto'
import { verifyChain } from '#server/audit/verify.ts'
import type { Blobs } from '#server/blobs/blobs.ts'
import { booksOf } from '#server/jobs/books.ts'
import type { Reader } from '#server/records/records.ts'

const hashOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

/** The rows, files and audit chain of a project's one import, without what differs from run to run (ids and times). */
export async function importResult(read: Reader, blobs: Blobs, projectId = 1) {
  const rows = await read
    .selectFrom('document as d')
    .innerJoin('document_text as t', 't.document_id', 'd.document_id')
    .innerJoin('document as f', 'f.document_id', 'd.family_id')
    .leftJoin('document as p', 'p.document_id', 'd.parent_id')
    .selectAll('d')
    .select(['t.text', 't.html', 'f.control as family', 'p.control as parent'])
    .orderBy('d.control')
    .execute()
  const documents = rows.map(
    ({ document_id, family_id, parent_id, created_at, custodians_at, text, html, ...row }) => ({
      ...row,
      text: hashOf(text),
      html: html === null ? null : hashOf(html),
    }),
  )
  const custodians = await read
    .selectFrom('document_custodian as c')
    .innerJoin('document as d', 'd.document_id', 'c.document_id')
    .select(['d.control', 'c.custodian_id', 'c.position'])
    .orderBy('d.control')
    .orderBy('c.position')
    .execute()
  const copies = await read
    .selectFrom('document_copy as c')
    .innerJoin('document as d', 'd.document_id', 'c.document_id')
    .select(['d.control', 'c.custodian_id', 'c.source_path'])
    .orderBy('c.copy_id')
    .execute()
  // How the work is cut into transactions is the order of flaws and failures among each other.
  const exceptions = await read
    .selectFrom('exception as x')
    .leftJoin('document as d', 'd.document_id', 'x.document_id')
    .select(['x.code', 'x.reason', 'x.stage', 'x.path', 'x.size', 'x.sha256', 'x.resolution', 'd.control'])
    .orderBy('x.path')
    .orderBy('x.code')
    .orderBy('x.exception_id')
    .execute()
  const job = await read
    .selectFrom('job')
    .select(['state', 'items_in', 'items_total', 'promoted', 'waiting', 'duplicates', 'de_nisted'])
    .select(['containers', 'exceptions', 'inline_images', 'filtered', 'bytes_done'])
    .where('kind', '=', 'import')
    .executeTakeFirstOrThrow()
  const files = await read
    .selectFrom('source_file')
    .select(['path', 'sha256', 'size', 'modified_at'])
    .orderBy('source_file_id')
    .execute()
  // How often the job was stopped and taken up again is on the record too, and is no part of what it brought; nor is how
  // it cut its work into transactions, which is the order of actions of different kinds.
  const audit = await read
    .selectFrom('audit as a')
    .leftJoin('document as d', 'd.document_id', 'a.document_id')
    .select(['a.action', 'd.control'])
    .where('a.chain', '=', `project:${projectId}`)
    .where('a.action', 'not like', 'job.%')
    // Nor is the analysis, which comes behind it.
    .where('a.action', 'not like', 'analysis.%')
    .orderBy('a.action')
    .orderBy('a.seq')
    .execute()
  const { firstBroken } = await verifyChain(read, `project:${projectId}`)
  const damaged: string[] = []
  for (const sha256 of new Set([...documents, ...files].map((kept) => kept.sha256)))
    if (!(await blobs.has(sha256)) || hashOf(await blobs.read(sha256)) !== sha256) damaged.push(sha256)
  const { unexplained } = booksOf(job)
  return { documents, custodians, copies, exceptions, job, files, audit, firstBroken, damaged, unexplained }
}
