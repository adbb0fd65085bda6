/**
 * Custom ids, files of values and what bulk changes take from them for each document; files by their hashes, and those that
 * were replaced.
 */
import type { Migration } from '../migrate.ts'

export const overlays: Migration = {
  number: 16,
  name: 'overlays',
  statements: ({ id, text, int }) => [
    `alter table document add column custom_id ${text}`,
    'create unique index document_custom_id on document (project_id, custom_id) where custom_id is not null',
    'create index document_sha256 on document (project_id, sha256)',
    'create index document_md5 on document (project_id, md5)',
    'create index source_file_sha256 on source_file (project_id, sha256)',
    'create index exception_sha256 on exception (project_id, sha256) where sha256 is not null',
    `create table overlay (
      overlay_id ${id}, project_id ${int} not null references project (project_id),
      user_id ${int} not null references app_user (user_id), kind ${text} not null, sha256 ${text} not null,
      key_column ${text}, key_field ${text}, blank ${text} not null, created_at ${text} not null,
      job_id ${int} references job (job_id))`,
    'create index overlay_project on overlay (project_id, overlay_id)',
    `create table bulk_values (
      job_id ${int} not null references bulk (job_id), part ${int} not null, rows ${text} not null,
      primary key (job_id, part))`,
    `create table replaced_file (
      replaced_file_id ${id}, project_id ${int} not null references project (project_id),
      document_id ${int} not null references document (document_id), file_type ${int} not null,
      sha256 ${text} not null, size ${int} not null, file_name ${text} not null,
      by_user ${int} not null references app_user (user_id), at ${text} not null)`,
    'create index replaced_file_document on replaced_file (document_id, replaced_file_id)',
    `create table document_list_template (
      template_id ${id}, project_id ${int} not null references project (project_id),
      user_id ${int} not null references app_user (user_id), name ${text} not null, name_key ${text} not null,
      fields ${text} not null, at ${text} not null, unique (project_id, user_id, name_key))`,
    'create index document_sha1 on document (project_id, sha1)',
  ],
}
