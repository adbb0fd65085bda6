/** Summaries, translations and transcripts: whether a project lets documents be sent, and what its jobs have done. */
import type { Migration } from '../migrate.ts'

export const derivedTexts: Migration = {
  number: 17,
  name: 'derived-texts',
  statements: ({ text, int }) => [
    `alter table project add column ai_sending_allowed ${int} not null default 0`,
    `alter table document_variant add column source ${text}`,
    `create table derived_document (
      document_id ${int} not null references document (document_id), job_id ${int} not null references job (job_id),
      outcome ${text} not null, primary key (document_id, job_id))`,
    'create index derived_document_job on derived_document (job_id, outcome)',
    `create table derived_part (
      document_id ${int} not null references document (document_id), job_id ${int} not null references job (job_id),
      part ${int} not null, sha256 ${text} not null, text ${text} not null,
      primary key (document_id, job_id, part))`,
  ],
}
