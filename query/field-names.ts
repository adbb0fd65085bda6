/** What a tree asks of fields. */
import type { Node } from './tree.ts'

type FieldNode = Extract<Node, { readonly kind: 'field' }>

/** Each test of a field, as it stands in the tree. */
export function* fieldTests(node: Node): Generator<FieldNode> {
  if (node.kind === 'and' || node.kind === 'or') for (const part of node.parts) yield* fieldTests(part)
  if (node.kind === 'not') yield* fieldTests(node.part)
  if (node.kind === 'field') yield node
}

/** The names of the fields that it asks. */
export const fieldNames = (node: Node): ReadonlySet<string> =>
  new Set(Array.from(fieldTests(node), ({ field }) => field))
