/** What is coded in a project: its fields and its categories of tags. */
import type { Subject } from '#contracts/reconstruct.ts'
import type { Reader } from '../../platform/records/records.ts'
import { isCounted } from '../coding-history/spans.ts'

export interface Category extends Subject {
  readonly tags: readonly string[]
  /** It was deleted: only the past tells of it. */
  readonly isGone: boolean
}

export interface Subjects {
  readonly fields: readonly Subject[]
  readonly categories: readonly Category[]
  /** The subject of a span. */
  of(kind: string, subjectId: number): Subject
}

export async function subjectsOf(read: Reader, projectId: number): Promise<Subjects> {
  const rows = await read
    .selectFrom('field')
    .select(['field_id', 'name', 'type_id'])
    .where('project_id', '=', projectId)
    .orderBy('field_id')
    .execute()
  const tags = await read
    .selectFrom('tag_category as c')
    .leftJoin('tag as t', 't.tag_category_id', 'c.tag_category_id')
    .select(['c.tag_category_id', 'c.name as category', 't.name'])
    .where('c.project_id', '=', projectId)
    .orderBy('c.position')
    .orderBy('c.tag_category_id')
    .orderBy('t.position')
    .orderBy('t.tag_id')
    .execute()
  const fields = rows.map(
    ({ field_id, name, type_id }): Subject => ({ kind: 'field', subjectId: field_id, name, typeId: type_id }),
  )
  const categories = [...Map.groupBy(tags, (row) => row.tag_category_id)].map(
    ([subjectId, own]): Category => ({
      kind: 'tags',
      subjectId,
      name: own[0]?.category ?? '',
      typeId: null,
      tags: own.flatMap(({ name }) => (name === null ? [] : [name])),
      isGone: false,
    }),
  )
  const gone = await read
    .selectFrom('gone_tag_category')
    .select(['tag_category_id', 'name'])
    .where('project_id', '=', projectId)
    .orderBy('tag_category_id')
    .execute()
  for (const { tag_category_id: subjectId, name } of gone)
    categories.push({ kind: 'tags', subjectId, name, typeId: null, tags: [], isGone: true })
  const byKey = new Map([...fields, ...categories].map((one) => [keyOf(one.kind, one.subjectId), one]))
  return {
    fields,
    categories,
    of: (kind, subjectId) => {
      const known = byKey.get(keyOf(kind, subjectId))
      if (known !== undefined) {
        const { name, typeId } = known
        return { kind: known.kind, subjectId, name, typeId }
      }
      // A project that was moved by hand may lack one.
      return { kind: kind === 'tags' ? 'tags' : 'field', subjectId, name: '', typeId: null }
    },
  }
}

const keyOf = (kind: string, subjectId: number): string => `${kind} ${subjectId}`

/** Whether a subject's values are choices, booleans or tags. */
export const hasChoices = ({ kind, typeId }: Subject): boolean =>
  kind === 'tags' || (typeId !== null && isCounted(typeId))
