/**
 * What only a suppressed copy says: its own hashes, and whom it was sent to by BCC. Of copies that came before, hashes are
 * known where the bytes are those of the document; whom they name by BCC was not kept.
 */
import type { Migration } from '../migrate.ts'

export const copiesHashes: Migration = {
  number: 30,
  name: 'copiesHashes',
  statements: ({ text }) => [
    `alter table left_out add column md5 ${text}`,
    `alter table left_out add column sha1 ${text}`,
    `alter table left_out add column bcc ${text}`,
    // The first copies were listed without a hash; what is compared by its bytes has those of its document.
    `update left_out set size = d.size, md5 = d.md5, sha1 = d.sha1, sha256 = d.sha256
      from document as d
      where d.document_id = left_out.document_id and left_out.kind = 'duplicate'
        and coalesce(left_out.sha256, d.dedupe_hash) = d.sha256`,
    'create index left_out_sha256 on left_out (project_id, sha256)',
    'create index left_out_md5 on left_out (project_id, md5)',
    'create index left_out_sha1 on left_out (project_id, sha1)',
  ],
}
