/** The colour of each part of the reconciliation, the same wherever it is drawn. No two parts have the same. */
import type { Reconciliation } from '#contracts/jobs.ts'
import type { Palette } from '../ui/palette.ts'

type Part = Exclude<keyof Reconciliation, 'itemsIn' | 'notRead'>

export const partTones = {
  promoted: 'okBar',
  waiting: 'infoBar',
  duplicates: 'control',
  containers: 'faint',
  exceptions: 'dangerBar',
  inlineImages: 'infoInk',
  filtered: 'attentionBar',
  deNisted: 'line',
  unexplained: 'danger',
} as const satisfies Record<Part, keyof Palette>

/** What is in no part yet, because the work has not come to its end. */
export const openTone: keyof Palette = 'ink'
