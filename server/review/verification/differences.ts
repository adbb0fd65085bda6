/** What differs from the audit chain, in words for people: documents by control number, no coded value. */
import { slices } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { namesKey } from '../coding-history/choice-names.ts'
import { controlNumber } from '../documents/control.ts'

export interface Difference {
  /** `choices`: what a field's choices, or a category's tags, are called. */
  readonly kind: 'field' | 'tags' | 'batch' | 'choices' | 'document' | 'redaction' | 'cells'
  /**
   * The id of the field, the category of tags or the batch; 0 for a document. Of names, their `namesKey`. Of redactions the page
   * from 1, or the sheet from 0.
   */
  readonly subjectId: number
  readonly documentId: number | null
  /** `value`: what stands now; `history`: what Reconstruct shows. */
  readonly what: 'value' | 'history'
  /** The row of the chain that says otherwise; null where no row tells of it. */
  readonly seq: number | null
}

/** One sentence for each. */
export async function inWords(
  read: Reader,
  projectId: number,
  differences: readonly Difference[],
): Promise<string[]> {
  if (differences.length === 0) return []
  const { prefix } = await read
    .selectFrom('project')
    .select('prefix')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const numbers = new Map<number, string>()
  for (const ids of slices([...new Set(differences.flatMap(({ documentId }) => documentId ?? []))], 1))
    for (const { document_id, control } of await read
      .selectFrom('document')
      .select(['document_id', 'control'])
      .where('document_id', 'in', ids)
      .execute())
      numbers.set(document_id, controlNumber(prefix, control))
  const names = await namesOf(read, projectId)
  return differences.map(({ kind, subjectId, documentId, what, seq }) => {
    const of = documentId === null ? '' : `${numbers.get(documentId) || 'A document that is not promoted'}: `
    const subject = placeOf(kind, subjectId) ?? names[kind].get(subjectId) ?? unnamed[kind]
    const said =
      seq === null ? 'the audit log has no row for it' : `row ${seq} of the audit log says otherwise`
    return `${of}${what === 'history' ? `the history of ${subject}` : subject}: ${said}.`
  })
}

/** Where a redaction is; null for anything else. */
const placeOf = (kind: Difference['kind'], subjectId: number): string | null =>
  kind === 'redaction'
    ? `a redaction on page ${subjectId}`
    : kind === 'cells'
      ? `redacted cells on sheet ${subjectId + 1}`
      : null

const unnamed = {
  field: 'a field that is not there any more',
  choices: 'a field that is not there any more',
  tags: 'tags that are not there any more',
  batch: 'a batch that is not there any more',
  document: 'coding',
  redaction: 'a redaction',
  cells: 'redacted cells',
} as const

async function namesOf(
  read: Reader,
  projectId: number,
): Promise<Record<Difference['kind'], ReadonlyMap<number, string>>> {
  const fields = await read
    .selectFrom('field')
    .select(['field_id', 'name'])
    .where('project_id', '=', projectId)
    .execute()
  const categories = await read
    .selectFrom('tag_category')
    .select(['tag_category_id', 'name'])
    .where('project_id', '=', projectId)
    .execute()
  const batches = await read
    .selectFrom('batch as b')
    .innerJoin('assignment as a', 'a.assignment_id', 'b.assignment_id')
    .select(['b.batch_id', 'b.number', 'a.name'])
    .where('b.project_id', '=', projectId)
    .execute()
  return {
    field: new Map(fields.map(({ field_id, name }) => [field_id, name])),
    choices: new Map([
      ...fields.map(({ field_id, name }) => [field_id, `the choices of ${name}`] as const),
      ...categories.map(
        ({ tag_category_id, name }) =>
          [namesKey('tags', tag_category_id), `the names of the tags of ${name}`] as const,
      ),
    ]),
    tags: new Map(categories.map(({ tag_category_id, name }) => [tag_category_id, `the tags of ${name}`])),
    batch: new Map(batches.map(({ batch_id, number, name }) => [batch_id, `batch ${number} of ${name}`])),
    document: new Map(),
    redaction: new Map(),
    cells: new Map(),
  }
}
