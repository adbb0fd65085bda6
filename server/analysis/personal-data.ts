/**
 * Personal data in a text. Likely: its form and a check sum or a word beside it say so. Potential: only its form does. What
 * is found is told by its kind and its place; the value itself stays in the text.
 */
import { isValidPhoneNumber } from 'libphonenumber-js'

export const personalDataKinds = [
  'US social security number',
  'Payment card',
  'IBAN',
  'US bank routing number',
  'Bank account',
  'E-mail address',
  'Telephone number',
  'IP address',
  'Passport',
  'Driver licence',
  'Date of birth',
  'Health number',
  'Postal address',
] as const
export type PersonalDataKind = (typeof personalDataKinds)[number]

export interface PersonalData {
  readonly kind: PersonalDataKind
  readonly confidence: 'likely' | 'potential'
  /** UTF-16 units from the beginning of the text. */
  readonly start: number
  readonly end: number
}

interface Rule {
  readonly kind: PersonalDataKind
  readonly form: RegExp
  /** What has the form and cannot be one. */
  readonly fits?: (found: string) => boolean
  /** A check sum that holds for one in ten by chance at most. */
  readonly proves?: (found: string) => boolean
  /** Words that people write beside it. */
  readonly beside?: RegExp
  /** Its form alone says nothing: without a word beside it, it is not found. */
  readonly onlyBeside?: true
}

/** Nothing before or behind that makes it a part of a longer number: Bates numbers, GUIDs, part numbers. */
const alone = (form: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_./#-])(?:${form})(?![\\p{L}\\p{N}_/#-]|[.,]\\d)`, 'gu')

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const date = `\\d{1,2}[/.-]\\d{1,2}[/.-](?:19|20)?\\d\\d|(?:19|20)\\d\\d-\\d\\d-\\d\\d|\\d{1,2}\\.? (?:${months})[a-z]* (?:19|20)\\d\\d|(?:${months})[a-z]*\\.? \\d{1,2},? (?:19|20)\\d\\d`
const streets =
  'street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|place|pl|parkway|pkwy|highway|hwy|terrace|way'

const rules: readonly Rule[] = [
  {
    kind: 'US social security number',
    form: alone('\\d{3}-\\d{2}-\\d{4}|\\d{3} \\d{2} \\d{4}'),
    // Areas that were never given out.
    fits: (found) => /^(?!000|666|9)\d{3}[- ](?!00)\d{2}[- ](?!0000)\d{4}$/.test(found),
    beside: /^(ssn|ss|social|security|tin|taxpayer)$/,
  },
  {
    kind: 'Payment card',
    form: alone('\\d(?:[ -]?\\d){12,18}'),
    fits: (found) =>
      /^(?:3[47]|3[068]|4|5[1-5]|2[2-7]|6)/.test(found) &&
      holdsLuhn(found) &&
      !/^(\d)\1*$/.test(digits(found)),
    proves: () => true,
  },
  {
    kind: 'IBAN',
    form: alone('[A-Z]{2}\\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?'),
    fits: (found) => ibanLengths.get(found.slice(0, 2)) === bareIban(found).length && holdsMod97(found),
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
    form: alone('\\d[\\d -]{6,16}\\d'),
    fits: (found) => digits(found).length >= 8,
    beside: /^(account|acct|konto|kontonummer|iban|bankverbindung)$/,
    onlyBeside: true,
  },
  {
    kind: 'E-mail address',
    form: /(?<![\p{L}\p{N}._%+-])[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,5}\.[a-z]{2,24}(?![\p{L}\p{N}@])/giu,
  },
  {
    kind: 'Telephone number',
    form: alone('\\+\\d[\\d ().-]{6,18}\\d|\\(?\\d{3}\\)?[ .-]\\d{3}[ .-]\\d{4}'),
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
    form: new RegExp(`(?<![\\p{L}\\p{N}])(?:${date})(?![\\p{L}\\p{N}])`, 'giu'),
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
      `(?<![\\p{L}\\p{N}])\\d{1,6} (?:[NSEW]\\.? )?(?:[A-Z][\\p{L}'.-]{0,20} ){1,4}(?:${streets})\\b\\.?(?=[,\\s])`,
      'giu',
    ),
    beside: /^(address|home|residence|lives|street|zip|apt)$/,
  },
]

/** Words on each side that count as beside. */
const near = 5
const nearChars = 80
/** Of one kind in one text; a list of everybody has millions. */
const mostOfKind = 10_000

/** All that is found, by place. A place that one rule has taken is not another's: rules stand in the order of their strength. */
export function personalDataIn(text: string): readonly PersonalData[] {
  const found: PersonalData[] = []
  const taken = new Taken()
  for (const { kind, form, fits, proves, beside, onlyBeside } of rules) {
    let count = 0
    for (const match of text.matchAll(form)) {
      if (count >= mostOfKind) break
      const start = match.index
      const [value] = match
      const end = start + value.length
      if (taken.has(start) || (fits !== undefined && !fits(value))) continue
      const isBeside = beside !== undefined && wordsBeside(text, start, end).some((word) => beside.test(word))
      if (onlyBeside === true && !isBeside) continue
      count++
      taken.add(start, end)
      const likely = isBeside || proves?.(value) === true
      found.push({ kind, confidence: likely ? 'likely' : 'potential', start, end })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/** Places that do not overlap, by the thousand characters that they are in. */
class Taken {
  readonly #spans = new Map<number, (readonly [number, number])[]>()
  add(start: number, end: number): void {
    for (let block = start >> 10; block <= end >> 10; block++) {
      const spans = this.#spans.get(block)
      if (spans === undefined) this.#spans.set(block, [[start, end]])
      else spans.push([start, end])
    }
  }
  has(at: number): boolean {
    return (this.#spans.get(at >> 10) ?? []).some(([start, end]) => start <= at && at < end)
  }
}

function wordsBeside(text: string, start: number, end: number): readonly string[] {
  const words = (part: string): readonly string[] => part.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return [
    ...words(text.slice(Math.max(0, start - nearChars), start)).slice(-near),
    ...words(text.slice(end, end + nearChars)).slice(0, near),
  ]
}

const digits = (text: string): string => text.replace(/\D/g, '')

/** ISO/IEC 7812-1, annex B. */
export function holdsLuhn(number: string): boolean {
  let sum = 0
  for (const [at, digit] of [...digits(number)].reverse().entries()) {
    const value = at % 2 === 0 ? Number(digit) : Number(digit) * 2
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

const bareIban = (iban: string): string => iban.replaceAll(' ', '')

/** ISO 13616: the first four signs behind the others, letters as numbers from 10 on, leaves 1 when divided by 97. */
function holdsMod97(iban: string): boolean {
  const bare = bareIban(iban)
  let rest = 0
  for (const sign of bare.slice(4) + bare.slice(0, 4)) {
    const value = /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 55
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** The check digit of the American Bankers Association: weights 3, 7 and 1; and districts that there are. */
function holdsRouting(number: string): boolean {
  if (!/^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/.test(number) || number === '000000000') return false
  const weights = [3, 7, 1]
  return [...number].reduce((sum, digit, at) => sum + Number(digit) * (weights[at % 3] ?? 1), 0) % 10 === 0
}

/** Of the countries in the register of ISO 13616, its length. */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 ' +
    'FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 ' +
    'LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ' +
    'ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)
