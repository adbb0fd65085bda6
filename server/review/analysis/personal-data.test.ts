import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { holdsLuhn } from './check-digits.ts'
import { personalDataIn } from './personal-data.ts'

const found = (text: string) =>
  personalDataIn(text).places.map(({ kind, confidence, start, end }) => [
    kind,
    confidence,
    text.slice(start, end),
  ])

describe('personal data', () => {
  it.each([
    ['123-45-6789', 'US social security number', 'potential', '123-45-6789'],
    ['his SSN is 123-45-6789.', 'US social security number', 'likely', '123-45-6789'],
    ['Visa 4111 1111 1111 1111 exp 04/27', 'Payment card', 'likely', '4111 1111 1111 1111'],
    ['pay to GB82 WEST 1234 5698 7654 32 now', 'IBAN', 'likely', 'GB82 WEST 1234 5698 7654 32'],
    ['DE89370400440532013000', 'IBAN', 'likely', 'DE89370400440532013000'],
    ['routing 021000021', 'US bank routing number', 'likely', '021000021'],
    ['account no. 1234567890', 'Bank account', 'likely', '1234567890'],
    ['write to ann.lee@x.example', 'E-mail address', 'potential', 'ann.lee@x.example'],
    ['call (212) 555-2368 today', 'Telephone number', 'likely', '(212) 555-2368'],
    ['at +44 20 7946 0958', 'Telephone number', 'potential', '+44 20 7946 0958'],
    ['from 192.168.14.2 at', 'IP address', 'potential', '192.168.14.2'],
    ['passport: C01234567', 'Passport', 'likely', 'C01234567'],
    ['DOB 04/12/1980', 'Date of birth', 'likely', '04/12/1980'],
    ['born on 12 April 1980 in', 'Date of birth', 'likely', '12 April 1980'],
    ['Patient MRN 00123456', 'Health number', 'likely', '00123456'],
    ['at 12 Lazy Dog Lane, Springfield', 'Postal address', 'potential', '12 Lazy Dog Lane'],
    ['near 1 MICROSOFT WAY, REDMOND', 'Postal address', 'potential', '1 MICROSOFT WAY'],
    ['near 12 Elm street\n', 'Postal address', 'potential', '12 Elm street'],
    ['card 4111 1111 1111 1111 123', 'Payment card', 'likely', '4111 1111 1111 1111'],
    ['12 4111 1111 1111 1111 04 27', 'Payment card', 'likely', '4111 1111 1111 1111'],
    ['9999 4111 1111 1111 1111', 'Payment card', 'likely', '4111 1111 1111 1111'],
    ['3782 822463 10005 1234', 'Payment card', 'likely', '3782 822463 10005'],
    ['GB82 WEST 1234 5698 7654 32 ACME LTD', 'IBAN', 'likely', 'GB82 WEST 1234 5698 7654 32'],
    ['ES91 2100 0418 4502 0005 1332 BANK 2024', 'IBAN', 'likely', 'ES91 2100 0418 4502 0005 1332'],
    ['SSN #123-45-6789', 'US social security number', 'likely', '123-45-6789'],
    ['SSN 123\u201145\u20116789', 'US social security number', 'likely', '123\u201145\u20116789'],
    ['4111\u00a01111\u00a01111\u00a01111', 'Payment card', 'likely', '4111\u00a01111\u00a01111\u00a01111'],
    [
      'SSN\uff1a\uff11\uff12\uff13-45-6789',
      'US social security number',
      'likely',
      '\uff11\uff12\uff13-45-6789',
    ],
    ['SSN 123456789', 'US social security number', 'likely', '123456789'],
    ['his social security number: 123456789', 'US social security number', 'likely', '123456789'],
    ['at (713)853-7459', 'Telephone number', 'potential', '(713)853-7459'],
    ['tel 2125552368', 'Telephone number', 'likely', '2125552368'],
    ['phone: 555-1234', 'Telephone number', 'likely', '555-1234'],
    ['from 2001:db8:85a3::8a2e:370:7334 at', 'IP address', 'potential', '2001:db8:85a3::8a2e:370:7334'],
    ['host fe80::1: down', 'IP address', 'likely', 'fe80::1'],
    ['2001:0DB8:0:0:0:0:0:1 is', 'IP address', 'potential', '2001:0DB8:0:0:0:0:0:1'],
    [
      'to P.O. Box 1234, Springfield, IL 62701 please',
      'Postal address',
      'potential',
      'P.O. Box 1234, Springfield, IL 62701',
    ],
    ['to PO Box 1234, please', 'Postal address', 'potential', 'PO Box 1234'],
    ['driver licence no: F255-9215-0094', 'Driver license', 'likely', 'F255-9215-0094'],
    ['medicare 1EG4-TE5-MK73', 'Health number', 'likely', '1EG4-TE5-MK73'],
    ['medicare 1EG4TE5MK73', 'Health number', 'likely', '1EG4TE5MK73'],
    ['NHS number 943 476 5919', 'Health number', 'likely', '943 476 5919'],
    ['iban gb82 west 1234 5698 7654 32 now', 'IBAN', 'likely', 'gb82 west 1234 5698 7654 32'],
    ['de89370400440532013000', 'IBAN', 'likely', 'de89370400440532013000'],
    ['卡号4111111111111111。', 'Payment card', 'likely', '4111111111111111'],
    ['社会保障号SSN是123-45-6789吗', 'US social security number', 'likely', '123-45-6789'],
    ['メールはann@x.exampleへ', 'E-mail address', 'potential', 'ann@x.example'],
  ])('in “%s” is a %s (%s)', (text, kind, confidence, value) => {
    expect(found(text)).toEqual([[kind, confidence, value]])
  })

  it.each([
    ['a number that was never given out', '900-12-3456 and 123-00-4567 and 000-12-3456'],
    ['a card number whose check digit is wrong', '4111 1111 1111 1112'],
    ['an IBAN whose check digits are wrong', 'GB82 WEST 1234 5698 7654 33'],
    ['the date of an invoice', 'invoice 04/12/1980'],
    ['Bates numbers', 'ABC-0001234567 and NW_00000412 and NWE0000123-NWE0000130'],
    ['GUIDs', '4a5c1111-1111-1111-1111-111111111234 {123-45-6789-0000}'],
    ['part numbers', 'PN-123-45-6789/A and 4111-1111-1111-1111-22-9'],
    ['versions', 'version 1.2.3.4 of 10'],
    ['numbers of nine, ten or seven figures', '123456789 and 2125552368 and 555-1234'],
    ['a number that was never given out, beside a word', 'SSN 900123456'],
    ['times and names of programs', 'at 12:30:45 std::cout dead::beef a::b 2001:30 fe80:1'],
    ['numbers of licences and of beneficiaries without their words', 'F255-9215-0094 and 1EG4-TE5-MK73'],
    ['small letters whose check digits are wrong', 'gb82 west 1234 5698 7654 33'],
    ['a manner of speaking', 'in 3 minutes by the way, and 2 of the best place'],
    ['an IBAN with letters grown to it', 'DE89370400440532013000COBA'],
    ['amounts', 'USD 1,234,567,890.00 for 41111111 units'],
  ])('is not %s', (_, text) => {
    expect(found(text)).toEqual([])
  })

  test('is told once for each place, in the order of the text, whatever the text is', () => {
    const pieces = fc.constantFrom(
      '123-45-6789',
      ' ',
      '4111111111111111',
      'SSN',
      '-',
      '1',
      'a@b.example',
      '+1 212 555 2368',
      'account',
      '12 Main St, ',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        let last = 0
        for (const { start, end } of personalDataIn(text).places) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = start
        }
      }),
      { numRuns: runs(200) },
    )
  })

  it('counts what it does not tell the places of, and still knows it for what it is', () => {
    const { places, counts } = personalDataIn('account 4111 1111 1111 1111\n'.repeat(10_005))
    expect([...counts.likely]).toEqual([['Payment card', 10_005]])
    expect([...counts.potential]).toEqual([])
    expect(places).toHaveLength(10_000)
  })

  it('ends soon on text that is made to keep it busy', () => {
    for (const piece of [
      '1',
      '1-',
      '4 ',
      '4111 ',
      '4111 1111-',
      'AD12',
      'AD12 ',
      '+1 ',
      'a.',
      'A ',
      '1 Aa ',
      '@a',
      'GB82 ',
      'gb82 ',
      'gb82',
      'ad12 ',
      '1.1.',
      '2001:',
      '2001::',
      'f',
      'P.O. Box 1, A',
      'P.O. Box 1, Aa ',
      'A255-',
      '1EG4-',
      ' ',
    ])
      expect(personalDataIn(piece.repeat(100_000)).places.length).toBeLessThan(100_001)
  })

  test('a changed digit always breaks the check digit of a card', () => {
    fc.assert(
      fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const number = [...'4111111111111111']
        number[at] = String((Number(number[at]) + by) % 10)
        expect(holdsLuhn(number.join(''))).toBe(false)
      }),
      { numRuns: runs(100) },
    )
  })
})
