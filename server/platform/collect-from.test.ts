import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collectRootsOf } from './collect-from.ts'
import { ConfigError, readConfig } from './config.ts'

const roots = (...entries: string[]) => collectRootsOf(entries.join(delimiter), '/data')

describe('folders to collect from', () => {
  it('are bound to clients and projects by their numbers, or to nothing', () => {
    expect(roots('/srv/a=company-3', '/srv/b=project-7,project-5,company-12', '/srv/c', '/srv/d=e=')).toEqual(
      [
        { path: '/srv/a', companies: [3], projects: [] },
        { path: '/srv/b', companies: [12], projects: [5, 7] },
        { path: '/srv/c', companies: [], projects: [] },
        { path: '/srv/d=e', companies: [], projects: [] },
      ],
    )
    expect(roots('')).toEqual([])
  })

  it.each([
    '/srv/a=company',
    '/srv/a=company-0',
    '/srv/a=company-3,',
    '/srv/a=3',
    '/srv/a=Northwind',
    '/srv/a=company-3 project-5',
    '=company-3',
  ])('are refused as %s, with how it is written', (entry) => {
    const read = () => readConfig({ AFFIANT_COLLECT_FROM: entry })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(/^AFFIANT_COLLECT_FROM has ".*Write FOLDER=company-3 or FOLDER=project-5,project-7/)
  })

  it('are in no folder that is bound otherwise, nor around the data folder', () => {
    const machine = mkdtempSync(join(tmpdir(), 'affiant-roots-'))
    try {
      mkdirSync(join(machine, 'share', 'acme'), { recursive: true })
      symlinkSync(join(machine, 'share', 'acme'), join(machine, 'link'))
      const [share, acme, link] = [['share'], ['share', 'acme'], ['link']].map((path) =>
        join(machine, ...path),
      )
      expect(roots(`${share}=company-1`, `${acme}=company-1`)).toHaveLength(2)
      expect(roots(`${share}=company-1`, `${share}-2=company-2`)).toHaveLength(2)
      for (const inner of [`${acme}=company-2`, `${link}=company-2`, `${acme}`, `${share}=project-1`])
        expect(() => roots(`${share}=company-1`, inner)).toThrow(/but bound otherwise/)
      expect(() => collectRootsOf(`${share}=company-1`, join(acme ?? '', 'data'))).toThrow(/data folder/)
      expect(() => collectRootsOf(machine, machine)).toThrow(/data folder/)
    } finally {
      rmSync(machine, { recursive: true })
    }
  })
})
