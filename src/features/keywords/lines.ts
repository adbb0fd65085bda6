/** Terms as they are typed and pasted, one a line, and where each stands in the text. */

export interface Line {
  readonly term: string
  /** Counted from one, empty lines too. */
  readonly line: number
  /** Of the term, in the text. */
  readonly start: number
}

/** The lines that have a term. What is copied from a spreadsheet has tabs between its cells: they are spaces here. */
export function linesOf(text: string): readonly Line[] {
  let start = 0
  return text.split('\n').flatMap((whole, at): Line[] => {
    const from = start
    start += whole.length + 1
    const term = whole.replaceAll(/\p{Cc}/gu, ' ')
    const trimmed = term.trim()
    return trimmed === ''
      ? []
      : [{ term: trimmed, line: at + 1, start: from + (term.length - term.trimStart().length) }]
  })
}
