/**
 * What every entry point needs before TypeScript can run: installed packages and a Node that strips types. Plain
 * JavaScript that Node 20 runs, with nothing but Node's own modules, because it runs before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const needed = [24, 7]

const suits = (version) => {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major > needed[0] || (major === needed[0] && minor >= needed[1])
}

const digest = (paths) => {
  const hash = createHash('sha256')
  for (const path of paths)
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

const stampPath = (name) => join(root, 'node_modules', `.affiant-${name}`)
const stampIs = (name, value) =>
  existsSync(stampPath(name)) && readFileSync(stampPath(name), 'utf8') === value

/** Installs the packages where they are missing or where package.json or the lock has changed since. */
export function ensureInstalled() {
  const wanted = digest(['package.json', 'package-lock.json'])
  if (stampIs('installed', wanted)) return
  console.log('Installing packages …')
  // Not `npm ci`: a registry that lacks another platform's optional package makes it refuse the lock.
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const lock = readFileSync(join(root, 'package-lock.json'))
  const done = spawnSync(npm, ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) fail('The packages could not be installed: see above what npm says.')
  // What is run is what is in the lock: an install must not move it.
  writeFileSync(join(root, 'package-lock.json'), lock)
  writeFileSync(stampPath('installed'), wanted)
}

/** The path of a Node that runs the server's TypeScript as it is. */
export function findNode() {
  if (suits(process.version)) return process.execPath
  const shipped = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  for (const path of [`${shipped}/bin/node`, `${shipped}/bin/node.exe`]) {
    const candidate = join(root, 'node_modules', path)
    if (existsSync(candidate)) return candidate
  }
  return fail(
    `Affiant needs Node ${needed.join('.')} or newer here (this is ${process.version}): install it and run the command again.`,
  )
}

/** The environment in which `node` is the right one, for what spawns it by name. */
export const environment = (extra = {}) => ({
  // Types are stripped once, not at every start: half a second sooner, 30 MB less.
  NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
  // glibc keeps what password hashing took (19 MB each) unless blocks of this size go back at once.
  MALLOC_MMAP_THRESHOLD_: '1048576',
  ...process.env,
  ...extra,
  PATH: `${dirname(findNode())}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`,
})

function* sources(dir) {
  for (const entry of readdirSync(join(root, dir), { withFileTypes: true })) {
    const path = `${dir}/${entry.name}`
    if (entry.isDirectory()) yield* sources(path)
    else yield path
  }
}

/** Builds the browser application into dist/ unless it is there already for exactly these sources. */
export function ensureBuilt() {
  const inputs = [...sources('src'), ...sources('contracts'), ...sources('query')].filter(
    (path) => !/\.test\.tsx?$/.test(path),
  )
  if (existsSync(join(root, 'public'))) inputs.push(...sources('public'))
  const wanted = digest([...inputs.sort(), 'index.html', 'vite.config.ts', 'package-lock.json'])
  if (existsSync(join(root, 'dist/index.html')) && stampIs('built', wanted)) return
  console.log('Building the browser application …')
  const done = spawnSync(findNode(), ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
  })
  if (done.status !== 0) fail('The browser application could not be built: see above.')
  writeFileSync(stampPath('built'), wanted)
}

/** Runs a program to its end with our Node first in PATH; resolves with its exit code. Signals are passed on. */
export function run(command, args, { env = {}, ...options } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: environment(env), ...options })
    const pass = (signal) => child.kill(signal)
    process.on('SIGINT', pass)
    process.on('SIGTERM', pass)
    child.on('error', (error) => {
      console.error(error.message)
      done(1)
    })
    child.on('exit', (code, signal) => {
      process.off('SIGINT', pass)
      process.off('SIGTERM', pass)
      done(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1))
    })
  })
}

export const cacheDir = (name) => {
  const path = join(root, '.cache', name)
  mkdirSync(path, { recursive: true })
  return path
}

export function fail(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}
