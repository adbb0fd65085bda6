/** Redacted cells of spreadsheets, and cells that stay open although they depend on them. */
import type { Migration } from '../migrate.ts'

export const redactedCells: Migration = {
  number: 53,
  name: 'redacted cells',
  statements: ({ id, text, int }) => [
    `create table redacted_cells (
      redacted_cells_id ${id}, project_id ${int} not null references project (project_id),
      document_id ${int} not null references document (document_id), key ${text} not null,
      sha256 ${text} not null, sheet ${int} not null, kind ${text} not null, cell_range ${text},
      pieces ${text} not null, label ${text} not null, reason ${text} not null, gesture ${text} not null,
      version ${int} not null, by_user ${int} not null references app_user (user_id), at ${text} not null,
      removed_by ${int} references app_user (user_id), removed_at ${text}, unique (project_id, key))`,
    'create index redacted_cells_of_document on redacted_cells (document_id, sheet)',
    `create index redacted_cells_in_force on redacted_cells (document_id)
      where removed_at is null and kind <> 'kept'`,
    'create index redacted_cells_label on redacted_cells (project_id, label, reason) where removed_at is null',
  ],
}
