/** Who changed a redaction last, for whoever has changed the same one meanwhile; and how often a search was done again. */
import type { Migration } from '../migrate.ts'

export const redactionsChanged: Migration = {
  number: 54,
  name: 'who changed redactions',
  statements: ({ text, int }) => [
    ...['redaction', 'redacted_cells'].flatMap((table) => [
      `alter table ${table} add column changed_by ${int} references app_user (user_id)`,
      `alter table ${table} add column changed_at ${text}`,
    ]),
    `alter table term_redaction add column redone ${int} not null default 0`,
  ],
}
