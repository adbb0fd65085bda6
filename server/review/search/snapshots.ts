/**
 * Ordered results that pages are slices of: the first page is as quick as the last, and a list does not change under its
 * reader. Held in memory by their size, least recently used dropped first; each belongs to whoever searched.
 */
import { nanoid } from 'nanoid'
import type * as z from 'zod/mini'
import type { listFilter, listViewer, SearchQuery, Sort } from '#contracts/documents.ts'
import type { DocumentFilter } from '#contracts/filter.ts'
import type { Stage } from '#contracts/stages.ts'
import type { Widened } from '#contracts/widened.ts'
import type { Node } from '#query/tree.ts'
import type { Found } from './search.ts'

/** What a result was found with. */
export interface Searched {
  readonly query: SearchQuery
  readonly where: DocumentFilter | null
  readonly viewer: z.infer<typeof listViewer>
  readonly filter: z.infer<typeof listFilter>
  readonly sort: Sort
  readonly reading: string
  readonly notes: readonly { readonly code: string; readonly message: string }[]
  /** What was brought beside the hits. */
  readonly widened: readonly Widened[]
  readonly noise: ReadonlySet<string>
}

interface Result extends Found {
  readonly searched: Searched
  /** What was searched with: whoever comes back to the result marks its hits with it. */
  readonly tree: Node | null
  readonly stage: Stage
  /** What its owner saw of the project when it was found, as text. */
  readonly view: string
}
export interface Snapshot extends Result {
  readonly id: string
  readonly userId: number
  readonly projectId: number
}

export class Snapshots {
  readonly #limit: number
  readonly #held = new Map<string, Snapshot>()
  #bytes = 0

  /** At most `limit` bytes; the newest one is held whatever its size. */
  constructor(limit: number) {
    this.#limit = limit
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Holds a result and names it. */
  keep(userId: number, projectId: number, result: Result): Snapshot {
    const snapshot = { ...result, id: nanoid(), userId, projectId }
    this.#held.set(snapshot.id, snapshot)
    this.#bytes += sizeOf(snapshot)
    for (const oldest of this.#held.values()) {
      if (this.#bytes <= this.#limit || oldest === snapshot) break
      this.#drop(oldest)
    }
    return snapshot
  }

  /** A snapshot of this person in this project, or `undefined`: it was dropped, or is none of theirs. */
  get(id: string, userId: number, projectId: number): Snapshot | undefined {
    const snapshot = this.#held.get(id)
    if (snapshot === undefined || snapshot.userId !== userId || snapshot.projectId !== projectId)
      return undefined
    this.#held.delete(id)
    this.#held.set(id, snapshot)
    return snapshot
  }

  /** Drops a snapshot where it is theirs; nothing happens where it is not. */
  clear(id: string, userId: number, projectId: number): void {
    const snapshot = this.get(id, userId, projectId)
    if (snapshot !== undefined) this.#drop(snapshot)
  }

  #drop(snapshot: Snapshot): void {
    if (this.#held.delete(snapshot.id)) this.#bytes -= sizeOf(snapshot)
  }
}

const sizeOf = ({ ids, hits, tree, searched }: Snapshot): number =>
  ids.byteLength + hits.byteLength + 2 * (JSON.stringify(tree).length + JSON.stringify(searched).length) + 200
