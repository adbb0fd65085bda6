/** The names of the fields that a tree asks. */
import type { Node } from './tree.ts'

export function fieldNames(node: Node, names = new Set<string>()): ReadonlySet<string> {
  if (node.kind === 'and' || node.kind === 'or') for (const part of node.parts) fieldNames(part, names)
  if (node.kind === 'not') fieldNames(node.part, names)
  if (node.kind === 'field') names.add(node.field)
  return names
}
