import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ownName } from '#server/platform/process-id.ts'
import { openSpool } from '#server/platform/spool.ts'

const dayMs = 86_400_000

describe('the folder of unfinished files', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'affiant-spool-'))
  })
  afterEach(() => {
    vi.useRealTimers()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const elsewhere = (): string => ownName().replace(/^(\d+-\d*-)[0-9a-f]{16}/, '$10123456789abcdef')
  /** Leaves a folder with a file in it that has not changed for so many days. */
  const leave = (name: string, days: number): string => {
    const path = join(dataDir, 'spool', name)
    mkdirSync(path, { recursive: true })
    writeFileSync(join(path, 'half'), 'half of a mess')
    const then = new Date(Date.now() - days * dayMs)
    utimesSync(path, then, then)
    return name
  }

  it('of a process of this machine stays for as long as the process lives, however old it is', async () => {
    const alive = leave(ownName(), 30)
    leave(ownName().replace(/^\d+/, '99999999'), 0)
    const opened = await openSpool(dataDir)
    expect(readdirSync(join(dataDir, 'spool')).toSorted()).toEqual([alive, basename(opened)].toSorted())
    expect(existsSync(join(dataDir, 'spool', alive, 'half'))).toBe(true)
  })

  it('of another machine, of whose processes nobody here can know, stays until it is old', async () => {
    const young = leave(elsewhere(), 6)
    leave(elsewhere(), 8)
    const opened = await openSpool(dataDir)
    expect(readdirSync(join(dataDir, 'spool')).toSorted()).toEqual([young, basename(opened)].toSorted())
  })

  it('does not grow old while its process lives, even where nothing is done in it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const opened = await openSpool(dataDir)
    utimesSync(opened, 0, 0)
    vi.advanceTimersByTime(dayMs)
    await expect.poll(() => statSync(opened).mtimeMs).toBeGreaterThan(Date.now() - dayMs)
    // Once it is gone nobody asks after it any more.
    rmSync(opened, { recursive: true })
    vi.advanceTimersByTime(dayMs)
    await expect.poll(() => vi.getTimerCount()).toBe(0)
  })
})
