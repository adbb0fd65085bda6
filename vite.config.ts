import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import type { Site } from './src/worker/site.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? '4400'}`
/** What the server answers itself; everything else is the page's. */
const calls = ['/rest', '/api', '/internal', '/sheet', '/openapi.json', '/healthz', '/readyz', '/metrics']

/**
 * What every page has, the sign-in page too, with all that it imports. By themselves its many small modules would come in
 * a file for each set of screens that shares some of them: together they are fewer requests and pack better. What only
 * the workspace needs has no place here: it would be fetched before anybody has signed in.
 */
const everywhere = {
  kernel: /src[\\/]app[\\/](core|gate-areas)\.ts$/,
  ui: /src[\\/]features[\\/]ui[\\/](button|fault-focus|field|input|notice)\.tsx?$/,
}

const workerFile = 'service-worker.js'

/** Tells the worker what the build consists of, once all of it is written. */
const site = (): Plugin => ({
  name: 'affiant:site',
  apply: 'build',
  writeBundle: ({ dir = 'dist' }) => {
    const files = readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.map$/.test(entry.name) && entry.name !== workerFile)
      .map((entry) => join(entry.parentPath, entry.name).slice(dir.length).replaceAll('\\', '/'))
      .sort()
    const hash = createHash('sha256')
    for (const path of files) hash.update(path).update(readFileSync(join(dir, path)))
    const page = readFileSync(join(dir, 'index.html'), 'utf8')
    const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1]
    if (entry === undefined) throw new Error('The page has no script')
    const built: Site = {
      version: hash.digest('hex').slice(0, 16),
      entry,
      files: files.map((path) => (path === '/index.html' ? '/' : path)),
      calls,
    }
    const worker = join(dir, workerFile)
    const code = readFileSync(worker, 'utf8')
    const told = code.replace(/(["'`])__SITE__\1/, () => JSON.stringify(JSON.stringify(built)))
    if (told === code) throw new Error('The worker does not ask what the build consists of')
    if (/\bimport\b/.test(told)) throw new Error('The worker is more than one file')
    writeFileSync(worker, told)
  },
})

/**
 * The page's own copy of the contracts has the calls that it makes and no others, and goes without what each of them is
 * said to do: that is told to who reads the API page, which the server makes. Lines stay where they are, for source maps.
 */
const withoutSummaries = (): Plugin => {
  const summary = /^ *summary:\s*(?:(['"`])(?:\\.|(?!\1)[^\\])*\1(?:\s*\+\s*)?)+,?$/gm
  let left = 0
  return {
    name: 'affiant:without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]contracts[\\/][^\\/]+\.ts$/ },
      handler: (code) => ({
        code: code
          .replace(summary, (found) => {
            left += 1
            return found.replaceAll(/[^\n]/g, '')
          })
          .replaceAll(/^export const (\w+) = call\(/gm, 'export const $1 = /* @__PURE__ */ call('),
        map: null,
      }),
    },
    generateBundle: () => {
      if (left === 0) throw new Error('No contract has a summary that is written as it was')
    },
  }
}

/**
 * Tabs talk over the browser's own channel and no other (src/events/log/native.ts): the library's other ways, through
 * IndexedDB and local storage, are never chosen, and the page goes without them.
 */
const nativeChannelOnly = (): Plugin => {
  const methods = { 'indexed-db': 'IndexedDBMethod', localstorage: 'LocalstorageMethod' } as const
  const left = new Set<string>()
  return {
    name: 'affiant:native-channel-only',
    apply: 'build',
    load: {
      filter: { id: /broadcast-channel[\\/].*[\\/]methods[\\/](indexed-db|localstorage)\.js$/ },
      handler: (id) => {
        const name = id.includes('indexed-db') ? 'indexed-db' : 'localstorage'
        left.add(name)
        return `export const ${methods[name]} = { type: '${name}', canBeUsed: () => false }`
      },
    },
    generateBundle: () => {
      if (left.size !== Object.keys(methods).length)
        throw new Error('The channel library has its other methods elsewhere')
    },
  }
}

export default defineConfig({
  plugins: [react(), site(), withoutSummaries(), nativeChannelOnly()],
  server: {
    host: '127.0.0.1',
    port: Number(process.env.DEV_PORT ?? 5173),
    proxy: Object.fromEntries(calls.map((path) => [path, { target: server, changeOrigin: false }])),
  },
  build: {
    target: 'es2023',
    sourcemap: true,
    // Chunk files are told apart by their hash, so that they may be cached for ever.
    assetsDir: 'assets',
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: { index: 'index.html', 'service-worker': 'src/worker/main.ts' },
      output: {
        // At the root, so that it may answer for all pages; found there by its own name in every build.
        entryFileNames: ({ name }) => (name === 'service-worker' ? workerFile : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            // What every screen needs changes seldom: a new release does not fetch it again.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'kernel', test: everywhere.kernel },
            { name: 'ui', test: everywhere.ui },
            { name: 'areas', test: /src[\\/](areas|app[\\/](workspace|browser))\.ts$/ },
          ],
        },
      },
    },
  },
})
