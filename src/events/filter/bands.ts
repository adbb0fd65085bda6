/** Numbers put together: what a chart draws as one bar, and what a click on it asks for. Pure. */
import type { ChosenDocuments, NumberChoice } from '#contracts/filter.ts'
import { emptyNumber, type FilterNumber, withMember } from './choice.ts'

/** Whole numbers from one to another, both included; `most` null: without an end. */
export interface Band {
  readonly least: number
  readonly most: number | null
}

/** What asks for the numbers of a band, and for no others. */
export const choiceOfBand = ({ least, most }: Band): NumberChoice =>
  most === null
    ? { ...emptyNumber, operator: '>=', value: least }
    : most === least
      ? { ...emptyNumber, operator: '=', value: least }
      : { ...emptyNumber, operator: 'between', value: least, to: most }

/** Whether this band is what is asked for. */
export function isChosen({ filter }: ChosenDocuments, member: FilterNumber, band: Band): boolean {
  const standing = filter[member]
  const asked = choiceOfBand(band)
  return (
    standing !== undefined &&
    standing.operator === asked.operator &&
    standing.value === asked.value &&
    standing.to === asked.to &&
    standing.includeNull === asked.includeNull &&
    standing.includeSelections === asked.includeSelections
  )
}

/** Asks for the numbers of a band, in the place of others; or for all again, where it is asked for. */
export const toggledBand = (of: ChosenDocuments, member: FilterNumber, band: Band): ChosenDocuments =>
  withMember(of, member, isChosen(of, member, band) ? undefined : choiceOfBand(band))
