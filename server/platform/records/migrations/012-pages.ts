/** What is known of the pages of documents, and the exceptions of one job about one document. */
import type { Migration } from '../migrate.ts'

export const pages: Migration = {
  number: 12,
  name: 'pages',
  statements: ({ text, int }) => [
    `create table document_pages (
      document_id ${int} primary key references document (document_id),
      project_id ${int} not null references project (project_id), version ${int} not null,
      sizes ${text}, faults ${text} not null, code ${text}, reason ${text})`,
    `create unique index exception_pages on exception (job_id, document_id) where stage = 'pages'`,
  ],
}
