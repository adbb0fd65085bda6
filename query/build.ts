/** Makes inner nodes in the one form that equal queries share: no group directly inside a group of its own kind. */
import type { Node } from './tree.ts'

/** All of, or any of; one part alone is itself. */
export function group(kind: 'and' | 'or', parts: readonly Node[]): Node {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]))
  const [only] = flat
  return only !== undefined && flat.length === 1 ? only : { kind, parts: flat }
}

export const negate = (part: Node): Node => ({ kind: 'not', part })
