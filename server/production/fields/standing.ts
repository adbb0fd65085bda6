/** Productions that count for fields, searches, pages and the privilege log: those that may be handed over, or were. */
import type { ProductionState } from '#contracts/productions.ts'
import type { Reader } from '../../platform/records/records.ts'
import { productionSettingsIn } from '../record/stored.ts'

export const standingStates = ['Produced', 'Delivered'] as const satisfies readonly ProductionState[]

export const isStanding = (state: ProductionState): boolean => standingStates.some((one) => one === state)

/** The latest first. `among`: only those of them. */
export async function standingProductions(
  read: Reader,
  projectId: number,
  among: readonly number[] | null = null,
) {
  const rows = await read
    .selectFrom('production')
    .select(['production_id', 'name', 'state', 'settings', 'first_number', 'produced_at'])
    .where('project_id', '=', projectId)
    .where('purpose', '=', 'production')
    .where('state', 'in', [...standingStates])
    .$if(among !== null, (query) => query.where('production_id', 'in', [0, ...(among ?? [])]))
    .orderBy('produced_at', 'desc')
    .orderBy('production_id', 'desc')
    .execute()
  return rows.map(({ settings, ...row }) => ({ ...row, settings: productionSettingsIn(settings) }))
}
