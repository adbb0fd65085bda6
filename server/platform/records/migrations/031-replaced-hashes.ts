/** Whether a file came is asked by its hash, also of files that others have taken the place of. */
import type { Migration } from '../migrate.ts'

export const replacedHashes: Migration = {
  number: 31,
  name: 'replacedHashes',
  statements: () => ['create index replaced_file_sha256 on replaced_file (project_id, sha256)'],
}
