/**
 * Writes what a load has read: families with all that belongs to them, or what is laid over documents, in one transaction with
 * the place that was reached. Killed at any moment, a document is there wholly or not at all.
 */
import type { CodedValue } from '#contracts/coding.ts'
import { sameValue } from '#contracts/coding-values.ts'
import type { LoadCounts } from '#contracts/loads.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import { nameBlobs } from '../../platform/blobs/name.ts'
import { instantOf, storable } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { Rule } from '../../review/coding/rules.ts'
import { entryOf, type SaveContext } from '../../review/coding/save.ts'
import { markChanged } from '../../review/coding-values/changed.ts'
import { putValues, storedValue, type WrittenValue } from '../../review/coding-values/values.ts'
import { inReviewAmong } from '../../review/documents/visible.ts'
import { holdersOf } from '../overlay/holders.ts'
import { numberDocuments, type WrittenFamily, writeDocuments } from '../writing/write-documents.ts'
import { idTaken } from './check.ts'
import { isMessage, memberOf, type RowContent } from './documents.ts'
import { type LaidText, layTexts, type TextsBefore } from './lay-texts.ts'
import { rangeOf } from './numbers.ts'
import type { KinMember } from './plan/families.ts'
import type { PlanFault } from './plan/fault.ts'

/** A family that was read, and is to be written. */
export interface ReadFamily {
  readonly members: readonly KinMember[]
  readonly contents: readonly RowContent[]
}

/** What each transaction of a load knows. */
export interface Writing {
  readonly jobId: number
  readonly projectId: number
  /** The source's. */
  readonly custodianId: number
  readonly custodians: ReadonlyMap<string, number>
  readonly rules: ReadonlyMap<number, Rule>
  /** The column that becomes the custom id. */
  readonly beginColumn: string | null
  /** The one with texts, or with the paths of their files. */
  readonly textColumn: string | null
  readonly by: SaveContext
}

/** What was written, as the load counts it. */
export type Added = Pick<
  LoadCounts,
  'loaded' | 'overlaid' | 'refused' | 'families' | 'pages' | 'texts' | 'natives'
>
const nothingAdded: Added = {
  loaded: 0,
  overlaid: 0,
  refused: 0,
  families: 0,
  pages: 0,
  texts: 0,
  natives: 0,
}

/** New documents, with their numbers, values, images and rows of the trail. */
export async function writeFamilies(
  trx: Writer,
  writing: Writing,
  families: readonly ReadFamily[],
): Promise<{ readonly added: Added; readonly faults: readonly PlanFault[]; readonly entries: AuditEntry[] }> {
  const { projectId, by } = writing
  const at = instantOf(by.at)
  const contents = families.flatMap((family) => family.contents)
  const faults = contents.flatMap((content) => content.faults)
  const taken = new Set((await holdersOf(trx, projectId, contents.map(customIdOf))).keys())
  const freeId = (content: RowContent): string | null => {
    const own = customIdOf(content)
    if (own === null || !taken.has(own)) {
      if (own !== null) taken.add(own)
      return own
    }
    const { line, from, to } = content.row
    faults.push({ line, from, to, ...idTaken(writing.beginColumn) })
    return null
  }
  const { last_control } = await trx
    .updateTable('project')
    .set((eb) => ({ last_control: eb('last_control', '+', contents.length), last_activity_at: at }))
    .where('project_id', '=', projectId)
    .returning('last_control')
    .executeTakeFirstOrThrow()
  const written = families.map(
    (family): WrittenFamily => ({
      parsed: { family: { ...membersOf(family), dedupeHash: null } },
      documents: [],
      said: family.contents.map((content) => ({
        custodianIds: custodianIdsOf(writing, content),
        customId: freeId(content),
      })),
    }),
  )
  const state = { ...writing, promote: true }
  const documents = numberDocuments(written, last_control - contents.length, 1)
  await writeDocuments(trx, state, documents, at)
  const entries = documents.map(
    (doc, at): AuditEntry => ({
      ...{ at: by.at, user: by.user, action: 'document.promoted', projectId, documentId: doc.documentId },
      ...{ how: 'import', jobId: writing.jobId },
      facts: {
        control: doc.control,
        familyId: doc.parentDocument().documentId,
        custodianId: doc.custodianIds(state)[0],
        sha256: doc.member.sha256,
        line: contents[at]?.row.line ?? 0,
      },
    }),
  )
  const values: WrittenValue[] = []
  for (const [at, { documentId }] of documents.entries())
    for (const { fieldId, value } of contents[at]?.values.coded ?? [])
      code(writing, { documentId, fieldId, value, before: never }, values, entries)
  await putValues(trx, values)
  await insertAll(
    trx,
    'received_number',
    documents.flatMap(({ documentId }, at) => {
      const row = contents[at]?.row
      const range = row === undefined ? null : rangeOf(row.key, row.end)
      if (range === null) return []
      return {
        ...{ document_id: documentId, project_id: projectId, job_id: writing.jobId },
        ...{ prefix_key: range.prefixKey, digits: range.digits },
        ...{ first_number: range.first, last_number: range.last },
      }
    }),
  )
  await putImages(
    trx,
    writing,
    documents.flatMap(({ documentId }, at) => {
      const content = contents[at]
      return content === undefined || content.native === null || content.images === null
        ? []
        : { documentId, images: content.images }
    }),
  )
  return {
    ...{ faults, entries },
    added: {
      ...nothingAdded,
      loaded: documents.length,
      families: families.length,
      pages: contents.reduce((sum, { images }) => sum + (images?.pages ?? 0), 0),
      texts: contents.filter(({ text, row }) => text !== null && (row.text !== null || text !== '')).length,
      natives: contents.filter(({ native }) => native !== null).length,
    },
  }
}

