import { describe, expect, it } from 'vitest'
import { formNameFault, formNameMessages, idle, placeholderFormId } from './coding.ts'
import {
  edited,
  type FieldRule,
  floatingDate,
  heldOf,
  noteOf,
  notes,
  payloadOf,
  recorded,
  shownValue,
  synced,
  textLimits,
  unread,
} from './coding-values.ts'
import { fieldTypes } from './project.ts'

const rule = (typeId: number, options: readonly string[] = []): FieldRule => ({
  field_name: 'Field',
  field_type_id: typeId,
  is_read_only: false,
  values: options.map((short_text_value) => ({ short_text_value })),
})
const date = rule(fieldTypes.date)
const integer = rule(fieldTypes.integer)
const float = rule(fieldTypes.float)
const shortText = rule(fieldTypes.shortText)
const longText = rule(fieldTypes.longText)
const boolean = rule(fieldTypes.boolean, ['Yes', 'No'])
const single = rule(fieldTypes.singleChoice, ['Yes', 'No', 'Unclear'])
const multi = rule(fieldTypes.multipleChoice, ['Patent', 'Pricing', 'Fraud'])
const object = rule(fieldTypes.singleObject)
const odd = rule(77)

describe('editing a field', () => {
  it('[form-update-date] stores a date as it was typed', () => {
    expect(edited(date, '', '01/02/2024')).toBe('01/02/2024')
    expect(edited(date, '01/02/2024', '01/0')).toBe('01/0')
    expect(edited(date, '01/02/2024', null)).toBe('')
  })

  it('[form-update-long-text] stores a long text as it was typed', () => {
    expect(edited(longText, 'x', ' two\n lines ')).toBe(' two\n lines ')
  })

  it('[form-update-integer] [form-update-float] stores the empty string or a number', () => {
    for (const field of [integer, float]) {
      expect(edited(field, '', '12')).toBe(12)
      expect(edited(field, '', 12)).toBe(12)
      expect(edited(field, '', ' -3 ')).toBe(-3)
      expect(edited(field, 12, '')).toBe('')
      expect(edited(field, 12, null)).toBe('')
      expect(edited(field, 12, '-')).toBe('')
      expect(edited(field, 12, 'Infinity')).toBe('')
      expect(Object.is(edited(field, 12, '-0'), 0)).toBe(true)
    }
    expect(edited(float, '', '1.25')).toBe(1.25)
  })

  it('reads a number as people write it, and tells what is none from nothing', () => {
    for (const text of ['1,200.50', '$1,200.50', '$ 1200.5', '1,200.50 €', ' 1200.5 '])
      expect([text, edited(float, '', text), unread(float, text)]).toEqual([text, 1200.5, undefined])
    expect(edited(float, '', '-$12')).toBe(-12)
    for (const text of ['abc', '1,2', '12,00', '1,200,5', '$', '-', '1 2', '0x1F', '0b11', '0o7', '.'])
      expect([text, edited(float, 5, text), unread(float, text)]).toEqual([text, '', text])
    expect(unread(integer, '  ')).toBeUndefined()
    expect(unread(shortText, 'abc')).toBeUndefined()
  })

  it('[form-update-single-choice] checks only the matching option', () => {
    expect(edited(single, ['Yes'], 'No')).toEqual(['No'])
    expect(edited(single, ['No'], 'No')).toEqual(['No'])
    expect(edited(single, ['No'], null)).toEqual([])
    expect(edited(single, ['No'], 'Maybe')).toBeUndefined()
  })

  it('[form-update-multi-choice] toggles the matching option and leaves the others', () => {
    expect(edited(multi, [], 'Fraud')).toEqual(['Fraud'])
    expect(edited(multi, ['Fraud'], 'Patent')).toEqual(['Patent', 'Fraud'])
    expect(edited(multi, ['Patent', 'Fraud'], 'Fraud')).toEqual(['Patent'])
    expect(edited(multi, ['Patent'], null)).toEqual([])
    expect(edited(multi, ['Patent'], 'Tax')).toBeUndefined()
  })

  it('[form-update-boolean] [form-update-boolean-null] checks the matching option, and none for null', () => {
    expect(edited(boolean, [], 'No')).toEqual(['No'])
    expect(edited(boolean, ['No'], true)).toEqual(['Yes'])
    expect(edited(boolean, ['No'], false)).toEqual(['No'])
    expect(edited(boolean, ['No'], null)).toEqual([])
  })

  it('[form-unhandled-field-type] keeps the raw value of a type it does not know, and warns', () => {
    for (const raw of ['x', 5, true, ['a', 'b']]) {
      expect(edited(odd, null, raw)).toEqual(raw)
      expect(payloadOf(odd, raw)).toEqual(raw)
      expect(noteOf(odd, raw)).toEqual({ level: 'warning', message: notes.unhandled(77) })
    }
    expect(notes.unhandled(77)).toContain('77')
  })

  it('[form-sync-map] applies a value, or values, onto the options whatever was checked before', () => {
    expect(synced(multi, ['Fraud', 'Patent'])).toEqual(['Patent', 'Fraud'])
    expect(synced(multi, 'Pricing')).toEqual(['Pricing'])
    expect(synced(multi, [])).toEqual([])
    expect(synced(single, 'No')).toEqual(['No'])
    expect(synced(single, ['No'])).toEqual(['No'])
    expect(synced(single, ['No', 'Yes'])).toBeUndefined()
    expect(synced(boolean, false)).toEqual(['No'])
    expect(synced(single, 'Maybe')).toBeUndefined()
    expect(synced(shortText, 'as it is')).toBe('as it is')
  })
})

