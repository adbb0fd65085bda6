/** Productions: their settings, their list, their numbers, and what was made of each document. */
import type { Migration } from '../migrate.ts'

export const productions: Migration = {
  number: 55,
  name: 'productions',
  statements: ({ id, text, int }) => [
    `create table production (
      production_id ${id}, project_id ${int} not null references project (project_id), name ${text} not null,
      name_key ${text} not null, state ${text} not null, version ${int} not null, settings ${text} not null,
      created_by ${int} not null references app_user (user_id), created_at ${text} not null,
      checked_version ${int}, checked_at ${text}, checked_documents ${int} not null, checked_pages ${int} not null,
      job_id ${int} references job (job_id), reading ${text}, documents ${int}, pages ${int}, first_number ${int},
      quality ${text}, quality_at ${text},
      produced_by ${int} references app_user (user_id), produced_at ${text},
      released_by ${int} references app_user (user_id), released_at ${text},
      delivered_by ${int} references app_user (user_id), delivered_at ${text},
      rolled_back_by ${int} references app_user (user_id), rolled_back_at ${text},
      unique (project_id, name_key))`,
    'create index production_job on production (job_id) where job_id is not null',
    `create table production_check (
      production_id ${int} not null references production (production_id),
      project_id ${int} not null references project (project_id), kind ${text} not null, blocks ${int} not null,
      documents ${int} not null, told ${text} not null, message ${text} not null,
      accepted_by ${int} references app_user (user_id), accepted_at ${text}, reason ${text},
      primary key (production_id, kind))`,
    `create table production_list (
      production_id ${int} not null references production (production_id),
      project_id ${int} not null references project (project_id), part ${int} not null, entries ${text} not null,
      primary key (production_id, part))`,
    `create table production_document (
      production_id ${int} not null references production (production_id),
      project_id ${int} not null references project (project_id),
      document_id ${int} not null references document (document_id), place ${int} not null,
      family_id ${int} not null, parent_id ${int}, treatment ${text} not null, slip_sheet ${text},
      pages ${int} not null, pages_before ${int} not null, designation ${text} not null,
      redaction_revision ${int} not null, redacted ${int} not null, file_sha256 ${text} not null,
      sha256 ${text}, parts ${text}, native ${text}, state ${text} not null, fault ${text},
      primary key (production_id, place), unique (production_id, document_id))`,
    'create index production_document_of_document on production_document (document_id)',
    `create index production_document_file on production_document (sha256) where sha256 is not null`,
    `create table slip_sheet (
      project_id ${int} not null references project (project_id), sha256 ${text} not null, name ${text} not null,
      mime_type ${text} not null, at ${text} not null, by_user ${int} not null references app_user (user_id),
      primary key (project_id, sha256))`,
    `create table production_volume (
      production_id ${int} not null references production (production_id),
      project_id ${int} not null references project (project_id), volume ${int} not null, name ${text} not null,
      first_place ${int} not null, last_place ${int} not null, files ${int} not null, bytes ${int} not null,
      sha256 ${text} not null, data ${text} not null, primary key (production_id, volume))`,
    `create table bates_prefix (
      project_id ${int} not null references project (project_id), prefix_key ${text} not null,
      prefix ${text} not null, digits ${int} not null, primary key (project_id, prefix_key))`,
    `create table bates_range (
      bates_range_id ${id}, project_id ${int} not null references project (project_id), prefix_key ${text} not null,
      first_number ${int} not null, last_number ${int} not null,
      production_id ${int} references production (production_id), name ${text} not null,
      taken_by ${int} not null references app_user (user_id), taken_at ${text} not null, released_at ${text})`,
    'create index bates_range_taken on bates_range (project_id, prefix_key, last_number) where released_at is null',
    'create index bates_range_production on bates_range (production_id) where production_id is not null',
  ],
}
