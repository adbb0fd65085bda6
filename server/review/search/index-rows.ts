/** Shapes documents of the record for the search index. */
import type { CodedValue } from '#contracts/coding.ts'
import { fieldTypes } from '#contracts/project.ts'
import { searchedOrigins } from '#contracts/texts.ts'
import type { Value } from '#query/evaluate.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { storedValue } from '../coding-values/values.ts'
import type { Batch, CodingRow, FactsRow } from './embedded/row.ts'
import { type DocumentFacts, readFacts } from './facts.ts'
import { type ProductField, productFields } from './fields.ts'
import { factKeys, wordColumns } from './list.ts'

/** What the index has to take: of documents all, all but text and coding, or the coding. */
export async function indexRows(
  read: Reader,
  projectId: number,
  changed: {
    readonly whole: readonly number[]
    readonly facts: readonly number[]
    readonly coding: readonly number[]
  },
): Promise<Omit<Batch, 'at'>> {
  const documents = await readFacts(read, projectId, [...changed.whole, ...changed.facts])
  const known = new Map(documents.map((document) => [document.documentId, document]))
  const thereOf = (ids: readonly number[]): DocumentFacts[] => ids.flatMap((id) => known.get(id) ?? [])
  const whole = thereOf(changed.whole)
  const wholeIds = whole.map((document) => document.documentId)
  const codings = await codingRows(read, projectId, [...wholeIds, ...changed.coding])
  const texts = await readTexts(read, wholeIds)
  return {
    rows: whole.map((document) => ({
      ...factsRow(document),
      texts: [...(texts.get(document.documentId) ?? []), ...behindWords(document)],
      coding: codings.get(document.documentId) ?? emptyCoding(document.documentId),
    })),
    facts: thereOf(changed.facts).map(factsRow),
    codings: changed.coding.map((id) => codings.get(id) ?? emptyCoding(id)),
    removed: [...changed.whole, ...changed.facts].filter((id) => !known.has(id)),
  }
}

const wordValues = wordColumns.map((column) => fieldIn('words', column))
const factValues = factKeys.map((key) => fieldIn('facts', key))

function fieldIn(place: 'words' | 'facts', name: string): ProductField {
  const field = productFields.find((known) => known.store.in === place && known.name === name)
  if (field === undefined) throw new Error(`The index has a place for ${name}, which is no field.`)
  return field
}

function factsRow(document: DocumentFacts): FactsRow {
  return {
    documentId: document.documentId,
    familyId: document.familyId,
    ordinal: document.ordinal,
    parentDate: document.parentDate === null ? null : Date.parse(document.parentDate),
    words: wordValues.map((field) => field.values(document).map(String)),
    facts: factValues.map((field) => field.values(document)),
  }
}

const emptyCoding = (documentId: number): CodingRow => ({ documentId, coded: {}, tagIds: [] })

/** Where the links of a page lead and what it is called: nobody reads that in its text, and it may be what is looked for. */
function behindWords({ metadata }: DocumentFacts): readonly string[] {
  const { Link_Targets = [], Titles = [] } = metadata
  const words = [...Titles, ...Link_Targets].join('\n')
  return words === '' ? [] : [words]
}

/** The texts that bare terms look in. Translations and summaries are others' words: they are not searched. */
async function readTexts(read: Reader, ids: readonly number[]): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map()
  const extracted = await read
    .selectFrom('document_text')
    .select(['document_id', 'text'])
    .where('document_id', 'in', [...ids])
    .execute()
  const variants = await read
    .selectFrom('document_variant')
    .select(['document_id', 'text'])
    .where('document_id', 'in', [...ids])
    .where('origin', 'in', [...searchedOrigins])
    .orderBy('document_id')
    .orderBy('origin')
    .orderBy('language')
    .execute()
  const texts = new Map<number, string[]>()
  for (const { document_id, text } of [...extracted, ...variants])
    if (text !== '') texts.set(document_id, [...(texts.get(document_id) ?? []), text])
  return texts
}

async function codingRows(
  read: Reader,
  projectId: number,
  ids: readonly number[],
): Promise<Map<number, CodingRow>> {
  if (ids.length === 0) return new Map()
  const values = await read
    .selectFrom('coding_value as v')
    .innerJoin('field as f', 'f.field_id', 'v.field_id')
    .select(['v.document_id', 'v.field_id', 'v.value', 'f.type_id'])
    .where(checkedOnly('v.project_id'), '=', projectId)
    .where('v.document_id', 'in', [...ids])
    .orderBy('v.field_id')
    .execute()
  const tags = await read
    .selectFrom('document_tag')
    .select(['document_id', 'tag_id'])
    .where(checkedOnly('project_id'), '=', projectId)
    .where('document_id', 'in', [...ids])
    .orderBy('tag_id')
    .execute()
  const rows = new Map<
    number,
    { documentId: number; coded: Record<number, readonly Value[]>; tagIds: number[] }
  >()
  for (const id of ids) rows.set(id, { documentId: id, coded: {}, tagIds: [] })
  for (const row of values) {
    const own = searchValues(storedValue(row.value), row.type_id)
    const coding = rows.get(row.document_id)
    if (own.length > 0 && coding !== undefined) coding.coded[row.field_id] = own
  }
  for (const row of tags) rows.get(row.document_id)?.tagIds.push(row.tag_id)
  return rows
}

/** A coded value as queries compare it: dates as milliseconds, flags as Yes and No, nothing for "not coded". */
export function searchValues(value: CodedValue, typeId: number): readonly Value[] {
  if (value === null || value === '') return []
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No']
  if (typeof value === 'number') return [value]
  if (Array.isArray(value)) return value
  if (typeId !== fieldTypes.date) return [value]
  const ms = Date.parse(value.endsWith('Z') ? value : `${value}Z`)
  return Number.isNaN(ms) ? [] : [ms]
}
