/** The privilege log: its settings, what people wrote into it, its numbers, and its versions. */
import type { Migration } from '../migrate.ts'

export const privilegeLog: Migration = {
  number: 59,
  name: 'privilege log',
  statements: ({ id, text, int }) => [
    `create table privilege_log (
      project_id ${int} primary key references project (project_id), version ${int} not null,
      settings ${text} not null, changed_by ${int} not null references app_user (user_id), changed_at ${text} not null)`,
    `create table privilege_log_entry (
      document_id ${int} primary key references document (document_id),
      project_id ${int} not null references project (project_id), version ${int} not null,
      cells ${text} not null, facts ${text} not null,
      by_user ${int} not null references app_user (user_id), at ${text} not null)`,
    'create index privilege_log_entry_project on privilege_log_entry (project_id)',
    `create table privilege_log_number (
      document_id ${int} primary key references document (document_id),
      project_id ${int} not null references project (project_id), log_number ${int} not null,
      unique (project_id, log_number))`,
    `create table privilege_log_version (
      version_id ${id}, project_id ${int} not null references project (project_id), place ${int} not null,
      name ${text} not null, name_key ${text} not null, columns ${text} not null, settings_version ${int} not null,
      made_by ${int} not null references app_user (user_id), made_at ${text} not null, whole ${int} not null,
      unique (project_id, name_key), unique (project_id, place))`,
    `create table privilege_log_row (
      version_id ${int} not null references privilege_log_version (version_id),
      document_id ${int} not null references document (document_id),
      project_id ${int} not null references project (project_id), log_number ${int} not null,
      treatment ${text} not null, dated ${text}, cells ${text} not null,
      primary key (version_id, log_number), unique (version_id, document_id))`,
    'create index privilege_log_row_of_document on privilege_log_row (document_id)',
  ],
}
