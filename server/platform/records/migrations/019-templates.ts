/** What is saved under a name for all of a project. */
import type { Migration } from '../migrate.ts'

export const templates: Migration = {
  number: 19,
  name: 'templates',
  statements: ({ id, text, int }) => [
    `create table template (
      template_id ${id}, project_id ${int} not null references project (project_id), kind ${text} not null,
      name ${text} not null, name_key ${text} not null, content ${text} not null, version ${int} not null,
      made_by ${int} not null references app_user (user_id), saved_by ${int} not null references app_user (user_id),
      saved_at ${text} not null, unique (project_id, kind, name_key))`,
  ],
}
