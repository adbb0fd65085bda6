/** Rows of the list: what one line shows, from the record as it stands now. */
import type { CodedValue } from '#contracts/coding.ts'
import type { DocumentRow } from '#contracts/documents.ts'
import { fieldTypes } from '#contracts/project.ts'
import type { Stage } from '#contracts/stages.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { choicesOf } from '../coding-values/form-queries.ts'
import { storedValue } from '../coding-values/values.ts'
import { controlNumber } from '../documents/control.ts'
import { inReview } from '../documents/visible.ts'
import { usDate } from './columns.ts'

/** Rows of documents in the order asked for. Documents that are gone from that side since the search are left out. */
export async function documentRows(
  read: Reader,
  projectId: number,
  prefix: string,
  asked: readonly { readonly id: number; readonly hit: boolean }[],
  stage: Stage,
): Promise<DocumentRow[]> {
  if (asked.length === 0) return []
  const ids = asked.map((one) => one.id)
  const [documents, coding, tags] = await Promise.all([
    read
      .selectFrom('document as d')
      .innerJoin('custodian as c', 'c.custodian_id', 'd.custodian_id')
      .select([
        'd.document_id',
        'd.control',
        'd.state',
        'd.family_id',
        'd.ordinal',
        'd.depth',
        'd.title',
        'd.file_name',
        'd.from_text',
        'd.parent_date',
        'd.record_type',
        'd.extension',
        'd.attachment_count',
        'd.size',
        'd.has_text',
        'c.name as custodian',
      ])
      .where(checkedOnly('d.project_id'), '=', projectId)
      .where('d.document_id', 'in', ids)
      .$if(stage === 'review', (query) => query.where('d.state', '=', inReview))
      .execute(),
    codingOf(read, projectId, ids),
    tagsOf(read, projectId, ids),
  ])
  const byId = new Map(documents.map((row) => [row.document_id, row]))
  return asked.flatMap(({ id, hit }): DocumentRow[] => {
    const row = byId.get(id)
    if (row === undefined) return []
    const own = coding.get(id)
    return [
      {
        documentId: id,
        controlNumber: controlNumber(prefix, row.control),
        state: row.state,
        familyId: row.family_id,
        ordinal: row.ordinal,
        depth: row.depth,
        hit,
        title: row.title === '' ? row.file_name : row.title,
        from: row.from_text,
        parentDate: row.parent_date,
        recordType: row.record_type,
        custodian: row.custodian,
        fileExtension: row.extension,
        attachments: row.attachment_count,
        size: row.size,
        hasText: row.has_text === 1,
        coding: own?.values ?? [],
        codedBy: own?.by ?? null,
        tagIds: tags.get(id) ?? [],
      },
    ]
  })
}

interface Coding {
  readonly values: { field: string; value: string }[]
  by: string
  at: string
}

/** Coded values in few words, and who coded last. */
async function codingOf(
  read: Reader,
  projectId: number,
  ids: readonly number[],
): Promise<Map<number, Coding>> {
  const rows = await read
    .selectFrom('coding_value as v')
    .innerJoin('field as f', 'f.field_id', 'v.field_id')
    .innerJoin('app_user as u', 'u.user_id', 'v.by_user')
    .select(['v.document_id', 'v.field_id', 'v.at', 'f.name as field', 'f.type_id', 'u.name as by'])
    .select((eb) =>
      eb.case().when('f.type_id', 'in', longTypes).then(null).else(eb.ref('v.value')).end().as('value'),
    )
    .where(checkedOnly('v.project_id'), '=', projectId)
    .where('v.document_id', 'in', [...ids])
    .orderBy('v.field_id')
    .execute()
  const yesNo = rows.filter(({ type_id }) => type_id === fieldTypes.boolean)
  const choices = await choicesOf(read, [...new Set(yesNo.map(({ field_id }) => field_id))])
  const byDocument = new Map<number, Coding>()
  for (const row of rows) {
    const known = byDocument.get(row.document_id) ?? { values: [], by: row.by, at: row.at }
    if (row.at > known.at) Object.assign(known, { by: row.by, at: row.at })
    const options = (choices.get(row.field_id) ?? []).map(({ text }) => text)
    const value = row.value === null ? null : shortValue(storedValue(row.value), row.type_id, options)
    if (value !== null) known.values.push({ field: row.field, value })
    byDocument.set(row.document_id, known)
  }
  return byDocument
}

async function tagsOf(
  read: Reader,
  projectId: number,
  ids: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await read
    .selectFrom('document_tag')
    .select(['document_id', 'tag_id'])
    .where(checkedOnly('project_id'), '=', projectId)
    .where('document_id', 'in', [...ids])
    .orderBy('tag_id')
    .execute()
  const byDocument = new Map<number, number[]>()
  for (const row of rows) {
    const known = byDocument.get(row.document_id) ?? []
    known.push(row.tag_id)
    byDocument.set(row.document_id, known)
  }
  return byDocument
}

/** Longer texts are for the form, not for a line of the list. */
const longest = 80
/** Fields that are for the form altogether: their texts are not even read. */
const longTypes = [fieldTypes.longText, fieldTypes.text]

/** A value as a mark of the list; `null` where there is none. */
function shortValue(value: CodedValue, typeId: number, options: readonly string[]): string | null {
  if (value === null || value === '') return null
  if (typeof value === 'boolean') return options[value ? 0 : 1] ?? (value ? 'Yes' : 'No')
  if (Array.isArray(value)) return value.length === 0 ? null : cut(value.join(', '))
  if (typeId === fieldTypes.date && typeof value === 'string') return usDate(value)
  return cut(String(value))
}

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)
