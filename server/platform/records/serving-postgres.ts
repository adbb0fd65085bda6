/** The right to work on a PostgreSQL database: an advisory lock of a session that does nothing else. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { clientConfig } from './postgres.ts'
import { ServedElsewhere, type Serving } from './served-elsewhere.ts'

/** "affs": names this lock among others in the same database; its second half is the schema. */
const servingLock = 0x61666673

/**
 * A session whose machine is gone is ended by the database after a minute. Whoever has it looks more often, so that he knows
 * before another can have it.
 */
const keepalives =
  '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3 -c application_name=affiant-serving'
const lookEveryMs = 15_000
const answerMs = 10_000
const reconnectMs = 1_000

/** A session of the database, told apart from a later one of the same number. */
interface Session {
  readonly pid: number
  readonly startedAt: string
}

interface Held {
  readonly client: pg.Client
  readonly session: Session
}

/**
 * Takes the lock and keeps it. Where its connection breaks, it is taken anew; `lost` hears where another has it by then.
 * Rejects with ServedElsewhere, or as the database cannot be reached.
 */
export async function holdDatabase(
  url: string,
  schema: string | undefined,
  lost: (error: Error) => void,
): Promise<Serving> {
  const stop = new AbortController()
  let held = await lock(url, schema, null)
  const watching = watch()

  async function watch(): Promise<void> {
    while (!stop.signal.aborted) {
      await brokenOrStopped(held.client, stop.signal)
      if (stop.signal.aborted) return
      const again = await retake(held.session)
      if (again === null) return
      held = again
    }
  }

  /** Null where there is nothing more to hold. */
  async function retake(former: Session): Promise<Held | null> {
    while (!stop.signal.aborted) {
      try {
        return await lock(url, schema, former)
      } catch (error) {
        if (error instanceof ServedElsewhere) {
          lost(error)
          return null
        }
        // The database cannot be reached: nor can it be by anybody's writes.
        await pause(reconnectMs, undefined, { signal: stop.signal }).catch(() => {})
      }
    }
    return null
  }

  return {
    release: async () => {
      stop.abort()
      await watching
      await held.client.end().catch(() => {})
    },
  }
}

/** Takes the lock on a connection of its own; a session of ours that the database has not missed yet is ended first. */
async function lock(url: string, schema: string | undefined, former: Session | null): Promise<Held> {
  const config = clientConfig(url, schema)
  const client = new pg.Client({
    ...config,
    options: `${config.options} ${keepalives}`,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  })
  // Who uses it hears of its end; without a listener it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    if (!(await tryLock(client))) {
      if (former === null || !(await endSession(client, former)) || !(await tryLock(client, 50)))
        throw new ServedElsewhere('the database that DATABASE_URL names')
    }
    const { rows } = await client.query<Session>(
      `select pid, backend_start::text as "startedAt" from pg_stat_activity where pid = pg_backend_pid()`,
    )
    const [session] = rows
    if (session === undefined) throw new Error('The session of the database has ended.')
    return { client, session }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** `times`: a session that was ended lets go of its lock a moment later. */
async function tryLock(client: pg.Client, times = 1): Promise<boolean> {
  for (let tried = 0; tried < times; tried++) {
    if (tried > 0) await pause(100)
    const { rows } = await client.query<{ taken: number }>(
      `select pg_try_advisory_lock($1, hashtext(coalesce(current_schema(), ''))) as taken`,
      [servingLock],
    )
    if (rows[0]?.taken === 1) return true
  }
  return false
}

async function endSession(client: pg.Client, { pid, startedAt }: Session): Promise<boolean> {
  const { rows } = await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and backend_start::text = $2',
    [pid, startedAt],
  )
  return rows.length > 0
}

/** Resolves when the connection does not answer any more. */
async function brokenOrStopped(client: pg.Client, signal: AbortSignal): Promise<void> {
  const ended = new AbortController()
  const end = (): void => ended.abort()
  client.once('end', end)
  try {
    const either = AbortSignal.any([signal, ended.signal])
    while (!either.aborted) {
      await pause(lookEveryMs, undefined, { signal: either }).catch(() => {})
      if (!either.aborted) await client.query('select 1')
    }
  } catch {
    // No answer: its end is not waited for.
    void client.end().catch(() => {})
  } finally {
    client.removeListener('end', end)
  }
}
