/** Documents in family order, with their control numbers, text, custodian and flaws. */

import type { Insertable } from 'kysely'
import { nameBlobs } from '../../platform/blobs/name.ts'
import type { NewException } from '../../platform/jobs/tables.ts'
import { flag, slices } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { Schema } from '../../platform/records/schema.ts'
import { together } from '../../platform/records/together.ts'
import { sizeOf } from '../processing/large.ts'
import type { Member, ProcessingException } from '../processing/member.ts'
import type { ParsedFamily } from '../processing/protocol.ts'
import { insertHidden } from './hidden-text.ts'
import type { ImportState } from './import-state.ts'

/** What a load file says of a document besides its member. */
export interface Said {
  /** Whose it is: the first one's own, the others had it too. */
  readonly custodianIds: readonly number[]
  readonly customId: string | null
}

/** A family that is to be written, and its documents as they get their numbers. */
export interface WrittenFamily {
  readonly parsed: {
    readonly family: Pick<ParsedFamily['family'], 'members' | 'date'> & { readonly dedupeHash: string | null }
  }
  readonly documents: NumberedDocument[]
  /** By ordinal; absent: all of it is the job's custodian's. */
  readonly said?: readonly Said[]
}

/** One that is new in an import. */
export interface NumberedFamily extends WrittenFamily {
  readonly parsed: ParsedFamily
}

/** What is known of the job that writes. */
export type WritingState = Pick<ImportState, 'jobId' | 'projectId' | 'custodianId' | 'promote'>

export class NumberedDocument {
  readonly family: WrittenFamily
  readonly member: Member
  readonly control: number
  documentId = 0
  constructor(family: WrittenFamily, member: Member, control: number) {
    this.family = family
    this.member = member
    this.control = control
  }
  parentDocument(): NumberedDocument {
    return this.family.documents[0] ?? this
  }
  /** Its own custodian first. */
  custodianIds({ custodianId }: Pick<WritingState, 'custodianId'>): readonly [number, ...number[]] {
    const [own = custodianId, ...others] = this.family.said?.[this.member.ordinal]?.custodianIds ?? []
    return [own, ...others]
  }
}

/** Numbers after (`step` 1) or before (`step` -1) a given one, families together. */
export function numberDocuments(
  families: readonly WrittenFamily[],
  from: number,
  step: 1 | -1,
): NumberedDocument[] {
  let control = from
  const all: NumberedDocument[] = []
  for (const family of families)
    for (const member of family.parsed.family.members) {
      control += step
      const doc = new NumberedDocument(family, member, control)
      family.documents.push(doc)
      all.push(doc)
    }
  return all
}

/** Writes documents and all that belongs to them. */
export async function writeDocuments(
  trx: Writer,
  state: WritingState,
  documents: readonly NumberedDocument[],
  at: string,
): Promise<void> {
  await insertDocuments(trx, state, documents, at)
  await insertBesides(trx, state, documents, at)
}

/** Depth by depth, because children name their parents' ids. What does not need an answer is asked for together with what does. */
async function insertDocuments(
  trx: Writer,
  state: WritingState,
  documents: readonly NumberedDocument[],
  at: string,
): Promise<void> {
  const byControl = new Map(documents.map((doc) => [doc.control, doc]))
  const deepest = documents.reduce((depth, doc) => Math.max(depth, doc.member.depth), 0)
  for (let depth = 0; depth <= deepest; depth++) {
    const level = documents.filter((doc) => doc.member.depth === depth)
    const inserted = [...slices(level, documentColumns)].map((slice) =>
      trx
        .insertInto('document')
        .values(slice.map((doc) => documentRow(state, doc, at)))
        .returning(['document_id', 'control'])
        .execute(),
    )
    // A parent's family is its own id, which it has only now.
    const families =
      depth > 0
        ? []
        : [
            trx
              .updateTable('document')
              .set((eb) => ({ family_id: eb.ref('document_id') }))
              .where('family_id', '=', 0)
              .where('project_id', '=', state.projectId)
              .execute(),
          ]
    const [rows] = await together([together(inserted), ...families])
    for (const row of rows.flat()) {
      const doc = byControl.get(row.control)
      if (doc !== undefined) doc.documentId = row.document_id
    }
  }
}

