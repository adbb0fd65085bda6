/** Tags and categories as whoever manages them sees them: with versions, who changed them last, and how much they are used. */

import type { ManagedCategory, ManagedTag } from '#contracts/tag-management.ts'
import { notFound } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { inReview } from '../documents/visible.ts'
import { leavingTags } from './tags.ts'

/** In order; of some tags only, where they are named. */
export async function managedTags(
  read: Reader,
  projectId: number,
  tagIds?: readonly number[],
): Promise<ManagedTag[]> {
  let query = read
    .selectFrom('tag as t')
    .innerJoin('tag_category as c', 'c.tag_category_id', 't.tag_category_id')
    .leftJoin('app_user as u', 'u.user_id', 't.changed_by')
    .select([
      't.tag_id',
      't.tag_category_id',
      't.name',
      't.position',
      't.quick_key',
      't.version',
      't.changed_at',
    ])
    .select('u.name as changed_by_name')
    .where('c.project_id', '=', projectId)
  if (tagIds !== undefined) query = query.where('t.tag_id', 'in', tagIds)
  const rows = await query
    .orderBy('c.position')
    .orderBy('c.tag_category_id')
    .orderBy('t.position')
    .orderBy('t.tag_id')
    .execute()
  const uses = await documentsBy(
    read,
    rows.map(({ tag_id }) => tag_id),
  )
  const leaving = await leavingTags(read, projectId)
  return rows.map((row) => ({
    tagId: row.tag_id,
    tagCategoryId: row.tag_category_id,
    name: row.name,
    position: row.position,
    quickKey: row.quick_key,
    version: row.version,
    changedBy: row.changed_by_name,
    changedAt: row.changed_at,
    ...(uses.get(row.tag_id) ?? unused),
    leaves: leaving.get(row.tag_id) ?? null,
  }))
}

export async function managedTag(read: Reader, projectId: number, tagId: number): Promise<ManagedTag> {
  const [tag] = await managedTags(read, projectId, [tagId])
  if (tag === undefined) throw notFound('tag')
  return tag
}

export async function managedCategories(
  read: Reader,
  projectId: number,
  tagCategoryId?: number,
): Promise<ManagedCategory[]> {
  let query = read
    .selectFrom('tag_category as c')
    .leftJoin('app_user as u', 'u.user_id', 'c.changed_by')
    .select(['c.tag_category_id', 'c.name', 'c.position', 'c.exclusive', 'c.version', 'c.changed_at'])
    .select('u.name as changed_by_name')
    .where('c.project_id', '=', projectId)
  if (tagCategoryId !== undefined) query = query.where('c.tag_category_id', '=', tagCategoryId)
  const rows = await query.orderBy('c.position').orderBy('c.tag_category_id').execute()
  return rows.map((row) => ({
    tagCategoryId: row.tag_category_id,
    name: row.name,
    position: row.position,
    exclusive: row.exclusive === 1,
    version: row.version,
    changedBy: row.changed_by_name,
    changedAt: row.changed_at,
  }))
}

export async function managedCategory(
  read: Reader,
  projectId: number,
  tagCategoryId: number,
): Promise<ManagedCategory> {
  const [category] = await managedCategories(read, projectId, tagCategoryId)
  if (category === undefined) throw notFound('tag category')
  return category
}

/** How many documents have a tag: those of review, which lists show, and the others. */
export type TagUse = Pick<ManagedTag, 'documents' | 'outside'>

const unused: TagUse = { documents: 0, outside: 0 }

/** Of whatever state: as long as one has it, a tag does not go. */
export const usesOf = ({ documents, outside }: TagUse): number => documents + outside

/** How many documents have each tag. */
export async function documentsBy(
  read: Reader,
  tagIds: readonly number[],
): Promise<ReadonlyMap<number, TagUse>> {
  if (tagIds.length === 0) return new Map()
  const rows = await read
    .selectFrom('document_tag as t')
    .innerJoin('document as d', 'd.document_id', 't.document_id')
    .select((eb) => ['t.tag_id', 'd.state', eb.fn.countAll<number>().as('count')])
    .where('t.tag_id', 'in', tagIds)
    .groupBy(['t.tag_id', 'd.state'])
    .execute()
  const by = new Map<number, TagUse>()
  for (const { tag_id, state, count } of rows) {
    const { documents, outside } = by.get(tag_id) ?? unused
    const isShown = state === inReview
    by.set(tag_id, {
      documents: documents + (isShown ? Number(count) : 0),
      outside: outside + (isShown ? 0 : Number(count)),
    })
  }
  return by
}
