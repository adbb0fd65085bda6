/** Texts of a document besides the extracted one, and the recognition of text. */
import type { Migration } from '../migrate.ts'

export const texts: Migration = {
  number: 13,
  name: 'texts',
  statements: ({ text, int }) => [
    `create table document_variant (
      document_id ${int} not null references document (document_id), origin ${text} not null,
      language ${text} not null, text ${text} not null, truncated ${int} not null, confidence ${int},
      engine ${text} not null, job_id ${int} not null references job (job_id), at ${text} not null,
      primary key (document_id, origin, language))`,
    // What is done of a job, document by document and page by page.
    `create table ocr_document (
      document_id ${int} not null references document (document_id), job_id ${int} not null references job (job_id),
      pages ${int} not null, outcome ${text} not null, primary key (document_id, job_id))`,
    'create index ocr_document_job on ocr_document (job_id, outcome)',
    `create table ocr_page (
      document_id ${int} not null references document (document_id), job_id ${int} not null references job (job_id),
      page ${int} not null, text ${text}, confidence ${int}, turn ${int} not null, width ${int} not null,
      height ${int} not null, dpi ${int} not null, words ${text} not null, reason ${text},
      primary key (document_id, job_id, page))`,
    'create index ocr_page_job on ocr_page (job_id)',
  ],
}
