import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { passwordFault } from './password-rules.ts'

const owner = { email: 'ida.roth@northwind.example', name: 'Ida Roth' }
const fault = (password: string) => passwordFault(password, owner)

describe('password rules', () => {
  it('[open-login-validation] want 12 to 128 characters, and count characters, not bytes', () => {
    expect(fault('kz7-vq2-xw9')).toMatch(/at least 12/)
    expect(fault('kz7-vq2-xw9m')).toBeNull()
    expect(fault(`kz7-vq2-xw9m${'ü'.repeat(116)}`)).toBeNull()
    expect(fault(`kz7-vq2-xw9m${'ü'.repeat(117)}`)).toMatch(/at most 128/)
    expect(fault('🦊🐢🐧🦉🐙🦋')).toMatch(/at least 12/)
  })

  it('ask for no kinds of characters', () => {
    for (const good of [
      'tangerine otter pavement',
      'mwqkzpxnvbtr',
      'orchard velvet compass thimble',
      '8152093764415',
      'ütfgä-löwenmäulchen',
    ])
      expect({ good, fault: fault(good) }).toEqual({ good, fault: null })
  })

  it.each([
    'password12345',
    'Password1234!',
    'P@ssw0rd2025!',
    'passwordpassword',
    'Welcome-2025!!',
    'letmein123456',
    'qwertyuiop123',
    'qwertyuiop[]',
    'asdfghjklzxcvbnm',
    '1q2w3e4r5t6y',
    '123456789012',
    'abcdefghijkl',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'ababababababab',
    'Summer2024!!',
    'iloveyou1234',
    'SuperMan-Batman',
    'adminadmin123',
    'ChangeMe12345',
    'Affiant-Review1',
    'Pr1v1l3g3d2024',
    'monkey123456789',
    'correcthorsebatterystaple',
    '111122223333',
    'Trustno1Trustno1',
    'zxcvbnm,./123',
  ])('refuse %s, which others would try', (password) => {
    expect(fault(password)).not.toBeNull()
  })

  it.each(['ida.roth@northwind', 'Ida-Roth-2025', 'northwind1234', 'RothNorthwind!'])(
    'refuse %s, made of the name and the address',
    (password) => {
      expect(fault(password)).toMatch(/name or address/)
      expect(passwordFault(password, { email: 'x@y.example', name: 'Somebody Else' })).toBeNull()
    },
  )

  it('refuse every entry of the list that is long enough, in any case', () => {
    const entries = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line.length >= 12 && !line.startsWith('#'))
    expect(entries.length).toBeGreaterThan(1000)
    for (const entry of entries)
      expect({ entry, fault: fault(entry.toUpperCase()) }).not.toEqual({ entry, fault: null })
  })

  // A search that tries all ways would not come to its end within the time of a test.
  it('answer soon however the password is built to be slow', () => {
    fault('a1a1a1a1'.repeat(16))
    fault('oneoneonetwotwo'.repeat(8).slice(0, 127))
    fault(`${'passwordsecret'.repeat(9)}§`)
    fault(`${'theatheisthis'.repeat(9)}§`)
  })
})
