/**
 * Ends a transaction whose work waits for something else than the database. There is one writer: whoever holds it and asks
 * nothing of it would keep everybody's saves waiting for ever.
 */
import type { KyselyPlugin } from 'kysely'
import type { Writer } from './records.ts'

/** Between two statements; below PostgreSQL's own limit (postgres.ts), so that both end in the same way. */
const idleLimitMs = 45_000

/** Runs the work of a transaction; rejects, so that it is rolled back, once it has been idle for too long. */
export async function withPatience<T>(trx: Writer, work: (trx: Writer) => Promise<T>): Promise<T> {
  let running = 0
  let idleSince = Date.now()
  const listening: KyselyPlugin = {
    transformQuery: ({ node }) => {
      running++
      return node
    },
    transformResult: async ({ result }) => {
      running--
      idleSince = Date.now()
      return result
    },
  }
  const given = Promise.withResolvers<never>()
  const timer = setInterval(() => {
    if (running === 0 && Date.now() - idleSince >= idleLimitMs)
      given.reject(new Error('A transaction did nothing for too long and was rolled back.'))
  }, idleLimitMs / 9)
  try {
    return await Promise.race([work(trx.withPlugin(listening)), given.promise])
  } finally {
    clearInterval(timer)
  }
}
