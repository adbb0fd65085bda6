/** The digits that choose the values of a field: a choice has its own, or its place gives it one. */

interface Keyed {
  readonly position: number
  readonly key?: number | undefined
}

/**
 * The key of each choice, in the order in which they stand; null: none. Where a choice of the field has a key of its own,
 * places give none: nobody should press a digit that means something else on the choice beside it.
 */
export function keysOf(choices: readonly Keyed[]): readonly (number | null)[] {
  const own = choices.some(({ key }) => key !== undefined)
  return choices.map(({ key }, at) => (own ? (key ?? null) : at < 9 ? at + 1 : null))
}