/** A row and the document that it is laid over. */
export interface Laid {
  readonly documentId: number
  readonly content: RowContent
}

/** The texts that rows bring. An empty one takes none away. */
export const textsLaid = (laid: readonly Laid[]): LaidText[] =>
  laid.flatMap(({ documentId, content: { text, truncated } }) =>
    text === null || text.trim() === '' ? [] : { documentId, text: storable(text), truncated },
  )

/** Values, texts and images over documents that are in review. */
export async function layOver(
  trx: Writer,
  writing: Writing,
  laid: readonly Laid[],
  before: TextsBefore,
): Promise<{ readonly added: Added; readonly faults: readonly PlanFault[]; readonly entries: AuditEntry[] }> {
  const { projectId, by } = writing
  const ids = laid.map(({ documentId }) => documentId)
  const there = await inReviewAmong(trx, projectId, ids)
  const standing = await standingOf(trx, ids, [...writing.rules.keys()])
  const faults: PlanFault[] = []
  const entries: AuditEntry[] = []
  const values: WrittenValue[] = []
  const changed = new Set<number>()
  const images: { documentId: number; images: NonNullable<RowContent['images']> }[] = []
  let refused = 0
  for (const { documentId, content } of laid) {
    if (!there.has(documentId)) {
      refused++
      const { line, from, to } = content.row
      faults.push({
        ...{ line, from, to, column: null, code: 'unmatched', refusesRow: true },
        reason: 'The document has left the review meanwhile.',
      })
      continue
    }
    faults.push(...content.faults)
    for (const { fieldId, value } of content.values.coded) {
      const before = standing.get(`${documentId}.${fieldId}`) ?? never
      if (sameValue(value, before.value)) continue
      code(writing, { documentId, fieldId, value, before }, values, entries)
      changed.add(documentId)
    }
    if (content.images !== null) {
      images.push({ documentId, images: content.images })
      entries.push({
        ...{ at: by.at, user: by.user, action: 'document.imagesReceived', projectId, documentId },
        ...{ how: 'import', jobId: writing.jobId },
        facts: { sha256: content.images.sha256, pages: content.images.pages },
      })
    }
  }
  await putValues(trx, values)
  await putImages(trx, writing, images)
  const texts = await layTexts(
    trx,
    writing,
    textsLaid(laid.filter(({ documentId }) => there.has(documentId))),
    before,
  )
  entries.push(...texts.entries)
  await insertAll(
    trx,
    'laid_over',
    [...there].map((document_id) => ({ job_id: writing.jobId, document_id, project_id: projectId })),
  )
  for (const { documentId, content } of laid) {
    if (!there.has(documentId)) continue
    const reason = texts.awaited.has(documentId)
      ? 'Another file is on its way to the document: its text stays. Load it once that is processed.'
      : content.row.text !== null && content.text?.trim() === ''
        ? 'The text file is empty: the document keeps the text that it has.'
        : null
    const { line, from, to } = content.row
    if (reason !== null)
      faults.push({ line, from, to, column: writing.textColumn, code: 'badText', reason, refusesRow: false })
  }
  if (changed.size > 0) await markChanged(trx, projectId, [...changed], instantOf(by.at))
  return {
    ...{ faults, entries },
    added: {
      ...nothingAdded,
      ...{ overlaid: laid.length - refused, refused, texts: texts.done.length },
      pages: images.reduce((sum, one) => sum + one.images.pages, 0),
    },
  }
}

