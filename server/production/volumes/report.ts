/** What is found when volumes are read back, as it is kept. */
import type { postChecks, QualityReport } from '#contracts/production-volumes.ts'

type PostCheck = (typeof postChecks)[number]

/** Sentences that are kept of each check. */
const told = 100

export class Report {
  readonly #checks = new Map<PostCheck, { looked: number; faults: string[]; faultCount: number }>()

  looked(check: PostCheck, things = 1): void {
    this.#of(check).looked += things
  }

  /** No sentence holds content of a document. */
  fault(check: PostCheck, sentence: string): void {
    const found = this.#of(check)
    found.faultCount += 1
    if (found.faults.length < told) found.faults.push(sentence)
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
