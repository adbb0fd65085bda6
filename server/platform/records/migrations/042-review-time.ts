/** How long people have worked on documents. */
import type { Migration } from '../migrate.ts'

export const reviewTime: Migration = {
  number: 42,
  name: 'review-time',
  statements: ({ int, text }) => [
    `create table review_time (
      project_id ${int} not null references project (project_id),
      document_id ${int} not null references document (document_id),
      user_id ${int} not null references app_user (user_id), seconds ${int} not null, at ${text} not null,
      primary key (document_id, user_id)
    )`,
    'create index review_time_project on review_time (project_id, user_id)',
  ],
}
