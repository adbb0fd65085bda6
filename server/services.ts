/** Makes the services of one process, in the order in which they need each other, and ends them in the other. */

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { allKinds } from './areas.ts'
import { burnWorker, pageWorker, redactedSheetWorker, sheetWorker } from './intake/processing/workers.ts'
import { openInvitationSender } from './organization/people/sender.ts'
import { projectScope } from './organization/project/scope.ts'
import { stopsFor } from './organization/project/still.ts'
import { requireVisibleProject } from './organization/project/visible.ts'
import { passwordsOf } from './organization/settings/processing.ts'
import { openSigner } from './platform/audit/signer.ts'
import { Verifying } from './platform/audit/verifying.ts'
import { authenticatedBy, endedIn, holdingBack } from './platform/auth/admission.ts'
import { createMailer } from './platform/auth/mailer.ts'
import { openSeals } from './platform/auth/seals.ts'
import { openFolder } from './platform/blobs/folder.ts'
import type { Config } from './platform/config.ts'
import type { JobKind, Jobs } from './platform/jobs/jobs.ts'
import { jobMetrics } from './platform/jobs/metrics.ts'
import { type ChildPool, createPool } from './platform/jobs/pool.ts'
import { startRunner } from './platform/jobs/runner.ts'
import { recordMetrics } from './platform/records/metrics.ts'
import { openRecords, type RecordsOptions, uncaught } from './platform/records/open.ts'
import { takeServing } from './platform/records/serving.ts'
import { watching } from './platform/records/watched.ts'
import type { Services } from './platform/services.ts'
import { openSpool } from './platform/spool.ts'
import { openProducing } from './production/making/producing.ts'
import { openVolumes } from './production/volumes/open.ts'
import { registerAreas } from './register-areas.ts'
import { completeAll } from './review/coding-history/rebuild.ts'
import { limitedRecords } from './review/documents/door.ts'
import { keepSeenSets, seenRestsOn } from './review/documents/seen-sets.ts'
import { openPages } from './review/pages/pages.ts'
import { RedactedSheets } from './review/redacted-cells/copies.ts'
import { openBurning } from './review/redactions/burn/burned.ts'
import { openRecognition } from './review/redactions/burn/recognition.ts'
import { openSearch } from './review/search/open.ts'
import { Sheets } from './review/sheets/sheets.ts'
import { SheetStore } from './review/sheets/store.ts'

/** Makes the pages of productions. */
const makeWorker = new URL('./production/making/worker.ts', import.meta.url)
/** Verifies a chain, and what the records make of it, on a thread of its own. */
const verifyThread = new URL('./review/verification/verify-thread.ts', import.meta.url)

export interface ServiceOptions extends RecordsOptions {
  readonly log: Logger
  readonly now?: () => Date
  /** Kinds of jobs besides the product's own (tests). */
  readonly kinds?: readonly JobKind[]
  /**
   * `false`: jobs are queued, and nobody works on them here (the command line). Whoever works is the only one on these
   * records: where another does, ServedElsewhere is thrown.
   */
  readonly work?: boolean
}

export interface Opened {
  readonly services: Services
  /** Lets work come to a safe point, then closes everything. */
  close(): Promise<void>
}

/** Opens everything that a server or a command needs; where a part cannot be had, what was opened before it is closed. */
export async function openServices(config: Config, options: ServiceOptions): Promise<Opened> {
  const opened = new AsyncDisposableStack()
  try {
    const services = await open(config, options, opened)
    return { services, close: () => opened.disposeAsync() }
  } catch (error) {
    // The writer's thread alone would keep the process.
    await opened.disposeAsync()
    throw error
  }
}

