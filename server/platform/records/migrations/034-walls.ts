/** Securable groups, and the number of each project's walls. */
import type { Migration } from '../migrate.ts'

export const walls: Migration = {
  number: 34,
  name: 'walls',
  statements: ({ id, int, text }) => [
    `alter table project add column walls_version ${int} not null default 0`,
    `alter table project add column batches_only ${int} not null default 0`,
    `create table securable_group (
      group_id ${id}, project_id ${int} not null references project (project_id), name ${text} not null,
      created_at ${text} not null
    )`,
    'create index securable_group_project on securable_group (project_id)',
    `create table securable_group_user (
      group_id ${int} not null references securable_group (group_id) on delete cascade,
      user_id ${int} not null references app_user (user_id), primary key (group_id, user_id)
    )`,
    'create index securable_group_user_user on securable_group_user (user_id)',
    `create table securable_group_part (
      group_id ${int} not null references securable_group (group_id) on delete cascade,
      kind ${text} not null, part_id ${int} not null, access ${text} not null,
      primary key (group_id, kind, part_id)
    )`,
  ],
}
