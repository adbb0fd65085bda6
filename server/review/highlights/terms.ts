/** How a term of a highlight set is read: what it looks for stands in a text, and wherever it stands it is highlighted. */
import type { Fault } from '#query/fault.ts'
import { parse } from '#query/parse.ts'
import type { Node } from '#query/tree.ts'
import type { TermReading } from '../search/keyword-term.ts'

export type HighlightTermRead =
  | { readonly ok: true; readonly tree: Node }
  | { readonly ok: false; readonly fault: Fault }

export function readHighlightTerm(text: string, { noise, precedence }: TermReading): HighlightTermRead {
  const parsed = parse(text, { noise, precedence, fields: [] })
  const refused = (message: string): HighlightTermRead => ({
    ok: false,
    fault: { code: 'unsupported', message, start: 0, end: text.length },
  })
  if (!parsed.ok)
    return parsed.fault.code === 'unknownField'
      ? {
          ok: false,
          fault: {
            ...parsed.fault,
            message: `A highlighted term cannot ask for the field “${parsed.fault.field ?? ''}”: it looks for words wherever they stand. To look for the words as they are, put them in quotes.`,
          },
        }
      : parsed
  const { tree, includeFamily, also } = parsed
  if (includeFamily || also.length > 0)
    return refused('A highlighted term looks for words. Leave out Include_Family and the like.')
  if (tree === null) return refused('There is nothing to look for.')
  return isOfWords(tree)
    ? { ok: true, tree }
    : refused(
        'AND and NOT say which documents are found, and not what is highlighted. Write each part as a term of its own, or words near each other as in merger w/5 price.',
      )
}

/** What stands in a text by itself: words, words near each other, and one of several of these. */
function isOfWords(tree: Node): boolean {
  switch (tree.kind) {
    case 'or':
      return tree.parts.every(isOfWords)
    case 'term':
    case 'phrase':
    case 'exact':
    case 'near':
      return true
    default:
      return false
  }
}
