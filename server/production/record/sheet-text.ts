/** What stands on a sheet in the place of pages that a document does not have. Pure. */
import { productionLimits } from '#contracts/production-settings.ts'
import { type Numbering, numbersOf } from './bates.ts'

/** Its control number, and the reason in words of the product. */
export function sheetText(numbering: Numbering, control: number, reason: string): string {
  const { first } = numbersOf(numbering, 0, { place: 1, pages: 1, pagesBefore: 0, control })
  return `${first}\n\n${reason}`.slice(0, productionLimits.slipSheet)
}
