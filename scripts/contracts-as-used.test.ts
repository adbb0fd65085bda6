import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contractAsUsed } from './contracts-as-used.ts'

describe('the contracts of the page', () => {
  it('go without what calls are said to do, and keep a label of that name', () => {
    const code = readFileSync('contracts/texts.ts', 'utf8')
    const used = contractAsUsed(code)
    expect(used).toContain("summary: 'Summary'")
    expect(used).not.toContain('the first one is shown first.')
    expect(used.split('\n')).toHaveLength(code.split('\n').length)
  })

  it('are all read: no other summary is left', () => {
    const left = globSync('contracts/*.ts', { exclude: ['contracts/*.test.ts'] }).flatMap((path) =>
      (contractAsUsed(readFileSync(path, 'utf8')).match(/^ +summary:\s*['"`].*/gm) ?? []).map((line) =>
        line.trim(),
      ),
    )
    expect(left).toEqual(["summary: 'Summary',"])
  })
})
