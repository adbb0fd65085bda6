/** The embedded search: an index file a project in the data folder, read and written by child processes. */

import { existsSync, mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ApiError } from '../../platform/http/error.ts'
import type { Services } from '../../platform/services.ts'
import { isUnusable } from './embedded/child.ts'
import { Indexing } from './embedded/indexing.ts'
import { Searchers } from './embedded/searchers.ts'
import { removeUnfinished } from './embedded/snapshot-file.ts'
import type { Search } from './search.ts'

export interface SearchOptions {
  /** The longest that a query may take; opening the index is no part of it. */
  readonly deadlineMs?: number
  /** How long a search process is kept that nobody asks. */
  readonly idleMs?: number
}

/** Where the index of a project is. */
export const indexFile = (dataDir: string, projectId: number): string =>
  join(dataDir, 'index', `project-${projectId}.sqlite`)

/** How long a query waits for an index that is being built before it says so. */
const patience = 5_000

/** Opens the search; processes start when they are needed. */
export async function openSearch(
  services: Pick<Services, 'config' | 'records' | 'log' | 'now'>,
  options: SearchOptions = {},
): Promise<Search> {
  const { config, records, log, now } = services
  const folder = join(config.dataDir, 'index')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeUnfinished(folder)
  const fileOf = (projectId: number): string => indexFile(config.dataDir, projectId)
  const searchers = new Searchers({
    size: Math.min(2, availableParallelism()),
    deadlineMs: options.deadlineMs ?? 10_000,
    idleMs: options.idleMs ?? 300_000,
  })
  const indexing = new Indexing({
    records,
    log,
    now,
    fileOf,
    exclusively: (projectId, change) => searchers.exclusively(fileOf(projectId), change),
  })

  /** Asks of a project's index, which is made where there is none, and anew where it is of no use. */
  const ask = async <T>(projectId: number, asked: (file: string) => Promise<T>): Promise<T> => {
    const file = fileOf(projectId)
    if (!existsSync(file)) await soon(indexing.ensure(projectId))
    try {
      return await asked(file)
    } catch (error) {
      if (!isUnusable(error)) throw error
      await soon(indexing.rebuild(projectId))
      return await asked(file)
    }
  }
  return {
    find: (projectId, query, asker) => ask(projectId, (file) => searchers.find(file, query, asker)),
    figures: (projectId, query, asked, asker) =>
      ask(projectId, (file) => searchers.figures(file, query, asked, asker)),
    termReport: (projectId, query, lists, among, asker) =>
      ask(projectId, (file) => searchers.termReport(file, query, lists, among, asker)),
    hitCounts: (projectId, query, keywords, documents, asker) =>
      ask(projectId, (file) => searchers.hitCounts(file, query, keywords, documents, asker)),
    wake: () => indexing.wake(),
    settled: (projectId) => indexing.settled(projectId),
    rebuild: (projectId, progress) => indexing.rebuild(projectId, progress),
    forget: (projectId) => indexing.forget(projectId),
    stop: async () => {
      await indexing.stop()
      await searchers.stop()
    },
  }
}

/** Waits a little for work that goes on in any case. */
async function soon(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), patience)
  })
  work.catch(() => {})
  const first = await Promise.race([work, late])
  clearTimeout(timer)
  if (first !== 'late') return
  throw new ApiError(
    'unavailable',
    'The search index of this project is being built. Try again in a few minutes.',
  )
}
