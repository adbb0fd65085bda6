/**
 * Tags and their categories can be changed: each has a version and says who changed it last. What was deleted keeps its
 * name for receipts and histories, and its id, so that a merge that is undone brings the very tag back.
 */
import type { Migration } from '../migrate.ts'

export const tagManagement: Migration = {
  number: 35,
  name: 'tagManagement',
  statements: ({ int, text }) => [
    ...['tag', 'tag_category'].flatMap((table) => [
      `alter table ${table} add column version ${int} not null default 1`,
      `alter table ${table} add column changed_by ${int} references app_user (user_id)`,
      `alter table ${table} add column changed_at ${text}`,
    ]),
    `create table gone_tag_category (
      tag_category_id ${int} primary key, project_id ${int} not null references project (project_id),
      name ${text} not null, exclusive ${int} not null)`,
    'create index gone_tag_category_project on gone_tag_category (project_id)',
    `create table gone_tag (
      tag_id ${int} primary key, tag_category_id ${int} not null,
      project_id ${int} not null references project (project_id), name ${text} not null, position ${int} not null,
      quick_key ${int})`,
    'create index gone_tag_project on gone_tag (project_id)',
    // Which tag a bulk change puts in the place of which.
    `create table tag_merge (
      job_id ${int} primary key references bulk (job_id), project_id ${int} not null references project (project_id),
      tag_id ${int} not null, into_tag_id ${int} not null)`,
    'create index tag_merge_project on tag_merge (project_id)',
  ],
}
