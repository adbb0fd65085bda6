import { expect, it } from 'vitest'
import { isSystemFault } from './archives/archive.ts'
import { ownPackage, ownPart } from './lazy-dependency.ts'

it('a part of the program that cannot be loaded is a fault of the system, whatever it failed with', async () => {
  const missing: string = './not-installed.ts'
  const loads = [
    () => import(missing),
    () => Promise.reject(Object.assign(new Error('No access.'), { code: 'ERR_ACCESS_DENIED' })),
    () => Promise.reject(new SyntaxError('It is cut.')),
  ]
  for (const load of loads) {
    const failed = await ownPart(load).catch((error: unknown) => error)
    expect(isSystemFault(failed)).toBe(true)
  }
  expect(() => ownPackage('not-installed')).toThrow(expect.objectContaining({ code: 'EPROGRAM' }))
  expect(await ownPart(async () => 'a reader')).toBe('a reader')
})
