/** Where documents stand between processing and review, and what is counted of that. All that is there was promoted. */
import type { Migration } from '../migrate.ts'

export const stages: Migration = {
  number: 11,
  name: 'stages',
  statements: ({ text, int }) => [
    `alter table document add column state ${text} not null default 'Promoted'`,
    `alter table document add column promoted_at ${text}`,
    `alter table document add column promote_job ${int}`,
    `alter table document add column filter_job ${int}`,
    `alter table document add column custodians_at ${text}`,
    // Told by the trail alone until now.
    `with added as (
       select document_id as family, max(at) as last_at from audit
       where action = 'document.custodianAdded' and document_id is not null group by document_id)
     update document set custodians_at = (select last_at from added where family = family_id)
     where family_id in (select family from added)`,
    `alter table job add column waiting ${int} not null default 0`,
    // Counts are of what is promoted: they still read an index and never a document's row.
    'drop index document_counts',
    'drop index document_date',
    'drop index document_custodian_id',
    'create index document_counts on document (project_id, state, record_type, custodian_id, has_text, parent_id)',
    'create index document_date on document (project_id, state, parent_date)',
    'create index document_custodian_id on document (custodian_id, state)',
    'create index document_stage on document (project_id, job_id, state, size)',
    'create index document_promote_job on document (promote_job) where promote_job is not null',
    'create index document_filter_job on document (filter_job) where filter_job is not null',
  ],
}
