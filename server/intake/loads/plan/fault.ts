/** What is wrong with a load file, by its rows. Nothing of its content is in it. */
import type { LoadFault } from '#contracts/loads.ts'

export interface PlanFault extends LoadFault {
  /** Its bytes; 0 and 0 where it has no place of its own. */
  readonly from: number
  readonly to: number
}

export type FaultPlace = Pick<PlanFault, 'line' | 'from' | 'to'>
