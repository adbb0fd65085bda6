/** What is chosen, in words. */
import type { DateChoice, ListChoice, NumberChoice } from '#contracts/filter.ts'
import type { ChosenDocuments } from '#src/events/catalog/filter.ts'
import { chosenOf, fieldsChosen, listIn, listOfField } from '#src/events/filter/choice.ts'
import { sizes } from '#src/events/filter/query.ts'
import { fileSize, number } from '../ui/format.ts'
import { titleOf } from './fields.ts'

/** From a power of ten of bytes: `from 1.00 KB`. */
export const sizeWords = (least: string): string =>
  Number(least) === 0 ? 'Empty' : `from ${fileSize(Number(least))}`

export const valueWords = (field: string, value: string): string =>
  sizes.has(field) ? sizeWords(value) : value

function listWords({ values, includeNull, includeSelections }: ListChoice): string {
  const named = values.length > 3 ? `${number(values.length)} values` : values.join(' or ')
  const said = values.length === 0 ? [] : [includeSelections ? named : `not ${named}`]
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
  if (list !== null) return listWords(listIn(of, list))
  const asked = {
    Family_Count: filter.familyCount,
    Extracted_Text_Size: filter.extractedTextSize,
    Recipient_Count: filter.recipientCount,
  }[field]
  if (asked !== undefined) return numberWords(asked)
  if (field === 'Parent_Date' && filter.parentDate !== undefined) return dateWords(filter.parentDate)
  const values = chosenOf(of, field).map((value) => valueWords(field, value))
  return values.length > 3 ? `${number(values.length)} values` : values.join(' or ')
}

/** Each field of which something is chosen, and what. */
export const chosenInWords = (
  of: ChosenDocuments,
): readonly { readonly field: string; readonly said: string }[] =>
  fieldsChosen(of).map((field) => ({ field, said: `${titleOf(field)}: ${chosenWords(of, field)}` }))
