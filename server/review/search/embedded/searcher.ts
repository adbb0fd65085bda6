/** Entry of a search process: answers queries from index files, which it keeps open. */
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { FiguresAsked, Keyword, ListQuery, ReportAmong, ReportAsked, SortField } from '../list.ts'
import { type Progress, serve } from './child.ts'
import { Engine } from './engine.ts'
import type { Step } from './stop-mark.ts'

export type SearcherRequest =
  | { readonly kind: 'find'; readonly file: string; readonly query: ListQuery }
  | {
      readonly kind: 'figures'
      readonly file: string
      readonly query: ListQuery
      readonly asked: FiguresAsked
    }
  | {
      readonly kind: 'termReport'
      readonly file: string
      readonly query: ListQuery
      readonly lists: ReportAsked
      readonly among: ReportAmong
    }
  | {
      readonly kind: 'hitCounts'
      readonly file: string
      readonly query: ListQuery
      readonly keywords: readonly Keyword[]
      readonly documents: readonly number[]
    }
  /**
   * Reads into memory what queries of a file need, and ranks what they are to be ordered by. It takes as long as it takes, and
   * reports how far it is.
   */
  | { readonly kind: 'open'; readonly file: string; readonly by: readonly SortField[] }
  /** Lets go of a file that is about to be replaced. */
  | { readonly kind: 'close'; readonly file: string }

/** Files whose facts stay in memory, least recently used first. */
const engines = new Map<string, Engine>()
const openFiles = 8
/** So long after an answer nobody asks. */
const idleMs = 2_000
let idle: NodeJS.Timeout | undefined
let isAnswering = false
let answeredAt = 0
/** Whether work for which nobody waits is under way. */
let isAhead = false

/** The file has to be opened first (`open`): reading it is no part of a query. */
class NotOpen extends Error {
  constructor() {
    super('The index is not open.')
    // Its name is what the other process sees of it.
    this.name = 'NotOpen'
  }
}

serve(async (request: SearcherRequest, report: (progress: Progress) => void, step: Step) => {
  clearTimeout(idle)
  isAnswering = true
  try {
    return await answer(request, report, step)
  } finally {
    isAnswering = false
    answeredAt = performance.now()
    idle = setTimeout(() => void workAhead(), idleMs)
  }
})

function answer(request: SearcherRequest, report: (progress: Progress) => void, step: Step) {
  switch (request.kind) {
    case 'open':
      return engineOf(request.file).open(report, request.by)
    case 'close':
      return close(request.file)
    case 'find':
      return openEngine(request.file, step).find(request.query)
    case 'figures':
      return openEngine(request.file, step).figures(request.query, request.asked)
    case 'termReport':
      return openEngine(request.file, step).termReport(request.query, request.lists, request.among)
    case 'hitCounts':
      return openEngine(request.file, step).hitCounts(request.query, request.keywords, request.documents)
  }
}

/** While nobody asks, saves what was read, and ranks what lists are mostly ordered by. */
async function workAhead(): Promise<void> {
  if (isAhead) return
  isAhead = true
  try {
    await saveAll()
    for (const engine of [...engines.values()]) await engine.rankAhead(rest)
    await saveAll()
  } catch {
    // Whatever is wrong with the file, the next query meets it and tells it.
  } finally {
    isAhead = false
  }
}

async function saveAll(): Promise<void> {
  for (const engine of [...engines.values()]) if (engine.isUnsaved) await engine.save()
}

/** Lets queries go first. */
async function rest(): Promise<void> {
  await turn()
  while (isAnswering || performance.now() - answeredAt < idleMs) await wait(idleMs)
}

function openEngine(file: string, step: Step): Engine {
  const engine = engineOf(file)
  engine.step = step
  if (engine.isBehind()) throw new NotOpen()
  return engine
}

function engineOf(file: string): Engine {
  const engine = engines.get(file) ?? new Engine(file)
  engines.delete(file)
  engines.set(file, engine)
  for (const oldest of engines.keys()) {
    if (engines.size <= openFiles) break
    close(oldest)
  }
  return engine
}

function close(file: string): void {
  engines.get(file)?.close()
  engines.delete(file)
}
