import { describe, expect, it } from 'vitest'
import { addressKey, showAddress } from '../../../review/documents/mail-address.ts'
import { readAddresses } from './addresses.ts'

const shown = (header: string) => readAddresses(header).map((a) => `${a.name}|${a.address}`)

describe('readAddresses', () => {
  it.each<[string, string[]]>([
    ['a@x.example', ['|a@x.example']],
    ['Ann <a@x.example>, b@x.example', ['Ann|a@x.example', '|b@x.example']],
    ['"Mann, Kay" <k@x.example>', ['Mann, Kay|k@x.example']],
    ['Mann, Kay <k@x.example>, Doe, J. <j@x.example>', ['Mann, Kay|k@x.example', 'Doe, J.|j@x.example']],
    [
      'Gonzalez , Esmeralda </O=ENRON/OU=NA/CN=RECIPIENTS/CN=Egonzal4>',
      ['Gonzalez, Esmeralda|/O=ENRON/OU=NA/CN=RECIPIENTS/CN=Egonzal4'],
    ],
    ['</O=ENRON/OU=NA/CN=RECIPIENTS/CN=KMANN>', ['KMANN|/O=ENRON/OU=NA/CN=RECIPIENTS/CN=KMANN']],
    ['Frank Sayre , Susan Bailey', ['Frank Sayre|', 'Susan Bailey|']],
    ['b12 at gmail.com (Mihai B)', ['Mihai B|b12@gmail.com']],
    ['pete@x.example (Pete (the cat))', ['Pete (the cat)|pete@x.example']],
    ['undisclosed-recipients:;', ['undisclosed-recipients|']],
    ['Team: a@x.example, B <b@x.example>; c@x.example', ['|a@x.example', 'B|b@x.example', '|c@x.example']],
    ['=?ISO-8859-1?Q?Keld_J=F8rn_Simonsen?= <k@x.example>', ['Keld Jørn Simonsen|k@x.example']],
    ["'thompson@x.example, p@y.example", ["|'thompson@x.example", '|p@y.example']],
    ["'Kent' <kent@x.example>", ['Kent|kent@x.example']],
    ['"unclosed <a@x.example>, b@x.example', ['"unclosed|a@x.example', '|b@x.example']],
    ['a@x.example; b@x.example', ['|a@x.example', '|b@x.example']],
    ['', []],
    [' , ,', []],
  ])('%s', (header, expected) => {
    expect(shown(header)).toEqual(expected)
  })

  it('shows and compares', () => {
    expect(showAddress({ name: 'Ann', address: 'A@x' })).toBe('Ann <A@x>')
    expect(showAddress({ name: '', address: 'A@x' })).toBe('A@x')
    expect(addressKey({ name: 'Ann', address: 'A@x' })).toBe('a@x')
    expect(addressKey({ name: 'Frank Sayre', address: '' })).toBe('frank sayre')
  })
})
