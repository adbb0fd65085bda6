/** The settings of the open project as the server last told them. */
import type { ExcludedFields } from '#contracts/excluded-fields.ts'
import type { Settings } from '#contracts/settings.ts'
import { createCache } from './cache.ts'

export const settingsKey = 'settings'
export const settingsNow = createCache<Settings>('settingsNow', 1)

export const excludedKey = 'settings.excluded'
export const excludedNow = createCache<ExcludedFields>('excludedNow', 1)
