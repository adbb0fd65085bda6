/** All that imports have written, to be compared between one that was disturbed and one that was not. */
import { createHash } from 'node:crypto'
import { reconciliationOf } from '#server/intake/writing/reconciliation.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import type { Blobs } from '#server/platform/blobs/blobs.ts'
import type { Reader } from '#server/platform/records/records.ts'

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
  const leftOut = await read
    .selectFrom('left_out as l')
    .leftJoin('document as d', 'd.document_id', 'l.document_id')
    .select(['l.kind', 'l.path', 'l.size', 'l.sha256', 'l.hash_list_id', 'd.control'])
    .orderBy('l.kind')
    .orderBy('l.path')
    .orderBy('l.left_out_id')
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
    // Nor how often what had come until then was analysed; what that found is.
    .where('a.action', 'not like', 'analysis.%')
    .orderBy('a.action')
    .orderBy('a.seq')
    .execute()
  const { firstBroken } = await verifyChain(read, `project:${projectId}`)
  const damaged: string[] = []
  for (const sha256 of new Set([...documents, ...files].map((kept) => kept.sha256)))
    if (!(await blobs.has(sha256)) || hashOf(await blobs.read(sha256)) !== sha256) damaged.push(sha256)
  const { unexplained } = reconciliationOf(job)
  const analysis = await analysisResult(read)
  return {
    ...{ documents, custodians, copies, exceptions, leftOut, job, files, audit, analysis },
    ...{ firstBroken, damaged, unexplained },
  }
}

/**
 * What the analysis found. A conversation has an id of one of its documents, and ids are given transaction by transaction: here
 * it is named by the first of its documents.
 */
async function analysisResult(read: Reader) {
  const rows = await read
    .selectFrom('document_analysis as a')
    .innerJoin('document as d', 'd.document_id', 'a.document_id')
    .selectAll('a')
    .select('d.control')
    .orderBy('d.control')
    .execute()
  const controls = new Map(rows.map(({ document_id, control }) => [document_id, control]))
  const controlOf = (id: number | null): number | null => (id === null ? null : (controls.get(id) ?? 0))
  const firstOf = (idIn: (row: (typeof rows)[number]) => number | null) => {
    const first = new Map<number | null, number | null>([[null, null]])
    for (const row of rows) if (!first.has(idIn(row))) first.set(idIn(row), row.control)
    return (row: (typeof rows)[number]) => first.get(idIn(row))
  }
  const thread = firstOf(({ thread_id }) => thread_id)
  const reviewThread = firstOf(({ review_thread_id }) => review_thread_id)
  return rows.map((row) => {
    const { document_id, project_id, thread_id, thread_parent, near_dup_group, ...found } = row
    const { review_thread_id, review_thread_parent, review_near_dup_group, ...said } = found
    return {
      ...said,
      thread: thread(row),
      threadParent: controlOf(thread_parent),
      nearDuplicates: controlOf(near_dup_group),
      reviewThread: reviewThread(row),
      reviewThreadParent: controlOf(review_thread_parent),
      reviewNearDuplicates: controlOf(review_near_dup_group),
    }
  })
}
