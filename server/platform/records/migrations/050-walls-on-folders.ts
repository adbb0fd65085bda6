/** Walls on folders: how often what is in such a folder has changed, by which views are told apart. */
import type { Migration } from '../migrate.ts'

export const wallsOnFolders: Migration = {
  number: 50,
  name: 'walls on folders',
  statements: ({ int }) => [`alter table project add column wall_filings ${int} not null default 0`],
}
