import { expect, it } from 'vitest'
import { shortCode } from './short-code.ts'

it.each([
  ['Responsive', 'Responsive', 'Resp'],
  ['Responsive', 'Not responsive', 'NR'],
  ['Responsive', 'Needs further review', 'NFR'],
  ['Privilege', 'Attorney-client', 'AC'],
  ['Hot', 'Yes', 'Hot'],
  ['Hot', 'No', 'Hot:N'],
  ['Issues', 'Casing, Harmon water', 'Casi HW'],
  ['Issues', 'Casing; Harmon water', 'Casi HW'],
  ['Reviewed on', '03/02/2026', '03/02/2026'],
  ['Privilege basis', 'Advice of counsel about the casing, given on the phone', 'PB'],
])('%s: %s is %s in the list', (field, value, code) => expect(shortCode({ field, value })).toBe(code))

it('tells the choices of one field apart, with no more letters than that takes', () => {
  const choices = ['Not relevant', 'Needs review', 'Relevant', 'Relegated', 'Not relegated']
  const codes = choices.map((value) => shortCode({ field: 'Relevance', value }, choices))
  expect(codes).toEqual(['NotRelev', 'NeRe', 'Relev', 'Releg', 'NotReleg'])
})

it('writes choices out that no letters tell apart, also where both are chosen', () => {
  const choices = ['Privileged e mail one', 'Privileged e mail two']
  expect(shortCode({ field: 'Privilege', value: choices.join(', ') }, choices)).toBe(choices.join(' '))
})
