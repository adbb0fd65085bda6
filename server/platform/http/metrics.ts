/** What the server tells a monitor: Prometheus text, without anything of a tenant in it. */

import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { ApiError } from './error.ts'

interface Sample {
  /** `name="value"`, as Prometheus writes them; empty where there is one sample. */
  readonly labels: string
  readonly value: number
}

/** Figures of one part of the server, without anything of a tenant in them. */
export interface Metric {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly samples: readonly Sample[]
}

declare module '../services.ts' {
  interface Services {
    /** Read when a monitor asks; each part of the server brings its own. */
    readonly metrics: readonly (() => Metric | Promise<Metric>)[]
  }
}

/** Upper bounds in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const

interface Durations {
  readonly counts: number[]
  sum: number
  total: number
}

/** Counts every call and serves the figures at /metrics. */
export function serveMetrics(app: FastifyInstance, services: Services): void {
  const requests = new Map<string, number>()
  const durations = new Map<string, Durations>()
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()

  app.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.call
    if (call === undefined) return
    const key = `call="${call}",status="${reply.statusCode}"`
    requests.set(key, (requests.get(key) ?? 0) + 1)
    observe(durations, call, reply.elapsedTime / 1000)
  })
  app.addHook('onClose', async () => {
    loop.disable()
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayAsk(request, services.config.metricsToken))
      throw new ApiError(
        'permission.denied',
        'The figures are for this machine, or for whoever has the token of METRICS_TOKEN.',
      )
    const own = await Promise.all(services.metrics.map((read) => read()))
    const lines = [
      ...family('affiant_requests_total', 'counter', 'Calls answered, by call and status.', [
        ...[...requests].map(([labels, n]) => ({ labels, value: n })),
      ]),
      '# HELP affiant_request_seconds Time from request to answer.',
      '# TYPE affiant_request_seconds histogram',
      ...[...durations].flatMap(([call, seen]) => histogram(call, seen)),
      ...own.flatMap(({ name, type, help, samples }) => family(name, type, help, samples)),
      ...family('affiant_event_loop_delay_seconds', 'gauge', 'Event loop delay since the last reading.', [
        { labels: 'quantile="0.5"', value: loop.percentile(50) / 1e9 },
        { labels: 'quantile="0.99"', value: loop.percentile(99) / 1e9 },
        { labels: 'quantile="1"', value: loop.max / 1e9 },
      ]),
      ...family('process_resident_memory_bytes', 'gauge', 'Resident memory of the main process.', [
        { labels: '', value: process.memoryUsage.rss() },
      ]),
      ...family('process_uptime_seconds', 'gauge', 'Seconds since the process started.', [
        { labels: '', value: process.uptime() },
      ]),
    ]
    loop.reset()
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}

/** With a token: whoever has it. Without one: this machine; a proxy on it may say that it asks for another. */
function mayAsk(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return /^(::1$|(::ffff:)?127\.)/.test(request.ip)
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(request.headers.authorization ?? ''), hash(`Bearer ${token}`))
}

function observe(durations: Map<string, Durations>, call: string, seconds: number): void {
  const seen = durations.get(call) ?? { counts: bounds.map(() => 0), sum: 0, total: 0 }
  durations.set(call, seen)
  bounds.forEach((bound, i) => {
    if (seconds <= bound) seen.counts[i] = (seen.counts[i] ?? 0) + 1
  })
  seen.sum += seconds
  seen.total += 1
}

const histogram = (call: string, { counts, sum, total }: Durations): string[] => [
  ...bounds.map((bound, i) => `affiant_request_seconds_bucket{call="${call}",le="${bound}"} ${counts[i]}`),
  `affiant_request_seconds_bucket{call="${call}",le="+Inf"} ${total}`,
  `affiant_request_seconds_sum{call="${call}"} ${sum}`,
  `affiant_request_seconds_count{call="${call}"} ${total}`,
]

function family(name: string, type: Metric['type'], help: string, samples: readonly Sample[]): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ labels, value }) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`),
  ]
}
