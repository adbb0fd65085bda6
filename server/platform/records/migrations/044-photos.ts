/** A photo of one's own, which one may have. */
import type { Migration } from '../migrate.ts'

export const photos: Migration = {
  number: 44,
  name: 'photos',
  statements: ({ text }) => [`alter table app_user add column photo ${text}`],
}
