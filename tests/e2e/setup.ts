/** Before all: loads the sample matter once. Every server that the tests start begins with a copy of it. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { recordsFile } from '../../server/platform/records/open.ts'
import { startServer, templateVariable } from './server.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, '.cache/e2e-sample')

/** Loading it takes as long as a dozen tests: it is kept for the day, and for exactly the sources that made it. */
export default async function setUp(): Promise<void> {
  const kept = join(folder, keyOf())
  if (!existsSync(kept)) await load(kept)
  process.env[templateVariable] = kept
}

async function load(kept: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const old of await readdir(folder)) await rm(join(folder, old), { recursive: true, force: true })
  const server = await startServer()
  try {
    await analysed(server.data)
    await server.stop()
    const whole = `${kept}.part`
    await cp(server.data, whole, { recursive: true })
    await rename(whole, kept)
  } finally {
    await server.close()
  }
}

function keyOf(): string {
  const of = ['{contracts,query,server}/**/*.*', 'tests/e2e/{server,setup}.ts', 'package-lock.json']
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10))
  for (const path of globSync(of, { cwd: root }).sort())
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 16)
}

/** What each copy would else do in the background of the tests. */
async function analysed(data: string): Promise<void> {
  const records = new Database(recordsFile(data), { readonly: true })
  const left = records
    .prepare("select count(*) from job where state in ('Queued', 'Running') or lease_owner is not null")
    .pluck()
  while (left.get() !== 0) await new Promise((wake) => setTimeout(wake, 100))
  records.close()
}

// `npm test` begins with it, beside the checks.
if (import.meta.main) await setUp()
