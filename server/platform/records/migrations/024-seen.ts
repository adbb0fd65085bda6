/** Versions of what managers set, so that none overwrites what another has saved meanwhile; and fields that exports leave out. */
import type { Migration } from '../migrate.ts'

export const seen: Migration = {
  number: 24,
  name: 'seen',
  statements: ({ int, text }) => [
    `alter table source add column version ${int} not null default 1`,
    `alter table project add column processing_version ${int} not null default 1`,
    `alter table project add column excluded_fields ${text} not null default '{}'`,
    `alter table project add column excluded_fields_version ${int} not null default 1`,
  ],
}
