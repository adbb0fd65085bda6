/** Settings of productions that a project keeps under a name. */
import type { Migration } from '../migrate.ts'

export const productionTemplates: Migration = {
  number: 60,
  name: 'production-templates',
  statements: ({ id, text, int }) => [
    `create table production_template (
      template_id ${id}, project_id ${int} not null references project (project_id), name ${text} not null,
      name_key ${text} not null, settings ${text} not null,
      made_by ${int} not null references app_user (user_id), made_at ${text} not null,
      unique (project_id, name_key))`,
  ],
}
