/** Named lists of terms. */
import type { Migration } from '../migrate.ts'

export const keywords: Migration = {
  number: 20,
  name: 'keywords',
  statements: ({ id, text, int }) => [
    `create table keyword_list (
      keyword_list_id ${id}, project_id ${int} not null references project (project_id), name ${text} not null,
      name_key ${text} not null, terms ${text} not null, version ${int} not null,
      made_by ${int} not null references app_user (user_id), saved_by ${int} not null references app_user (user_id),
      saved_at ${text} not null, unique (project_id, name_key))`,
  ],
}
