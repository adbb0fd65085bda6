/**
 * Versions of coding forms, and with which of them a value was coded; help texts of fields; colors and keys of choices. What
 * forms looked like before stands in the audit log: each row of a form has the whole of it, so the versions until now are
 * read from there. With which of them older values were coded nobody knows.
 */
import type { Migration } from '../migrate.ts'

/** Rows of forms that look different by them: making another one the selected form is no version. */
const versions = (form: string, definition: string, layout: string): string =>
  `insert into coding_form_version (project_id, coding_form_id, number, at, by_user, definition)
    select project_id, form, row_number() over (partition by form order by audit_id), at, user_id, definition
    from (
      select l.*, lag(layout) over (partition by form order by audit_id) as before
      from (
        select a.audit_id, a.project_id, a.at, a.user_id, ${form} as form, ${definition} as definition,
          ${layout} as layout
        from audit a where a.action like 'codingForm.%' and a.action <> 'codingForm.deleted'
      ) l inner join coding_form f on f.coding_form_id = l.form
    ) v
    where before is null or before <> layout
    order by audit_id`

const present = `update coding_form set
  version = coalesce((select max(v.number) from coding_form_version v where v.coding_form_id = coding_form.coding_form_id), 1),
  version_id = (select max(v.version_id) from coding_form_version v where v.coding_form_id = coding_form.coding_form_id)`

export const formVersions: Migration = {
  number: 36,
  name: 'form-versions',
  statements: ({ id, text, int }) => [
    `create table coding_form_version (
      version_id ${id}, project_id ${int} not null references project (project_id), coding_form_id ${int} not null,
      number ${int} not null, at ${text} not null, by_user ${int} references app_user (user_id),
      definition ${text} not null, unique (coding_form_id, number))`,
    `alter table coding_form add column version ${int} not null default 1`,
    `alter table coding_form add column version_id ${int}`,
    `alter table coding_form_field add column help ${text}`,
    `alter table field_choice add column color ${text}`,
    `alter table field_choice add column quick_key ${int}`,
    `alter table coding_value add column form_version ${int}`,
  ],
  perDialect: {
    sqlite: [
      versions(
        `json_extract(a.text, '$.facts.codingFormId')`,
        `json_extract(a.text, '$.newValue')`,
        `json_extract(a.text, '$.newValue.name') || json_extract(a.text, '$.newValue.sections')`,
      ),
      present,
    ],
    postgres: [
      versions(
        `cast(a.text::json -> 'facts' ->> 'codingFormId' as bigint)`,
        `cast(a.text::json -> 'newValue' as text)`,
        `(a.text::json -> 'newValue' ->> 'name') || (a.text::json -> 'newValue' ->> 'sections')`,
      ),
      present,
    ],
  },
}
