/** Numbers that prove themselves: check digits of cards and banks. */

export const digits = (text: string): string => text.replace(/\D/g, '')

/** ISO/IEC 7812-1, annex B. */
export function holdsLuhn(number: string): boolean {
  const all = digits(number)
  let sum = 0
  for (let behind = 0; behind < all.length; behind++) {
    const digit = Number(all[all.length - 1 - behind])
    const value = behind % 2 === 0 ? digit : digit * 2
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** The IBAN that a text begins with, by the length that its country has, before a space or the end; empty where there is none. */
export function ibanAt(text: string): string {
  const [iban = ''] = ibanForms.get(text.slice(0, 2))?.exec(text) ?? []
  return holdsMod97(iban) ? iban : ''
}

/** The same in small letters, where words may look so: most of it is figures. */
export function smallIbanAt(text: string): string {
  const iban = text.slice(0, ibanAt(text.toUpperCase()).length)
  return digits(iban).length * 2 > iban.replaceAll(' ', '').length ? iban : ''
}

/** ISO 13616: the first four signs behind the others, letters as numbers from 10 on, leaves 1 when divided by 97. */
function holdsMod97(iban: string): boolean {
  const bare = iban.replaceAll(' ', '')
  let rest = 0
  for (const sign of bare.slice(4) + bare.slice(0, 4)) {
    const value = /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 55
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** The check digit of the American Bankers Association: weights 3, 7 and 1; and districts that there are. */
export function holdsRouting(number: string): boolean {
  if (!/^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/.test(number) || number === '000000000') return false
  const weights = [3, 7, 1]
  return [...number].reduce((sum, digit, at) => sum + Number(digit) * (weights[at % 3] ?? 1), 0) % 10 === 0
}

/** The check digit of the National Health Service: weights from 10 down to 2, modulo 11. */
export function holdsNhs(number: string): boolean {
  const all = digits(number)
  const sum = [...all.slice(0, 9)].reduce((total, digit, at) => total + Number(digit) * (10 - at), 0)
  const check = (11 - (sum % 11)) % 11
  return all.length === 10 && check === Number(all[9])
}

/** By the countries in the register of ISO 13616, of its length; people put spaces between. */
const ibanForms: ReadonlyMap<string, RegExp> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 ' +
    'FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 ' +
    'LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ' +
    'ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), new RegExp(`^(?: ?[A-Z0-9]){${entry.slice(2)}}(?= |$)`)]),
)
