/** Columns of document lists: which fields they may be, and what they show of each document, from the record as it stands. */
import type { CodedValue } from '#contracts/coding.ts'
import type { Sort } from '#contracts/documents.ts'
import { keywordField } from '#contracts/keywords.ts'
import { isForDocumentList } from '#contracts/list-templates.ts'
import { fieldTypes } from '#contracts/project.ts'
import type { FieldKind } from '#query/tree.ts'
import type { ProjectContext, ProjectScope } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { checkedOnly, slices } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { choicesOf } from '../coding-values/form-queries.ts'
import { storedValue } from '../coding-values/values.ts'
import { readFacts } from './facts.ts'
import { codingFields, type OwnField, type ProductField, productFieldsFor } from './fields.ts'
import type { IndexedField, SortField } from './list.ts'
import { shownValues } from './shown-values.ts'

export type ListColumn =
  | { readonly kind: 'metadata'; readonly field: ProductField }
  | { readonly kind: 'coding'; readonly field: OwnField }

/** All that a list of the project may show to somebody who sees all of its documents, or only a part. */
export async function listColumns(
  read: Reader,
  { projectId, view }: Pick<ProjectScope, 'projectId' | 'view'>,
): Promise<ListColumn[]> {
  const own = productFieldsFor(view === null).filter(
    ({ name, alias }) => !alias && name !== keywordField && isForDocumentList(name),
  )
  return [
    ...own.map((field): ListColumn => ({ kind: 'metadata', field })),
    ...(await codingFields(read, projectId)).map((field): ListColumn => ({ kind: 'coding', field })),
  ]
}

/**
 * The columns that are named, in that order, without the fields that documents do not have: whoever keeps columns goes on
 * after one was renamed or deleted. Throws where no list shows one, or one is named twice.
 */
export async function columnsKnown(
  ctx: ProjectContext,
  names: readonly string[],
): Promise<{ readonly columns: readonly ListColumn[]; readonly unknown: readonly string[] }> {
  if (names.length === 0) return { columns: [], unknown: [] }
  const all = await listColumns(ctx.records.read, ctx.project)
  const unknown: string[] = []
  const columns = names.flatMap((name) => {
    if (!isForDocumentList(name) || name.toLowerCase() === keywordField.toLowerCase())
      throw refused(name, `${name} is shown in no document list.`)
    const column = all.find(({ field }) => field.name.toLowerCase() === name.toLowerCase())
    if (column === undefined) unknown.push(name)
    return column ?? []
  })
  const twice = columns.find(({ field }, at) => columns.findIndex((other) => other.field === field) !== at)
  if (twice !== undefined) throw refused(twice.field.name, `${twice.field.name} is named twice.`)
  return { columns, unknown }
}

/** The same where all of them are needed: throws where documents do not have one. */
export async function columnsNamed(
  ctx: ProjectContext,
  names: readonly string[],
): Promise<readonly ListColumn[]> {
  const { columns, unknown } = await columnsKnown(ctx, names)
  const [name] = unknown
  if (name !== undefined) throw refused(name, noField(name))
  return columns
}

const noField = (name: string) => `Documents of this project have no field ${name}.`

/** What is said of a search that fields were left out of. */
export const leftOutNotes = (unknown: readonly string[]) =>
  [...new Set(unknown)].map((name) => ({
    code: 'fieldLeftOut',
    message: `${noField(name)} It is not shown, and nothing is sorted by it.`,
  }))

const refused = (name: string, message: string) => new ApiError('request.invalid', message, { detail: name })

export const sortFields = (sort: Sort): readonly string[] =>
  typeof sort === 'string' ? [] : sort.by.map(({ field }) => field)

/** What the search is asked, for an order: without the fields that documents do not have, as `sort` then says. */
export async function orderOf(
  ctx: ProjectContext,
  asked: Sort,
): Promise<{ sort: Sort; by?: readonly SortField[]; unknown: readonly string[] }> {
  if (typeof asked === 'string') return { sort: asked, unknown: [] }
  const { columns, unknown } = await columnsKnown(ctx, sortFields(asked))
  const levels = asked.by.filter(({ field }) => !unknown.includes(field))
  if (levels.length === 0) return { sort: 'documentId', unknown }
  return {
    sort: { by: levels },
    unknown,
    by: columns.map(({ field: { name, kind, store } }, at) => ({
      field: { name, kind, store } satisfies IndexedField,
      descending: levels[at]?.descending ?? false,
    })),
  }
}

