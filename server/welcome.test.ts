import { describe, expect, it } from 'vitest'
import type { Seeded } from './sample/seed.ts'
import { welcome } from './welcome.ts'

const secrets = {
  password: 'heron-lamp-quarry',
  totpSecret: 'JBSW',
  recoveryCodes: [],
  file: '/data/sample-password',
}
const seeded = (more: Partial<Seeded>): Seeded => ({
  firstTime: false,
  secrets,
  secondStepOf: 'pm@northwind.example',
  ...more,
})
const said = (sample: Seeded | null, samplePassword: string | null = null) =>
  welcome({ version: '1.0.0', samplePassword }, 'http://127.0.0.1:4400', sample).join('\n')

describe('the words at the start', () => {
  it('say where the server is', () => {
    expect(said(null)).toBe('Affiant 1.0.0 is at http://127.0.0.1:4400')
  })
  it('say how to sign in, and show the password once', () => {
    const first = said(seeded({ firstTime: true }))
    expect(first).toContain('reviewer@northwind.example (Reviewer)')
    expect(first).toContain('heron-lamp-quarry')
    const later = said(seeded({}))
    expect(later).not.toContain('heron-lamp-quarry')
    expect(later).toContain('/data/sample-password')
    expect(later).toContain('pm@northwind.example')
  })
  it('never repeat a password that was given, nor promise a file that is gone', () => {
    const given = said(seeded({ firstTime: true }), 'heron-lamp-quarry')
    expect(given).not.toContain('heron-lamp-quarry')
    expect(given).toContain('AFFIANT_SAMPLE_PASSWORD')
    expect(said(seeded({ secrets: null }))).toContain('has been removed')
  })
})
