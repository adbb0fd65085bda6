/** Folders of documents. A folder that is deleted keeps its documents, so that the deletion can be taken back. */
import type { Migration } from '../migrate.ts'

export const folders: Migration = {
  number: 46,
  name: 'folders of documents',
  statements: ({ id, text, int }) => [
    `create table folder (
      folder_id ${id}, project_id ${int} not null references project (project_id),
      parent_id ${int} references folder (folder_id), name ${text} not null, name_key ${text} not null,
      listed_for ${int} not null, version ${int} not null,
      made_by ${int} not null references app_user (user_id), made_at ${text} not null,
      changed_by ${int} not null references app_user (user_id), changed_at ${text} not null,
      deleted_with ${int})`,
    `create unique index folder_name on folder (project_id, listed_for, (coalesce(parent_id, 0)), name_key)
      where deleted_with is null`,
    'create index folder_parent on folder (parent_id)',
    `create table document_folder (
      folder_id ${int} not null references folder (folder_id),
      document_id ${int} not null references document (document_id),
      project_id ${int} not null, by_user ${int} not null references app_user (user_id), at ${text} not null,
      primary key (folder_id, document_id))`,
    'create index document_folder_document on document_folder (document_id)',
    'create index document_folder_project on document_folder (project_id)',
  ],
}
