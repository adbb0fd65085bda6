/** The documents to which coding goes from one document: one hop, and only what is in review. */
import type { Relation } from '#contracts/propagation.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { inReview } from '../documents/visible.ts'

export interface Targets {
  /** By what each is related, in ascending order of ids. */
  readonly documents: ReadonlyMap<number, readonly Relation[]>
  /** Members of the family that are not in review. Reviewers are not told of them. */
  readonly notInReview: readonly number[]
}

/**
 * Threads and near-duplicates are those of the review: as if there were no other documents. A thread is its messages; what
 * is attached to them goes with its family.
 */
export async function targetsFrom(
  read: Reader,
  projectId: number,
  documentId: number,
  to: readonly Relation[],
): Promise<Targets> {
  const own = await read
    .selectFrom('document as d')
    .leftJoin('document_analysis as a', 'a.document_id', 'd.document_id')
    .select(['d.family_id', 'a.review_thread_id', 'a.review_near_dup_group'])
    .where('d.document_id', '=', documentId)
    .where(checkedOnly('d.project_id'), '=', projectId)
    .executeTakeFirst()
  if (own === undefined) return { documents: new Map(), notInReview: [] }
  const has = (relation: Relation): boolean => to.includes(relation)
  const [family, thread, alike] = await Promise.all([
    has('family') ? familyOf(read, projectId, own.family_id) : [],
    has('emailThread') && own.review_thread_id !== null
      ? analysed(read, projectId)
          .where('a.review_thread_id', '=', own.review_thread_id)
          .where('a.thread_inclusive', 'is not', null)
          .execute()
      : [],
    has('nearDuplicates') && own.review_near_dup_group !== null
      ? analysed(read, projectId).where('a.review_near_dup_group', '=', own.review_near_dup_group).execute()
      : [],
  ])
  const found = new Map<number, Relation[]>()
  const add = (relation: Relation, rows: readonly { readonly document_id: number }[]): void => {
    for (const { document_id } of rows)
      if (document_id !== documentId) found.set(document_id, [...(found.get(document_id) ?? []), relation])
  }
  add(
    'family',
    family.filter(({ state }) => state === inReview),
  )
  add('emailThread', thread)
  add('nearDuplicates', alike)
  return {
    documents: new Map([...found].sort(([one], [other]) => one - other)),
    notInReview: family.flatMap(({ document_id, state }) => (state === inReview ? [] : [document_id])),
  }
}

const familyOf = (read: Reader, projectId: number, familyId: number) =>
  read
    .selectFrom('document')
    .select(['document_id', 'state'])
    .where('family_id', '=', familyId)
    .where(checkedOnly('project_id'), '=', projectId)
    .execute()

const analysed = (read: Reader, projectId: number) =>
  read
    .selectFrom('document_analysis as a')
    .innerJoin('document as d', 'd.document_id', 'a.document_id')
    .select('a.document_id')
    .where('d.state', '=', inReview)
    .where(checkedOnly('d.project_id'), '=', projectId)
