/** Refuses settings with letters that no font here has: a box in the place of a letter says nothing to who receives it. */
import type { ProductionSettings, SlipSheet } from '#contracts/production-settings.ts'
import { ApiError } from '../../platform/http/error.ts'
import { unstampable } from '../making/stamp-lines.ts'

export function requireStampable(settings: ProductionSettings): void {
  const { stamps, designations, withheld, nativeSlipSheet, failedSlipSheet } = settings
  const sheets = [...withheld.map(({ slipSheet }) => slipSheet), nativeSlipSheet, failedSlipSheet]
  const texts = [
    ...Object.values(stamps).map((stamp) => (stamp?.kind === 'text' ? stamp.text : '')),
    ...designations.map(({ text }) => text),
    ...sheets.map(wordsOf),
  ]
  for (const text of texts) {
    const letter = unstampable(text)
    if (letter === null) continue
    throw new ApiError(
      'request.invalid',
      `“${letter}” cannot be written on a page: no font here has it. Write it in other letters.`,
      { detail: 'settings' },
    )
  }
}

const wordsOf = (sheet: SlipSheet | null): string => (sheet !== null && 'text' in sheet ? sheet.text : '')
