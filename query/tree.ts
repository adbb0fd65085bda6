/** The syntax tree of a query: what parsing makes, and what printing, evaluating, searching and marking hits read. */
export type Node =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Node[] }
  | { readonly kind: 'not'; readonly part: Node }
  | Leaf
  | Near
  /** The place before the first word of each text (`xfirstword`), or the one behind its last (`xlastword`). */
  | { readonly kind: 'edge'; readonly at: 'first' | 'last' }
  | { readonly kind: 'field'; readonly field: string; readonly test: FieldTest }

/** Words that are looked for. */
export type Leaf =
  /** One token, folded as the tokeniser folds it; with `pattern` it stands for several words (pattern.ts). */
  | { readonly kind: 'term'; readonly token: string; readonly pattern: boolean }
  /**
   * Tokens in order, at least two, not all of them `null`. `null` stands for a noise word, at whose place some word must
   * stand. Tokens may be patterns.
   */
  | { readonly kind: 'phrase'; readonly tokens: readonly (string | null)[] }
  /**
   * Words exactly as they stand, noise words too, and the signs before, between and behind them (signs.ts): one more than
   * there are tokens, '' where none is asked for.
   */
  | { readonly kind: 'exact'; readonly tokens: readonly string[]; readonly signs: readonly string[] }

/**
 * Words near each other. Both sides are words, edges, groups of OR, or near others themselves. `within`: in any order;
 * `before`: the left side first; `not`: places of the left side that the right side is not near.
 */
export interface Near {
  readonly kind: 'near'
  readonly how: 'within' | 'before' | 'not'
  /** From the end of the earlier to the beginning of the later; next to each other is 1. */
  readonly distance: number
  readonly left: Node
  readonly right: Node
}

export type FieldTest =
  /** Words inside the field's text. */
  | { readonly op: 'contains'; readonly query: Node }
  /** Exactly this value, without case. */
  | { readonly op: 'is'; readonly value: string }
  /** Dates as they are written: MM/DD/YYYY. */
  | { readonly op: 'before' | 'beforeOn' | 'after' | 'afterOn' | 'on'; readonly date: string }
  | { readonly op: 'between'; readonly from: string; readonly to: string }
  | { readonly op: 'compare'; readonly sign: Sign; readonly value: number }
  | { readonly op: 'isNull' | 'isNotNull' }

export type Sign = '<' | '<=' | '=' | '>=' | '>'

/**
 * What a field holds, which decides how it can be asked.
 * - `text`: words; `field:value` looks for words in it.
 * - `keyword`: whole values (a choice, a tag, a type); `field:value` is the exact value.
 * - `flag`: yes or no.
 * - `instant`: a point in time, asked by day in the project's time zone.
 * - `day`: a floating date, the same day for everybody.
 */
export type FieldKind = 'text' | 'keyword' | 'flag' | 'number' | 'instant' | 'day'

export interface QueryField {
  /** As it is written in a query; found without case. */
  readonly name: string
  readonly kind: FieldKind
  /** What yes and no of a flag are called besides, in this order. */
  readonly options?: readonly string[]
}
