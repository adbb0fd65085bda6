/** What is known of a production once it is made: its rows as they left, what its pages showed, and who has looked at them. */
import type { Migration } from '../migrate.ts'

export const afterProductions: Migration = {
  number: 62,
  name: 'after productions',
  statements: ({ text, int }) => [
    `alter table production_document add column drawn ${text}`,
    // What is compared stands in front of the values, which may be long.
    `create table production_row (
      production_id ${int} not null references production (production_id),
      project_id ${int} not null references project (project_id),
      document_id ${int} not null references document (document_id), place ${int} not null,
      sums ${text} not null, text_sum ${text} not null, file_sum ${text} not null, cells ${text} not null,
      primary key (production_id, place))`,
    'create index production_row_of_document on production_row (document_id)',
    `create table production_sample (
      production_id ${int} not null references production (production_id) primary key,
      project_id ${int} not null references project (project_id), population ${int} not null,
      confidence ${int} not null, margin ${int} not null, seed ${text} not null,
      drawn_by ${int} not null references app_user (user_id), drawn_at ${text} not null)`,
    `create table production_sample_document (
      production_id ${int} not null references production (production_id),
      project_id ${int} not null references project (project_id),
      document_id ${int} not null references document (document_id), place ${int} not null,
      verdict ${text}, note ${text} not null, looked_by ${int} references app_user (user_id), looked_at ${text},
      primary key (production_id, place))`,
    'create index production_sample_of_document on production_sample_document (document_id)',
    // Who has downloaded what is read from the trail.
    `create index audit_of_downloads on audit (project_id, audit_id)
      where action in ('export.downloaded', 'production.comparisonDownloaded', 'production.downloaded')`,
  ],
}
