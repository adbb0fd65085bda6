/** How redacted cells came to be: by hand, or as those of an exact copy. */
import type { Migration } from '../migrate.ts'

export const originOfRedactedCells: Migration = {
  number: 61,
  name: 'origin-of-redacted-cells',
  statements: ({ text }) => [`alter table redacted_cells add column origin ${text} not null default 'hand'`],
}
