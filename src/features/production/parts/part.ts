/** What every part of the settings is given. */
import type { ReplyOf } from '#contracts/call.ts'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import type { initStuff } from '#contracts/productions.ts'
import type { Faults } from '../faults.ts'

export interface PartProps {
  readonly settings: ProductionSettings
  readonly change: (part: Partial<ProductionSettings>) => void
  readonly faults: Faults
  /** Templates, fields and prefixes; null until they are known, or for whoever only looks. */
  readonly beginning: ReplyOf<typeof initStuff> | null
  readonly mayChange: boolean
}
