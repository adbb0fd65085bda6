/** What is being prepared: the settings on the record, and over them what was changed here and is not saved yet. */
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import type { Production } from '#contracts/productions.ts'
import { type ProductionDraft, productionDrafts } from '#src/stores/production.ts'
import { useCached } from '../ui/answer.ts'

export interface Draft extends ProductionDraft {
  readonly isChanged: boolean
  readonly change: (part: Partial<ProductionSettings>) => void
  readonly rename: (name: string) => void
  /** Back to what is on the record. */
  readonly discard: () => void
  /** What is changed here rests on the version that is on the record now. */
  readonly rebase: () => void
}

interface Recorded {
  readonly production: Production
  readonly settings: ProductionSettings
}

const differs = (held: ProductionDraft, { production: { name }, settings }: Recorded): boolean =>
  held.name !== name || JSON.stringify(held.settings) !== JSON.stringify(settings)

/** Whether something is changed here that is not on the record; what was saved while one left is. */
export function useUnsaved(recorded: Recorded): boolean {
  const held = useCached(productionDrafts, String(recorded.production.productionId))
  return held !== null && differs(held, recorded)
}

export function useProductionDraft(on: Recorded): Draft {
  const {
    production: { productionId, version, name },
    settings,
  } = on
  const { put, drop } = useUnit({ put: productionDrafts.put, drop: productionDrafts.drop })
  const key = String(productionId)
  const held = useCached(productionDrafts, key)
  const recorded = { version, name, settings }
  const now = held ?? recorded
  const isChanged = held !== null && differs(held, on)
  const isSaved = held !== null && !isChanged
  // It is on the record as it stands here: nothing is left to save.
  useEffect(() => {
    if (isSaved) drop(key)
  }, [isSaved, drop, key])
  // It stays while one goes elsewhere in the program, but not when the window is closed.
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
  return {
    ...now,
    isChanged,
    change: (part) => put({ key, value: { ...now, settings: { ...now.settings, ...part } } }),
    rename: (next) => put({ key, value: { ...now, name: next } }),
    discard: () => drop(key),
    rebase: () => put({ key, value: { ...now, version } }),
  }
}
