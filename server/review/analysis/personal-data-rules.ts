/** By what each kind of personal data is known. */

import { isIPv6 } from 'node:net'
import { isValidPhoneNumber } from 'libphonenumber-js'
import type { PersonalDataKind } from '#contracts/personal-data-kinds.ts'
import { digits, holdsLuhn, holdsNhs, holdsRouting, ibanAt, smallIbanAt } from './check-digits.ts'
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

/** Areas, groups and serials of social security numbers that were never given out. */
const isGivenOut = (found: string): boolean =>
  /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits(found))

/** As cards are printed: in fours, as American Express and Diners Club do, or without spaces. The longer form is first. */
const cards = [
  '\\d{4}(?:[ \\-]\\d{4}){3}[ \\-]\\d{3}',
  '\\d{4}(?:[ \\-]\\d{4}){3}',
  '\\d{4}[ \\-]\\d{6}[ \\-]\\d{4,5}',
  '\\d{4}(?:[ \\-]\\d{3}){3}',
  '\\d{8}[ \\-]\\d{8}',
  '\\d{13,19}',
]

const mbiLetter = '[AC-HJKMNPQRT-Y]'
const mbiSign = '[AC-HJKMNPQRT-Y0-9]'

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

const telephoneWords = /^(tel|telephone|phone|ph|mobile|cell|fax|call|telefon|tél)$/

/** In the order of their strength. */
export const rules: readonly Rule[] = [
  {
    kind: 'US social security number',
    form: alone('\\d{3}-\\d{2}-\\d{4}|\\d{3} \\d{2} \\d{4}'),
    fits: isGivenOut,
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
    kind: 'IBAN',
    form: alone('[a-z]{2}\\d{2}(?: ?[a-z0-9]){11,30}'),
    part: smallIbanAt,
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
    // Nine figures may be anything: the word has to say what they are.
    kind: 'US social security number',
    form: alone('\\d{9}'),
    fits: isGivenOut,
    beside: /^(ssn|social)$/,
    onlyBeside: true,
  },
  {
    kind: 'Health number',
    form: alone('\\d{3}[ \\-]?\\d{3}[ \\-]?\\d{4}'),
    fits: holdsNhs,
    beside: /^nhs$/,
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
    form: alone(
      '\\+\\d[\\d \\(\\).\\-]{6,18}\\d|\\(\\d{3}\\) {0,2}\\d{3}[ .\\-]\\d{4}|\\(?\\d{3}\\)?[ .\\-]\\d{3}[ .\\-]\\d{4}',
    ),
    fits: (found) => isValidPhoneNumber(found, 'US'),
    beside: telephoneWords,
  },
  {
    // Without an area, or without a sign between: amounts and numbers of parts look so too.
    kind: 'Telephone number',
    form: alone('\\d{3}[.\\-]\\d{4}|\\d{10}'),
    fits: (found) => (found.length === 10 ? isValidPhoneNumber(found, 'US') : /^[2-9]/.test(found)),
    beside: telephoneWords,
    onlyBeside: true,
  },
  {
    kind: 'IP address',
    form: alone('(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'),
    // Of programs: versions begin so.
    fits: (found) => !/^(?:0|127|255)\./.test(found) && !/^\d\.\d\.\d\.\d$/.test(found),
    beside: /^(ip|address|host|server|client)$/,
  },
  {
    // Of the world, of a place and of a link (RFC 4291, RFC 4193): times and names of programs have other beginnings.
    kind: 'IP address',
    form: new RegExp(
      `(?<!${sign}|[:_.\\/\\-])(?:[23][0-9a-f]{3}|fe[89ab][0-9a-f]|f[cd][0-9a-f]{2})(?::{1,2}[0-9a-f]{1,4}){1,7}(?:::)?(?!${sign}|[_#\\-]|:[0-9a-f:])`,
      'giv',
    ),
    fits: isIPv6,
    beside: /^(ip|ipv6|address|host|server|client)$/,
  },
  {
    kind: 'Passport',
    form: alone('[A-Z]{0,2}\\d{7,9}'),
    beside: /^(passport|reisepass|passeport|pasaporte)$/,
    onlyBeside: true,
  },
  {
    kind: 'Driver license',
    form: alone('[A-Z]{0,2}\\d{5,12}'),
    beside: /^(licence|license|dl|driver|drivers|driving|führerschein)$/,
    onlyBeside: true,
  },
  {
    // As states write them that begin with a letter.
    kind: 'Driver license',
    form: alone('[A-Z]\\d{3}(?:-\\d{2,4}){2,4}(?:-\\d)?'),
    beside: /^(dl|driver|drivers|driving)$/,
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
    // The Medicare Beneficiary Identifier: which of its signs are letters is fixed, and some letters are none of them.
    kind: 'Health number',
    form: alone(`[1-9]${mbiLetter}${mbiSign}\\d-?${mbiLetter}${mbiSign}\\d-?${mbiLetter}{2}\\d{2}`),
    beside: /^(medicare|mbi|beneficiary)$/,
    onlyBeside: true,
  },
  {
    kind: 'Postal address',
    form: new RegExp(
      `(?<!${sign})(?:P\\. ?O\\. ?|PO |P\\.O )(?:Box|BOX|box) \\d{1,6}(?:, ?\\p{Lu}[\\p{L}'.\\-]{0,20}(?: \\p{Lu}[\\p{L}'.\\-]{0,20}){0,3},? [A-Z]{2} \\d{5}(?:-\\d{4})?)?(?!${sign})`,
      'gv',
    ),
    beside: /^(address|home|residence|lives|street|zip|apt)$/,
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
