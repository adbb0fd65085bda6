/** Lists with one thing changed. */
export const replaced = <T>(list: readonly T[], at: number, one: T): T[] =>
  list.map((other, place) => (place === at ? one : other))

export const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, place) => place !== at)

/** The one at a place, at another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = without(list, from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}
