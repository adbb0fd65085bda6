/**
 * What productions say of documents. The area that makes productions stands above this one: it tells fields and queries how to ask
 * it (server/register-areas.ts).
 */
import type { batesFields } from '#contracts/excluded-fields.ts'
import type { Reader } from '../../platform/records/records.ts'

export type BatesField = (typeof batesFields)[number]

/** Of a document that a production has which was handed over, or may be. */
export interface ProducedFacts {
  /** As the latest of them says it. */
  readonly bates: Readonly<Record<BatesField, readonly string[]>>
  /** Names of all of them, the latest first. */
  readonly productions: readonly string[]
}

/** What numbers look like: digits behind a prefix, as many as stand here. */
export interface NumberForm {
  readonly prefix: string
  readonly digits: number
}

export interface Produced {
  /** By document; those that no production has are not there. */
  factsOf(
    read: Reader,
    projectId: number,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, ProducedFacts>>
  /** What numbers of pages look like in a project. */
  formsOf(read: Reader, projectId: number): Promise<readonly NumberForm[]>
  /** The documents that have a page of this number, in ascending order. */
  documentsOf(read: Reader, projectId: number, number: string): Promise<readonly number[]>
}

let registered: Produced | null = null

/** Once for the process. */
export function registerProduced(produced: Produced): void {
  registered = produced
}

export function produced(): Produced {
  if (registered === null) throw new Error('Nothing says what was produced: call registerAreas() first.')
  return registered
}
