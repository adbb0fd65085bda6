/** Keys for other applications. */
import type { Migration } from '../migrate.ts'

export const apiKeys: Migration = {
  number: 39,
  name: 'api-keys',
  statements: () => [],
}
