/**
 * Tags and their categories on the record. Each row has the whole category as it was and as it became: what a tag was
 * called at any time is told by the rows before then, and by the old value of the first one.
 */
import { appendAudit } from '../../platform/audit/append.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

/** Who changes tags, when, by which command. */
export type TagChange = Pick<AuditEntry, 'at' | 'user' | 'commandId' | 'sessionId' | 'ip'> & {
  readonly projectId: number
}

/** All that makes a category what it is, its tags in their order. */
export interface CategoryOnRecord {
  readonly tagCategoryId: number
  readonly name: string
  readonly exclusive: boolean
  readonly tags: readonly {
    readonly tagId: number
    readonly name: string
    readonly quickKey: number | null
  }[]
}

/** A category as it stands; null: there is none. */
async function categoryOnRecord(
  read: Reader,
  projectId: number,
  tagCategoryId: number,
): Promise<CategoryOnRecord | null> {
  const category = await read
    .selectFrom('tag_category')
    .select(['name', 'exclusive'])
    .where('tag_category_id', '=', tagCategoryId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (category === undefined) return null
  const tags = await read
    .selectFrom('tag')
    .select(['tag_id', 'name', 'quick_key'])
    .where('tag_category_id', '=', tagCategoryId)
    .orderBy('position')
    .orderBy('tag_id')
    .execute()
  return {
    tagCategoryId,
    name: category.name,
    exclusive: category.exclusive === 1,
    tags: tags.map((tag) => ({ tagId: tag.tag_id, name: tag.name, quickKey: tag.quick_key })),
  }
}

type TagAction =
  | `tagCategory.${'created' | 'changed' | 'moved' | 'deleted'}`
  | `tag.${'created' | 'changed' | 'moved' | 'deleted' | 'merged' | 'restored'}`

/** Makes a change of one category, and puts on the record what it was and what it became. Answers the row's id. */
export async function onRecord<T>(
  trx: Writer,
  change: TagChange,
  tagCategoryId: number | null,
  work: () => Promise<{
    readonly result: T
    readonly tagCategoryId: number
    readonly action: TagAction
    readonly facts: Readonly<Record<string, unknown>>
    readonly jobId?: number
  }>,
): Promise<{ readonly result: T; readonly auditId: number }> {
  const { projectId } = change
  const oldValue = tagCategoryId === null ? null : await categoryOnRecord(trx, projectId, tagCategoryId)
  const { result, action, facts, jobId, tagCategoryId: changed } = await work()
  const newValue = await categoryOnRecord(trx, projectId, changed)
  const [row] = await appendAudit(trx, `project:${projectId}`, [
    {
      ...change,
      action,
      oldValue,
      newValue,
      facts: { tagCategoryId: changed, category: (newValue ?? oldValue)?.name, ...facts },
      ...(jobId === undefined ? {} : { jobId }),
    },
  ])
  if (row === undefined) throw new Error('A row of the trail was not written.')
  return { result, auditId: row.auditId }
}
