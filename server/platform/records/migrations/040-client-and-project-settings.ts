/**
 * Settings of clients, the end of projects, and what each project was at the end of each month. What a project's record says
 * of its end stays when the project is deleted: these rows name people and projects that may be gone.
 */
import type { Migration } from '../migrate.ts'

export const clientAndProjectSettings: Migration = {
  number: 40,
  name: 'client-and-project-settings',
  statements: ({ id, int, text }) => [
    `alter table company add column contacts ${text} not null default '[]'`,
    `alter table company add column idle_minutes ${int} not null default 60`,
    `alter table company add column session_hours ${int} not null default 8`,
    `alter table company add column defaults ${text} not null default '{}'`,
    `alter table company add column settings_version ${int} not null default 0`,
    `alter table company add column deleted_at ${text}`,
    `alter table project add column archived_at ${text}`,
    `alter table project add column deleted_at ${text}`,
    `create table project_hold (
      hold_id ${id}, project_id ${int} not null references project (project_id), reason ${text} not null,
      set_by ${int} not null references app_user (user_id), set_at ${text} not null,
      release_reason ${text}, release_asked_by ${int} references app_user (user_id), release_asked_at ${text},
      released_by ${int} references app_user (user_id), released_at ${text}
    )`,
    'create index project_hold_project on project_hold (project_id)',
    `create table project_deletion (
      deletion_id ${id}, project_id ${int} not null references project (project_id),
      asked_by ${int} not null references app_user (user_id), asked_at ${text} not null,
      approved_by ${int} references app_user (user_id), approved_at ${text}, due_at ${text},
      taken_back_by ${int} references app_user (user_id), taken_back_at ${text},
      begun ${text}, done_at ${text}, certificate ${text}
    )`,
    'create index project_deletion_project on project_deletion (project_id)',
    `create table project_month (
      project_id ${int} not null references project (project_id), month ${text} not null,
      bytes ${int} not null, documents ${int} not null, measured_at ${text} not null,
      primary key (project_id, month)
    )`,
  ],
}
