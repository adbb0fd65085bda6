/** Tags that a query names and that a project has not: what finds nothing must not look like a tag that nobody gave. */
import { exactKey } from '#query/evaluate.ts'
import { fieldTests } from '#query/field-names.ts'
import type { Note } from '#query/parse.ts'
import type { Node } from '#query/tree.ts'
import type { IndexedField } from './list.ts'

/** One note for each. */
export function unknownTags(tree: Node | null, fields: readonly IndexedField[]): Note[] {
  const asked = tree === null ? new Set<string>() : valuesAsked(tree, fields)
  if (asked.size === 0) return []
  const known = new Set(
    fields.flatMap(({ store }) => (store.in === 'tags' ? Object.values(store.names).map(exactKey) : [])),
  )
  return [...asked]
    .filter((value) => !known.has(exactKey(value)))
    .map((value) => ({
      code: 'unknownTag',
      message: `This project has no tag “${value}”, so no document has it. It may have been renamed or deleted.`,
    }))
}

/** The values that are asked whole of the field that holds tags. */
function valuesAsked(tree: Node, fields: readonly IndexedField[]): Set<string> {
  const names = new Set(fields.flatMap(({ name, store }) => (store.in === 'tags' ? [name] : [])))
  const values = new Set<string>()
  for (const { field, test } of fieldTests(tree))
    if (test.op === 'is' && names.has(field)) values.add(test.value)
  return values
}
