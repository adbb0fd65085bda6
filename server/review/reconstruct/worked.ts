/** Changes, and the different documents among them. */
export class Worked {
  #changes = 0
  readonly #documents = new Set<number>()

  add(documentId: number): void {
    this.#changes += 1
    this.#documents.add(documentId)
  }

  get counts(): { readonly changes: number; readonly documents: number } {
    return { changes: this.#changes, documents: this.#documents.size }
  }
}

/** The one of a key, made where there is none yet. */
export function workedBy<K>(map: Map<K, Worked>, key: K): Worked {
  const known = map.get(key) ?? new Worked()
  map.set(key, known)
  return known
}
