/** What a monitor, or whoever spreads the requests, asks: whether the process runs, and whether it can do its work. */
import { randomUUID } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { codeOf } from '../error-code.ts'
import { isStorageFull } from '../records/dialect.ts'
import { isReady } from '../records/ready.ts'
import type { Services } from '../services.ts'
import { ApiError } from './error.ts'

/** With less room than this nothing that comes in can be kept, and what is saved may fail at any moment. */
const leastBytes = 50 * 1024 * 1024

/** Serves `/healthz` and `/readyz`. */
export function serveHealth(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  // Anybody may ask, and it writes: however many ask at once, it is looked at once.
  let looking: Promise<string | null> | null = null
  app.get('/readyz', async () => {
    looking ??= unready(services).finally(() => {
      looking = null
    })
    const reason = await looking
    if (reason !== null) throw new ApiError('unavailable', reason)
    return { status: 'ready' }
  })
}

/** Why the server cannot do its work; null where it can. */
async function unready({
  records,
  config: { dataDir },
  spool,
}: Pick<Services, 'records' | 'config' | 'spool'>): Promise<string | null> {
  const scarce = await scarceFolder(dataDir)
  if (scarce !== null)
    return `The disk of ${scarce} is full: less than ${leastBytes / 1024 / 1024} MB are left.`
  const probe = join(spool, `ready-${randomUUID()}`)
  try {
    // Quotas are met by writing alone.
    await writeFile(probe, Buffer.alloc(4096, 1), { flag: 'wx' })
  } catch (error) {
    return isStorageFull(error)
      ? 'The disk of the data folder is full.'
      : `The data folder cannot be written to (${codeOf(error) || 'unknown fault'}).`
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
  return (await isReady(records)) ? null : 'The records cannot be read or written.'
}

/** The first part of the data folder whose disk has too little room: each may lie on one of its own. */
async function scarceFolder(dataDir: string): Promise<string | null> {
  const parts = { '': 'the data folder', files: 'the files', index: 'the search index', spool: 'the spool' }
  for (const [part, called] of Object.entries(parts)) {
    const free = await statfs(join(dataDir, part)).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => null,
    )
    if (free !== null && free < leastBytes) return called
  }
  return null
}
