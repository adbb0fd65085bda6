/** A document as the record holds it, read with its custodians: what fields, lists and the index are made from. */

import type { ExpressionBuilder, Selectable } from 'kysely'
import * as z from 'zod/mini'
import { address, type DocumentState } from '#contracts/documents.ts'
import { ownOrigins } from '#contracts/texts.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { Schema } from '../../platform/records/schema.ts'
import { type AnalysisFacts, analysesOf } from '../analysis/facts.ts'
import { type Addresses, addressesOf } from '../documents/addresses.ts'
import { controlNumber } from '../documents/control.ts'
import { type Address, addressKey, showAddress } from '../documents/mail-address.ts'
import type { DocumentTable } from '../documents/tables.ts'
import { type RedactionFacts, redactionFactsOf } from '../redaction-rows/types.ts'
import { domainsOf } from './domains.ts'
import { type ProducedFacts, produced } from './produced.ts'

export interface DocumentFacts {
  readonly documentId: number
  /** Empty until it is promoted. */
  readonly controlNumber: string
  readonly state: DocumentState
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
  /** By which its family is held against others: EH-1 of a message, SHA-256 of a file; empty for members. */
  readonly dedupeHash: string
  readonly parentDate: string | null
  readonly sentAt: string | null
  readonly isMail: boolean
  /** As they are shown: name and address. */
  readonly from: readonly string[]
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  /** Its own, then whom only its suppressed copies name by BCC; each address once. */
  readonly allBcc: readonly string[]
  readonly messageId: string
  readonly inReplyTo: string
  readonly references: readonly string[]
  readonly sourcePath: readonly string[]
  /** Its own path first, then where the suppressed copies of it were, as they came; each once, its parts joined by `/`. */
  readonly allPaths: readonly string[]
  /** Those in which its family and the copies of it lay, in the same order. */
  readonly allFolders: readonly string[]
  /** What else its file said: name → values. */
  readonly metadata: Readonly<Record<string, readonly string[]>>
  readonly attachmentCount: number
  /** Characters of all its own texts, recognised and heard ones too. */
  readonly textSize: number
  /** Of the one that was in its file. */
  readonly extractedSize: number
  readonly textTruncated: boolean
  readonly hasText: boolean
  readonly noTextReason: string | null
  /** The name of the job that filtered it out. */
  readonly filterJob: string
  /** Codes of its exceptions. */
  readonly exceptions: readonly string[]
  /** Domains of all addresses, those of `allBcc` too. */
  readonly domains: readonly string[]
  /** Different addresses in To, CC and BCC, and names that have none; null for other than mail. */
  readonly recipientCount: number | null
  /** Documents of its family. */
  readonly familyCount: number
  /** Whether copies of its family were suppressed. */
  readonly isDuplicate: boolean
  /** Since when `allCustodians` is as it is. */
  readonly custodiansAt: string
  /** Null where the analysis has not come by yet. */
  readonly analysis: AnalysisFacts | null
  /** Empty where it has none. */
  readonly customId: string
  readonly redactions: RedactionFacts
  /** Null where no production has it. */
  readonly produced: ProducedFacts | null
}

const addressList = z.array(address)
const texts = z.array(z.string())
const named = z.record(z.string(), texts)

