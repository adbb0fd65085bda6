/** What a check of a production is told, and what it finds. */
import type { PreCheck } from '#contracts/production-checks.ts'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import type { ListNow } from '../planning/list-now.ts'

/** What a check has found. */
export interface Finding {
  readonly check: PreCheck
  readonly message: string
  /** With what is to be said of each; none: it is about the production itself. */
  readonly documents: ReadonlyMap<number, string>
}

export interface Checked extends ListNow {
  readonly productionId: number
  readonly settings: ProductionSettings
}

/** Several findings where they are about the same reading of the documents. */
export type Check = (
  ctx: ProjectContext,
  checked: Checked,
) => Promise<Finding | null | readonly (Finding | null)[]>

export const finding = (
  check: PreCheck,
  message: string,
  documents: ReadonlyMap<number, string>,
): Finding | null => (documents.size === 0 ? null : { check, message, documents })

export const documents = (n: number): string => (n === 1 ? '1 document' : `${n} documents`)
