import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CodedValue } from '#contracts/coding.ts'
import { recorded, shownValue } from '#contracts/coding-values.ts'
import { fieldTypes } from '#contracts/project.ts'
import { runs, property as test } from '#tests/runs.ts'
import { cellValue } from './cells.ts'

const rule = (field_type_id: number, choices: readonly string[] = []) => ({
  field_name: 'Field',
  field_type_id,
  is_read_only: false,
  values: choices.map((short_text_value) => ({ short_text_value })),
})
const issues = ['Patent', 'Pricing', 'Trade secret; other']

it.each<[name: string, type: number, cell: string, value: CodedValue, choices?: readonly string[]]>([
  ['a date as people write it', fieldTypes.date, '03/04/2026', '2026-03-04T00:00:00'],
  ['a date of a database', fieldTypes.date, '2026-03-04 05:06', '2026-03-04T05:06:00'],
  ['a whole number', fieldTypes.integer, ' 1,200 ', 1200],
  ['money', fieldTypes.float, '$ 12.50', 12.5],
  ['text as it is', fieldTypes.shortText, '  two words ', 'two words'],
  ['yes by its option', fieldTypes.boolean, 'privileged', true, ['Privileged', 'Not privileged']],
  ['no by its option', fieldTypes.boolean, 'Not privileged', false, ['Privileged', 'Not privileged']],
  ['no as databases say it', fieldTypes.boolean, '0', false, ['Yes', 'No']],
  ['a choice in any case', fieldTypes.singleChoice, 'PATENT', 'Patent', issues],
  [
    'several choices, in the order of the field',
    fieldTypes.multipleChoice,
    'pricing;Patent; ',
    ['Patent', 'Pricing'],
    issues,
  ],
  [
    'a choice with a semicolon',
    fieldTypes.multipleChoice,
    'Trade secret; other',
    ['Trade secret; other'],
    issues,
  ],
  [
    'a choice with a semicolon among others',
    fieldTypes.multipleChoice,
    'Pricing; trade secret; other;Patent',
    ['Patent', 'Pricing', 'Trade secret; other'],
    issues,
  ],
])('reads %s', (_name, type, cell, value, choices) => {
  expect(cellValue(rule(type, choices), cell)).toEqual({ value })
})

it.each<[name: string, type: number, cell: string, reason: string, choices?: readonly string[]]>([
  ['a day that there is not', fieldTypes.date, '02/30/2026', 'Enter the date as MM/DD/YYYY.'],
  ['a word for a number', fieldTypes.integer, 'many', 'Enter a number.'],
  ['a part of a whole number', fieldTypes.integer, '1.5', 'takes a whole number'],
  ['what coding would lose', fieldTypes.float, '-3', 'Negative numbers are not kept.'],
  ['an option that it has not', fieldTypes.boolean, 'perhaps', 'takes Yes or No', ['Yes', 'No']],
  [
    'a choice that it has not',
    fieldTypes.singleChoice,
    'Tax',
    'no such choice. It has Patent, Pricing',
    issues,
  ],
  ['what names no choice at all', fieldTypes.multipleChoice, ' ; ;', 'no such choice', issues],
  ['a number that a spreadsheet has shortened', fieldTypes.integer, '1.23457E+11', 'Write it in full'],
  ['a number of programs', fieldTypes.integer, '0x1F', 'Enter a number.'],
  ['one of several', fieldTypes.multipleChoice, 'Patent; Tax', 'no such choice', issues],
  ['a text that is too long', fieldTypes.shortText, 'x'.repeat(501), 'This is too long'],
])('refuses %s, and says why', (_name, type, cell, reason, choices) => {
  expect(cellValue(rule(type, choices), cell)).toEqual({ fault: expect.stringContaining(reason) })
})

test('reads again what people are shown of a value', () => {
  const day = fc.date({
    min: new Date('1970-01-01T00:00:00Z'),
    max: new Date('2050-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  const coded = fc.oneof(
    day.map((at) => [rule(fieldTypes.date), `${at.toISOString().slice(0, 19)}`] as const),
    fc.nat().map((n) => [rule(fieldTypes.integer), n] as const),
    fc.boolean().map((on) => [rule(fieldTypes.boolean, ['Yes', 'No']), on] as const),
    fc.constantFrom(...issues).map((one) => [rule(fieldTypes.singleChoice, issues), one] as const),
    fc
      .subarray([...issues], { minLength: 1 })
      .map((some) => [rule(fieldTypes.multipleChoice, issues), some] as const),
    fc.stringMatching(/^[\p{L}\p{N}]{1,30}$/u).map((text) => [rule(fieldTypes.longText), text] as const),
  )
  fc.assert(
    fc.property(coded, ([field, value]) => {
      expect(recorded(field, value)).toEqual({ value })
      expect(cellValue(field, shownValue(field, value))).toEqual({ value })
    }),
    { numRuns: runs(300) },
  )
})
