/** A file may come in place of a document's own; and of what failed in a job a part may be tried again alone. */
import type { Migration } from '../migrate.ts'

export const replacing: Migration = {
  number: 22,
  name: 'replacing',
  statements: ({ int, text }) => [
    `alter table source_file add column document_id ${int} references document (document_id)`,
    `create index source_file_document on source_file (document_id)`,
    `alter table job add column retry_only ${text}`,
  ],
}
