/**
 * A PostgreSQL for the tests: the one that AFFIANT_TEST_DATABASE_URL names, or a private cluster in a temporary folder,
 * started by the first test that needs it and ended by the global teardown of the run.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const given = 'AFFIANT_TEST_DATABASE_URL'
const folder = 'AFFIANT_TEST_POSTGRES_DIR'

/** Whether a PostgreSQL can be had here. */
export const hasPostgres = (): boolean =>
  process.env[given] !== undefined || (process.env[folder] !== undefined && binaries() !== null)

/** The address of the tests' PostgreSQL, started if it has to be. */
export async function postgresUrl(): Promise<string> {
  const url = process.env[given]
  if (url !== undefined) return url
  const dir = process.env[folder]
  const bin = binaries()
  if (dir === undefined || bin === null) throw new Error('There is no PostgreSQL here.')
  await startOnce(dir, bin)
  return `postgres://postgres@localhost/postgres?host=${encodeURIComponent(dir)}`
}

export interface OwnDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A database of a test's own, for servers that are processes of their own. */
export async function ownDatabase(): Promise<OwnDatabase> {
  const base = await postgresUrl()
  const name = `affiant_${randomBytes(6).toString('hex')}`
  await onServer(base, `create database ${name}`)
  const url = new URL(base)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(base, `drop database ${name} with (force)`) }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Vitest's global setup: names the folder of the cluster; nothing is started yet. */
export function setup(): void {
  if (process.env[given] === undefined && binaries() !== null)
    process.env[folder] = mkdtempSync(join(tmpdir(), 'affiant-pg-'))
}

/** Vitest's global teardown: ends the cluster where one was started. */
export function teardown(): void {
  const dir = process.env[folder]
  const bin = binaries()
  if (dir === undefined || bin === null) return
  end(dir, bin)
}

function end(dir: string, bin: string): void {
  if (existsSync(join(dir, 'data', 'postmaster.pid')))
    runAs(dir, join(bin, 'pg_ctl'), ['stop', '-D', join(dir, 'data'), '-m', 'immediate', '-w'])
  rmSync(dir, { recursive: true, force: true })
}

/** A PostgreSQL that syncs what it commits, for figures; null where there is none here. */
export async function durablePostgres(): Promise<{ readonly url: string; stop(): void } | null> {
  const bin = binaries()
  if (bin === null) return null
  const dir = mkdtempSync(join(tmpdir(), 'affiant-pg-'))
  start(dir, bin, '')
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(dir)}`,
    stop: () => end(dir, bin),
  }
}

const home = '/usr/lib/postgresql'

function binaries(): string | null {
  const named = process.env.AFFIANT_TEST_POSTGRES_BIN
  if (named !== undefined) return existsSync(join(named, 'initdb')) ? named : null
  if (!existsSync(home)) return null
  const newest = readdirSync(home)
    .filter((version) => existsSync(join(home, version, 'bin', 'initdb')))
    .sort((a, b) => Number(b) - Number(a))[0]
  return newest === undefined ? null : join(home, newest, 'bin')
}

/** Test files run in several processes: the first makes the folder `starting` and starts, the others wait. */
async function startOnce(dir: string, bin: string): Promise<void> {
  const ready = join(dir, 'ready')
  try {
    mkdirSync(join(dir, 'starting'))
  } catch {
    for (let tries = 0; !existsSync(ready); tries += 1) {
      if (tries > 600) throw new Error('PostgreSQL did not start.')
      await wait(100)
    }
    return
  }
  // Nothing here outlives the run: no syncing.
  start(dir, bin, '-c fsync=off -c full_page_writes=off')
  writeFileSync(ready, '')
}

/** Makes a cluster in a folder and starts it. A socket in the folder needs no free port. */
function start(dir: string, bin: string, settings: string): void {
  const data = join(dir, 'data')
  const owner = account()
  if (owner !== null) chownSync(dir, owner.uid, owner.gid)
  runAs(dir, join(bin, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '-N',
  ])
  const options = `${settings} -c listen_addresses='' -c unix_socket_directories='${dir}' -c max_connections=200`
  runAs(dir, join(bin, 'pg_ctl'), ['start', '-D', data, '-w', '-l', join(dir, 'log'), '-o', options])
}

/** PostgreSQL refuses to run as root: then it runs as the first of these that the machine has. */
function account(): { readonly name: string; readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (what: string): number => Number(execFileSync('id', [what, name], { encoding: 'utf8' }))
      return { name, uid: id('-u'), gid: id('-g') }
    } catch {
      // The machine does not have this account.
    }
  }
  throw new Error('PostgreSQL cannot run as root, and there is no other account here.')
}

function runAs(cwd: string, program: string, args: readonly string[]): void {
  const owner = account()
  execFileSync(program, args, {
    cwd,
    stdio: 'ignore',
    ...(owner === null ? {} : { uid: owner.uid, gid: owner.gid }),
  })
}
