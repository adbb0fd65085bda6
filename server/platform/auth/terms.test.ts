import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { currentTerms, latestTerms } from './terms.ts'

describe('the terms', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'affiant-terms-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const add = (...versions: string[]) => {
    for (const version of versions) writeFileSync(join(folder, `terms-${version}.md`), `Version ${version}`)
  }

  it('are those of the highest version, counted number by number', () => {
    add('1.0', '1.9', '1.10', '1.2.1')
    expect(latestTerms(folder)).toEqual({ version: '1.10', text: 'Version 1.10' })
    add('2')
    expect(latestTerms(folder).version).toBe('2')
    add('2.0.1')
    expect(latestTerms(folder).version).toBe('2.0.1')
  })

  it('leave other files aside, and must be there', () => {
    writeFileSync(join(folder, 'terms-draft.md'), 'no')
    writeFileSync(join(folder, 'terms-9.0.txt'), 'no')
    expect(() => latestTerms(folder)).toThrow(/no terms/)
    add('0.1')
    expect(latestTerms(folder).version).toBe('0.1')
  })

  it('say their own version', () => {
    expect(currentTerms.text).toContain(`Version ${currentTerms.version}\n`)
  })
})
