/** One document with all that its first paint needs, in one answer: it can be fetched ahead and looked at later. */
import { createHash } from 'node:crypto'
import type { DocumentDetail } from '#contracts/documents.ts'
import { valuesOf } from '../coding/values.ts'
import { notFound } from '../http/error.ts'
import type { Reader } from '../records/records.ts'
import { tagsOf } from '../tags/tags.ts'
import { entryOf, textsOf } from '../texts/texts.ts'
import { controlNumber } from './control.ts'
import { addressesOf, readFacts } from './facts.ts'

/** The document as it stands; 404 where the project has none of this id. */
export async function documentDetail(
  read: Reader,
  projectId: number,
  prefix: string,
  documentId: number,
): Promise<DocumentDetail> {
  const [facts] = await readFacts(read, projectId, [documentId])
  if (facts === undefined) throw notFound('document')
  const [row, texts, replaced, family, coding, tags] = await Promise.all([
    bodyOf(read, documentId),
    textsOf(read, projectId, documentId),
    lastReplaced(read, documentId),
    familyOf(read, projectId, prefix, facts.familyId),
    valuesOf(read, projectId, documentId),
    tagsOf(read, projectId, documentId),
  ])
  const mail = addressesOf(row.addresses)
  const detail = {
    documentId,
    controlNumber: facts.controlNumber,
    state: facts.state,
    recordType: facts.recordType,
    title: facts.title === '' ? facts.fileName : facts.title,
    custodian: facts.custodian,
    allCustodians: [...facts.allCustodians],
    parentDate: facts.parentDate,
    mail:
      mail === null
        ? null
        : { ...mail, subject: facts.title, sentAt: facts.sentAt, sentOriginal: row.sent_original },
    fileName: facts.fileName,
    fileExtension: facts.extension,
    mimeType: facts.mimeType,
    size: facts.size,
    md5: facts.md5,
    sha1: facts.sha1,
    sha256: facts.sha256,
    html: row.html,
    text: texts?.[0]?.text ?? null,
    texts: (texts ?? []).map(entryOf),
    textTruncated: facts.textTruncated,
    noText: facts.noTextReason,
    family,
    coding,
    tagIds: tags,
  }
  return { ...detail, etag: etagOf(detail, replaced) }
}

async function bodyOf(read: Reader, documentId: number) {
  return await read
    .selectFrom('document as d')
    .leftJoin('document_text as t', 't.document_id', 'd.document_id')
    .select(['d.addresses', 'd.sent_original', 't.html'])
    .where('d.document_id', '=', documentId)
    .executeTakeFirstOrThrow()
}

/** The whole family in order. */
export async function familyOf(read: Reader, projectId: number, prefix: string, familyId: number) {
  const rows = await read
    .selectFrom('document')
    .select([
      'document_id',
      'control',
      'parent_id',
      'ordinal',
      'depth',
      'title',
      'file_name',
      'record_type',
      'extension',
      'size',
      'has_text',
    ])
    .where('family_id', '=', familyId)
    .where('project_id', '=', projectId)
    .orderBy('ordinal')
    .execute()
  return rows.map((row) => ({
    documentId: row.document_id,
    controlNumber: controlNumber(prefix, row.control),
    parentId: row.parent_id,
    ordinal: row.ordinal,
    depth: row.depth,
    title: row.title === '' ? row.file_name : row.title,
    recordType: row.record_type,
    fileExtension: row.extension,
    size: row.size,
    hasText: row.has_text === 1,
  }))
}

/** Text and HTML change only where a file is replaced; `0`: never was. */
export async function lastReplaced(read: Reader, documentId: number): Promise<number> {
  const { last } = await read
    .selectFrom('replaced_file')
    .select((eb) => eb.fn.max<number | null>('replaced_file_id').as('last'))
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

/** Changes with everything that the answer says. Which texts there are, and of when, is said beside them. */
function etagOf(detail: Omit<DocumentDetail, 'etag'>, replaced: number): string {
  const { text: _text, html: _html, ...rest } = detail
  const said = JSON.stringify([rest, replaced])
  return `"${createHash('sha256').update(said).digest('base64url').slice(0, 27)}"`
}
