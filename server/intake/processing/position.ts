/**
 * Where an item stands in its source: a number for each container around it, which only grows while a container is
 * walked (byte offset in an mbox, entry number in an archive). Positions order all items as they are walked, so
 * "everything up to here is done" is one position.
 */
export type Position = readonly number[]

/** How far a walk came. One that goes on from there gives out what is left as if it had never stopped. */
export interface Reached {
  /** The last item that is done; all before it in the order of the walk are too. */
  readonly at: Position
  /**
   * Of each container around it, the outermost first: what those of its entries that are done have expanded to. Without it a
   * walk that goes on would count what a container may expand to anew.
   */
  readonly spent: readonly Spent[]
}

/** What something has expanded to, in bytes. */
export interface Spent {
  readonly bytes: number
  /** Of these, what does not count against the ratio of the container. */
  readonly forgiven: number
}

export const nothingSpent: Spent = { bytes: 0, forgiven: 0 }

export const spentTogether = (one: Spent, other: Spent): Spent => ({
  bytes: one.bytes + other.bytes,
  forgiven: one.forgiven + other.forgiven,
})

export const spentSince = (now: Spent, before: Spent): Spent => ({
  bytes: now.bytes - before.bytes,
  forgiven: now.forgiven - before.forgiven,
})

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
export function standing(at: Position, reached: Pick<Reached, 'at'> | null): 'done' | 'inside' | 'open' {
  if (reached === null) return 'open'
  const doneUpTo = reached.at
  const contains = at.every((component, i) => component === doneUpTo[i])
  if (contains && doneUpTo.length > at.length) return doneUpTo[at.length] === containerEnd ? 'done' : 'inside'
  return comparePositions(at, doneUpTo) <= 0 ? 'done' : 'open'
}

/** Whether nothing of an entry is left behind this position: it is the entry itself, or the end of it. */
export const isEndOf = (entry: Position, at: Position): boolean =>
  at.length === entry.length || (at.length === entry.length + 1 && at.at(-1) === containerEnd)
