/** The web server: every call of the contracts, the pages, and what operators ask. */

import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import fastifyCookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { headers } from '#contracts/call.ts'
import { allCalls } from '#contracts/index.ts'
import type { Services } from '../services.ts'
import { refuseBytes, sendFailure } from './failures.ts'
import { serveHealth } from './health.ts'
import { guardHost } from './hosts.ts'
import { jsonBytes, readBodies } from './json.ts'
import { requireNoKeyInAddress } from './key-in-address.ts'
import { serveMetrics } from './metrics.ts'
import { openApi } from './openapi.ts'
import { guardAnswers, servePages } from './pages.ts'
import { registerRoute } from './pipeline.ts'
import type { Route } from './route.ts'
import { watchSessions } from './running.ts'
import { defaultPatience, endSlowBodies, type Patience } from './slow-bodies.ts'

export interface AppOptions {
  readonly routes: readonly Route[]
  /** Where the built pages are; default: `dist` of this package. */
  readonly dist?: string
  readonly patience?: Patience
}

/** Builds the app; the caller listens and closes. Each call has exactly one handler, or it does not start. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const faults = routeFaults(options.routes)
  if (faults.length > 0) throw new Error(`The calls and their handlers do not match: ${faults.join('; ')}`)
  const { config, log } = services
  const patience = options.patience ?? defaultPatience
  const waiting = {
    headersTimeout: patience.headMs,
    connectionsCheckingInterval: Math.min(5_000, patience.headMs),
  }
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    requestTimeout: patience.requestMs,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    // A proxy on this machine may say for whom it calls; nobody else may.
    trustProxy: 'loopback',
    requestIdHeader: false,
    genReqId: (request) => {
      // Of the caller's choice, and marked so: nobody can write a line of the log under another request's name.
      const given = request.headers[headers.requestId.toLowerCase()]
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? `client-${given}` : randomUUID()
    },
    frameworkErrors: (error, request, reply) => {
      sendFailure(error, request, reply)
    },
    clientErrorHandler: refuseBytes,
    ...(config.tls === null ? { http: waiting } : { https: { ...config.tls, ...waiting } }),
  })
  app.decorateRequest('admitted', null)
  endSlowBodies(app, patience)
  app.addHook('onRequest', async (request, reply) => {
    reply.header(headers.requestId, request.id)
    requireNoKeyInAddress(request)
  })
  guardHost(app, config)
  app.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.call
    if (call === undefined) return
    // Addresses hold queries and bodies hold documents: neither is logged.
    request.log.info(
      {
        call,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.admitted?.caller?.userId,
        projectId: request.admitted?.project?.projectId,
      },
      'call',
    )
  })
  app.setErrorHandler((error, request, reply) =>
    sendFailure(error instanceof Error ? error : new Error(String(error)), request, reply),
  )
  await app.register(fastifyCookie)
  readBodies(app)
  guardAnswers(app, config)
  serveMetrics(app, services)
  serveHealth(app, services)
  // Written when somebody asks: few do, and every start would take that much longer.
  let description: string | null = null
  app.get('/openapi.json', async (_request, reply) => {
    description ??= JSON.stringify(openApi(allCalls, config.version))
    return reply.type('application/json').send(description)
  })
  const running = watchSessions(app, services)
  for (const route of options.routes) registerRoute(app, services, running, route)
  await servePages(app, options.dist ?? fileURLToPath(new URL('../../../dist', import.meta.url)))
  await app.ready()
  return app
}

/** What does not match between the contracts and the handlers. */
export function routeFaults(routes: readonly Route[]): string[] {
  const names = routes.map(({ call }) => call.name)
  return [
    ...names.filter((name, i) => names.indexOf(name) !== i).map((name) => `${name} has two handlers`),
    ...names
      .filter((name) => !allCalls.some((call) => call.name === name))
      .map((name) => `${name} is unknown`),
  ]
}

/** The calls that nobody answers. */
export const routesMissing = (routes: readonly Route[]): string[] =>
  allCalls.filter((call) => !routes.some((route) => route.call.name === call.name)).map(({ name }) => name)
