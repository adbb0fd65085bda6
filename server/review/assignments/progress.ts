/** How much of a batch is reviewed: documents whose reviewed field has a value now, or that are coded or have a tag. */
import type { ExpressionBuilder } from 'kysely'
import { breathe } from '../../platform/records/breathe.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import type { Schema } from '../../platform/records/schema.ts'
import { isCoded } from '../coding-values/coded.ts'

/** Values that stand for none, as they are stored. */
const empty = ['null', '""', '[]']

/** Documents that one statement looks up: the reader answers on the server's own thread. */
const lookedUp = 5_000

export interface Measured {
  readonly batchId: number
  readonly size: number
  /** Null: anything coded, or a tag. */
  readonly reviewedFieldId: number | null
}

/** How many documents of each batch are reviewed. */
export const reviewedIn = (
  read: Reader,
  batches: readonly Measured[],
): Promise<ReadonlyMap<number, number>> =>
  countedIn(batches, (batchIds, fieldId) =>
    read
      .selectFrom('batch_document as b')
      .select('b.batch_id')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('b.batch_id', 'in', batchIds)
      .where((eb) => isReviewed(eb, fieldId))
      .groupBy('b.batch_id')
      .execute(),
  )

/** What is counted in each batch: asked for some of them at a time, between which others are served. */
export async function countedIn(
  batches: readonly Measured[],
  count: (
    batchIds: readonly number[],
    reviewedFieldId: number | null,
  ) => Promise<readonly { readonly batch_id: number; readonly n: number }[]>,
): Promise<ReadonlyMap<number, number>> {
  const counted = new Map<number, number>()
  for (const [fieldId, own] of Map.groupBy(batches, ({ reviewedFieldId }) => reviewedFieldId))
    for (const slice of slicesBySize(own)) {
      const rows = await count(
        slice.map(({ batchId }) => batchId),
        fieldId,
      )
      for (const { batch_id, n } of rows) counted.set(batch_id, Number(n))
      await breathe()
    }
  return counted
}

/** The documents of a batch that are not reviewed, of those that the reader sees, in reading order. */
export const notReviewedIn = (read: Reader | Writer, batchId: number, fieldId: number | null) =>
  read
    .selectFrom('batch_document as b')
    .where('b.batch_id', '=', batchId)
    .where('b.document_id', 'in', (eb) => eb.selectFrom('document as seen').select('seen.document_id'))
    .where((eb) => eb.not(isReviewed(eb, fieldId)))

type Listed = Schema & { b: Schema['batch_document'] }

function isReviewed(eb: ExpressionBuilder<Listed, 'b'>, fieldId: number | null) {
  const values = eb
    .selectFrom('coding_value as v')
    .select('v.document_id')
    .whereRef('v.document_id', '=', 'b.document_id')
  if (fieldId !== null)
    return eb.exists(values.where('v.value', 'not in', empty).where('v.field_id', '=', fieldId))
  const tags = eb
    .selectFrom('document_tag as t')
    .select('t.document_id')
    .whereRef('t.document_id', '=', 'b.document_id')
  return eb.or([eb.exists(values.where(isCoded('v'))), eb.exists(tags)])
}

function* slicesBySize(batches: readonly Measured[]): Generator<Measured[]> {
  let slice: Measured[] = []
  let documents = 0
  for (const batch of batches) {
    if (slice.length > 0 && documents + batch.size > lookedUp) {
      yield slice
      slice = []
      documents = 0
    }
    slice.push(batch)
    documents += batch.size
  }
  if (slice.length > 0) yield slice
}
