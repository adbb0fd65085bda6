/** Entry of a search process: answers queries from index files, which it keeps open. */
import type { FiguresAsked, ListQuery } from '../list.ts'
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
  /** Lets go of a file that is about to be replaced. */
  | { readonly kind: 'close'; readonly file: string }

/** Files whose facts stay in memory, least recently used first. */
const engines = new Map<string, Engine>()
const openFiles = 8

serve((request: SearcherRequest) => {
  if (request.kind === 'close') return close(request.file)
  const engine = engineOf(request.file)
  return request.kind === 'find' ? engine.find(request.query) : engine.figures(request.query, request.asked)
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