const neverRedacted: RedactionFacts = { isRedacted: false, types: [] }

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
    .leftJoin('job as f', 'f.job_id', 'd.filter_job')
    .selectAll('d')
    .select(['c.name as custodian', 'p.prefix', 'f.title as filter_name'])
    .where(checkedOnly('d.project_id'), '=', projectId)
    .where('d.document_id', 'in', [...ids])
    .execute()
  const families = [...new Set(rows.map((row) => row.family_id))]
  const [
    custodians,
    exceptions,
    sizes,
    heads,
    copies,
    duplicates,
    analyses,
    besides,
    redactions,
    productions,
  ] = await Promise.all([
    custodiansOf(read, ids),
    exceptionsOf(read, ids),
    familySizes(read, families),
    headsOf(read, families),
    copiesOf(read, families),
    duplicatesOf(read, ids),
    analysesOf(read, ids),
    besideOthers(read, ids),
    redactionFactsOf(read, ids),
    produced().factsOf(read, projectId, ids),
  ])
  return rows.map((row) =>
    factsOf(row, {
      allCustodians: custodians.get(row.document_id) ?? [row.custodian],
      exceptions: exceptions.get(row.document_id) ?? [],
      familyCount: sizes.get(row.family_id) ?? 1,
      isDuplicate: copies.has(row.family_id),
      ...placesOf(
        pathIn(row.source_path),
        pathIn(heads.get(row.family_id) ?? row.source_path),
        (copies.get(row.family_id) ?? []).map(pathIn),
        (duplicates.get(row.document_id) ?? []).map(({ path }) => pathIn(path)),
      ),
      copiedTo: (duplicates.get(row.document_id) ?? []).flatMap(({ bcc }) =>
        bcc === null ? [] : addressList.parse(JSON.parse(bcc)),
      ),
      analysis: analyses.get(row.document_id) ?? null,
      extractedSize: besides.get(row.document_id) ?? row.text_size,
      redactions: redactions.get(row.document_id) ?? neverRedacted,
      produced: productions.get(row.document_id) ?? null,
    }),
  )
}

/** Codes of exceptions, each once. One that was replaced was about a file that the document does not have any more. */
async function exceptionsOf(read: Reader, ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await read
    .selectFrom('exception')
    .select(['document_id', 'code'])
    .distinct()
    .where('document_id', 'in', [...ids])
    .where('resolution', '<>', 'replaced')
    .orderBy('code')
    .execute()
  const byDocument = new Map<number, string[]>()
  for (const { document_id, code } of rows) {
    if (document_id === null) continue
    byDocument.set(document_id, [...(byDocument.get(document_id) ?? []), code])
  }
  return byDocument
}

/** How long the extracted text is of documents that have others of their own beside it. */
async function besideOthers(read: Reader, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await read
    .selectFrom('document as d')
    .leftJoin('document_text as t', 't.document_id', 'd.document_id')
    .select(['d.document_id', 't.text'])
    .where('d.document_id', 'in', [...ids])
    .where(hasOthers)
    .execute()
  return new Map(rows.map(({ document_id, text }) => [document_id, text?.length ?? 0]))
}

/** Whether a document has texts of its own beside the extracted one, which is then read for its length alone. */
export const hasOthers = (eb: ExpressionBuilder<Schema & { d: DocumentTable }, 'd'>) =>
  eb.exists(
    eb
      .selectFrom('document_variant as v')
      .select(eb.lit(1).as('one'))
      .whereRef('v.document_id', '=', 'd.document_id')
      .where('v.origin', 'in', [...ownOrigins]),
  )

async function familySizes(read: Reader, families: readonly number[]): Promise<Map<number, number>> {
  const rows = await read
    .selectFrom('document')
    .select((eb) => ['family_id', eb.fn.countAll<number>().as('n')])
    .where('family_id', 'in', [...families, 0])
    .groupBy('family_id')
    .execute()
  return new Map(rows.map((row) => [row.family_id, Number(row.n)]))
}

/** By family where its top parent was. */
async function headsOf(read: Reader, families: readonly number[]): Promise<Map<number, string>> {
  const rows = await read
    .selectFrom('document')
    .select(['document_id', 'source_path'])
    .where('document_id', 'in', [...families, 0])
    .execute()
  return new Map(rows.map((row) => [row.document_id, row.source_path]))
}

/** By family where the suppressed copies of its top parent were, as they came; families that have none are not there. */
async function copiesOf(read: Reader, families: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await read
    .selectFrom('document_copy')
    .select(['document_id', 'source_path'])
    .where('document_id', 'in', [...families, 0])
    .orderBy('copy_id')
    .execute()
  const byFamily = new Map<number, string[]>()
  for (const { document_id, source_path } of rows) {
    const paths = byFamily.get(document_id)
    if (paths === undefined) byFamily.set(document_id, [source_path])
    else paths.push(source_path)
  }
  return byFamily
}

