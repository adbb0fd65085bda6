/** Versions of what managers set, so that none overwrites what another has saved meanwhile; and fields that stay inside. */
import type { Migration } from '../migrate.ts'

export const seen: Migration = {
  number: 24,
  name: 'seen',
  statements: ({ int, text }) => [
    `alter table source add column version ${int} not null default 1`,
    `alter table project add column processing_version ${int} not null default 1`,
    `alter table project add column kept_inside ${text} not null default '{}'`,
    `alter table project add column kept_inside_version ${int} not null default 1`,
  ],
}
