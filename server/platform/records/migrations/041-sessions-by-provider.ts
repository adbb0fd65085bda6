/** Which sessions began at the identity provider of a client: they stay where it comes to be required. Of those from before nobody knows. */
import type { Migration } from '../migrate.ts'

export const sessionsByProvider: Migration = {
  number: 41,
  name: 'sessions-by-provider',
  statements: ({ int }) => [`alter table session add column sso ${int} not null default 0`],
}
