import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { idParam, instant, instantAt, wholeParam } from './ids.ts'

describe('a number in a path or query string', () => {
  it.each(['1', '42', '9007199254740991'])('is %j', (text) => {
    expect(z.parse(idParam, text)).toBe(Number(text))
  })

  it.each([
    '',
    ' ',
    '0',
    '-1',
    '+1',
    '01',
    ' 1',
    '1 ',
    '1\n',
    '1.0',
    '1e3',
    '0x1',
    '0b1',
    '1_000',
    '1,000',
    '١',
    'Infinity',
    '9007199254740992',
    '99999999999999999999',
    ['1'],
    undefined,
    null,
    true,
    1,
  ])('is never %j', (text) => {
    expect(z.safeParse(idParam, text).success).toBe(false)
  })

  it('keeps to its bounds, both included', () => {
    const page = wholeParam(0, 200)
    expect(['0', '200'].map((text) => z.parse(page, text))).toEqual([0, 200])
    expect(z.safeParse(page, '201').success).toBe(false)
  })
})

describe('an instant by its milliseconds', () => {
  it.each([0, -86_400_000, 1_735_787_045_123.75, Date.UTC(9999, 11, 31)])('is written of %d', (ms) => {
    const written = instantAt(ms)
    expect(z.parse(instant, written)).toBe(new Date(ms).toISOString())
  })

  it.each([Date.UTC(10_000, 0, 1), Date.UTC(-1, 0, 1), 9e15, -9e15, Number.NaN])('is none of %d', (ms) => {
    expect(instantAt(ms)).toBeNull()
  })
})
