/** All metadata of a document in the fields' order, then what else its file said. */
import type { ReplyOf } from '#contracts/call.ts'
import type { getMetadata } from '#contracts/documents.ts'
import { keywordField } from '#contracts/keywords.ts'
import { fieldTypes } from '#contracts/project.ts'
import type { ProjectScope } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { readFacts } from '../search/facts.ts'
import { productFieldsFor } from '../search/fields.ts'
import { shownValues } from '../search/shown-values.ts'

type Metadata = ReplyOf<typeof getMetadata>['data']

/** It tells people nothing: the control number is a field beside it. */
const ownId = 'Document_Id'

/** Fields that have a value. Dates are instants in UTC, for the reader's side to show in the project's zone. */
export async function documentMetadata(
  read: Reader,
  { projectId, prefix, view }: Pick<ProjectScope, 'projectId' | 'prefix' | 'view'>,
  documentId: number,
  /** The terms that hit it, which no row of it tells. */
  keywordHits: readonly string[],
): Promise<Metadata> {
  const [facts] = await readFacts(read, projectId, [documentId])
  if (facts === undefined) throw notFound('document')
  const product = productFieldsFor(view === null).filter(({ alias, name }) => !alias && name !== ownId)
  const valuesIn = await shownValues(read, { projectId, prefix }, product, [facts])
  const own = product.map((field) => ({
    name: field.name,
    displayName: field.displayName,
    typeId: field.typeId,
    values: field.name === keywordField ? [...keywordHits] : valuesIn(facts, field),
  }))
  const there = own.filter((field) => field.values.length > 0)
  const isThere = new Set(there.map(({ name }) => name))
  const others = Object.entries(facts.metadata)
    .filter(([name, values]) => values.length > 0 && !isThere.has(name))
    .map(([name, values]) => ({
      name,
      displayName: name.replaceAll('_', ' '),
      typeId: fieldTypes.shortText,
      values: [...values],
    }))
  return [...there, ...others]
}
