/** One document with all that its first paint needs, in one answer: it can be fetched ahead and looked at later. */

import { createHash } from 'node:crypto'
import type { DocumentDetail } from '#contracts/documents.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { valuesOf } from '../coding-values/values.ts'
import { addressesOf } from '../documents/addresses.ts'
import { isSeenAsItLeaves } from '../documents/door.ts'
import { familyOf } from '../documents/family.ts'
import { lastReplaced } from '../documents/replaced.ts'
import { readFacts } from '../search/facts.ts'
import { tagsOf } from '../tags/tags.ts'
import { entryOf, textsOf } from '../texts/texts.ts'

/** The document as it stands; 404 where the project has none of this id. */
export async function documentDetail(ctx: ProjectContext, documentId: number): Promise<DocumentDetail> {
  const { read } = ctx.records
  const { projectId, prefix, view } = ctx.project
  const [facts] = await readFacts(read, projectId, [documentId])
  if (facts === undefined) throw notFound('document')
  const [row, texts, replaced, family, coding, tags, asItLeaves] = await Promise.all([
    bodyOf(read, documentId),
    textsOf(read, projectId, documentId),
    lastReplaced(read, documentId),
    familyOf(read, projectId, prefix, facts.familyId),
    valuesOf(read, projectId, documentId),
    tagsOf(read, projectId, documentId),
    isSeenAsItLeaves(ctx.whole.read, view, documentId),
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
    ...(asItLeaves ? ({ asItLeaves: true } as const) : {}),
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

/** Changes with everything that the answer says. Which texts there are, and of when, is said beside them. */
function etagOf(detail: Omit<DocumentDetail, 'etag'>, replaced: number): string {
  const { text: _text, html: _html, ...rest } = detail
  const said = JSON.stringify([rest, replaced])
  return `"${createHash('sha256').update(said).digest('base64url').slice(0, 27)}"`
}
