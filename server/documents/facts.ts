/** A document as the record holds it, read with its custodians: what fields, lists and the index are made from. */
import * as z from 'zod/mini'
import { address } from '#contracts/documents.ts'
import { type AnalysisFacts, analysesOf } from '../analysis/facts.ts'
import { showAddress } from '../processing/mail/addresses.ts'
import { checkedOnly } from '../records/dialect.ts'
import type { Reader } from '../records/records.ts'
import type { DocumentTable } from '../records/schema.ts'
import { controlNumber } from './control.ts'

export interface DocumentFacts {
  readonly documentId: number
  readonly controlNumber: string
  readonly familyId: number
  readonly parentId: number | null
  readonly ordinal: number
  readonly depth: number
  readonly custodian: string
  /** The survivor's own first, then by name. */
  readonly allCustodians: readonly string[]
  readonly recordType: string
  readonly fileCategory: string
  readonly title: string
  readonly fileName: string
  readonly extension: string
  readonly mimeType: string
  readonly size: number
  readonly md5: string
  readonly sha1: string
  readonly sha256: string
  readonly parentDate: string | null
  readonly sentAt: string | null
  readonly isMail: boolean
  /** As they are shown: name and address. */
  readonly from: readonly string[]
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  readonly messageId: string
  readonly inReplyTo: string
  readonly references: readonly string[]
  readonly sourcePath: readonly string[]
  readonly attachmentCount: number
  readonly textSize: number
  readonly textTruncated: boolean
  readonly hasText: boolean
  readonly noTextReason: string | null
  /** Null where the analysis has not come by yet. */
  readonly analysis: AnalysisFacts | null
}

const addresses = z.object({
  from: z.array(address),
  to: z.array(address),
  cc: z.array(address),
  bcc: z.array(address),
})
type Addresses = z.infer<typeof addresses>

const texts = z.array(z.string())

/** The addresses of a mail; `null` for other documents. */
export const addressesOf = (column: string | null): Addresses | null =>
  column === null ? null : addresses.parse(JSON.parse(column))

/** Facts of documents of a project, in no particular order; ids that are not there are left out. */
export async function readFacts(
  read: Reader,
  projectId: number,
  ids: readonly number[],
): Promise<DocumentFacts[]> {
  if (ids.length === 0) return []
  const rows = await read
    .selectFrom('document as d')
    .innerJoin('custodian as c', 'c.custodian_id', 'd.custodian_id')
    .innerJoin('project as p', 'p.project_id', 'd.project_id')
    .selectAll('d')
    .select(['c.name as custodian', 'p.prefix'])
    .where(checkedOnly('d.project_id'), '=', projectId)
    .where('d.document_id', 'in', [...ids])
    .execute()
  const custodians = await custodiansOf(read, ids)
  const analyses = await analysesOf(read, ids)
  return rows.map((row) => ({
    ...factsOf(row, row.prefix, row.custodian, custodians.get(row.document_id)),
    analysis: analyses.get(row.document_id) ?? null,
  }))
}

async function custodiansOf(read: Reader, ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await read
    .selectFrom('document_custodian as d')
    .innerJoin('custodian as c', 'c.custodian_id', 'd.custodian_id')
    .select(['d.document_id', 'd.position', 'c.name'])
    .where('d.document_id', 'in', [...ids])
    .execute()
  rows.sort((a, b) => Number(a.position > 0) - Number(b.position > 0) || byName(a.name, b.name))
  const byDocument = new Map<number, string[]>()
  for (const row of rows) {
    const names = byDocument.get(row.document_id) ?? []
    // The same custodian may have had several copies.
    if (!names.includes(row.name)) names.push(row.name)
    byDocument.set(row.document_id, names)
  }
  return byDocument
}

const { compare: byName } = new Intl.Collator('en', { numeric: true })

type Row = Omit<DocumentTable, 'document_id'> & { readonly document_id: number }

function factsOf(
  row: Row,
  prefix: string,
  custodian: string,
  all: readonly string[] | undefined,
): Omit<DocumentFacts, 'analysis'> {
  const mail = addressesOf(row.addresses)
  const shown = (list: Addresses['from'] | undefined): string[] => (list ?? []).map(showAddress)
  return {
    documentId: row.document_id,
    controlNumber: controlNumber(prefix, row.control),
    familyId: row.family_id,
    parentId: row.parent_id,
    ordinal: row.ordinal,
    depth: row.depth,
    custodian,
    allCustodians: all ?? [custodian],
    recordType: row.record_type,
    fileCategory: row.file_category,
    title: row.title,
    fileName: row.file_name,
    extension: row.extension,
    mimeType: row.mime_type,
    size: row.size,
    md5: row.md5,
    sha1: row.sha1,
    sha256: row.sha256,
    parentDate: row.parent_date,
    sentAt: row.sent_at,
    isMail: mail !== null,
    from: shown(mail?.from),
    to: shown(mail?.to),
    cc: shown(mail?.cc),
    bcc: shown(mail?.bcc),
    messageId: row.message_id,
    inReplyTo: row.in_reply_to,
    references: texts.parse(JSON.parse(row.references)),
    sourcePath: texts.parse(JSON.parse(row.source_path)),
    attachmentCount: row.attachment_count,
    textSize: row.text_size,
    textTruncated: row.text_truncated === 1,
    hasText: row.has_text === 1,
    noTextReason: row.no_text_reason,
  }
}
