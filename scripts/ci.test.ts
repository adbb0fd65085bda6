/** `.ci/run` as a whole, with an npm whose runs end as the test says. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

interface Run {
  readonly code: number
  /** passed, failed and skipped; none: it broke off before it could count. */
  readonly counts?: string
}

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'affiant-ci-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function ci({ test, deep }: { readonly test: Run; readonly deep: Run }) {
  const run = (name: string, { code, counts }: Run) =>
    `${name}) ${counts === undefined ? '' : `echo '${counts}' >> "$AFFIANT_TOTALS";`} echo '${name} ran'; exit ${code};;`
  writeFileSync(
    join(folder, 'npm'),
    `#!/bin/sh\ncase "$*" in\n${run('test', test)}\n${run('"run test:deep"', deep)}\nesac\n`,
    { mode: 0o755 },
  )
  const { status, stdout } = spawnSync(resolve(import.meta.dirname, '../.ci/run'), {
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
    encoding: 'utf8',
  })
  return { status, ran: stdout.includes('run test:deep'), last: stdout.trimEnd().split('\n').at(-1) }
}

describe.skipIf(process.platform === 'win32')('the last line of .ci/run', () => {
  it('sums the tests and the deep run', () => {
    expect(ci({ test: { code: 0, counts: '100 0 2' }, deep: { code: 0, counts: '40 0 1' } })).toEqual({
      status: 0,
      ran: true,
      last: '140 passed, 0 failed',
    })
  })

  it('is that of the tests where they fail, and nothing more is run', () => {
    expect(ci({ test: { code: 1, counts: '98 2 2' }, deep: { code: 0, counts: '40 0 1' } })).toEqual({
      status: 1,
      ran: false,
      last: '98 passed, 2 failed',
    })
  })

  it('counts what the deep run finds', () => {
    expect(ci({ test: { code: 0, counts: '100 0 2' }, deep: { code: 1, counts: '39 1 1' } })).toEqual({
      status: 1,
      ran: true,
      last: '139 passed, 1 failed',
    })
  })

  it('counts a run that broke off before it could count as a failure', () => {
    expect(ci({ test: { code: 3 }, deep: { code: 0, counts: '40 0 1' } })).toEqual({
      status: 3,
      ran: false,
      last: '0 passed, 1 failed',
    })
    expect(ci({ test: { code: 0, counts: '100 0 2' }, deep: { code: 1 } })).toEqual({
      status: 1,
      ran: true,
      last: '100 passed, 1 failed',
    })
  })
})
