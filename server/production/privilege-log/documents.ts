/** What the log says of documents, from the record as it stands. */
import * as z from 'zod/mini'
import { isInstant } from '../../platform/instants.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { addressesOf } from '../../review/documents/addresses.ts'
import { controlNumber, controlNumbers } from '../../review/documents/control.ts'
import type { Address } from '../../review/documents/mail-address.ts'
import { inReview } from '../../review/documents/visible.ts'

export interface LogDocument {
  readonly documentId: number
  readonly controlNumber: string
  /** Of the top document of its family, where whoever asks sees that; empty: it stands alone. */
  readonly family: string
  readonly attachments: number
  readonly type: string
  readonly title: string
  /** An instant. */
  readonly date: string | null
  readonly authors: readonly Address[]
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly bcc: readonly Address[]
}

const metadataColumn = z.record(z.string(), z.array(z.string()))

/** Those of some documents that are in review, by id: a few documents at a time. */
export async function logDocuments(
  read: Reader,
  project: { readonly projectId: number; readonly prefix: string },
  ids: readonly number[],
): Promise<ReadonlyMap<number, LogDocument>> {
  const rows = await documentRows(read, project, ids)
  const ofFamilies = rows.filter((row) => row.parent_id !== null || row.attachment_count > 0)
  const families = await controlNumbers(
    read,
    project,
    ofFamilies.map(({ family_id }) => family_id),
  )
  const inFamilies = new Set(ofFamilies)
  return new Map(
    rows.map((row) => {
      const said = metadataColumn.parse(JSON.parse(row.metadata))
      const mail = addressesOf(row.addresses)
      const instantIn = (name: string) => (said[name] ?? []).find(isInstant) ?? null
      return [
        row.document_id,
        {
          documentId: row.document_id,
          controlNumber: controlNumber(project.prefix, row.control),
          family: inFamilies.has(row) ? (families.get(row.family_id) ?? '') : '',
          attachments: row.attachment_count,
          type: row.file_category,
          title: mail === null ? ((said.Doc_Title ?? [])[0] ?? row.file_name) : row.title,
          date: row.sent_at ?? instantIn('Created_Date') ?? instantIn('Modified_Date') ?? row.parent_date,
          authors: mail === null ? (said.Author ?? []).map(personNamed) : mail.from,
          ...{ to: mail?.to ?? [], cc: mail?.cc ?? [], bcc: mail?.bcc ?? [] },
        },
      ]
    }),
  )
}

const documentRows = (read: Reader, { projectId }: { readonly projectId: number }, ids: readonly number[]) =>
  read
    .selectFrom('document')
    .select([
      'document_id',
      'control',
      'family_id',
      'parent_id',
      'attachment_count',
      'file_category',
      'title',
    ])
    .select(['file_name', 'sent_at', 'parent_date', 'addresses', 'metadata'])
    .where('document_id', 'in', [...ids])
    .where('state', '=', inReview)
    .where(checkedOnly('project_id'), '=', projectId)
    .execute()

/** An author that a file names: mostly a name, sometimes an address. */
const personNamed = (text: string): Address =>
  /^[^\s@]+@[^\s@]+$/.test(text) ? { name: '', address: text } : { name: text, address: '' }
