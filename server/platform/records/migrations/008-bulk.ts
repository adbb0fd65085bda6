/** Bulk changes and their receipts: what each wrote and what stood there before, so that it can be taken back. */
import type { Migration } from '../migrate.ts'

export const bulk: Migration = {
  number: 8,
  name: 'bulk',
  statements: ({ text, int }) => [
    `create table bulk (
      job_id ${int} primary key references job (job_id),
      project_id ${int} not null references project (project_id), kind ${text} not null,
      root_id ${int} not null, reverses ${int} unique, command_id ${text} not null, correlation_id ${text} not null,
      role ${text} not null, what ${text} not null, changes ${text} not null, families ${int} not null,
      written_documents ${int} not null, written ${int} not null, already_so ${int} not null)`,
    'create index bulk_project on bulk (project_id, job_id)',
    'create index bulk_root on bulk (root_id, job_id)',
    `create table bulk_documents (
      job_id ${int} not null references bulk (job_id), part ${int} not null, ids ${text} not null,
      primary key (job_id, part))`,
    // No foreign key to documents: that one is not there is one of the things it says.
    `create table bulk_row (
      job_id ${int} not null references bulk (job_id), document_id ${int} not null, target_id ${int} not null,
      outcome ${text} not null, before ${text} not null, before_version ${int} not null, after ${text} not null,
      after_version ${int} not null, by_user ${int}, at ${text},
      primary key (job_id, document_id, target_id, outcome))`,
    // What was left is read alone, and is little beside what was written.
    `create index bulk_row_left on bulk_row (job_id, outcome, document_id) where outcome <> 'written'`,
  ],
}
