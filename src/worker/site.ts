/**
 * The application's own files, kept so that it opens without the network: every file of one build in a cache of its own.
 * Pages are asked of the server first, so that a new version is there with the next load; what has a hash in its name is
 * taken from whichever build has it, so that no page ever gets chunks of two. Calls pass by: nothing that a document
 * contains, and nothing about anybody, is ever in here.
 */

/** What a build consists of; written into the worker when it is built (vite.config.ts). */
export interface Site {
  /** Another one with every change of any file. */
  readonly version: string
  /** The script that every page of this build begins with. */
  readonly entry: string
  /** All files by their address; the page itself is '/'. */
  readonly files: readonly string[]
  /** Where addresses begin that the server answers itself. */
  readonly calls: readonly string[]
}

export interface SitePorts {
  readonly site: Site
  readonly caches: CacheStorage
  readonly fetch: (request: Request | string, init?: RequestInit) => Promise<Response>
  readonly sleep: (ms: number) => Promise<void>
  /** The entries of the builds that tabs run (register.ts); null where nobody can say. */
  readonly running: () => Promise<ReadonlySet<string> | null>
}

export interface SiteKeeper {
  /** Fetches the whole build. Rejects where anything of it is missing: then the build before stays in charge. */
  readonly install: () => Promise<void>
  /** Drops builds that no tab runs any more. */
  readonly clean: () => Promise<void>
  /** Null: the request is none of the worker's business. */
  readonly answer: (request: Request) => Promise<Response> | null
}

const prefix = 'affiant:site:'
/** Ms that a page may take before the kept one is shown. */
const patience = 4_000
/** So many files at once: the tab that brought the worker goes first. */
const lanes = 4
const hashed = '/assets/'

export function createSiteKeeper({ site, caches, fetch, sleep, running }: SitePorts): SiteKeeper {
  const own = `${prefix}${site.version} ${site.entry}`
  const listed = new Set(site.files)

  const bring = async (cache: Cache, path: string): Promise<void> => {
    const isHashed = path.startsWith(hashed)
    const known = isHashed ? await caches.match(path) : undefined
    const response = known ?? (await fetch(path, { cache: isHashed ? 'default' : 'no-cache' }))
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    // The server may have been given another build meanwhile.
    if (path === '/' && !(await response.clone().text()).includes(site.entry))
      throw new Error('The page is of another build')
    await cache.put(path, response)
  }

  const kept = async (path: string): Promise<Response | undefined> =>
    (await caches.open(own)).match(path, { ignoreVary: true })

  /** What the server says, unless it says nothing, is late, or is not there behind what answers for it. */
  const networkFirst = async (request: Request, path: string): Promise<Response> => {
    const coming = fetch(request)
    const late = sleep(patience).then(() => kept(path))
    const first = await Promise.race([coming, late]).catch(() => undefined)
    if (first !== undefined && first.status < 500) return first
    return (await kept(path)) ?? coming
  }

  const isPage = (path: string): boolean =>
    !site.calls.some((call) => path === call || path.startsWith(`${call}/`)) &&
    !/\.\w{1,5}$/.test(path.replace(/\.html$/, ''))

  return {
    install: async () => {
      const cache = await caches.open(own)
      const left = [...site.files]
      const lane = async (): Promise<void> => {
        for (let path = left.shift(); path !== undefined; path = left.shift()) await bring(cache, path)
      }
      await Promise.all(Array.from({ length: lanes }, lane))
    },
    clean: async () => {
      const inUse = await running()
      if (inUse === null) return
      for (const name of await caches.keys()) {
        if (!name.startsWith(prefix) || name === own) continue
        if (!inUse.has(name.slice(name.indexOf(' ') + 1))) await caches.delete(name)
      }
    },
    answer: (request) => {
      const { pathname } = new URL(request.url)
      if (request.method !== 'GET') return null
      if (pathname.startsWith(hashed))
        return caches.match(pathname, { ignoreVary: true }).then((found) => found ?? fetch(request))
      if (request.mode === 'navigate') return isPage(pathname) ? networkFirst(request, '/') : null
      return listed.has(pathname) ? networkFirst(request, pathname) : null
    },
  }
}