async function open(
  config: Config,
  options: ServiceOptions,
  opened: AsyncDisposableStack,
): Promise<Services> {
  const { log } = options
  registerAreas()
  const now = options.now ?? (() => new Date())
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  // Before the records are touched: an upgrade under another server is none of ours to make.
  if (options.work !== false)
    opened.adopt(await takeServing(config, { lost: uncaught, ...options }), (one) => one.release())
  const { records, version } = watching(
    opened.adopt(await openRecords(config, options), (one) => one.close()),
    seenRestsOn,
  )
  const blobs = await openFolder(join(config.dataDir, 'files'))
  const signer = openSigner(config)
  const seals = openSeals(config)
  const mailer = opened.adopt(createMailer(config, log), (one) => one.close())
  const spool = opened.adopt(await openSpool(config.dataDir), (path) =>
    rm(path, { recursive: true, force: true }),
  )
  const children = opened.adopt(createPool(), (one) => one.stop())
  const slowChildren = opened.adopt(createPool({ background: true }), (one) => one.stop())
  const sheets = opened.adopt(await openSheets(config, children), (one) => one.stop())
  const redactedSheets = opened.adopt(await openRedactedSheets(config, children, spool), (one) => one.stop())
  const verifying = opened.adopt(new Verifying({ records, config, now }, verifyThread), (one) => one.stop())
  const pages = opened.adopt(openPages({ config, records, blobs, spool, log, worker: pageWorker }), (one) =>
    one.stop(),
  )
  const burning = opened.adopt(
    openBurning({
      ...{ spool, worker: burnWorker, pages, recognition: openRecognition(records.read) },
      passwordsOf: passwordsOf.bind(null, records.read),
    }),
    (one) => one.stop(),
  )
  const producing = opened.adopt(
    openProducing({
      ...{ records, blobs, spool, pages, burning, redactedSheets, children: slowChildren },
      ...{ worker: makeWorker, passwordsOf: passwordsOf.bind(null, records.read) },
    }),
    (one) => one.stop(),
  )
  const seenSets = keepSeenSets(records.read, version)
  const kept = { records, blobs, pages, sheets, burning, redactedSheets, producing, seenSets }
  const admission = {
    holdBack: holdingBack({ config, now }),
    authenticate: authenticatedBy({ records, now, config }),
    ended: endedIn({ records, now }),
    projectScope: projectScope.bind(null, records.read),
    recordsFor: limitedRecords.bind(null, records),
    requireVisibleProject: requireVisibleProject.bind(null, records.read),
  }
  const metrics = [jobMetrics(records.read), recordMetrics(records)]
  const means = { config, mailer, signer, seals, verifying, children, slowChildren, spool, log, now }
  const invitations = opened.adopt(openInvitationSender({ config, records, mailer, log, now }), (one) =>
    one.stop(),
  )
  const volumes = openVolumes({ ...{ records, blobs, pages, sheets, redactedSheets, spool, now }, admission })
  const base = { ...kept, ...means, admission, metrics, invitations, volumes }
  const search = opened.adopt(await openSearch(base), (one) => one.stop())
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
  runner = opened.adopt(
    startRunner({ records, kinds, log, now, stopsFor: stopsFor.bind(null, records.read) }),
    (one) => one.stop(),
  )
  if (options.work !== false)
    opened.adopt(
      completeAll(records, (error) => log.error({ err: error }, 'the past of coding cannot be worked out')),
      (one) => one.stop(),
    )
  return services
}

/** Bytes of read spreadsheets that are kept: they can all be read again. */
const sheetBytes = 4 * 1024 * 1024 * 1024

async function openSheets(config: Config, children: ChildPool): Promise<Sheets> {
  const store = new SheetStore(join(config.dataDir, 'sheets'), sheetBytes)
  await store.open()
  return new Sheets(children, store, sheetWorker)
}

/** Bytes of redacted copies that are kept: they can all be made again. */
const redactedBytes = 2 * 1024 * 1024 * 1024

async function openRedactedSheets(
  config: Config,
  children: ChildPool,
  spool: string,
): Promise<RedactedSheets> {
  const root = join(config.dataDir, 'redacted-sheets')
  const maxBytes = redactedBytes
  const redacted = new RedactedSheets({ children, root, spool, worker: redactedSheetWorker, maxBytes })
  await redacted.open()
  return redacted
}
