/** Starts the server, says where it is and how to sign in, and ends without losing anything. */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { allRoutes } from './areas.ts'
import { missingBindings } from './intake/sources/collectors.ts'
import { startTimers } from './intake/timers.ts'
import { clearStale } from './intake/uploads/upload-folder.ts'
import { keepCheckpoints } from './platform/audit/checkpoints.ts'
import { sayCounts } from './platform/auth/counted.ts'
import { sealKept, withoutKey } from './platform/auth/seals.ts'
import { addressOf, type Config, ConfigError, readConfig } from './platform/config.ts'
import { codeOf } from './platform/error-code.ts'
import { buildApp, routesMissing } from './platform/http/app.ts'
import { forgetReplies } from './platform/http/idempotency.ts'
import { createLog, quietly } from './platform/log.ts'
import { recordsFile } from './platform/records/open.ts'
import { ServedElsewhere } from './platform/records/served-elsewhere.ts'
import { releaseMemory } from './platform/release-memory.ts'
import { expiryTimer } from './production/exports/ends.ts'
import { forgetPlaces } from './review/term-redaction/forget.ts'
import { seedSample } from './sample/seed.ts'
import { openServices } from './services.ts'
import { welcome } from './welcome.ts'

/** Names by which only this machine calls. */
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

const loading = 'Loading the sample matter …'

// What is in the data folder is its owner's alone, also where the folder lets others in.
process.umask(0o077)
try {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  // Until it is said, to people, where the server is: no line of the log stands between what they read. What goes on where the
  // last process ended begins before that.
  await quietly(log, () => start(config, log))
} catch (error) {
  console.error(`Affiant cannot start. ${reasonOf(error)}`)
  if (!isExplained(error) && error instanceof Error) console.error(error.stack)
  // What had been opened already (the writer's thread) would keep the process.
  process.exit(1)
}