describe('what is sent', () => {
  it('[payload-coding-multi] the list of checked values, or null', () => {
    expect(payloadOf(multi, ['Patent', 'Fraud'])).toEqual(['Patent', 'Fraud'])
    expect(payloadOf(multi, [])).toBeNull()
  })

  it('[payload-coding-single] the checked value, or null', () => {
    expect(payloadOf(single, ['No'])).toBe('No')
    expect(payloadOf(single, [])).toBeNull()
  })

  it('[payload-coding-boolean] true for the first option, false for the second, null for none', () => {
    expect(payloadOf(boolean, ['Yes'])).toBe(true)
    expect(payloadOf(boolean, ['No'])).toBe(false)
    expect(payloadOf(boolean, [])).toBeNull()
    expect(payloadOf(rule(7, ['a', 'b', 'c']), ['c'])).toBeNull()
  })

  it('[payload-coding-boolean-two] null, and a warning, where a boolean has fewer than two options', () => {
    const one = rule(fieldTypes.boolean, ['Yes'])
    expect(payloadOf(one, ['Yes'])).toBeNull()
    expect(noteOf(one, ['Yes'])).toEqual({ level: 'warning', message: notes.needsTwo })
    expect(noteOf(boolean, ['Yes'])).toBeNull()
  })

  it('[payload-coding-number] the number, or null for nothing', () => {
    expect(payloadOf(integer, 12)).toBe(12)
    expect(payloadOf(float, 0)).toBe(0)
    expect(payloadOf(float, 1.5)).toBe(1.5)
    expect(payloadOf(integer, '')).toBeNull()
  })

  it('[payload-coding-number-negative] null for a negative number, which is said before', () => {
    expect(payloadOf(integer, -1)).toBeNull()
    expect(payloadOf(float, -0.01)).toBeNull()
    expect(noteOf(integer, -1)).toEqual({ level: 'note', message: notes.negative })
    expect(noteOf(float, -0.01)?.level).toBe('note')
    expect(noteOf(integer, 0)).toBeNull()
  })

  it('[payload-coding-date] local time as YYYY-MM-DDThh:mm:ss, or null', () => {
    expect(payloadOf(date, '01/02/2024')).toBe('2024-01-02T00:00:00')
    expect(payloadOf(date, '2024-01-02')).toBe('2024-01-02T00:00:00')
    expect(payloadOf(date, '2024-01-02T03:04')).toBe('2024-01-02T03:04:00')
    expect(payloadOf(date, '2024-01-02T03:04:05.678')).toBe('2024-01-02T03:04:05')
    expect(payloadOf(date, '01/02/2024 23:59:59')).toBe('2024-01-02T23:59:59')
    expect(payloadOf(date, '')).toBeNull()
  })

  it('never reads a date in another zone, and takes only days that there are', () => {
    for (const no of [
      '2024-01-02T03:04:05Z',
      '2024-01-02T03:04:05+01:00',
      '02/30/2024',
      '02/29/2023',
      '1/2/2024',
      '13/01/2024',
      '01/02/2024 24:00',
    ])
      expect(floatingDate(no), no).toBeNull()
    expect(floatingDate('02/29/2024')).toBe('2024-02-29T00:00:00')
    expect(floatingDate('02/29/2000')).toBe('2000-02-29T00:00:00')
    expect(floatingDate('02/29/1900')).toBeNull()
    expect(noteOf(date, '02/30/2024')).toEqual({ level: 'fault', message: notes.notDate })
  })

  it('[open-payload-coding-text] a text as it is, null for an empty one; an object by its id', () => {
    expect(payloadOf(shortText, ' kept ')).toBe(' kept ')
    expect(payloadOf(longText, '')).toBeNull()
    expect(payloadOf(rule(fieldTypes.text), 'x')).toBe('x')
    expect(payloadOf(object, 12)).toBe(12)
    expect(payloadOf(object, '')).toBeNull()
  })

  it('says before saving that a fraction is no whole number', () => {
    expect(noteOf(integer, 1.5)?.level).toBe('fault')
    expect(noteOf(float, 1.5)).toBeNull()
  })
})

