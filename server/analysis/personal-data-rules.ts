/** By what each kind of personal data is known. */
import { isValidPhoneNumber } from 'libphonenumber-js'
import { digits, holdsLuhn, holdsRouting, ibanAt } from './check-digits.ts'
import type { PersonalDataKind } from './personal-data-kinds.ts'
import { unspaced } from './words.ts'

export interface Rule {
  readonly kind: PersonalDataKind
  readonly form: RegExp
  /** What has the form and cannot be one. */
  readonly fits?: (found: string) => boolean
  /** The part of what has the form that is one, from its beginning; empty where none is. */
  readonly part?: (found: string) => string
  /** A check sum that holds for one in ten by chance at most. */
  readonly proves?: (found: string) => boolean
  /** Words that people write beside it. */
  readonly beside?: RegExp
  /** Its form alone says nothing: without a word beside it, it is not found. */
  readonly onlyBeside?: true
}

/** A letter or digit of writing that separates words: in other writing a number stands beside signs without a space. */
const sign = `[[\\p{L}\\p{N}]--[${unspaced}]]`

/** Nothing before or behind that makes it a part of a longer number: Bates numbers, GUIDs, part numbers. */
const alone = (form: string): RegExp =>
  new RegExp(`(?<!${sign}|[_.\\/\\-])(?:${form})(?!${sign}|[_\\/#\\-]|[.,]\\d)`, 'gv')
const apart = (form: string, flags: string): RegExp => new RegExp(`(?<!${sign})(?:${form})(?!${sign})`, flags)

/** As cards are printed: in fours, as American Express and Diners Club do, or without spaces. The longer form is first. */
const cards = [
  '\\d{4}(?:[ \\-]\\d{4}){3}[ \\-]\\d{3}',
  '\\d{4}(?:[ \\-]\\d{4}){3}',
  '\\d{4}[ \\-]\\d{6}[ \\-]\\d{4,5}',
  '\\d{4}(?:[ \\-]\\d{3}){3}',
  '\\d{8}[ \\-]\\d{8}',
  '\\d{13,19}',
]

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const date = `\\d{1,2}[\\/.\\-]\\d{1,2}[\\/.\\-](?:19|20)?\\d\\d|(?:19|20)\\d\\d-\\d\\d-\\d\\d|\\d{1,2}\\.? (?:${months})[a-z]* (?:19|20)\\d\\d|(?:${months})[a-z]*\\.? \\d{1,2},? (?:19|20)\\d\\d`
/** Names begin with a capital: "3 minutes by the way" is no address. Whole words are written small, too; "way" only as a word. */
const inFull = 'street avenue road boulevard lane parkway highway terrace'.split(' ')
const withCapital = 'st ave rd blvd ln drive dr court ct place pl pkwy hwy way'.split(' ')
const streets = [
  ...inFull,
  ...[...inFull, ...withCapital].flatMap((word) => [
    `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`,
    word.toUpperCase(),
  ]),
].join('|')

/** In the order of their strength. */
export const rules: readonly Rule[] = [
  {
    kind: 'US social security number',
    form: alone('\\d{3}-\\d{2}-\\d{4}|\\d{3} \\d{2} \\d{4}'),
    // Areas that were never given out.
    fits: (found) => /^(?!000|666|9)\d{3}[- ](?!00)\d{2}[- ](?!0000)\d{4}$/.test(found),
    beside: /^(ssn|ss|social|security|tin|taxpayer)$/,
  },
  ...cards.map(
    (form): Rule => ({
      kind: 'Payment card',
      form: alone(form),
      fits: (found) =>
        /^(?:3[47]|3[068]|4|5[1-5]|2[2-7]|6)/.test(found) &&
        holdsLuhn(found) &&
        !/^(\d)\1*$/.test(digits(found)),
      proves: () => true,
    }),
  ),
  {
    kind: 'IBAN',
    // Words may stand behind it that have its form too.
    form: alone('[A-Z]{2}\\d{2}(?: ?[A-Z0-9]){11,30}'),
    part: ibanAt,
    proves: () => true,
  },
  {
    kind: 'US bank routing number',
    form: alone('\\d{9}'),
    fits: holdsRouting,
    beside: /^(aba|routing|transit|rtn)$/,
    onlyBeside: true,
  },
  {
    kind: 'Bank account',
    form: alone('\\d[\\d \\-]{6,16}\\d'),
    fits: (found) => digits(found).length >= 8,
    beside: /^(account|acct|konto|kontonummer|iban|bankverbindung)$/,
    onlyBeside: true,
  },
  {
    kind: 'E-mail address',
    form: new RegExp(
      `(?<!${sign}|[._%+\\-])[a-z0-9._%+\\-]{1,64}@[a-z0-9\\-]{1,63}(?:\\.[a-z0-9\\-]{1,63}){0,5}\\.[a-z]{2,24}(?!${sign}|@)`,
      'giv',
    ),
  },
  {
    kind: 'Telephone number',
    form: alone('\\+\\d[\\d \\(\\).\\-]{6,18}\\d|\\(?\\d{3}\\)?[ .\\-]\\d{3}[ .\\-]\\d{4}'),
    fits: (found) => isValidPhoneNumber(found, 'US'),
    beside: /^(tel|telephone|phone|ph|mobile|cell|fax|call|telefon|tél)$/,
  },
  {
    kind: 'IP address',
    form: alone('(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'),
    // Of programs: versions begin so.
    fits: (found) => !/^(?:0|127|255)\./.test(found) && !/^\d\.\d\.\d\.\d$/.test(found),
    beside: /^(ip|address|host|server|client)$/,
  },
  {
    kind: 'Passport',
    form: alone('[A-Z]{0,2}\\d{7,9}'),
    beside: /^(passport|reisepass|passeport|pasaporte)$/,
    onlyBeside: true,
  },
  {
    kind: 'Driver licence',
    form: alone('[A-Z]{0,2}\\d{5,12}'),
    beside: /^(licence|license|dl|driver|drivers|driving|führerschein)$/,
    onlyBeside: true,
  },
  {
    kind: 'Date of birth',
    form: apart(date, 'giv'),
    beside: /^(dob|born|birth|birthday|birthdate|geburtsdatum|geboren|né|née)$/,
    onlyBeside: true,
  },
  {
    kind: 'Health number',
    form: alone('[A-Z]{0,3}\\d{6,12}[A-Z]?'),
    beside: /^(mrn|patient|medicare|medicaid|nhs|health|insurance|versichertennummer)$/,
    onlyBeside: true,
  },
  {
    kind: 'Postal address',
    form: new RegExp(
      `(?<!${sign})\\d{1,6} (?:[NSEW]\\.? )?(?:\\p{Lu}[\\p{L}'.\\-]{0,20} ){1,4}(?:${streets})\\.?(?=[,\\s]|$)`,
      'gv',
    ),
    beside: /^(address|home|residence|lives|street|zip|apt)$/,
  },
]