/** What a field of a document holds. Instants and days are as the record has them: whoever shows them knows form and zone. */
export interface FieldCell {
  readonly kind: FieldKind
  /** The field takes several values. */
  readonly isList: boolean
  /** Never empty. */
  readonly values: readonly string[]
}

/** What the columns hold, by document and then by the field's name; what has no value is not there. */
export async function columnCells(
  read: Reader,
  project: Pick<ProjectScope, 'projectId' | 'prefix'>,
  columns: readonly ListColumn[],
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, FieldCell>>> {
  const byDocument = new Map(documentIds.map((id) => [id, new Map<string, FieldCell>()]))
  const put = (documentId: number, name: string, cell: FieldCell): void => {
    if (cell.values.some((value) => value !== '')) byDocument.get(documentId)?.set(name, cell)
  }
  const metadata = columns.flatMap((column) => (column.kind === 'metadata' ? [column.field] : []))
  const coding = columns.flatMap((column) => (column.kind === 'coding' ? [column.field] : []))
  const [documents, coded] = await Promise.all([
    metadata.length === 0 ? [] : readFacts(read, project.projectId, documentIds),
    codedValues(read, project.projectId, coding, documentIds),
  ])
  const valuesIn = await shownValues(read, project, metadata, documents)
  for (const document of documents)
    for (const field of metadata) {
      const values = valuesIn(document, field)
      put(document.documentId, field.name, { kind: field.kind, isList: field.multiValue, values })
    }
  for (const { documentId, field, values } of coded)
    put(documentId, field.name, {
      ...{ kind: field.kind, values },
      isList: field.typeId === fieldTypes.multipleChoice,
    })
  return byDocument
}

/** What the columns show, by document and then by the field's name; what has no value is not there. */
export async function columnValues(
  read: Reader,
  project: Pick<ProjectScope, 'projectId' | 'prefix' | 'timeZone'>,
  columns: readonly ListColumn[],
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, Record<string, string>>> {
  const time = timeIn(project.timeZone)
  const shown = ({ kind, values }: FieldCell): string =>
    (kind === 'instant' ? values.map(time) : kind === 'day' ? values.map(usDate) : values).join('; ')
  const cells = await columnCells(read, project, columns, documentIds)
  return new Map(
    [...cells].map(([id, row]) => [
      id,
      Object.fromEntries([...row].map(([name, cell]) => [name, shown(cell)] as const)),
    ]),
  )
}

async function codedValues(
  read: Reader,
  projectId: number,
  fields: readonly OwnField[],
  documentIds: readonly number[],
) {
  if (fields.length === 0) return []
  const byId = new Map(fields.map((field) => [field.fieldId, field]))
  const choices = await choicesOf(
    read,
    fields.flatMap(({ typeId, fieldId }) => (typeId === fieldTypes.boolean ? fieldId : [])),
  )
  const found: { documentId: number; field: OwnField; values: string[] }[] = []
  for (const slice of slices(documentIds, 1)) {
    const rows = await read
      .selectFrom('coding_value')
      .select(['document_id', 'field_id', 'value'])
      .where(checkedOnly('project_id'), '=', projectId)
      .where('document_id', 'in', slice)
      .where('field_id', 'in', [...byId.keys()])
      .execute()
    for (const row of rows) {
      const field = byId.get(row.field_id)
      if (field === undefined) continue
      const options = (choices.get(row.field_id) ?? []).map(({ text }) => text)
      const values = codedTexts(storedValue(row.value), options)
      found.push({ documentId: row.document_id, field, values })
    }
  }
  return found
}

function codedTexts(value: CodedValue, options: readonly string[]): string[] {
  if (value === null || value === '') return []
  if (typeof value === 'boolean') return [options[value ? 0 : 1] ?? (value ? 'Yes' : 'No')]
  if (Array.isArray(value)) return value.map(String)
  return [String(value)]
}

/** A date without a time as people write it here. */
export function usDate(value: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(value)
  return match === null ? value : `${match[2]}/${match[3]}/${match[1]}`
}

/** `MM/DD/YYYY hh:mm` in a zone, by the clock of 24 hours. */
function timeIn(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    ...{ hourCycle: 'h23', timeZone },
  })
  return (instant) => {
    const parts = new Map(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
    const year = (parts.get('year') ?? '').padStart(4, '0')
    return `${parts.get('month')}/${parts.get('day')}/${year} ${parts.get('hour')}:${parts.get('minute')}`
  }
}

/** Longer values are for the document itself, not for a cell of the list. */
const longest = 300

/** The same, each no longer than a cell has use for. */
export const cutForList = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, text]) => [
      name,
      text.length > longest ? `${text.slice(0, longest - 1)}…` : text,
    ]),
  )
