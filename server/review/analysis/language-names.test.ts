import { supportedLanguages, toISO2 } from 'tinyld'
import { expect, it } from 'vitest'
import { languageName } from './language-names.ts'

it('every language that can be found in a text has a name', () => {
  const codes = supportedLanguages.map(toISO2)
  expect(codes).toContain('ber')
  expect(codes.filter((code) => languageName(code) === code)).toEqual([])
  expect([languageName('ber'), languageName('de'), languageName('qqx')]).toEqual(['Berber', 'German', 'qqx'])
})
