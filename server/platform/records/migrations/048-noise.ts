/** A project's own list of noise words, one a line; null: the usual one. */
import type { Migration } from '../migrate.ts'

export const noise: Migration = {
  number: 48,
  name: 'noise',
  statements: ({ text }) => [`alter table project add column noise ${text}`],
}
