import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { property as test } from '#tests/runs.ts'
import { commitmentOf, firstHash, linkOf, newSalt } from './audit/chain.ts'
import { canonical } from './canonical.ts'

describe('canonical JSON', () => {
  it('writes the example of RFC 8785', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    }
    expect(canonical(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it('orders members by UTF-16 units, as the RFC does', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }
    expect(Object.values(JSON.parse(canonical(value)) as Record<string, number>)).toHaveLength(7)
    expect([...canonical(value).matchAll(/:(\d)/g)].map(([, n]) => n).join('')).toBe('2467153')
  })

  it('writes numbers as ECMAScript does, and minus zero as zero', () => {
    expect(canonical([-0, 0, 1e21, 9007199254740991, 1e-7, -5])).toBe('[0,0,1e+21,9007199254740991,1e-7,-5]')
  })

  it('leaves out what is undefined and refuses what JSON cannot say', () => {
    expect(canonical({ b: undefined, a: [undefined] })).toBe('{"a":[null]}')
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1, Symbol('s'), undefined])
      expect(() => canonical(value)).toThrow(TypeError)
  })

  test('is one text for one value, whatever the order of members, and reads back as the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonical(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonical(shuffled(value))).toBe(text)
      }),
    )
  })
})

describe('links', () => {
  it('are those of the reference vectors', () => {
    const first = linkOf(firstHash, '{"seq":1,"who":"u7","what":"code"}')
    expect(first).toBe('99598729917b61589353bf83f14ff06eb01fe3c4094d3b9ecaab3deb27aabd37')
    expect(linkOf(first, '{"seq":2,"who":"u7","what":"code"}')).toBe(
      '142eb94ec82c05ee0e2a4383d3eb59a7b79a6e3a24902127337a8f3a7a4b3f23',
    )
  })

  it('commit to a value by its salt: the same value never looks the same twice', () => {
    const value = 'lena@northwind.example'
    const salt = newSalt()
    expect(salt).toMatch(/^[0-9a-f]{32}$/)
    expect(commitmentOf({ value, salt })).toBe(createHash('sha256').update(`${salt}"${value}"`).digest('hex'))
    expect(commitmentOf({ value, salt: newSalt() })).not.toBe(commitmentOf({ value, salt }))
  })
})

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, shuffled(member)]),
  )
}
