/**
 * The value rules of coding, by field type: what a form holds, what an edit makes of it, and what is sent. Pure, and the
 * same on both sides: the browser shows what will be saved, and the server refuses anything else.
 */
import type { CodedValue, FormField } from './coding.ts'
import { fieldTypes } from './project.ts'

/**
 * The value that a form holds. Choices and booleans: the texts of the checked options. Numbers: '' or a number. Dates and
 * texts: as typed. Other types: unchanged.
 */
export type Held = CodedValue

/** The parts of a form field that the rules read. */
export type FieldRule = Pick<FormField, 'field_name' | 'field_type_id' | 'is_read_only'> & {
  readonly values: readonly { readonly short_text_value: string }[]
}

export type FieldKind =
  | 'date'
  | 'integer'
  | 'float'
  | 'text'
  | 'boolean'
  | 'single'
  | 'multi'
  | 'object'
  | 'other'

/** `note`: saved differently than typed. `warning`: cannot be coded as configured. `fault`: cannot be saved. */
export interface Note {
  readonly level: 'note' | 'warning' | 'fault'
  readonly message: string
}

const kinds: Readonly<Record<number, FieldKind>> = {
  [fieldTypes.date]: 'date',
  [fieldTypes.integer]: 'integer',
  [fieldTypes.float]: 'float',
  [fieldTypes.shortText]: 'text',
  [fieldTypes.longText]: 'text',
  [fieldTypes.text]: 'text',
  [fieldTypes.boolean]: 'boolean',
  [fieldTypes.singleChoice]: 'single',
  [fieldTypes.multipleChoice]: 'multi',
  [fieldTypes.singleObject]: 'object',
}

/**
 * Maximum length of text in a field, in UTF-16 units as an input counts them. Texts are read with each save, list and
 * search of the project, so very long ones would slow everybody down.
 */
export const textLimits: Readonly<Record<number, number>> = {
  [fieldTypes.shortText]: 500,
  [fieldTypes.longText]: 50_000,
  [fieldTypes.text]: 50_000,
  [fieldTypes.singleObject]: 500,
}

/** The message for a text that is too long for its field; null if it is not. */
function tooLong({ field_type_id }: FieldRule, text: Held): string | null {
  const limit = textLimits[field_type_id]
  return typeof text === 'string' && limit !== undefined && text.length > limit
    ? notes.tooLong(limit, text.length)
    : null
}

export const kindOf = (field: Pick<FormField, 'field_type_id'>): FieldKind =>
  kinds[field.field_type_id] ?? 'other'
export const isKnownType = (typeId: number): boolean => typeId in kinds
/** Whether a field of this kind is coded by checking options. */
export const hasOptions = (kind: FieldKind): boolean =>
  kind === 'boolean' || kind === 'single' || kind === 'multi'

const optionsOf = (field: FieldRule): readonly string[] => field.values.map((v) => v.short_text_value)

/** What a form holds for a stored value. */
export function heldOf(field: FieldRule, value: CodedValue): Held {
  switch (kindOf(field)) {
    case 'boolean': {
      const option = typeof value === 'boolean' ? optionsOf(field)[value ? 0 : 1] : undefined
      return option === undefined ? [] : [option]
    }
    case 'single':
      return typeof value === 'string' ? [value] : []
    case 'multi':
      return Array.isArray(value) ? value : []
    case 'integer':
    case 'float':
      return typeof value === 'number' ? value : ''
    case 'date':
    case 'text':
      return typeof value === 'string' ? value : ''
    default:
      return value
  }
}

/**
 * The result of an edit. Single choice: only the matching option. Multiple choice: the matching option is toggled. Boolean:
 * the matching option (its text, or true and false for the first and second). `null` clears. Numbers: '' or a number.
 * Others keep the raw value. `undefined` if no option matches.
 */
export function edited(field: FieldRule, held: Held, input: CodedValue): Held | undefined {
  const kind = kindOf(field)
  if (!hasOptions(kind)) return kind === 'other' ? input : typedInto(kind, input)
  if (input === null) return []
  const options = optionsOf(field)
  const option =
    kind === 'boolean' && typeof input === 'boolean'
      ? options[input ? 0 : 1]
      : options.find((text) => text === input)
  if (option === undefined) return undefined
  if (kind !== 'multi') return [option]
  const checked = checkedOf(held)
  return options.filter((text) => (text === option ? !checked.includes(text) : checked.includes(text)))
}

/**
 * Sync: puts one or several values onto the checked options, whatever was checked before; other fields as an edit would.
 */
