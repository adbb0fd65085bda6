/** How propagation is spoken of. */
import type { PropagationOutcome, PropagationPreview, PropagationRow } from '#contracts/propagation.ts'
import { counted } from '../ui/format.ts'

const reasons: Readonly<Record<PropagationOutcome, string>> = {
  written: 'Gets the value',
  alreadySo: 'Coded so already',
  notInReview: 'Not in review',
  readOnly: 'The field is read-only',
  direct: 'Coded directly',
  held: 'In a batch of somebody else',
  privilege: 'A privilege would be lowered',
  refused: 'The choice is gone',
  gone: 'The document is not there',
  changed: 'Changed since',
}

/** Why a value is left, or that it is not; whose value stands there. */
export function reasonOf({ outcome, by }: Pick<PropagationRow, 'outcome' | 'by'>): string {
  return outcome === 'direct' && by !== null ? `Coded directly by ${by}` : reasons[outcome]
}

/** What rows show: those that get a value, those that are left, those that are so already. */
export type Shown = 'reached' | 'left' | 'alreadySo'

export const shownOf = ({ outcome }: PropagationRow): Shown =>
  outcome === 'written' ? 'reached' : outcome === 'alreadySo' ? 'alreadySo' : 'left'

/** Reasons with how many documents each leaves out. */
export const leftReasons = ({ left }: Pick<PropagationPreview, 'left'>): string =>
  Object.entries(reasons)
    .flatMap(([reason, word]) => {
      const n = left[reason as PropagationOutcome]
      return n > 0 ? [`${word}: ${counted(n, 'document')}`] : []
    })
    .join('. ')
