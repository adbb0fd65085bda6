/** What the product's fields show of a document, for people: other documents by their control numbers, not by their ids. */

import type { Reader } from '../../platform/records/records.ts'
import { controlNumbers } from '../documents/control.ts'
import type { DocumentFacts } from './facts.ts'
import type { ProductField } from './fields.ts'

/** Fields whose values are documents by their ids. */
const ofDocuments = new Set(['Family_Id', 'Parent_Id', 'Thread_Id', 'Near_Dup_Group'])

/** Values of these fields by document. Dates are instants in UTC: whoever shows them knows the zone. */
export async function shownValues(
  read: Reader,
  project: { readonly projectId: number; readonly prefix: string },
  fields: readonly ProductField[],
  documents: readonly DocumentFacts[],
): Promise<(document: DocumentFacts, field: ProductField) => string[]> {
  const named = fields.filter(({ name }) => ofDocuments.has(name))
  const numbers = await controlNumbers(
    read,
    project,
    documents.flatMap((document) => named.flatMap(({ values }) => values(document).map(Number))),
  )
  return (document, { name, kind, values, shown = values }) =>
    ofDocuments.has(name)
      ? values(document).flatMap((value) => numbers.get(Number(value)) ?? [])
      : shown(document).map((value) => (kind === 'instant' ? new Date(value).toISOString() : String(value)))
}
