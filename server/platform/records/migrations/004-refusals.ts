/** Tries that are refused while an address waits are counted, so that each wait has a few rows of the trail at most. */
import type { Migration } from '../migrate.ts'

export const refusals: Migration = {
  number: 4,
  name: 'refusals',
  statements: ({ int }) => [`alter table login_failure add column refused ${int} not null default 0`],
}
