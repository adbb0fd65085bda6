/**
 * What there is of a document for somebody who may not see under its redactions, in calls that tell of it as it would leave: its
 * number, its place in its family, whose it is, and what reviewers decided about it. What its file says of itself (subject, names,
 * people, dates, paths, hashes) is not there, because any of it may say what is covered.
 */
import { sql } from 'kysely'
import { redactedWord } from '#contracts/documents.ts'
import type { DocumentTable } from './tables.ts'

/** A document as nobody can tell it from another one by what it says. */
const said: Partial<Record<keyof DocumentTable, string | number | null>> = {
  ...{ title: redactedWord, file_name: redactedWord, extension: '', mime_type: '', size: 0 },
  ...{ md5: '', sha1: '', sha256: '0'.repeat(64), dedupe_hash: null },
  ...{ parent_date: null, sort_key: '', sent_at: null, sent_original: '' },
  ...{ from_text: '', addresses: null, message_id: '', in_reply_to: '', references: '[]' },
  ...{ source_path: '[]', text_size: 0, text_truncated: 0, no_text_reason: null, metadata: '{}' },
  ...{ custodians_at: null, custom_id: null },
}

/** Columns that tell nothing of what its file says. A new column is closed until somebody has thought about it. */
const open: ReadonlySet<keyof DocumentTable> = new Set<keyof DocumentTable>([
  ...(['document_id', 'project_id', 'control', 'family_id', 'parent_id', 'ordinal', 'depth'] as const),
  ...(['custodian_id', 'job_id', 'record_type', 'file_category', 'attachment_count', 'has_text'] as const),
  ...(['created_at', 'state', 'promoted_at', 'promote_job', 'filter_job', 'redaction_revision'] as const),
])

/** What stands in a column in its place, as SQL; null: the column's own value. */
export function insteadOf(column: keyof DocumentTable) {
  if (open.has(column)) return null
  const value = said[column]
  if (value === undefined) throw new Error(`Nothing says what ${column} of a redacted document is to be.`)
  return sql<unknown>`${sql.lit(value)}`
}

/** Tables whose rows about it are there: what people decided, and that it is redacted. All others are closed. */
export const openTables: ReadonlySet<string> = new Set([
  ...['document', 'document_tag', 'coding_value', 'document_folder', 'redaction', 'redacted_cells'],
])
