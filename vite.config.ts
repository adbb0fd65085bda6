import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contractsAsUsed } from './scripts/contracts-as-used.ts'
import { onlySpelled } from './scripts/only-spelled.ts'
import { withoutDataRouter } from './scripts/without-data-router.ts'
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
  /** What the page asks before anything else, and the workspace too: it would be in that one's file, which is large. */
  first: /src[\\/](features[\\/]ui[\\/]worn-theme|routes[\\/]chunk)\.ts$/,
  kernel: /src[\\/]app[\\/](core|gate-areas)\.ts$/,
  ui: /src[\\/]features[\\/]ui[\\/](button|fault-focus|field|format|input|notice)\.tsx?$/,
  system: /src[\\/]features[\\/]ui[\\/]system\.ts$/,
}

/**
 * What is fetched together comes in one file, for the same reasons: the workspace with the ways to its screens and what most
 * of them are made of, and what is fetched ahead to be at hand where nothing can be fetched.
 */
const together = {
  workspace:
    /query[\\/]lex\.ts$|contracts[\\/]document-date\.ts$|src[\\/](routes[\\/](desk|frame)|stores[\\/]document-names|features[\\/](assignments[\\/]batch-acts|project[\\/]no-project|review[\\/]refusal-notice|viewer[\\/]highlight-colours|coding-form[\\/](coding-field|use-unsettled)|ui[\\/](button-to|focus-frame|page|progress-bar|row-layer|row-window|split-pane|states|table|time|use-media)))\.tsx?$/,
  'at-hand': /src[\\/]features[\\/]shell[\\/](log-bar|offline-bar)\.tsx$/,
  // The last: what it shares with the others is theirs, and does not bring it along.
  dialog: /src[\\/]features[\\/]ui[\\/]dialog\.tsx$/,
}

/** What several of the areas below take: no area is to bring another one along. */
const betweenAreas =
  /(contracts[\\/]filter|src[\\/](stores[\\/](asked-key|form-saves)|commands[\\/](no-collecting|picked)))\.ts$/
/** What the browser keeps of a project for work without the network, and what several areas ask of its jobs. */
const askedOfProject = /src[\\/]reads[\\/](jobs|project)\.ts$/

/** An area that is fetched on demand comes in one file. */
const areaNames = readdirSync('src/areas')
  .filter((file) => !/^(area|core|lazy)\.ts$|\.test\.ts$/.test(file))
  .map((file) => file.slice(0, -3))
const partOfArea = new RegExp(
  `src[\\\\/](areas|commands|effects|events[\\\\/]catalog|reads|stores)[\\\\/](${areaNames.join('|')})\\.ts$`,
)
const areaOf = (id: string): string | null => {
  const name = partOfArea.exec(id)?.[2]
  return name === undefined ? null : `area-${name}`
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
 * What libraries bring along and this program never does, where the bundler cannot see that by itself. Tabs talk over the
 * browser's own channel and no other (src/events/log/native.ts); no component takes over another's static members.
 */
const neverDone: readonly { readonly file: RegExp; readonly instead: string }[] = [
  {
    file: /broadcast-channel[\\/].*[\\/]methods[\\/]indexed-db\.js$/,
    instead: "export const IndexedDBMethod = { type: 'indexed-db', canBeUsed: () => false }",
  },
  {
    file: /broadcast-channel[\\/].*[\\/]methods[\\/]localstorage\.js$/,
    instead: "export const LocalstorageMethod = { type: 'localstorage', canBeUsed: () => false }",
  },
  {
    file: /hoist-non-react-statics[\\/]dist[\\/].*\.js$/,
    instead: 'export default (component) => component',
  },
]
const withoutNeverDone = (): Plugin => {
  const left = new Set<string>()
  return {
    name: 'affiant:without-never-done',
    apply: 'build',
    load: {
      filter: { id: neverDone.map(({ file }) => file) },
      handler: (id) => {
        const found = neverDone.find(({ file }) => file.test(id))
        if (found !== undefined) left.add(found.instead)
        return found?.instead ?? null
      },
    },
    generateBundle: () => {
      if (left.size !== neverDone.length) throw new Error('A library has elsewhere what is never done')
    },
  }
}

export default defineConfig({
  plugins: [react(), site(), contractsAsUsed(), withoutNeverDone(), onlySpelled(), withoutDataRouter()],
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
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|effector-react)[\\/]/ },
            { name: 'first', test: everywhere.first },
            { name: 'kernel', test: everywhere.kernel },
            { name: 'ui', test: everywhere.ui },
            { name: 'system', test: everywhere.system },
            { name: 'areas', test: /src[\\/](areas|app[\\/](workspace|browser))\.ts$/ },
            ...Object.entries(together).map(([name, test]) => ({ name, test })),
            { name: 'asked-of-project', test: askedOfProject },
            { name: 'between-areas', test: betweenAreas },
            { name: areaOf, debugName: 'area', test: partOfArea },
          ],
        },
      },
    },
  },
})
