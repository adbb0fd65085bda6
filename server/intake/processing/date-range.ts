/** The one rule of dates that no search can name: before 1970 or after 2050. They are kept and shown, and told. */
import type { Member, ProcessingException } from './member.ts'
import { isWindowsZero } from './no-date.ts'

/** Of an instant, or of a day, as ISO 8601 writes them. What begins in another way is no date; nor is what Office writes for none. */
export function outOfRange(said: string): boolean {
  const [, digits] = /^([+-]?\d{4,6})-\d\d-\d\d/.exec(said) ?? []
  const year = Number(digits)
  return digits !== undefined && (year < 1970 || year > 2050) && !isWindowsZero(Date.parse(said))
}

/** A flaw where a date of the member is out of range; `came`: those that it has from where it stood, by their names. */
export function dateFlaw(
  { sentAt, metadata }: Pick<Member, 'sentAt' | 'metadata'>,
  came: Readonly<Record<string, string | null>>,
): ProcessingException | null {
  const said = Object.entries(metadata).filter(([field]) => field.endsWith('_Date'))
  const dates: readonly (readonly [name: string, values: readonly (string | null)[]])[] = [
    ['sent', [sentAt]],
    ...Object.entries(came).map(([name, value]) => [name, [value]] as const),
    ...said.map(([field, values]) => [field.replaceAll('_', ' '), values] as const),
  ]
  const names = dates
    .filter(([, values]) => values.some((value) => value !== null && outOfRange(value)))
    .map(([name]) => name)
  if (names.length === 0) return null
  return {
    code: 'dateOutOfRange',
    reason: `It is dated before 1970 or after 2050 (${names.join(', ')}).`,
    stage: 'parse',
  }
}
