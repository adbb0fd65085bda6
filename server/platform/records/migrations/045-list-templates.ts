/** Templates of the document list: with widths, pins and an order, one's own or shared. */
import type { Migration } from '../migrate.ts'

export const listTemplates: Migration = {
  number: 45,
  name: 'list templates',
  statements: ({ id, text, int }) => [
    `create table list_template (
      template_id ${id}, project_id ${int} not null references project (project_id),
      listed_for ${int} not null, name ${text} not null, name_key ${text} not null,
      columns_shown ${text} not null, sort ${text} not null, version ${int} not null,
      made_by ${int} not null references app_user (user_id), saved_by ${int} not null references app_user (user_id),
      saved_at ${text} not null, unique (project_id, listed_for, name_key))`,
    // Of the fields alone were templates before: their names take the place of the columns, which reading understands.
    `insert into list_template
      (project_id, listed_for, name, name_key, columns_shown, sort, version, made_by, saved_by, saved_at)
      select project_id, user_id, name, name_key, fields, 'null', 1, user_id, user_id, at from document_list_template`,
    'drop table document_list_template',
  ],
}
