import { expect, it } from 'vitest'
import { requireModest } from './json-size.ts'

const many = (n: number, one: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => one(i)).join()

it('takes what calls take, whatever stands in its strings', () => {
  const odd = JSON.stringify({ text: `\\"${'[{,:'.repeat(100_000)}\\\\`, next: '\\' })
  const ids = `{"ids":[${many(10_000, String)}]}`
  const deep = `${'['.repeat(32)}${']'.repeat(32)}`
  for (const text of [odd, ids, deep, '', '"', '{"a":"\\', ']]]'])
    expect(() => requireModest(text)).not.toThrow()
})

it.each([
  ['names', `{${many(30_001, (i) => `"k${i}":1`)}}`, 'has more than 30000 fields'],
  ['names in many objects', `[${many(15_001, () => '{"a":1,"b":2}')}]`, 'has more than 30000 fields'],
  ['values', `[${many(60_001, () => '1')}]`, 'has more than 60000 values'],
  ['levels', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, 'is nested more than 32 levels deep'],
  ['levels that never close', '['.repeat(1_000_000), 'is nested more than 32 levels deep'],
])('refuses too many %s', (_what, text, reason) => {
  expect(() => requireModest(text)).toThrow(`The body of the request ${reason}.`)
})