interface Standing {
  readonly value: CodedValue
  readonly version: number
}
const never: Standing = { value: null, version: 0 }

function code(
  writing: Writing,
  one: {
    readonly documentId: number
    readonly fieldId: number
    readonly value: CodedValue
    readonly before: Standing
  },
  values: WrittenValue[],
  entries: AuditEntry[],
): void {
  const { documentId, fieldId, value, before } = one
  const rule = writing.rules.get(fieldId)
  if (rule === undefined) throw new Error(`Field ${fieldId} of a load is not there.`)
  const { by, projectId } = writing
  values.push({
    ...{ document_id: documentId, field_id: fieldId, project_id: projectId, value: JSON.stringify(value) },
    ...{ version: before.version + 1, by_user: by.user.userId, at: instantOf(by.at), form_version: null },
  })
  const body = { documentId, coding_form_id: null, correlationId: by.commandId }
  entries.push({ ...entryOf(by, body, { target: rule, value, before }), how: 'import', jobId: writing.jobId })
}

async function standingOf(
  trx: Writer,
  documentIds: readonly number[],
  fieldIds: readonly number[],
): Promise<ReadonlyMap<string, Standing>> {
  if (documentIds.length === 0 || fieldIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('coding_value')
    .select(['document_id', 'field_id', 'value', 'version'])
    .where('document_id', 'in', documentIds)
    .where('field_id', 'in', fieldIds)
    .execute()
  return new Map(
    rows.map(({ document_id, field_id, value, version }) => [
      `${document_id}.${field_id}`,
      { value: storedValue(value), version },
    ]),
  )
}

async function putImages(
  trx: Writer,
  { jobId, projectId, by }: Writing,
  sets: readonly { readonly documentId: number; readonly images: NonNullable<RowContent['images']> }[],
): Promise<void> {
  if (sets.length === 0) return
  await nameBlobs(trx, new Map(sets.map(({ images }) => [images.sha256, images.size])), instantOf(by.at))
  await trx
    .insertInto('received_images')
    .values(
      sets.map(({ documentId, images }) => ({
        ...{ document_id: documentId, project_id: projectId, job_id: jobId },
        ...{ sha256: images.sha256, pages: images.pages },
      })),
    )
    .onConflict((conflict) =>
      conflict.column('document_id').doUpdateSet((eb) => ({
        job_id: eb.ref('excluded.job_id'),
        sha256: eb.ref('excluded.sha256'),
        pages: eb.ref('excluded.pages'),
      })),
    )
    .execute()
}

/** From an image list alone, the first number is all that a document is called by. */
const customIdOf = ({ row, values }: RowContent): string | null =>
  values.customId ?? (row.at === null && row.key !== '' && row.key.length <= 100 ? row.key : null)

function custodianIdsOf({ custodians, custodianId }: Writing, { values }: RowContent): number[] {
  const ids = values.custodians.map((name) => custodians.get(name.toLowerCase()) ?? custodianId)
  return [...new Set(ids)]
}

function membersOf({ members, contents }: ReadFamily) {
  const top = contents[0] !== undefined && isMessage(contents[0].values)
  const all = contents.flatMap((content, ordinal) => {
    const kin = members[ordinal]
    if (kin === undefined) return []
    const attached = members.filter(({ parent }) => parent === ordinal).length
    return memberOf(content, kin, ordinal, { top, attached })
  })
  return { members: all, date: all[0]?.sentAt ?? null }
}
