/** Beside each document what the analysis of its project found: languages, personal data, its thread, its near-duplicates. */
import type { Migration } from '../migrate.ts'

export const analysis: Migration = {
  number: 15,
  name: 'analysis',
  statements: ({ text, int }) => [
    `create table document_analysis (
      document_id ${int} primary key references document (document_id),
      project_id ${int} not null references project (project_id), text_key ${text},
      languages ${text} not null default '[]', pii_likely ${text} not null default '{}',
      pii_potential ${text} not null default '{}', thread_id ${int}, thread_parent ${int},
      thread_missing ${int} not null default 0, thread_inclusive ${text}, near_dup_group ${int},
      near_dup_similarity ${int})`,
    'create index document_analysis_thread on document_analysis (thread_id) where thread_id is not null',
    'create index document_analysis_group on document_analysis (near_dup_group) where near_dup_group is not null',
    // What an assignment keeps together, as far as a batch holds it.
    `alter table assignment add column group_threads ${int} not null default 0`,
    `alter table assignment add column group_near_duplicates ${int} not null default 0`,
    // An import asks at its end whether an analysis waits already.
    "create index job_analysis on job (project_id, state) where kind = 'analysis'",
  ],
}
