/** A query's characters → brackets, quoted texts and chunks between spaces. Offsets point into the query as it was given. */

export type Lexeme =
  | { readonly kind: 'open' | 'close'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'quoted' | 'chunk'
      /** What stands between the quotes, doubled quotes made one; or the chunk as it stands. */
      readonly value: string
      readonly start: number
      readonly end: number
      /** Nothing stands between it and the lexeme before. */
      readonly glued: boolean
    }

export interface Lexed {
  readonly lexemes: readonly Lexeme[]
  /** Where a quote stands that nothing closes, or -1. */
  readonly openQuote: number
}

/** Curly quotes become straight ones, each in its own place, so that offsets stay. */
export function straighten(query: string): { readonly text: string; readonly replaced: boolean } {
  const text = query.replace(/[\u201c\u201d\u201e\u201f]/g, '"').replace(/[\u2018\u2019\u201a\u201b]/g, "'")
  return { text, replaced: text !== query }
}

/** A value between quotes, as a query has it: whatever would be read as a quote stands twice. */
export const quoted = (value: string): string => `"${straighten(value).text.replaceAll('"', '""')}"`

export function lex(query: string): Lexed {
  const lexemes: Lexeme[] = []
  let at = 0
  let spaceBefore = true
  while (at < query.length) {
    const character = query.charAt(at)
    if (/\s/.test(character)) {
      spaceBefore = true
      at++
      continue
    }
    if (character === '(' || character === ')') {
      lexemes.push({ kind: character === '(' ? 'open' : 'close', start: at, end: at + 1 })
      at++
    } else if (character === '"') {
      const end = closingQuote(query, at)
      if (end < 0) return { lexemes, openQuote: at }
      const value = query.slice(at + 1, end).replaceAll('""', '"')
      lexemes.push({ kind: 'quoted', value, start: at, end: end + 1, glued: !spaceBefore })
      at = end + 1
    } else {
      const start = at
      while (at < query.length && !/[\s()"]/.test(query.charAt(at))) at++
      lexemes.push({ kind: 'chunk', value: query.slice(start, at), start, end: at, glued: !spaceBefore })
    }
    spaceBefore = false
  }
  return { lexemes, openQuote: -1 }
}

/** A quote inside a quoted text is written twice. */
function closingQuote(query: string, open: number): number {
  let at = open + 1
  for (;;) {
    const quote = query.indexOf('"', at)
    if (quote < 0) return -1
    if (query.charAt(quote + 1) !== '"') return quote
    at = quote + 2
  }
}
