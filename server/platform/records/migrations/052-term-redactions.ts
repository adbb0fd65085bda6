/**
 * What was searched for to be redacted, and what was found. Places are kept for some days; what was asked and made of it as
 * long as the project, since its undo names it.
 */
import type { Migration } from '../migrate.ts'

export const termRedactions: Migration = {
  number: 52,
  name: 'term redactions',
  statements: ({ id, text, int }) => [
    `create table term_redaction (
      job_id ${int} primary key references job (job_id), project_id ${int} not null references project (project_id),
      asked_by ${int} not null references app_user (user_id), asked_at ${text} not null,
      terms ${text} not null, noise ${text}, many ${int} not null, places ${int} not null,
      label ${text} not null, reason ${text} not null, gesture ${text} not null,
      apply_job ${int} references job (job_id), made ${int} not null,
      undo_job ${int} references job (job_id), removed ${int} not null, changed ${int} not null,
      forgotten_at ${text})`,
    'create index term_redaction_of_project on term_redaction (project_id)',
    'create index term_redaction_kept on term_redaction (asked_at) where forgotten_at is null',
    `create table term_redaction_document (
      job_id ${int} not null references term_redaction (job_id),
      document_id ${int} not null references document (document_id),
      project_id ${int} not null references project (project_id),
      sha256 ${text} not null, pages_version ${int}, uncovered ${text} not null, not_searched ${text},
      not_covered ${text}, primary key (job_id, document_id))`,
    'create index term_redaction_document_of_document on term_redaction_document (document_id)',
    `create table term_redaction_place (
      place_id ${id}, job_id ${int} not null references term_redaction (job_id),
      document_id ${int} not null references document (document_id),
      project_id ${int} not null references project (project_id),
      page ${int} not null, boxes ${text} not null, term ${int} not null, ticked ${int} not null,
      covered ${int} not null, before ${text} not null, found ${text} not null, after ${text} not null,
      outcome ${text})`,
    'create index term_redaction_place_of_job on term_redaction_place (job_id, document_id, place_id)',
    'create index term_redaction_place_of_document on term_redaction_place (document_id)',
    'create index redaction_of_gesture on redaction (project_id, gesture)',
  ],
}
