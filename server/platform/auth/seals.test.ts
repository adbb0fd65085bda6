import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSeals, sealKeyFiles } from './seals.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'affiant-seals-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

it('a secret opens again, in another process too, for the same account only, and never if it was changed', () => {
  const seals = openSeals({ dataDir })
  expect(sealKeyFiles({ dataDir })).toEqual([])
  const [sealed, again] = [seals.seal('JBSWY3DP', 'user 1'), seals.seal('JBSWY3DP', 'user 1')]
  expect(sealed).not.toBe(again)
  expect(openSeals({ dataDir }).open(sealed, 'user 1')).toBe('JBSWY3DP')
  expect(() => seals.open(sealed, 'user 2')).toThrow()
  const last = sealed.at(-2) === 'A' ? 'B' : 'A'
  expect(() => seals.open(`${sealed.slice(0, -2)}${last}${sealed.at(-1)}`, 'user 1')).toThrow()
  expect(() => seals.open('JBSWY3DP', 'user 1')).toThrow(/cannot be checked/)
  const [file = '', ...more] = sealKeyFiles({ dataDir })
  expect(more).toEqual([])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('a key that was lost is said, and used again once it is back, beside another one', () => {
  const sealed = openSeals({ dataDir }).seal('JBSWY3DP', 'user 1')
  const [file = ''] = sealKeyFiles({ dataDir })
  const key = readFileSync(file)
  rmSync(file)
  const seals = openSeals({ dataDir })
  expect(seals.hasKeyOf(sealed)).toBe(false)
  expect(() => seals.open(sealed, 'user 1')).toThrow(/recovery code/)
  const newer = seals.seal('KRSXG5A', 'user 2')
  writeFileSync(file, 'damaged')
  expect(seals.hasKeyOf(sealed)).toBe(false)
  writeFileSync(file, key)
  expect(seals.open(sealed, 'user 1')).toBe('JBSWY3DP')
  expect(seals.open(newer, 'user 2')).toBe('KRSXG5A')
})
