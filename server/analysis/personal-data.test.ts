import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#tests/runs.ts'
import { holdsLuhn, personalDataIn } from './personal-data.ts'

const found = (text: string) =>
  personalDataIn(text).map(({ kind, confidence, start, end }) => [kind, confidence, text.slice(start, end)])

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
    ['amounts', 'USD 1,234,567,890.00 for 41111111 units'],
  ])('is not %s', (_, text) => {
    expect(found(text)).toEqual([])
  })

  it('is told once for each place, in the order of the text, whatever the text is', () => {
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
        for (const { start, end } of personalDataIn(text)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = start
        }
      }),
      { numRuns: runs(200) },
    )
  })

  it('ends soon on text that is made to keep it busy', () => {
    for (const piece of ['1', '1-', 'a.', 'A ', '1 Aa ', '@a', 'GB82 ', '1.1.', ' '])
      expect(personalDataIn(piece.repeat(100_000)).length).toBeLessThan(100_001)
  })

  it('a changed digit always breaks the check digit of a card', () => {
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
