/** Searches that are saved under a name, and what each person found when they last opened one. */
import type { Migration } from '../migrate.ts'

export const savedSearches: Migration = {
  number: 43,
  name: 'saved searches',
  statements: ({ id, text, int }) => [
    `create table saved_search (
      saved_search_id ${id}, project_id ${int} not null references project (project_id),
      name ${text} not null, name_key ${text} not null, folder ${text} not null,
      listed_for ${int} not null, settings ${text} not null, reading ${text} not null,
      version ${int} not null,
      made_by ${int} not null references app_user (user_id), saved_by ${int} not null references app_user (user_id),
      saved_at ${text} not null, unique (project_id, listed_for, name_key))`,
    `create table saved_search_opening (
      saved_search_id ${int} not null references saved_search (saved_search_id),
      user_id ${int} not null references app_user (user_id), project_id ${int} not null references project (project_id),
      opened_at ${text} not null, documents ${text} not null, primary key (saved_search_id, user_id))`,
  ],
}
