/** A bulk change that puts one tag in the place of another, as its job sees it. */
import type { JobRun } from '../../platform/jobs/jobs.ts'
import type { Reader, Records } from '../../platform/records/records.ts'
import { removeTag } from '../tags/manage.ts'
import { managedTags, usesOf } from '../tags/managed.ts'
import { onRecord } from '../tags/on-record.ts'
import { type TagChanges, tagChanges } from './changes.ts'
import { type BulkWork, contextOf } from './work.ts'

export type Replacing = NonNullable<TagChanges['replace']>

/** The tag that a bulk change puts another in the place of; null: it is none of these. */
export const replacingIn = ({ what, changes }: Pick<BulkWork, 'what' | 'changes'>): Replacing | null =>
  what === 'tags' ? (tagChanges.parse(changes).replace ?? null) : null

/** It puts the other tag on: the first time, and when it is done again. */
export const goesForth = ({ kind }: Pick<BulkWork, 'kind'>): boolean => kind !== 'undo'

/** Documents that have the tag now, in ascending order. */
export async function documentsWith(read: Reader, tagId: number): Promise<Int32Array> {
  const ids: number[] = []
  for (;;) {
    const rows = await read
      .selectFrom('document_tag')
      .select('document_id')
      .where('tag_id', '=', tagId)
      .where('document_id', '>', ids.at(-1) ?? 0)
      .orderBy('document_id')
      .limit(pageSize)
      .execute()
    for (const { document_id } of rows) ids.push(document_id)
    if (rows.length < pageSize) return Int32Array.from(ids)
  }
}

const pageSize = 5_000

/** At the end of a replacing: where no document has the tag any more, it goes. False: some have it still. */
export async function letGo(
  records: Records,
  run: JobRun,
  work: BulkWork,
  { tagId, byTagId }: Replacing,
  now: Date,
): Promise<boolean> {
  return await records.write('bulk', async (trx) => {
    await run.hold(trx)
    const [tag] = await managedTags(trx, work.projectId, [tagId])
    if (tag === undefined) return true
    if (usesOf(tag) > 0) return false
    const { tagCategoryId, name } = tag
    await onRecord(trx, contextOf(work, now), tagCategoryId, async () => {
      await removeTag(trx, work.projectId, tag)
      const facts = { tagId, name, intoTagId: byTagId }
      return { result: null, tagCategoryId, action: 'tag.merged', facts, jobId: work.jobId }
    })
    return true
  })
}