export function synced(field: FieldRule, input: CodedValue): Held | undefined {
  const kind = kindOf(field)
  if (!hasOptions(kind)) return edited(field, null, input)
  if (!Array.isArray(input)) return edited(field, [], input)
  const options = optionsOf(field)
  if (input.some((text) => !options.includes(text))) return undefined
  const checked = options.filter((text) => input.includes(text))
  return kind === 'multi' || checked.length <= 1 ? checked : undefined
}

/** What is sent for a field: the payload rules of each type. */
export function payloadOf(field: FieldRule, held: Held): CodedValue {
  switch (kindOf(field)) {
    case 'multi': {
      const checked = checkedOf(held)
      return checked.length === 0 ? null : [...checked]
    }
    case 'single':
      return checkedOf(held)[0] ?? null
    case 'boolean': {
      const options = optionsOf(field)
      const checked = checkedOf(held)[0]
      if (checked === undefined || options.length < 2) return null
      return checked === options[0] ? true : checked === options[1] ? false : null
    }
    case 'integer':
    case 'float':
      return typeof held === 'number' && Number.isFinite(held) && held >= 0 ? held + 0 : null
    case 'date':
      return typeof held === 'string' ? floatingDate(held) : null
    case 'text':
      return typeof held === 'string' && held !== '' ? held : null
    default:
      return held === '' ? null : held
  }
}

/** What a user should know before this is saved; null if it is saved as it is. */
export function noteOf(field: FieldRule, held: Held): Note | null {
  switch (kindOf(field)) {
    case 'integer':
    case 'float':
      if (typeof held !== 'number') return null
      if (held < 0) return { level: 'note', message: notes.negative }
      if (kindOf(field) === 'integer' && !Number.isSafeInteger(held))
        return { level: 'fault', message: notes.notWhole }
      return null
    case 'boolean':
      return field.values.length < 2 ? { level: 'warning', message: notes.needsTwo } : null
    case 'date':
      return typeof held === 'string' && held.trim() !== '' && floatingDate(held) === null
        ? { level: 'fault', message: notes.notDate }
        : null
    case 'text':
    case 'object': {
      const message = tooLong(field, held)
      return message === null ? null : { level: 'fault', message }
    }
    case 'other':
      return { level: 'warning', message: notes.unhandled(field.field_type_id) }
    default:
      return null
  }
}

export const notes = {
  negative: 'Negative numbers are not kept: this field will be saved as empty.',
  notWhole: 'Enter a whole number.',
  needsTwo: 'This yes/no field needs two options; it is saved as empty until it has them.',
  notNumber: 'Enter a number.',
  notDate: 'Enter the date as MM/DD/YYYY.',
  tooLong: (limit: number, length: number) =>
    `This is too long: ${length.toLocaleString('en-US')} characters, and at most ${limit.toLocaleString('en-US')} are kept. Shorten it.`,
  unhandled: (typeId: number) => `Field type ${typeId} is not known here: the value is kept as it is.`,
} as const

/** Whether two values are equal, including the order of a list. */
export function sameValue(a: CodedValue, b: CodedValue): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((v, i) => v === b[i])
  return a === b
}

/**
 * A date as it travels: `YYYY-MM-DDThh:mm:ss`, floating (the same day for everybody, never converted), from that form, from
 * `YYYY-MM-DD` or from `MM/DD/YYYY`, each with or without a time. Null if it is not a calendar date.
 */
export function floatingDate(raw: string): string | null {
  const text = raw.trim()
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,3})?)?)?$/.exec(text)
  const us = /^(\d{2})\/(\d{2})\/(\d{4})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text)
  const [year, month, day] = iso ? iso.slice(1, 4) : us ? [us[3], us[1], us[2]] : []
  if (!year || !month || !day || year === '0000') return null
  const [hour = '00', minute = '00', second = '00'] = (iso ?? us)?.slice(4) ?? []
  // Days of the month: day 0 of the next month is the last of this one.
  const last = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate()
  const inside = (value: string, from: number, to: number) => Number(value) >= from && Number(value) <= to
  const real =
    inside(month, 1, 12) &&
    inside(day, 1, last) &&
    inside(hour, 0, 23) &&
    inside(minute, 0, 59) &&
    inside(second, 0, 59)
  return real ? `${year}-${month}-${day}T${hour}:${minute}:${second}` : null
}

/**
 * The value that the server stores for a save, or what is wrong with it. A negative number is stored as null, as the
 * specification says; everything else must have the form that `payloadOf` gives it.
 */
