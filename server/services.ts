/** Makes the services of one process, in the order in which they need each other, and ends them in the other. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { allKinds } from './areas.ts'
import { createMailer } from './auth/mailer.ts'
import { openFolder } from './blobs/folder.ts'
import type { Config } from './config.ts'
import type { Services } from './http/context.ts'
import type { JobKind, Jobs } from './jobs/jobs.ts'
import { createPool } from './jobs/pool.ts'
import { startRunner } from './jobs/runner.ts'
import { openRecords, type RecordsOptions } from './records/open.ts'
import { openSearch } from './search/open.ts'
import { openSpool } from './spool.ts'

export interface ServiceOptions extends RecordsOptions {
  readonly log: Logger
  readonly now?: () => Date
  /** Kinds of jobs besides the product's own (tests). */
  readonly kinds?: readonly JobKind[]
  /** `false`: jobs are queued, and nobody works on them here (the command line). */
  readonly work?: boolean
}

export interface Opened {
  readonly services: Services
  /** Lets work come to a safe point, then closes everything. */
  close(): Promise<void>
}

/** Opens everything that a server or a command needs. */
export async function openServices(config: Config, options: ServiceOptions): Promise<Opened> {
  const { log } = options
  const now = options.now ?? (() => new Date())
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const records = await openRecords(config, options)
  const blobs = await openFolder(join(config.dataDir, 'files'))
  const mailer = createMailer(config, log)
  const spool = await openSpool(config.dataDir)
  const children = createPool()
  const base = { config, records, blobs, mailer, children, spool, log, now }
  const search = await openSearch(base)
  // A kind of job needs the services and the services hold the jobs: the runner is put in place once both are there.
  let runner: Jobs | null = null
  const started = (): Jobs => {
    if (runner === null) throw new Error('The jobs are not there yet.')
    return runner
  }
  const services: Services = {
    ...base,
    search,
    jobs: {
      enqueue: (trx, job) => started().enqueue(trx, job),
      wake: () => started().wake(),
      interrupt: (jobId) => started().interrupt(jobId),
      stop: () => started().stop(),
    },
  }
  const kinds = options.work === false ? [] : [...allKinds(services), ...(options.kinds ?? [])]
  runner = startRunner({ records, kinds, log, now })
  return {
    services,
    close: async () => {
      await started().stop()
      await children.stop()
      await search.stop()
      await mailer.close()
      await records.close()
      await rm(spool, { recursive: true, force: true })
    },
  }
}
