/** Redactions. One that is removed is kept, so that it can be restored, and so that nobody has to ask what was covered. */
import type { Migration } from '../migrate.ts'

export const redactions: Migration = {
  number: 51,
  name: 'redactions',
  statements: ({ id, text, int }) => [
    `create table redaction (
      redaction_id ${id}, project_id ${int} not null references project (project_id),
      document_id ${int} not null references document (document_id), key ${text} not null,
      sha256 ${text} not null, pages_version ${int} not null, page ${int} not null, kind ${text} not null,
      boxes ${text} not null, label ${text} not null, reason ${text} not null, origin ${text} not null,
      gesture ${text} not null, version ${int} not null,
      by_user ${int} not null references app_user (user_id), at ${text} not null,
      removed_by ${int} references app_user (user_id), removed_at ${text}, unique (project_id, key))`,
    'create index redaction_in_force on redaction (document_id, page) where removed_at is null',
    'create index redaction_removed on redaction (document_id, removed_at) where removed_at is not null',
    'create index redaction_label on redaction (project_id, label, reason) where removed_at is null',
    `alter table document add column redaction_revision ${int} not null default 0`,
    // The log of redactions is read from the trail.
    `create index audit_of_redactions on audit (project_id, audit_id)
      where action >= 'redaction.' and action < 'redaction/'`,
  ],
}
