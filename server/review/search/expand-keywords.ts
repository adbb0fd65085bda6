/** A query about keyword hits as one without them: the terms' own queries stand in its place. */
import { keywordField } from '#contracts/keywords.ts'
import { group, negate } from '#query/build.ts'
import { fieldMatches } from '#query/evaluate.ts'
import type { FieldTest, Node } from '#query/tree.ts'
import { ApiError } from '../../platform/http/error.ts'
import { termKey } from './keyword-term.ts'
import type { Keyword } from './list.ts'

/** Throws `query.invalid` where a term is asked for that no list has: what finds nothing must not look like no hits. */
export function withKeywords(node: Node, keywords: readonly Keyword[]): Node {
  switch (node.kind) {
    case 'and':
    case 'or':
      return group(
        node.kind,
        node.parts.map((part) => withKeywords(part, keywords)),
      )
    case 'not':
      return negate(withKeywords(node.part, keywords))
    case 'field':
      return node.field === keywordField ? tested(node.test, keywords) : node
    default:
      return node
  }
}

function tested(test: FieldTest, keywords: readonly Keyword[]): Node {
  switch (test.op) {
    case 'is':
      return named(test.value, keywords)
    case 'contains':
      return group('and', [anyOf(keywords), written(test.query, keywords)])
    case 'isNull':
      return negate(anyOf(keywords))
    case 'isNotNull':
      return anyOf(keywords)
    default:
      throw new Error(`Keyword hits are not asked by ${test.op}.`)
  }
}

/** Hit by any of them; by none where there are none. */
const anyOf = (keywords: readonly Keyword[]): Node =>
  group(
    'or',
    keywords.map(({ tree }) => tree),
  )

function named(value: string, keywords: readonly Keyword[]): Node {
  const key = termKey(value)
  const keyword = keywords.find(({ term }) => termKey(term) === key)
  if (keyword !== undefined) return keyword.tree
  throw new ApiError(
    'query.invalid',
    `No keyword list of this project has the term “${value}”: it may have been changed or deleted. Choose another one.`,
    { detail: keywordField },
  )
}

/** Documents that are hit by terms in which such words stand. */
function written(query: Node, keywords: readonly Keyword[]): Node {
  switch (query.kind) {
    case 'and':
    case 'or':
      return group(
        query.kind,
        query.parts.map((part) => written(part, keywords)),
      )
    case 'not':
      return negate(written(query.part, keywords))
    default:
      return anyOf(keywords.filter(({ term }) => fieldMatches({ op: 'contains', query }, [term], 'UTC')))
  }
}
