/** Assignments and their batches; what a job is about belongs to every kind of job that is about documents. */
import { type ColumnTypes, columnTypes } from '../dialect.ts'
import type { Migration } from '../migrate.ts'

const spanTable = ({ int, text }: ColumnTypes, kept: string) => `create table batch_span (
  project_id ${int} not null, batch_id ${int} not null, from_seq ${int} not null, until_seq ${int} not null,
  status ${text}, user_id ${int}, at ${text} not null, moment ${text} not null,
  primary key (project_id, batch_id, from_seq)) ${kept}`

const byMoment = 'create index batch_span_moment on batch_span (project_id, moment, from_seq)'

/** Written out where it is asked as well (server/review/reconcile/commands.ts), so that the databases see that the index holds it. */
const saidByCommand = `command_id is not null and (job_id is null or action = 'bulk.requested')`

export const assignments: Migration = {
  number: 9,
  name: 'assignments',
  statements: ({ id, text, int }) => [
    `create table job_documents (
      job_id ${int} not null references job (job_id), part ${int} not null, ids ${text} not null,
      primary key (job_id, part))`,
    'insert into job_documents (job_id, part, ids) select job_id, part, ids from bulk_documents',
    'drop table bulk_documents',
    `create table assignment (
      assignment_id ${id}, project_id ${int} not null references project (project_id),
      job_id ${int} not null unique references job (job_id), name ${text} not null, name_key ${text} not null,
      search ${text}, families ${int} not null, batch_size ${int} not null, group_by ${text} not null,
      coding_form_id ${int}, reviewed_field_id ${int} references field (field_id),
      created_by ${int} not null references app_user (user_id), created_at ${text} not null, deleted_at ${text})`,
    'create unique index assignment_name on assignment (project_id, name_key) where deleted_at is null',
    `create table assignment_user (
      assignment_id ${int} not null references assignment (assignment_id),
      user_id ${int} not null references app_user (user_id), primary key (assignment_id, user_id))`,
    `create table batch (
      batch_id ${id}, project_id ${int} not null references project (project_id),
      assignment_id ${int} not null references assignment (assignment_id), number ${int} not null,
      size ${int} not null, status ${text} not null, holder ${int} references app_user (user_id),
      at ${text} not null, unique (assignment_id, number))`,
    'create index batch_holder on batch (project_id, holder, status)',
    'create index batch_next on batch (assignment_id, status, number)',
    // What a browser's commands have written: of a bulk change that it was asked for, and not each of its documents.
    `create index audit_said on audit (command_id) where ${saidByCommand}`,
    'create index batch_project on batch (project_id, assignment_id, number)',
    `create table batch_document (
      batch_id ${int} not null references batch (batch_id), position ${int} not null,
      document_id ${int} not null references document (document_id), primary key (batch_id, position))`,
    'create index batch_document_document on batch_document (document_id, batch_id)',
  ],
  perDialect: {
    sqlite: [spanTable(columnTypes.sqlite, 'without rowid'), byMoment],
    postgres: [spanTable(columnTypes.postgres, ''), byMoment],
  },
}
