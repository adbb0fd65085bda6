/** Whether something in a container was taken before the container failed: where that was known files, no row says it. */
import type { Migration } from '../migrate.ts'

export const begun: Migration = {
  number: 21,
  name: 'begun',
  statements: ({ int }) => [
    `alter table exception add column begun ${int} not null default 0`,
    // The one reason that has always said so.
    `update exception set begun = 1 where document_id is null and stage = 'expand' and code = 'containerPartial'`,
  ],
}
