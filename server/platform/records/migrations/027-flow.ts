/**
 * Inline images by themselves in the books of an import, where they were counted with what filters set aside; and duplicates
 * among the items that are listed. Of copies that came before only the family and its place were kept, so its first document
 * is listed without size and hash, and what was attached to it stays a number of the books.
 */
import type { Migration } from '../migrate.ts'

export const flow: Migration = {
  number: 27,
  name: 'flow',
  statements: ({ int }) => [
    `alter table job add column inline_images ${int} not null default 0`,
    `update job set inline_images = filtered -
      (select count(*) from document as d where d.job_id = job.job_id and d.state = 'Filtered Out')
      where kind = 'import' and filtered > 0`,
    "update job set filtered = filtered - inline_images where kind = 'import'",
    // When each came was not kept: at the end of its import it had.
    `insert into left_out (project_id, job_id, document_id, kind, path, at)
      select j.project_id, c.job_id, c.document_id, 'duplicate', c.source_path,
        coalesce(j.ended_at, j.created_at)
      from document_copy as c join job as j on j.job_id = c.job_id
      order by c.copy_id`,
    // All that the bytes of the flow are added up of, each time that somebody looks.
    'create index left_out_bytes on left_out (project_id, job_id, kind, size)',
  ],
}
