/** Invitations of people. */
import type { Migration } from '../migrate.ts'

export const invitations: Migration = {
  number: 37,
  name: 'invitations',
  statements: () => [],
}