const documentColumns = 38

function documentRow(state: WritingState, doc: NumberedDocument, at: string): Insertable<Schema['document']> {
  const { member: m, family } = doc
  const { date, dedupeHash } = family.parsed.family
  return {
    project_id: state.projectId,
    control: doc.control,
    state: state.promote ? 'Promoted' : 'Processed',
    family_id: m.parent === null ? 0 : doc.parentDocument().documentId,
    parent_id: m.parent === null ? null : (family.documents[m.parent]?.documentId ?? null),
    ordinal: m.ordinal,
    depth: m.depth,
    custodian_id: doc.custodianIds(state)[0],
    job_id: state.jobId,
    size: sizeOf(m.bytes),
    md5: m.md5,
    sha1: m.sha1,
    sha256: m.sha256,
    dedupe_hash: m.parent === null ? dedupeHash : null,
    parent_date: date,
    sort_key: sortKey(date),
    source_path: JSON.stringify(m.path),
    ...columnsSaid(m),
    ...columnsRead(m),
    created_at: at,
    custom_id: family.said?.[m.ordinal]?.customId ?? null,
  }
}

/** What it is called and what a message says of itself. */
export function columnsSaid(m: Member) {
  return {
    record_type: m.recordType,
    file_name: m.fileName,
    sent_at: m.sentAt,
    sent_original: m.sentOriginal,
    from_text: m.fromText,
    addresses: m.mail === null ? null : JSON.stringify(m.mail),
    message_id: m.messageId,
    in_reply_to: m.inReplyTo,
    references: JSON.stringify(m.references),
  }
}

/** What reading its bytes tells, besides what a message says of itself. */
export function columnsRead(m: Member) {
  const text = m.text ?? ''
  return {
    file_category: m.category,
    title: m.title,
    extension: m.extension,
    mime_type: m.mimeType,
    attachment_count: m.attachmentCount,
    text_size: text.length,
    text_truncated: flag(m.truncated),
    has_text: flag(text.trim() !== ''),
    no_text_reason: m.noText ?? (text.trim() === '' ? 'There is no text in it.' : null),
    metadata: JSON.stringify(m.metadata),
  }
}

/** Text order is date order; without a date comes last. */
export const sortKey = (date: string | null): string => date ?? '~'

async function insertBesides(
  trx: Writer,
  state: WritingState,
  documents: readonly NumberedDocument[],
  at: string,
): Promise<void> {
  const files = new Map(documents.map(({ member: m }) => [m.sha256, sizeOf(m.bytes)]))
  const flaws = documents.flatMap((doc) => doc.member.flaws.map((flaw) => exceptionOf(state, doc, flaw, at)))
  await together([
    insertAll(
      trx,
      'document_text',
      documents.map(({ documentId, member: m }) => ({
        document_id: documentId,
        text: m.text ?? '',
        html: m.html,
      })),
    ),
    insertHidden(trx, state.jobId, documents, at),
    insertAll(
      trx,
      'document_custodian',
      documents.flatMap((doc) =>
        doc.custodianIds(state).map((custodian_id, position) => ({
          ...{ document_id: doc.documentId, custodian_id, position, job_id: state.jobId },
        })),
      ),
    ),
    insertAll(
      trx,
      'index_queue',
      documents.map(({ documentId }) => ({
        project_id: state.projectId,
        document_id: documentId,
        what: 'document',
      })),
    ),
    nameBlobs(trx, files, at),
    insertAll(trx, 'exception', flaws),
  ])
}

/** What is wrong with a document. */
export const exceptionOf = (
  state: WritingState,
  { documentId, member: m }: Pick<NumberedDocument, 'documentId' | 'member'>,
  flaw: ProcessingException,
  at: string,
): NewException => ({
  project_id: state.projectId,
  job_id: state.jobId,
  document_id: documentId,
  code: flaw.code,
  reason: flaw.reason,
  stage: flaw.stage,
  path: JSON.stringify(m.path),
  size: sizeOf(m.bytes),
  sha256: m.sha256,
  at,
})
