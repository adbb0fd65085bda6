/** Keys for other applications; the browser of a session; requests to support and feedback, with their files. */
import type { Migration } from '../migrate.ts'

export const apiKeys: Migration = {
  number: 39,
  name: 'api-keys',
  statements: ({ id, text, int }) => [
    `create table api_key (
      key_id ${id}, user_id ${int} not null references app_user (user_id), label ${text} not null,
      shown ${text} not null, secret_hash ${text} not null unique, role ${text}, read_only ${int} not null,
      all_projects ${int} not null, made_at ${text} not null, ends_at ${text} not null, used_at ${text},
      revoked_at ${text}
    )`,
    'create index api_key_user on api_key (user_id)',
    `create table api_key_project (
      key_id ${int} not null references api_key (key_id) on delete cascade,
      project_id ${int} not null references project (project_id), primary key (key_id, project_id)
    )`,
    `alter table session add column agent ${text}`,
    `create table support_request (
      request_id ${id}, user_id ${int} not null references app_user (user_id), kind ${text} not null,
      subject ${text} not null, words ${text} not null, facts ${text} not null, rating ${int},
      at ${text} not null, mailed_at ${text}
    )`,
    'create index support_request_user on support_request (user_id, at)',
    `create table support_file (
      file_id ${id}, user_id ${int} not null references app_user (user_id),
      request_id ${int} references support_request (request_id), name ${text} not null, size ${int} not null,
      sha256 ${text} not null, at ${text} not null
    )`,
    'create index support_file_user on support_file (user_id, at)',
    'create index support_file_request on support_file (request_id)',
  ],
}
