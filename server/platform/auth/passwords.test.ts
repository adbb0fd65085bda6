import { describe, expect, it } from 'vitest'
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts'

const password = 'tangerine-otter-pavement-38'

describe('password hashes', () => {
  it('are argon2id in PHC form, salted', async () => {
    const [a, b] = [await hashPassword(password), await hashPassword(password)]
    expect(a).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(a).not.toBe(b)
    expect(await verifyPassword(a, password)).toBe(true)
    expect(await verifyPassword(a, `${password} `)).toBe(false)
  })

  it('tell how they were made, so that older ones still verify and are made anew', async () => {
    const old = await hashPassword(password, { memory: 8192, passes: 1, parallelism: 1 })
    expect(old).toContain('m=8192,t=1,p=1')
    expect(await verifyPassword(old, password)).toBe(true)
    expect(needsRehash(old)).toBe(true)
    expect(needsRehash(await hashPassword(password))).toBe(false)
  })

  it('verify one made elsewhere', async () => {
    // The reference implementation's vector (argon2id, 64 MiB, 2 passes): password "password", salt "somesalt".
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await verifyPassword(reference, 'password')).toBe(true)
    expect(await verifyPassword(reference, 'Password')).toBe(false)
  })

  it('take a password however its accents were typed', async () => {
    const hash = await hashPassword('caf\u00e9 au lait le matin')
    expect(await verifyPassword(hash, 'cafe\u0301 au lait le matin')).toBe(true)
  })

  it('never let anybody in where there is no account or the hash is no hash', async () => {
    expect(await verifyPassword(null, password)).toBe(false)
    expect(await verifyPassword('!', password)).toBe(false)
    expect(await verifyPassword('', '')).toBe(false)
  })
})
