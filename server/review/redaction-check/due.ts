/** Redactions that are to be checked: their document has another file or other pages than when they were drawn. */
import { sql } from 'kysely'
import type { ProjectContext } from '../../platform/http/context.ts'
import { inReview } from '../documents/visible.ts'

/** A row for each of them, in documents that the caller sees. */
export function redactionsDue({
  records: { read },
  project: { projectId },
  caller: { userId },
}: ProjectContext) {
  const otherFile = sql<number>`case when r.sha256 <> d.sha256 then 1 else 0 end`.as('other_file')
  const ofOthers = sql<number>`case when r.by_user <> ${userId} then 1 else 0 end`.as('of_others')
  const onPages = read
    .selectFrom('redaction as r')
    .innerJoin('document as d', 'd.document_id', 'r.document_id')
    .leftJoin('document_pages as p', 'p.document_id', 'r.document_id')
    .select(['d.document_id', 'd.control', 'd.redaction_revision', otherFile, ofOthers])
    .select(sql<number>`1`.as('on_page'))
    .where('r.project_id', '=', projectId)
    .where('r.removed_at', 'is', null)
    .where('d.state', '=', inReview)
    .where((eb) =>
      eb.or([
        eb('r.sha256', '<>', eb.ref('d.sha256')),
        eb('p.version', 'is', null),
        eb('r.pages_version', '<>', eb.ref('p.version')),
      ]),
    )
  const inCells = read
    .selectFrom('redacted_cells as r')
    .innerJoin('document as d', 'd.document_id', 'r.document_id')
    .select(['d.document_id', 'd.control', 'd.redaction_revision', otherFile, ofOthers])
    .select(sql<number>`0`.as('on_page'))
    .where('r.project_id', '=', projectId)
    .where('r.removed_at', 'is', null)
    .where('d.state', '=', inReview)
    .whereRef('r.sha256', '<>', 'd.sha256')
  return read.selectFrom(onPages.unionAll(inCells).as('due'))
}
