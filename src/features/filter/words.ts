/** What is chosen, in words. */
import type { ChosenDocuments, DateChoice, ListChoice, NumberChoice } from '#contracts/filter.ts'
import { fieldsChosen } from '#contracts/filter.ts'
import { chosenOf, dateOfField, listIn, listOfField, numberOfField } from '#src/events/filter/choice.ts'
import { sizes } from '#src/events/filter/query.ts'
import { exceptionNames } from '../exceptions/words.ts'
import { marked } from '../ui/foreign.tsx'
import { number } from '../ui/format.ts'
import { titleOf } from './fields.ts'

const million = 1_000_000
/** From a power of ten of bytes: `from 10,000 bytes`. */
export function sizeWords(least: string): string {
  const bytes = Number(least)
  if (bytes === 0) return 'Empty'
  return bytes < million ? `from ${number(bytes)} bytes` : `from ${number(bytes / million)} million`
}

export function valueWords(field: string, value: string): string {
  if (sizes.has(field)) return sizeWords(value)
  if (field === 'Exception')
    return Object.entries(exceptionNames).find(([code]) => code === value)?.[1] ?? value
  return marked(value)
}

const named = (field: string, values: readonly string[]): string =>
  values.length > 3
    ? `${number(values.length)} values`
    : values.map((value) => valueWords(field, value)).join(' or ')

function listWords(field: string, { values, includeNull, includeSelections }: ListChoice): string {
  const said = values.length === 0 ? [] : [`${includeSelections ? '' : 'not '}${named(field, values)}`]
  return [...said, ...(includeNull ? ['none'] : [])].join(', or ')
}

function numberWords({ operator, value, to, includeNull, includeSelections }: NumberChoice): string {
  const asked =
    value === null
      ? []
      : [operator === 'between' ? `${value} to ${to ?? '?'}` : `${operator} ${number(value)}`]
  const said = includeSelections ? asked : asked.map((one) => `not ${one}`)
  return [...said, ...(includeNull ? ['none'] : [])].join(', or ')
}

const dateWords = ({ operator, start, end }: DateChoice): string =>
  operator === 'Between' ? `${start} to ${end}` : [operator.toLowerCase(), start ?? ''].join(' ').trim()

function chosenWords(of: ChosenDocuments, field: string): string {
  const { filter } = of
  const list = listOfField(field)
  if (list !== null) return listWords(field, listIn(of, list))
  const counted = numberOfField(field)
  const asked = counted === null ? undefined : filter[counted]
  if (asked !== undefined) return numberWords(asked)
  const dated = dateOfField(field)
  const days = dated === null ? undefined : filter[dated]
  if (days !== undefined) return dateWords(days)
  return named(field, chosenOf(of, field))
}

/** Each field of which something is chosen, and what. */
export const chosenInWords = (
  of: ChosenDocuments,
): readonly { readonly field: string; readonly said: string }[] =>
  fieldsChosen(of).map((field) => ({ field, said: `${titleOf(field)}: ${chosenWords(of, field)}` }))

/** All that is chosen, what is typed first. */
export const wordsOf = (of: ChosenDocuments): readonly string[] => [
  ...(of.query === '' ? [] : [`Search: ${of.query}`]),
  ...chosenInWords(of).map(({ said }) => said),
]
