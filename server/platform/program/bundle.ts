/** Run by bundled.ts, as a process of its own: writes the bundles of the program to the folder it is given. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'rolldown'
import { bundleOf, programSources, root, version } from './bundled.ts'

/** Packages of many files that need none beside them. All others are loaded as ever: some have WebAssembly or native code. */
const inlined = /^(zod|libphonenumber-js|parse5|postal-mime|yauzl)(\/|$)/

const programs = new Set(['main.ts', 'bundle.ts'])

/** The folder, and the version that is meant to be in it. */
const [target = '', of = version()] = process.argv.slice(2)
const folder = dirname(target)
mkdirSync(folder, { recursive: true })
const others = readdirSync(folder).map((name) => join(folder, name))
const part = `${target}.${process.pid}.part`

await build({
  cwd: root,
  platform: 'node',
  input: Object.fromEntries(entries().map((path) => [bundleOf(path), path])),
  external: (id, importer) =>
    !/^[./#]|^[a-z]:/i.test(id) && !inlined.test(id) && importer?.includes('node_modules') !== true,
  plugins: [
    {
      name: 'where the sources lie',
      // What lies beside a source is looked for there.
      transform: (code, id) =>
        id.endsWith('.ts')
          ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
          : undefined,
    },
  ],
  output: {
    dir: part,
    format: 'esm',
    keepNames: true,
    entryFileNames: '[name]',
    chunkFileNames: 'shared/[hash].mjs',
  },
  logLevel: 'silent',
})

// Whoever looks finds it whole or not at all, and of the version that it is called by: sources may have changed meanwhile.
try {
  if (version() === of) renameSync(part, target)
} catch {
  // Another process was there first.
}
rmSync(part, { recursive: true, force: true })
// Those of other versions go from which nothing was started for a day, and what an interrupted one has left.
for (const path of others)
  if (path !== target && ageOf(path) > (path.endsWith('.part') ? 60_000 : 24 * 3600_000))
    rmSync(path, { recursive: true, force: true })

/** The sources that others start by their address, but for programs: `new URL('./worker.ts', import.meta.url)`. */
function entries(): string[] {
  const all = programSources()
  const named = all.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/new URL\('([^']+\.ts)', import\.meta\.url\)/g)].map(
      ([, at = '']) => relative(root, resolve(root, dirname(path), at)).replaceAll('\\', '/'),
    ),
  )
  return all.filter((path) => named.includes(path) && !programs.has(basename(path)))
}

/** In milliseconds. */
function ageOf(path: string): number {
  const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return changed === undefined ? 0 : Date.now() - changed
}
