/** Items that are no documents because they were left out or taken apart, each with where it was: until now a number. */
import type { Migration } from '../migrate.ts'

export const leftOut: Migration = {
  number: 25,
  name: 'left-out',
  statements: ({ id, int, text }) => [
    `create table left_out (
      left_out_id ${id}, project_id ${int} not null references project (project_id),
      job_id ${int} not null references job (job_id), document_id ${int} references document (document_id),
      kind ${text} not null, path ${text} not null, size ${int}, sha256 ${text},
      hash_list_id ${int} references hash_list (hash_list_id), at ${text} not null)`,
    'create index left_out_project on left_out (project_id, kind, left_out_id)',
    'create index left_out_job on left_out (job_id, kind, left_out_id)',
    'create index left_out_document on left_out (document_id)',
    'create index left_out_list on left_out (hash_list_id)',
  ],
}
