/** Entry of a search process: answers queries from index files, which it keeps open. */
import type { FiguresAsked, ListQuery, ReportAsked } from '../list.ts'
import { serve } from './child.ts'
import { Engine } from './engine.ts'

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
    }
  /** Lets go of a file that is about to be replaced. */
  | { readonly kind: 'close'; readonly file: string }

/** Files whose facts stay in memory, least recently used first. */
const engines = new Map<string, Engine>()
const openFiles = 8

serve((request: SearcherRequest) => {
  switch (request.kind) {
    case 'close':
      return close(request.file)
    case 'find':
      return engineOf(request.file).find(request.query)
    case 'figures':
      return engineOf(request.file).figures(request.query, request.asked)
    case 'termReport':
      return engineOf(request.file).termReport(request.query, request.lists)
  }
})

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
