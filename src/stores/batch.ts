/** What is folded in one go: what was copied in it is not copied again. */

/** Copies made in the batch that is running: nobody else has seen them yet. */
let fresh: Set<object> | null = null

/**
 * Folds many envelopes at once, as a replay does: a bucket is copied once for the batch, not once for each envelope.
 * What goes in and what comes out are values as ever; in between only the folds themselves see them. A batch may come in
 * parts, as long as nobody else gets to see what stands between them: `own` is what its parts have made so far.
 */
export function inBatch<T>(work: () => T, own: Set<object> = new Set()): T {
  const outer = fresh
  fresh = own
  try {
    return work()
  } finally {
    fresh = outer
  }
}

/** The thing itself where it was made in this batch (and nobody froze it), else a copy. */
export function own<M extends object>(shared: object, copy: () => M): M {
  if (fresh?.has(shared) && !Object.isFrozen(shared)) return shared as M
  const copied = copy()
  fresh?.add(copied)
  return copied
}
