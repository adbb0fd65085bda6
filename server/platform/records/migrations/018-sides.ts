/** What stands beside a document among those in review, besides what stands beside it among all. */
import type { Migration } from '../migrate.ts'

export const sides: Migration = {
  number: 18,
  name: 'sides',
  statements: ({ text, int }) => [
    `alter table document_analysis add column review_known ${int} not null default 0`,
    `alter table document_analysis add column review_thread_id ${int}`,
    `alter table document_analysis add column review_thread_parent ${int}`,
    `alter table document_analysis add column review_thread_missing ${int} not null default 0`,
    `alter table document_analysis add column review_thread_inclusive ${text}`,
    `alter table document_analysis add column review_near_dup_group ${int}`,
    `alter table document_analysis add column review_near_dup_similarity ${int}`,
    'create index document_analysis_review_thread on document_analysis (review_thread_id) where review_thread_id is not null',
    'create index document_analysis_review_group on document_analysis (review_near_dup_group) where review_near_dup_group is not null',
  ],
}
