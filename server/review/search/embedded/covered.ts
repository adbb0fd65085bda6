/**
 * Documents that somebody sees only as they would leave (documents/as-it-leaves.ts). Finding one by a word, a name or a date would
 * tell that this stands in it, perhaps under a redaction; so would leaving it out. They are found by what people decided, and
 * by what every list shows of them; a query that asks for anything else, anywhere in it, finds none of them.
 */
import type { Node } from '#query/tree.ts'
import type { FactKey, IndexedField, ListQuery, SortField } from '../list.ts'

/** What every list shows of a redacted document. */
const open: ReadonlySet<FactKey> = new Set<FactKey>([
  ...(['Document_Id', 'Family_Id', 'Parent_Id', 'Family_Ordinal', 'Family_Count'] as const),
  ...(['Custodian', 'Record_Type', 'File_Type_Category', 'Attachment_Count', 'Document_State'] as const),
  ...(['Redaction', 'Redaction_Type'] as const),
])

type Asked = Pick<ListQuery, 'tree' | 'also' | 'fields' | 'codedByForms'>

/** Whether a query may find them. */
export function findsCovered({ tree, also = [], fields, codedByForms = [] }: Asked): boolean {
  // Who is in a thread, or a copy, is known by what the file says.
  if (also.length > 0) return false
  const isOpen = (node: Node): boolean => {
    switch (node.kind) {
      case 'and':
      case 'or':
        return node.parts.every(isOpen)
      case 'not':
        return isOpen(node.part)
      case 'field': {
        const field = fields.find(({ name }) => name === node.field)
        return field !== undefined && isOpenField(field, codedByForms)
      }
      case 'term':
      case 'phrase':
      case 'exact':
      case 'near':
      case 'edge':
        return false
    }
  }
  return tree === null || isOpen(tree)
}

function isOpenField({ store }: IndexedField, codedByForms: readonly number[]): boolean {
  switch (store.in) {
    case 'words':
      return store.column === 'Control_Number'
    case 'facts':
      return open.has(store.key)
    // What no form shows was filled from a file: it may say what the document says.
    case 'coding':
      return codedByForms.includes(store.fieldId)
    case 'tags':
    case 'folders':
    // Under which number it left, people decided.
    case 'numbers':
      return true
    case 'keywords':
      return false
  }
}

/** Whether an order tells nothing of them; by any other one they stand behind all others. */
export const ordersCovered = (
  sort: ListQuery['sort'],
  by: readonly SortField[] | undefined,
  codedByForms: readonly number[] = [],
): boolean =>
  by === undefined ? sort === 'documentId' : by.every(({ field }) => isOpenField(field, codedByForms))
