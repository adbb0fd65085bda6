/** Exceptions of documents that a retry may read, for questions to the database: as `mayBeReadAgain` tells them. */
import { type RawBuilder, sql } from 'kysely'

/** `exceptions`: the name of their table in the question. */
export const readInRetry = (exceptions: string): RawBuilder<boolean> => {
  const code = sql.ref(`${exceptions}.code`)
  const stage = sql.ref(`${exceptions}.stage`)
  return sql<boolean>`(${code} = 'encrypted' or (${code} = 'tooLarge' and ${stage} = 'parse'))`
}
