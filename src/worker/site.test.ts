import { describe, expect, it } from 'vitest'
import { createSiteKeeper, type Site } from './site.ts'

const origin = 'https://affiant.example'
const siteOf = (n: number): Site => ({
  version: `build-${n}`,
  entry: `/assets/index-${n}.js`,
  files: ['/', `/assets/index-${n}.js`, `/assets/review-${n}.js`, '/assets/react-1.js', '/first-paint.js'],
  calls: ['/rest', '/api', '/healthz'],
})
const pageOf = (n: number) => `<script type="module" src="/assets/index-${n}.js"></script>`

/** The browser's caches, as far as the worker uses them. */
function cachesOf(): CacheStorage {
  const stores = new Map<string, Map<string, Response>>()
  const path = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : String(request), origin).pathname
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      match: async (request: RequestInfo) => store.get(path(request))?.clone(),
      put: async (request: RequestInfo, response: Response) => void store.set(path(request), response),
    } as unknown as Cache
  }
  return {
    open,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    has: async (name: string) => stores.has(name),
    match: async (request: RequestInfo) => {
      for (const store of stores.values()) {
        const found = store.get(path(request))
        if (found) return found.clone()
      }
      return undefined
    },
  } as CacheStorage
}

/** A server that has one build in place, or is away. */
function world() {
  const asked: string[] = []
  const state = { build: 1, answers: 200 as number | 'never' | 'away' }
  const fetched = async (request: Request | string): Promise<Response> => {
    const { pathname } = new URL(request instanceof Request ? request.url : request, origin)
    asked.push(pathname)
    if (state.answers === 'away') throw new TypeError('Failed to fetch')
    if (state.answers === 'never') return new Promise(() => undefined)
    if (state.answers !== 200) return new Response('gone', { status: state.answers })
    if (pathname.startsWith('/assets/') && !siteOf(state.build).files.includes(pathname))
      return new Response('no such file', { status: 404 })
    return new Response(pathname.startsWith('/assets/') ? pathname : pageOf(state.build))
  }
  const caches = cachesOf()
  const running = new Set<string>()
  const keeper = (n: number) =>
    createSiteKeeper({
      site: siteOf(n),
      caches,
      fetch: fetched,
      sleep: async () => undefined,
      running: async () => running,
    })
  const get = (path: string, mode: 'navigate' | 'cors' = 'cors') => {
    const request = new Request(origin + path)
    // A program cannot make a navigation; a browser does.
    Object.defineProperty(request, 'mode', { value: mode })
    return request
  }
  return { asked, state, caches, running, keeper, get }
}
const text = async (answer: Promise<Response> | null) => (answer === null ? null : (await answer).text())

describe('the worker that keeps the application', () => {
  it('opens every page of the product without the server, with the files of one build', async () => {
    const { keeper, state, get } = world()
    const one = keeper(1)
    await one.install()
    for (const answers of ['away', 'never', 502] as const) {
      state.answers = answers
      for (const path of ['/', '/overview/review', '/saml-login.html'])
        expect(await text(one.answer(get(path, 'navigate')))).toBe(pageOf(1))
      expect(await text(one.answer(get('/assets/review-1.js')))).toBe('/assets/review-1.js')
      expect(await text(one.answer(get('/first-paint.js')))).toBe(pageOf(1))
    }
  })

  it('lets calls and downloads pass by, and keeps no answer of them', () => {
    const { keeper, get } = world()
    const one = keeper(1)
    for (const path of ['/rest/review/document?documentId=1', '/api/x', '/healthz', '/robots.txt'])
      for (const mode of ['cors', 'navigate'] as const) expect(one.answer(get(path, mode))).toBeNull()
    expect(one.answer(new Request(`${origin}/overview`, { method: 'POST' }))).toBeNull()
  })

  it('gives a new version with the next load, and a tab of the old one its own files for as long as it is open', async () => {
    const { keeper, state, running, caches, get } = world()
    await keeper(1).install()
    running.add(siteOf(1).entry)
    state.build = 2
    const two = keeper(2)
    await two.install()
    await two.clean()
    expect(await text(two.answer(get('/overview', 'navigate')))).toBe(pageOf(2))
    // The server has it no more.
    expect(await text(two.answer(get('/assets/review-1.js')))).toBe('/assets/review-1.js')
    state.answers = 'away'
    expect(await text(two.answer(get('/overview', 'navigate')))).toBe(pageOf(2))
    running.clear()
    running.add(siteOf(2).entry)
    await two.clean()
    expect(await caches.keys()).toEqual([`affiant:site:build-2 ${siteOf(2).entry}`])
  })

  it('is not installed with the page of one build and the files of another', async () => {
    const { keeper, state } = world()
    state.build = 2
    await expect(keeper(1).install()).rejects.toThrow()
  })

  it('fetches nothing again that an older build has under the same name', async () => {
    const { keeper, state, asked } = world()
    await keeper(1).install()
    state.build = 2
    asked.length = 0
    await keeper(2).install()
    expect(asked).not.toContain('/assets/react-1.js')
    expect(asked).toContain('/first-paint.js')
  })
})