/** By document what was suppressed as a copy of it, as it came; documents that have none are not there. */
async function duplicatesOf(read: Reader, ids: readonly number[]) {
  const rows = await read
    .selectFrom('left_out')
    .select(['document_id', 'path', 'bcc'])
    .where('document_id', 'in', [...ids])
    .where('kind', '=', 'duplicate')
    .orderBy('left_out_id')
    .execute()
  return Map.groupBy(rows, ({ document_id }) => document_id)
}

const pathIn = (column: string): readonly string[] => texts.parse(JSON.parse(column))

/**
 * What is attached to a copy has a place of its own there: it may be called otherwise. Where that was not kept, it is the one
 * that the document has in its family.
 */
function placesOf(
  own: readonly string[],
  head: readonly string[],
  copies: readonly (readonly string[])[],
  duplicates: readonly (readonly string[])[],
): Pick<DocumentFacts, 'allPaths' | 'allFolders'> {
  const inside = own.slice(head.length)
  const kept = new Set(duplicates.flatMap(beginningsOf))
  const supposed = copies
    .filter((copy) => !kept.has(JSON.stringify(copy)))
    .map((copy) => [...copy, ...inside])
  return {
    allPaths: once([own, ...duplicates, ...supposed].map((path) => path.join('/'))),
    allFolders: once([head, ...copies].map((path) => folderOf(path.join('/')))),
  }
}

/** A path, and all that it lies below. */
const beginningsOf = (path: readonly string[]): readonly string[] =>
  path.map((_, at) => JSON.stringify(path.slice(0, at + 1)))

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

const once = (values: readonly string[]): readonly string[] => [
  ...new Set(values.filter((value) => value !== '')),
]

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

interface Row extends Selectable<DocumentTable> {
  readonly prefix: string
  readonly custodian: string
  readonly filter_name: string | null
}

/** What other tables say of a document. */
interface Besides
  extends Pick<
    DocumentFacts,
    | ('allCustodians' | 'exceptions' | 'familyCount' | 'isDuplicate' | 'allPaths' | 'allFolders')
    | ('analysis' | 'extractedSize' | 'redactions' | 'produced')
  > {
  /** Whom copies of it name by BCC. */
  readonly copiedTo: readonly Address[]
}

function factsOf(row: Row, { copiedTo, ...besides }: Besides): DocumentFacts {
  const mail = addressesOf(row.addresses)
  const recipients = mail === null ? null : [...mail.to, ...mail.cc, ...mail.bcc]
  const allBcc = [...Map.groupBy([...(mail?.bcc ?? []), ...copiedTo], addressKey).values()].flatMap((same) =>
    same.slice(0, 1),
  )
  const shown = (list: Addresses['from'] | undefined): string[] => (list ?? []).map(showAddress)
  return {
    documentId: row.document_id,
    controlNumber: controlNumber(row.prefix, row.control),
    state: row.state,
    familyId: row.family_id,
    parentId: row.parent_id,
    ordinal: row.ordinal,
    depth: row.depth,
    custodian: row.custodian,
    ...besides,
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
    dedupeHash: row.dedupe_hash ?? '',
    parentDate: row.parent_date,
    sentAt: row.sent_at,
    isMail: mail !== null,
    from: shown(mail?.from),
    to: shown(mail?.to),
    cc: shown(mail?.cc),
    bcc: shown(mail?.bcc),
    allBcc: shown(allBcc),
    messageId: row.message_id,
    inReplyTo: row.in_reply_to,
    references: texts.parse(JSON.parse(row.references)),
    sourcePath: pathIn(row.source_path),
    metadata: named.parse(JSON.parse(row.metadata)),
    attachmentCount: row.attachment_count,
    textSize: row.text_size,
    textTruncated: row.text_truncated === 1,
    hasText: row.has_text === 1,
    noTextReason: row.no_text_reason,
    filterJob: row.filter_name ?? '',
    domains: domainsOf([
      ...[...(mail?.from ?? []), ...copiedTo, ...(recipients ?? [])].map(({ address }) => address),
    ]),
    recipientCount: recipients === null ? null : new Set(recipients.map(addressKey)).size,
    custodiansAt: row.custodians_at ?? row.created_at,
    customId: row.custom_id ?? '',
  }
}
