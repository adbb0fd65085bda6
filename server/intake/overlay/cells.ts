/** What the cell of a file says for a field. */
import type { CodedValue } from '#contracts/coding.ts'
import { edited, type FieldRule, floatingDate, kindOf, notes, recorded } from '#contracts/coding-values.ts'

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
      if (shortened.test(text)) return { fault: 'A spreadsheet has shortened this number. Write it in full.' }
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
      const named = choicesIn(text.split(';'), choice, maxParts(options))
      return named === null || named.length === 0 ? { fault: noChoice(rule) } : { value: [...new Set(named)] }
    }
    default:
      return { value: text }
  }
}

/** `1.23457E+11`: what stands behind the digits that are shown is lost. */
const shortened = /^[^a-z]*\de[+-]?\d+$/i

/**
 * The choices that parts of a cell name; null where one names none. A choice may have semicolons of its own: the longest name
 * counts.
 */
function choicesIn(
  parts: readonly string[],
  choice: (text: string) => string | undefined,
  most: number,
): readonly string[] | null {
  const named: string[] = []
  for (let at = 0; at < parts.length; ) {
    if (parts[at]?.trim() === '') {
      at += 1
      continue
    }
    let end = Math.min(parts.length, at + most)
    let found: string | undefined
    for (; end > at && found === undefined; end--) found = choice(parts.slice(at, end).join(';').trim())
    if (found === undefined) return null
    named.push(found)
    at = end + 1
  }
  return named
}

/** In how many parts semicolons take the name of one choice. */
const maxParts = (options: readonly string[]): number =>
  Math.max(1, ...options.map((option) => option.split(';').length))

const noChoice = ({ field_name, values }: FieldRule): string => {
  const some = values.slice(0, 5).map((one) => one.short_text_value)
  const more = values.length > some.length ? ', …' : ''
  return `${field_name} has no such choice. It has ${some.join(', ')}${more}.`
}
