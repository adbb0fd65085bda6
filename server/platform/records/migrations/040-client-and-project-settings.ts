/** Settings of clients and projects. */
import type { Migration } from '../migrate.ts'

export const clientAndProjectSettings: Migration = {
  number: 40,
  name: 'client-and-project-settings',
  statements: () => [],
}
