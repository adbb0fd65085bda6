/**
 * Ends work on a transaction that waits for something else than the database. There is one writer: whoever holds it and
 * asks nothing of it would keep everybody's saves waiting for ever.
 */

/** Between two statements; below PostgreSQL's own limit (postgres.ts), so that both end in the same way. */
const idleLimitMs = 45_000

/** Settles as the work does; rejects once it has asked nothing for too long. `idleSince`: null while a statement runs. */
export async function withPatience<T>(work: Promise<T>, idleSince: () => number | null): Promise<T> {
  const given = Promise.withResolvers<never>()
  const timer = setInterval(() => {
    const since = idleSince()
    if (since !== null && Date.now() - since >= idleLimitMs)
      given.reject(new Error('A transaction did nothing for too long and was rolled back.'))
  }, idleLimitMs / 9)
  try {
    return await Promise.race([work, given.promise])
  } finally {
    clearInterval(timer)
  }
}
