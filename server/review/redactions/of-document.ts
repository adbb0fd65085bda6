/** The redactions of a document as they are burned. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { redactionKind } from '#contracts/redactions.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { Burnable } from './burn/protocol.ts'

export interface RedactionsOfDocument {
  /** Grows with each change of any of them. */
  readonly revision: number
  readonly redactions: readonly Burnable[]
  /** One was drawn on other pages than the document has now: nothing of it goes out until somebody has looked. */
  readonly toCheck: boolean
}

const boxes = z.array(z.int())

interface Row {
  readonly page: number
  readonly kind: string
  readonly boxes: string
  readonly label: string
  readonly is_old: number | boolean
}

/** Those that are in force. */
export async function redactionsOf(read: Reader, documentId: number): Promise<RedactionsOfDocument> {
  const document = await sql<{ revision: number }>`
    select redaction_revision as revision from document where document_id = ${documentId}`.execute(read)
  const { rows } = await sql<Row>`
    select r.page, r.kind, r.boxes, r.label,
      (r.sha256 <> d.sha256 or r.pages_version <> p.version) as is_old
    from redaction r
    join document d on d.document_id = r.document_id
    left join document_pages p on p.document_id = r.document_id
    where r.document_id = ${documentId} and r.removed_at is null
    order by r.page`.execute(read)
  return {
    revision: Number(document.rows[0]?.revision ?? 0),
    redactions: rows.map((row) => ({
      page: row.page - 1,
      kind: redactionKind.parse(row.kind),
      boxes: boxes.parse(JSON.parse(row.boxes)),
      label: row.label,
    })),
    toCheck: rows.some(({ is_old }) => Boolean(is_old)),
  }
}
