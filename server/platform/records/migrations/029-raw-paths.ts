/** Where a file that failed in a collection lies, by its bytes: what is shown may be another one's later. */
import type { Migration } from '../migrate.ts'

export const rawPaths: Migration = {
  number: 29,
  name: 'rawPaths',
  statements: ({ text }) => [`alter table exception add column raw_path ${text}`],
}
