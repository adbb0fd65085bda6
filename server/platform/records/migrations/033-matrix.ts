/**
 * What projects grant beside roles, and accesses of the provider's staff. Whoever had a right by rank that is now to be
 * granted keeps it: their project has granted it.
 */
import type { Migration } from '../migrate.ts'

/** What the roles had that the matrix of capabilities leaves to grants. Written out: the matrix may change. */
const kept: Readonly<Record<string, readonly string[]>> = {
  ReviewManager: ['document.download', 'ocr.run', 'text.derive'],
  SeniorReviewer: ['document.download', 'coding.bulk'],
}

export const matrix: Migration = {
  number: 33,
  name: 'matrix',
  statements: ({ id, int, text }) => [
    `alter table project_user add column granted ${text} not null default '[]'`,
    ...Object.entries(kept).map(
      ([role, granted]) =>
        `update project_user set granted = '${JSON.stringify(granted)}' where role = '${role}'`,
    ),
    // A client administrator who has coded goes on: coding is for those who have a role in the project.
    `insert into project_user (project_id, user_id, role)
      select distinct v.project_id, v.by_user, 'ProjectManager' from coding_value as v
      join app_user as u on u.user_id = v.by_user
      where u.role = 'ClientAdmin' and not exists (
        select 1 from project_user as m where m.project_id = v.project_id and m.user_id = v.by_user)`,
    `alter table company add column support_allowed ${int} not null default 1`,
    `create table support_access (
      access_id ${id}, project_id ${int} not null references project (project_id),
      user_id ${int} not null references app_user (user_id), reason ${text} not null, opened_at ${text} not null,
      ends_at ${text} not null, closed_at ${text}, closed_by ${int} references app_user (user_id)
    )`,
    'create index support_access_project on support_access (project_id, user_id)',
  ],
}
