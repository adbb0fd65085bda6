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