async function start(config: Config, log: Logger): Promise<void> {
  sayWhoElse(config, log)
  const firstStart = config.sample && (await seedApart(config))
  const { services, close } = await openServices(config, {
    log,
    migrated: ({ from, to, backup }) => {
      if (from === to || from === 0) return
      // What an upgrade did is no routine.
      const told = log.child({}, { level: config.logLevel })
      if (backup !== null) told.info({ backup }, 'the records were copied before they were changed')
      else
        told.warn(
          { from, to },
          'the records were changed without a copy: PostgreSQL is backed up by its operator',
        )
      told.info({ from, to }, 'records brought to their newest shape')
    },
    // A server that cannot save, or that is not the only one, must not go on answering: whoever supervises it starts another.
    lost: (error) => {
      log.fatal(
        { err: error },
        error instanceof ServedElsewhere
          ? 'another server works on these records by now: the process ends'
          : 'nothing can be saved any more: the process ends',
      )
      process.exit(1)
    },
  })
  const routes = allRoutes()
  const missing = routesMissing(routes)
  if (missing.length > 0) throw new Error(`Nobody answers these calls: ${missing.join(', ')}`)
  const app = await buildApp(services, { routes })
  const timers = startTimers(services, [expiryTimer(services)])
  let stopping = false
  const stop = (signal: string): void => {
    // A terminal tells all processes of a group, and those that have started this one pass it on: once is enough.
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    // Whatever hangs must not keep the process: the records are safe at any moment.
    setTimeout(() => process.exit(1), 20_000).unref()
    void app
      .close()
      .then(() => timers.stop())
      .then(close)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed')
          process.exit(1)
        },
      )
  }
  // After a fault that nobody caught nothing can be relied on: end, and let what is acknowledged speak for itself.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event)
      process.exit(1)
    })
  }
  // By themselves: nobody may begin another upload after the ones that fill the disk.
  const dropUploads = (): void => {
    clearStale(services).catch((error: unknown) =>
      log.error({ err: error }, 'old uploads could not be thrown away'),
    )
  }
  setInterval(() => {
    forgetReplies(services.records, services.now()).catch((error: unknown) =>
      log.error({ err: error }, 'old replies could not be dropped'),
    )
    forgetPlaces(services.records, services.now()).catch((error: unknown) =>
      log.error({ err: error }, 'old places of searches could not be dropped'),
    )
    dropUploads()
  }, 24 * 3_600_000).unref()
  // What strangers tried, an hour at a time.
  const sayTries = (): void => {
    sayCounts(services.records, services.now()).catch((error: unknown) =>
      log.error({ err: error }, 'counted sign-ins and resets could not be put on the record'),
    )
  }
  setInterval(sayTries, 3_600_000).unref()
  // Invitations whose mail could not be sent.
  setInterval(() => void services.invitations.wake(true), 5 * 60_000).unref()
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const tellLoading = (): void => console.log(loading)
  const sample = await seedSample(services, tellLoading).catch((error: unknown) => {
    log.error({ err: error }, 'the sample matter could not be loaded')
    return null
  })
  const sealed = await sealKept(services.records, services.seals)
  if (sealed > 0) log.info({ sealed }, 'the secrets of authenticators are sealed from now on')
  const keyless = await withoutKey(services.records.read, services.seals)
  if (keyless.length > 0)
    log.error(
      { accounts: keyless.length },
      'a key of secrets is missing: put keys/seal-….key back, or use "affiant user reset-mfa"',
    )
  await app.listen({ port: config.port, host: config.host })
  const listening = app.server.address()
  const port = typeof listening === 'object' && listening !== null ? listening.port : config.port
  if (!loopback.has(config.host) && config.hosts.every((name) => loopback.has(name)))
    log.warn(
      { names: config.hosts },
      'the server listens to other machines and answers only to names of this one: set PUBLIC_URL or AFFIANT_HOSTS',
    )
  const unbound = await missingBindings(services.records.read, config.collectFrom)
  if (unbound.length > 0)
    log.warn({ missing: unbound }, 'AFFIANT_COLLECT_FROM binds folders to what is not there')
  // What was committed but not yet indexed when the process last ended.
  services.search.wake()
  await forgetReplies(services.records, services.now())
  await forgetPlaces(services.records, services.now())
  dropUploads()
  void services.invitations.wake(true)
  sayTries()
  await keepCheckpoints(services)
  releaseMemory()
  const address = addressOf(config.tls !== null, config.host, port)
  console.log(welcome(config, address, sample, firstStart).join('\n'))
}

/** Whoever may write to the data folder may put other records, and other keys, in the place of these. */
function sayWhoElse({ dataDir }: Config, log: Logger): void {
  if (process.platform === 'win32' || !existsSync(dataDir)) return
  const mode = statSync(dataDir).mode & 0o7777
  if ((mode & 0o022) !== 0)
    log.warn(
      { folder: dataDir, mode: mode.toString(8).padStart(4, '0') },
      'others on this machine can write to the data folder: make it its owner’s alone (chmod 700)',
    )
}

/** On an empty data folder the sample is loaded by a process of its own; whether it was. What it leaves undone is done later. */
async function seedApart(config: Config): Promise<boolean> {
  if (config.databaseUrl !== null || existsSync(recordsFile(config.dataDir))) return false
  console.log(loading)
  const child = fork(fileURLToPath(new URL('./sample/main.ts', import.meta.url)), { stdio: 'inherit' })
  await once(child, 'close')
  return true
}

/** Faults whose message says all that there is to do. */
function isExplained(error: unknown): boolean {
  return error instanceof ConfigError || error instanceof ServedElsewhere || codeOf(error) === 'EADDRINUSE'
}

function reasonOf(error: unknown): string {
  if (codeOf(error) === 'EADDRINUSE')
    return 'PORT is in use by another program. Stop that one, or set PORT to another number.'
  return error instanceof Error ? error.message : String(error)
}
