/** The service worker: see site.ts for what it keeps and answers. Built into one file at the root of the origin. */
import { createSiteKeeper, type Site } from './site.ts'

/** What is used of the worker's surroundings: the program's own types are those of a page. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface RequestEvent extends WorkerEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Worker {
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
}
const worker = globalThis as unknown as Worker

/** Put here by the build (vite.config.ts), which knows the files only once they are written. */
const site: Site = JSON.parse('__SITE__')

const keeper = createSiteKeeper({
  site,
  caches,
  fetch: (request, init) => fetch(request, init),
  sleep: (ms) => new Promise((wake) => setTimeout(wake, ms)),
  running: async () => {
    const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
    const held = await locks?.query()
    return held ? new Set(held.held?.map(({ name }) => name ?? '')) : null
  },
})

worker.addEventListener('install', (event) => {
  // A tab of an older build still finds its own files: they go when no tab runs them.
  event.waitUntil(keeper.install().then(() => worker.skipWaiting()))
})
worker.addEventListener('activate', (event) => event.waitUntil(keeper.clean()))
worker.addEventListener('fetch', (event) => {
  if (new URL(event.request.url).origin !== location.origin) return
  const answer = keeper.answer(event.request)
  if (answer === null) return
  event.respondWith(answer)
  if (event.request.mode === 'navigate') event.waitUntil(answer.then(keeper.clean).catch(() => undefined))
})
