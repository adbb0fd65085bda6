/** What the cell of a file says for a field. */
import type { CodedValue } from '#contracts/coding.ts'
import { edited, type FieldRule, floatingDate, kindOf, notes, recorded } from '#contracts/coding-values.ts'
import { storable } from '../records/dialect.ts'

export type Read = { readonly value: CodedValue } | { readonly fault: string }

/** A value as coding keeps it, by the rules of the field's type; several choices are parted by semicolons. */
export function cellValue(rule: FieldRule, cell: string): Read {
  const text = cell.trim()
  const read = typed(rule, text)
  if ('fault' in read) return read
  return recorded(rule, read.value)
}

function typed(rule: FieldRule, text: string): Read {
  const options = rule.values.map((one) => one.short_text_value)
  const choice = (wanted: string): string | undefined =>
    options.find((option) => option === wanted) ??
    options.find((option) => option.toLowerCase() === wanted.toLowerCase())
  switch (kindOf(rule)) {
    case 'date': {
      const value = floatingDate(text)
      return value === null ? { fault: notes.notDate } : { value }
    }
    case 'integer':
    case 'float': {
      const value = edited(rule, '', text)
      if (typeof value !== 'number') return { fault: notes.notNumber }
      // Coding keeps none; a file that has some should not lose them without a word.
      return value < 0 ? { fault: 'Negative numbers are not kept.' } : { value }
    }
    case 'boolean': {
      const option = choice(text)
      if (option !== undefined) return { value: option === options[0] }
      const said = /^(?:(true|yes|y|1)|false|no|n|0)$/i.exec(text)
      return said === null
        ? { fault: `${rule.field_name} takes ${options.join(' or ')}.` }
        : { value: said[1] !== undefined }
    }
    case 'single': {
      const value = choice(text)
      return value === undefined ? { fault: noChoice(rule) } : { value }
    }
    case 'multi': {
      // A choice may have a semicolon of its own.
      const whole = choice(text)
      if (whole !== undefined) return { value: [whole] }
      const named = text
        .split(';')
        .map((one) => one.trim())
        .filter((one) => one !== '')
        .map(choice)
      const known = named.flatMap((one) => one ?? [])
      return known.length < named.length ? { fault: noChoice(rule) } : { value: [...new Set(known)] }
    }
    default:
      return { value: storable(text) }
  }
}

const noChoice = ({ field_name, values }: FieldRule): string => {
  const some = values.slice(0, 5).map((one) => one.short_text_value)
  const more = values.length > some.length ? ', …' : ''
  return `${field_name} has no such choice. It has ${some.join(', ')}${more}.`
}
