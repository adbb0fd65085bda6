/** What is found when volumes are read back, as it is kept. */
import type { postChecks, QualityReport } from '#contracts/production-volumes.ts'

type PostCheck = (typeof postChecks)[number]

type Fault = QualityReport['checks'][number]['faults'][number]

/** Sentences that are kept of each check. */
const told = 100

export class Report {
  readonly #checks = new Map<PostCheck, { looked: number; faults: Fault[]; faultCount: number }>()

  looked(check: PostCheck, things = 1): void {
    this.#of(check).looked += things
  }

  /** No sentence holds content of a document. `documentId`: the one that it is about. */
  fault(check: PostCheck, text: string, documentId: number | null = null): void {
    const found = this.#of(check)
    found.faultCount += 1
    if (found.faults.length < told) found.faults.push({ text, documentId })
  }

  checks(): QualityReport['checks'] {
    return [...this.#checks].map(([check, found]) => ({ check, ...found }))
  }

  #of(check: PostCheck) {
    const known = this.#checks.get(check) ?? { looked: 0, faults: [], faultCount: 0 }
    this.#checks.set(check, known)
    return known
  }
}
