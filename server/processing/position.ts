/**
 * Where an item stands in its source: a number for each container around it, which only grows while a container is
 * walked (byte offset in an mbox, entry number in an archive). Positions order all items as they are walked, so
 * "everything up to here is done" is one position.
 */
export type Position = readonly number[]

/** The last component of the step that closes a container. */
export const containerEnd = Number.MAX_SAFE_INTEGER

/** Negative where `a` is walked before `b`; a container comes before what it holds. */
export function comparePositions(a: Position, b: Position): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** How an item stands to what is done: wholly done, a container that was left in its middle, or still to do. */
export function standing(at: Position, doneUpTo: Position | null): 'done' | 'inside' | 'open' {
  if (doneUpTo === null) return 'open'
  const contains = at.every((component, i) => component === doneUpTo[i])
  if (contains && doneUpTo.length > at.length) return doneUpTo[at.length] === containerEnd ? 'done' : 'inside'
  return comparePositions(at, doneUpTo) <= 0 ? 'done' : 'open'
}
