/** Looking up what was produced: the document of a number, and the members of a family. */
import type { Migration } from '../migrate.ts'

export const producedDocuments: Migration = {
  number: 58,
  name: 'produced documents',
  statements: () => [
    'create index production_document_page on production_document (production_id, pages_before)',
    'create index production_document_family on production_document (production_id, family_id)',
  ],
}
