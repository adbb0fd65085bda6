import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { judged, processorSeconds, secondsIn, slowest } from './cost.mjs'

describe('processor time', () => {
  it('is that of the process and of its children, whatever its name is', () => {
    expect(secondsIn('7 (a) b (c) S 1 7 7 0 -1 4194304 100 200 0 0 150 50 1000 300 20 0 11 0 99 1 2')).toBe(
      15,
    )
  })

  it.skipIf(process.platform !== 'linux')('counts a child that has ended', () => {
    const before = processorSeconds() ?? Number.NaN
    spawnSync(process.execPath, [
      '-e',
      'const end = performance.now() + 300; while (performance.now() < end);',
    ])
    expect(processorSeconds()).toBeGreaterThan(before)
  })

  it('is over its budget by more than a third, and where it cannot be measured never', () => {
    expect(judged(1333, 1000)).toEqual({ over: false, line: 'Processor time: 1333 s of a budget of 1000 s.' })
    expect(judged(1334, 1000)).toEqual({
      over: true,
      line: 'Processor time: 1334 s of a budget of 1000 s, and of the third above it.',
    })
    expect(judged(null, 1000).over).toBe(false)
  })
})

it('lists the slowest files, the slowest first', () => {
  const files = [
    { name: 'a.test.ts', seconds: 1 },
    { name: 'b.spec.ts', seconds: 12.34 },
    { name: 'c.test.ts', seconds: 3 },
  ]
  expect(slowest(files, 2)).toEqual(['    12.3 s  b.spec.ts', '     3.0 s  c.test.ts'])
})
