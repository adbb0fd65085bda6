/** Starts the server, says where it is and how to sign in, and ends without losing anything. */

import { allRoutes } from './areas.ts'
import { addressOf, ConfigError, readConfig } from './config.ts'
import { buildApp, routesMissing } from './http/app.ts'
import { forgetReplies } from './http/idempotency.ts'
import { createLog } from './log.ts'
import { openServices } from './services.ts'

try {
  await start()
} catch (error) {
  console.error(`Affiant cannot start. ${reasonOf(error)}`)
  if (!isExplained(error) && error instanceof Error) console.error(error.stack)
  // What had been opened already (the writer's thread) would keep the process.
  process.exit(1)
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const { services, close } = await openServices(config, {
    log,
    migrated: ({ from, to, backup }) => {
      if (from !== to) log.info({ from, to, backup }, 'records brought to their newest shape')
    },
  })
  const routes = allRoutes()
  const missing = routesMissing(routes)
  if (missing.length > 0) throw new Error(`Nobody answers these calls: ${missing.join(', ')}`)
  const app = await buildApp(services, { routes })
  const stop = (signal: string): void => {
    log.info({ signal }, 'stopping')
    // Whatever hangs must not keep the process: the records are safe at any moment.
    setTimeout(() => process.exit(1), 20_000).unref()
    void app
      .close()
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
  setInterval(() => {
    forgetReplies(services.records, services.now()).catch((error: unknown) =>
      log.error({ err: error }, 'old replies could not be dropped'),
    )
  }, 24 * 3_600_000).unref()
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  await app.listen({ port: config.port, host: config.host })
  const listening = app.server.address()
  const port = typeof listening === 'object' && listening !== null ? listening.port : config.port
  await forgetReplies(services.records, services.now())
  console.log(`Affiant ${config.version} is at ${addressOf(config.tls !== null, config.host, port)}`)
}

/** Faults whose message says all that there is to do. */
const isExplained = (error: unknown): boolean =>
  error instanceof ConfigError || codeOf(error) === 'EADDRINUSE'

function reasonOf(error: unknown): string {
  if (codeOf(error) === 'EADDRINUSE')
    return 'PORT is in use by another program. Stop that one, or set PORT to another number.'
  return error instanceof Error ? error.message : String(error)
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
