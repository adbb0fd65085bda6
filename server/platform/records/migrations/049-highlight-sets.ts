/** Highlight sets of a project. One that is deleted is kept, so that the deletion can be taken back. */
import type { Migration } from '../migrate.ts'

export const highlightSets: Migration = {
  number: 49,
  name: 'highlight sets',
  statements: ({ id, text, int }) => [
    `create table highlight_set (
      highlight_set_id ${id}, project_id ${int} not null references project (project_id),
      name ${text} not null, name_key ${text} not null, color ${text} not null, line ${text} not null,
      terms ${text} not null, position ${int} not null, version ${int} not null,
      saved_by ${int} not null references app_user (user_id), saved_at ${text} not null,
      deleted_by ${int} references app_user (user_id), deleted_at ${text})`,
    `create unique index highlight_set_name on highlight_set (project_id, name_key) where deleted_at is null`,
    'create index highlight_set_of_project on highlight_set (project_id)',
  ],
}