export function recorded(field: FieldRule, value: CodedValue): { value: CodedValue } | { fault: string } {
  if (value === null) return { value: null }
  const long = tooLong(field, value)
  if (long !== null) return { fault: `${field.field_name}: ${long}` }
  const options = optionsOf(field)
  const unknown = (text: string) => ({ fault: `${field.field_name} has no choice "${text}".` })
  switch (kindOf(field)) {
    case 'multi': {
      if (!Array.isArray(value)) return { fault: `${field.field_name} takes a list of choices.` }
      const odd = value.find((text) => !options.includes(text))
      if (odd !== undefined) return unknown(odd)
      if (new Set(value).size !== value.length) return { fault: `${field.field_name} names a choice twice.` }
      return { value: value.length === 0 ? null : options.filter((text) => value.includes(text)) }
    }
    case 'single':
      if (typeof value !== 'string') return { fault: `${field.field_name} takes one choice.` }
      return options.includes(value) ? { value } : unknown(value)
    case 'boolean':
      if (typeof value !== 'boolean') return { fault: `${field.field_name} takes true or false.` }
      return options.length < 2 ? { fault: `${field.field_name}: ${notes.needsTwo}` } : { value }
    case 'integer':
    case 'float': {
      if (typeof value !== 'number') return { fault: `${field.field_name} takes a number.` }
      if (value < 0) return { value: null }
      if (kindOf(field) === 'integer' && !Number.isSafeInteger(value))
        return { fault: `${field.field_name} takes a whole number.` }
      return { value: value + 0 }
    }
    case 'date':
      return typeof value === 'string' && floatingDate(value) === value
        ? { value }
        : { fault: `${field.field_name} takes a date as YYYY-MM-DDThh:mm:ss.` }
    case 'text':
      if (typeof value !== 'string') return { fault: `${field.field_name} takes text.` }
      return { value: value === '' ? null : value }
    case 'object':
      return typeof value === 'string' || typeof value === 'number'
        ? { value: value === '' ? null : value }
        : { fault: `${field.field_name} takes the id of an object.` }
    default:
      return { value }
  }
}

/** A value as displayed: `Yes`, `Patent; Trade secret`, `01/02/2024`, `not coded`. */
export function shownValue(field: FieldRule, value: CodedValue): string {
  if (value === null || value === '') return 'not coded'
  if (Array.isArray(value)) return value.length === 0 ? 'not coded' : value.join('; ')
  if (typeof value === 'boolean') return optionsOf(field)[value ? 0 : 1] ?? (value ? 'Yes' : 'No')
  const date =
    kindOf(field) === 'date' ? /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}):(\d{2})$/.exec(String(value)) : null
  if (!date) return String(value)
  const [, year, month, day, clock, second] = date
  const time = clock === '00:00' && second === '00' ? '' : ` ${clock}${second === '00' ? '' : `:${second}`}`
  return `${month}/${day}/${year}${time}`
}

export const checkedOf = (held: Held): readonly string[] => (Array.isArray(held) ? held : [])

/** A number as people write it: `1,200.50`, `$ 12`, `-3`; null if it is not a number. */
function readNumber(text: string): number | null {
  const bare = text.trim().replace(/^(-?)\s*[$€£¥]\s*|\s*[$€£¥]$/, '$1')
  // Separators only between groups of three: `1,2` may mean something else.
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(',', '') : bare
  // `0x1F` and similar are numbers to a program, but not to a reviewer.
  const number = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN
  // `+ 0` turns -0 into 0, because JSON cannot tell them apart.
  return Number.isFinite(number) ? number + 0 : null
}

/** Text typed into a number field that is not a number: it is no value, and must not be lost silently. */
export function unread(field: FieldRule, input: CodedValue): string | undefined {
  const kind = kindOf(field)
  if ((kind !== 'integer' && kind !== 'float') || typeof input !== 'string') return undefined
  return input.trim() === '' || readNumber(input) !== null ? undefined : input
}

function typedInto(kind: FieldKind, input: CodedValue): Held {
  if (kind === 'integer' || kind === 'float') {
    const number = typeof input === 'string' ? readNumber(input) : input
    return typeof number === 'number' && Number.isFinite(number) ? number + 0 : ''
  }
  return input === null ? '' : Array.isArray(input) ? input.join('; ') : String(input)
}

/** Whether values of this field go to other documents. Long texts are about one document, and are read with each list. */
export const canPropagate = (field: Pick<FieldRule, 'field_type_id'>): boolean => {
  const kind = kindOf(field)
  return kind === 'text'
    ? field.field_type_id === fieldTypes.shortText
    : kind !== 'object' && kind !== 'other'
}
