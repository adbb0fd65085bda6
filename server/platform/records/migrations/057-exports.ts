/** Exports: made as productions are, without numbers, and gone after a time. */
import type { Migration } from '../migrate.ts'

export const exportsOfDocuments: Migration = {
  number: 57,
  name: 'exports',
  statements: ({ text }) => [
    `alter table production add column purpose ${text} not null default 'production'`,
    `alter table production add column expires_at ${text}`,
    'create index production_expires on production (expires_at) where expires_at is not null',
  ],
}
