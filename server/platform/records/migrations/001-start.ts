/** The first shape of the record. */
import type { Migration } from '../migrate.ts'

export const start: Migration = {
  number: 1,
  name: 'start',
  statements: ({ id, text, int, real }) => [
    // ── audit, idempotency, jobs, files ──
    // No foreign keys: the trail outlives whatever it tells of.
    `create table audit (
      audit_id ${id}, chain ${text} not null, seq ${int} not null, at ${text} not null, user_id ${int},
      action ${text} not null, project_id ${int}, document_id ${int}, field_id ${int}, job_id ${int},
      command_id ${text}, correlation_id ${text}, text ${text} not null, erasable ${text}, hash ${text} not null,
      unique (chain, seq))`,
    'create index audit_document on audit (document_id, audit_id) where document_id is not null',
    'create index audit_project on audit (project_id, audit_id) where project_id is not null',
    'create index audit_user on audit (user_id, project_id, audit_id)',
    'create index audit_command on audit (command_id) where command_id is not null',
    `create table audit_head (chain ${text} primary key, seq ${int} not null, hash ${text} not null)`,
    `create table idempotency (
      user_id ${int} not null, key ${text} not null, fingerprint ${text} not null, status ${int} not null,
      reply ${text} not null, at ${text} not null, primary key (user_id, key))`,
    'create index idempotency_at on idempotency (at)',
    `create table blob (sha256 ${text} primary key, size ${int} not null, at ${text} not null)`,

    // ── people ──
    `create table company (
      company_id ${id}, name ${text} not null, mfa_required ${int} not null, qa_copilot ${int} not null,
      slack_collection ${int} not null, created_at ${text} not null)`,
    `create table app_user (
      user_id ${id}, email ${text} not null unique, name ${text} not null, phone ${text} not null,
      role ${text} not null, company_id ${int} references company (company_id), password ${text} not null,
      mfa_required ${int} not null, totp_secret ${text}, totp_last_step ${int}, sso ${int} not null,
      active ${int} not null, setting ${text} not null, accepted_version ${text}, accepted_at ${text},
      created_at ${text} not null)`,
    'create index app_user_company on app_user (company_id)',
    `create table recovery_code (
      user_id ${int} not null references app_user (user_id), hash ${text} not null, used_at ${text},
      primary key (user_id, hash))`,
    `create table session (
      token_hash ${text} primary key, cookie_hash ${text} not null unique,
      user_id ${int} not null references app_user (user_id), stage ${text} not null, xsrf ${text} not null,
      created_at ${text} not null, seen_at ${text} not null, expires_at ${text} not null, revoked_at ${text},
      ip ${text} not null, mfa_tries ${int} not null)`,
    'create index session_user_id on session (user_id)',
    `create table login_failure (
      email ${text} primary key, failures ${int} not null, last_at ${text} not null, locked_until ${text})`,
    `create table reset (
      token_hash ${text} primary key, user_id ${int} not null references app_user (user_id),
      expires_at ${text} not null, used_at ${text})`,
    'create index reset_user on reset (user_id)',

    // ── clients and projects ──
    `create table project (
      project_id ${id}, company_id ${int} not null references company (company_id), name ${text} not null,
      prefix ${text} not null, time_zone ${text} not null, precedence ${text} not null, features ${text} not null,
      max_text_size ${int} not null, propagation_enabled ${int} not null, reviewer_tracking_enabled ${int} not null,
      coding_idle_timeout ${int} not null, last_control ${int} not null, created_at ${text} not null,
      last_activity_at ${text})`,
    'create index project_company on project (company_id)',
    `create table project_user (
      project_id ${int} not null references project (project_id),
      user_id ${int} not null references app_user (user_id), role ${text} not null,
      primary key (project_id, user_id))`,
    'create index project_user_user on project_user (user_id)',
    `create table custodian (
      custodian_id ${id}, project_id ${int} not null references project (project_id), name ${text} not null,
      unique (project_id, name))`,

    // ── jobs ──
    `create table job (
      job_id ${id}, project_id ${int} not null references project (project_id), kind ${text} not null,
      title ${text} not null, state ${text} not null, input ${text} not null, cursor ${text} not null,
      retry ${int} not null, items_total ${int} not null, items_done ${int} not null, exceptions ${int} not null,
      bytes_done ${int} not null, bytes_total ${int} not null, promoted ${int} not null, duplicates ${int} not null,
      de_nisted ${int} not null, containers ${int} not null, filtered ${int} not null, items_in ${int} not null,
      rate ${real}, seconds_left ${real}, now_at ${text}, message ${text},
      created_by ${int} not null references app_user (user_id), created_at ${text} not null, started_at ${text},
      ended_at ${text}, lease_owner ${text}, lease_until ${text}, priority ${int} not null)`,
    'create index job_waiting on job (state, priority, job_id)',
    'create index job_project on job (project_id, job_id)',

    // ── documents ──
    `create table document (
      document_id ${id}, project_id ${int} not null references project (project_id), control ${int} not null,
      family_id ${int} not null, parent_id ${int} references document (document_id), ordinal ${int} not null,
      depth ${int} not null, custodian_id ${int} not null references custodian (custodian_id),
      job_id ${int} not null references job (job_id), record_type ${text} not null, file_category ${text} not null,
      title ${text} not null, file_name ${text} not null, extension ${text} not null, mime_type ${text} not null,
      size ${int} not null, md5 ${text} not null, sha1 ${text} not null, sha256 ${text} not null,
      dedupe_hash ${text}, parent_date ${text}, sort_key ${text} not null, sent_at ${text},
      sent_original ${text} not null, from_text ${text} not null, addresses ${text}, message_id ${text} not null,
      in_reply_to ${text} not null, "references" ${text} not null, source_path ${text} not null,
      attachment_count ${int} not null, text_size ${int} not null, text_truncated ${int} not null,
      has_text ${int} not null, no_text_reason ${text}, metadata ${text} not null, created_at ${text} not null,
      unique (project_id, control))`,
    'create index document_family on document (family_id, ordinal)',
    'create index document_sort on document (project_id, sort_key)',
    'create index document_dedupe on document (project_id, dedupe_hash) where dedupe_hash is not null',
    'create index document_custodian_id on document (custodian_id)',
    'create index document_job on document (job_id)',
    'create index document_parent on document (parent_id) where parent_id is not null',
    // What the overview counts, without reading a document's row.
    'create index document_counts on document (project_id, record_type, custodian_id, has_text, parent_id)',
    'create index document_date on document (project_id, parent_date)',
    `create table document_text (
      document_id ${int} primary key references document (document_id), text ${text} not null, html ${text})`,
    `create table document_custodian (
      document_id ${int} not null references document (document_id),
      custodian_id ${int} not null references custodian (custodian_id), position ${int} not null,
      source_path ${text} not null, job_id ${int} not null references job (job_id),
      primary key (document_id, custodian_id))`,
    'create index document_custodian_custodian on document_custodian (custodian_id)',
    `create table exception (
      exception_id ${id}, project_id ${int} not null references project (project_id),
      job_id ${int} not null references job (job_id), document_id ${int} references document (document_id),
      code ${text} not null, reason ${text} not null, stage ${text} not null, path ${text} not null,
      size ${int} not null, sha256 ${text}, at ${text} not null)`,
    'create index exception_project on exception (project_id, exception_id)',
    'create index exception_job on exception (job_id, exception_id)',
    'create index exception_document on exception (document_id) where document_id is not null',
    `create table upload (
      upload_id ${text} primary key, project_id ${int} not null references project (project_id),
      user_id ${int} not null references app_user (user_id),
      custodian_id ${int} not null references custodian (custodian_id), file_name ${text} not null,
      size ${int} not null, received ${int} not null, created_at ${text} not null)`,
    'create index upload_project on upload (project_id, user_id)',
    // No foreign keys: the queue is emptied long after the change it tells of.
    `create table index_queue (
      change_id ${id}, project_id ${int} not null, document_id ${int} not null, what ${text} not null)`,
    'create index index_queue_project on index_queue (project_id, change_id)',

    // ── coding and tags ──
    `create table field (
      field_id ${id}, project_id ${int} not null references project (project_id), name ${text} not null,
      type_id ${int} not null, unique (project_id, name))`,
    `create table field_choice (
      choice_id ${id}, field_id ${int} not null references field (field_id), position ${int} not null,
      text ${text} not null)`,
    'create index field_choice_field on field_choice (field_id, position)',
    `create table coding_form (
      coding_form_id ${id}, project_id ${int} not null references project (project_id), name ${text} not null,
      name_key ${text} not null, selected ${int} not null, revision ${int} not null,
      modify_action_type ${int} not null, unique (project_id, name_key))`,
    `create table coding_form_section (
      section_id ${id}, coding_form_id ${int} not null references coding_form (coding_form_id) on delete cascade,
      position ${int} not null, name ${text} not null)`,
    'create index coding_form_section_form on coding_form_section (coding_form_id, position)',
    `create table coding_form_field (
      coding_form_field_id ${id},
      section_id ${int} not null references coding_form_section (section_id) on delete cascade,
      field_id ${int} not null references field (field_id), position ${int} not null, required ${int} not null,
      read_only ${int} not null)`,
    'create index coding_form_field_section on coding_form_field (section_id, position)',
    'create index coding_form_field_field on coding_form_field (field_id)',
    `create table coding_value (
      document_id ${int} not null references document (document_id),
      field_id ${int} not null references field (field_id), project_id ${int} not null, value ${text} not null,
      version ${int} not null, by_user ${int} not null references app_user (user_id), at ${text} not null,
      primary key (document_id, field_id))`,
    'create index coding_value_project on coding_value (project_id, field_id)',
    `create index coding_value_coded on coding_value (project_id, document_id) where value <> 'null'`,
    `create table tag_category (
      tag_category_id ${id}, project_id ${int} not null references project (project_id), name ${text} not null,
      position ${int} not null, exclusive ${int} not null, unique (project_id, name))`,
    `create table tag (
      tag_id ${id}, tag_category_id ${int} not null references tag_category (tag_category_id),
      name ${text} not null, position ${int} not null, quick_key ${int}, unique (tag_category_id, name))`,
    `create table document_tag (
      document_id ${int} not null references document (document_id), tag_id ${int} not null references tag (tag_id),
      project_id ${int} not null, by_user ${int} not null references app_user (user_id), at ${text} not null,
      primary key (document_id, tag_id))`,
    'create index document_tag_tag on document_tag (tag_id)',
    'create index document_tag_project on document_tag (project_id)',
  ],
  // The trail only grows: what was hashed is never changed and no row goes, whoever asks. Values that may have to be
  // erased by law stand in `erasable`, which alone can be changed.
  perDialect: {
    sqlite: [
      `create trigger audit_unchanged
       before update of audit_id, chain, seq, at, user_id, action, project_id, document_id, field_id, job_id,
         command_id, correlation_id, text, hash on audit
       begin select raise(abort, 'The audit trail is append-only.'); end`,
      `create trigger audit_kept before delete on audit
       begin select raise(abort, 'The audit trail is append-only.'); end`,
    ],
    postgres: [
      `create function audit_refuse() returns trigger language plpgsql as $$
       begin raise exception 'The audit trail is append-only.'; end $$`,
      `create trigger audit_unchanged
       before update of audit_id, chain, seq, at, user_id, action, project_id, document_id, field_id, job_id,
         command_id, correlation_id, text, hash on audit
       for each row execute function audit_refuse()`,
      'create trigger audit_kept before delete on audit for each row execute function audit_refuse()',
      `create trigger audit_not_emptied before truncate on audit
       for each statement execute function audit_refuse()`,
    ],
  },
}