describe('both sides of the wire', () => {
  const cases: readonly (readonly [FieldRule, readonly unknown[]])[] = [
    [date, ['', '01/02/2024', '2024-01-02T03:04:05']],
    [integer, ['', 0, 7]],
    [float, ['', 0, 7.25]],
    [shortText, ['', 'x']],
    [boolean, [[], ['Yes'], ['No']]],
    [single, [[], ['Unclear']]],
    [multi, [[], ['Patent'], ['Patent', 'Fraud']]],
    [object, [4, 'id-4']],
  ]
  it('keeps what is sent, and holds again what is kept', () => {
    for (const [field, helds] of cases)
      for (const held of helds) {
        const sent = payloadOf(field, held as never)
        expect(recorded(field, sent)).toEqual({ value: sent })
        expect(payloadOf(field, heldOf(field, sent))).toEqual(sent)
      }
  })

  it('shows values in words', () => {
    expect(shownValue(boolean, true)).toBe('Yes')
    expect(shownValue(multi, ['Patent', 'Fraud'])).toBe('Patent; Fraud')
    expect(shownValue(date, '2024-01-02T00:00:00')).toBe('01/02/2024')
    expect(shownValue(date, '2024-01-02T03:04:00')).toBe('01/02/2024 03:04')
    expect(shownValue(single, null)).toBe('not coded')
  })
})

describe('form names', () => {
  it('[val-form-name-required] [val-form-name-too-long] [limit-form-name-50] [val-form-name-forbidden] [val-form-name-unique] have their words', () => {
    expect(formNameFault('  ', [])).toBe('Form name cannot be empty')
    expect(formNameFault('x'.repeat(50), [])).toBeNull()
    expect(formNameFault('x'.repeat(51), [])).toBe('Name exceeds 50 characters. Supply a shorter name.')
    for (const sign of '/\\:*?"<>|') {
      expect(formNameFault(`a${sign}b`, [])).toBe(formNameMessages.forbidden)
      expect(formNameMessages.forbidden).toContain(sign)
    }
    expect(formNameFault(' first PASS', ['First pass '])).toBe('Form Name exists. Supply a unique name.')
  })
})

it('[limit-coding-idle-15] has the clock of a review stop after fifteen minutes of quiet, beat every five seconds and warn for sixty', () => {
  expect(idle).toEqual({ defaultMinutes: 15, beatSeconds: 5, warningSeconds: 60 })
  expect(placeholderFormId).toBe(-1)
})

describe('a text that is longer than its field takes', () => {
  it.each([
    ['short text', shortText],
    ['long text', longText],
    ['text', rule(fieldTypes.text)],
    ['object', object],
  ])(
    'is a fault of %s before it is saved, and refused by the name of the field where it is sent',
    (_name, field) => {
      const limit = textLimits[field.field_type_id] ?? 0
      const [fits, long] = ['x'.repeat(limit), 'x'.repeat(limit + 1)]
      expect([noteOf(field, fits), recorded(field, fits)]).toEqual([null, { value: fits }])
      const message = notes.tooLong(limit, limit + 1)
      expect(noteOf(field, long)).toEqual({ level: 'fault', message })
      expect(recorded(field, long)).toEqual({ fault: `Field: ${message}` })
    },
  )
})
