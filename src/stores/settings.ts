/** The settings of the open project as the server last told them. */
import type { Settings } from '#contracts/settings.ts'
import { createCache } from './cache.ts'

export const settingsKey = 'settings'
export const settingsNow = createCache<Settings>('settingsNow', 1)
