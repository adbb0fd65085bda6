import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openFolder } from './folder.ts'
import { keep } from './keep.ts'

describe('keeping files', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'affiant-keep-'))
    mkdirSync(join(root, 'tmp'))
  })
  afterEach(() => {
    disk.room = Number.POSITIVE_INFINITY
    rmSync(root, { recursive: true, force: true })
  })

  it('on a disk that fills up half-way keeps nothing of the batch and leaves nothing behind', () => {
    const files = ['one', 'two', 'three'].map((text) => Buffer.from(text))
    disk.room = 2
    expect(() => keep(root, files)).toThrow('ENOSPC')
    expect(readdirSync(root)).toEqual(['tmp'])
    expect(readdirSync(join(root, 'tmp'))).toEqual([])
    disk.room = 3
    expect(keep(root, files)).toHaveLength(3)
  })

  it('syncs every file before it gets its name, and every folder after', () => {
    disk.calls.length = 0
    keep(
      root,
      ['one', 'two'].map((text) => Buffer.from(text)),
    )
    const folders = new Set(readdirSync(root)).size
    expect(disk.calls).toEqual([
      ...Array(2).fill('sync'),
      ...Array(2).fill('rename'),
      // Two folders that are new, and the one above that names them.
      ...Array(folders).fill('sync'),
    ])
  })

  it('syncs the folders of what is there already: who put it there may not have come to it', () => {
    const file = Buffer.from('one')
    keep(root, [file])
    disk.calls.length = 0
    keep(root, [file])
    expect(disk.calls).toEqual(['sync', 'sync'])
  })

  it('a full disk is told to whoever asked in words', async () => {
    const blobs = await openFolder(root)
    faults.full = true
    await expect(blobs.put(Buffer.from('too much'))).rejects.toMatchObject({
      code: 'storage.full',
      status: 507,
    })
    faults.full = false
    expect((await blobs.put(Buffer.from('too much'))).size).toBe(8)
  })
})

/** A disk with room for so many files, which says so as the system does, and what was asked of it. */
const disk = vi.hoisted(() => ({ room: Number.POSITIVE_INFINITY, calls: [] as string[] }))
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  const full = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  const writeFileSync: typeof real.writeFileSync = (...args) => {
    if (disk.room-- <= 0) throw full()
    real.writeFileSync(...args)
  }
  const fsyncSync: typeof real.fsyncSync = (file) => {
    disk.calls.push('sync')
    real.fsyncSync(file)
  }
  const renameSync: typeof real.renameSync = (from, to) => {
    disk.calls.push('rename')
    real.renameSync(from, to)
  }
  return { ...real, writeFileSync, fsyncSync, renameSync }
})

/** The thread cannot be given another disk from here: its answer is. */
const faults = vi.hoisted(() => ({ full: false }))
vi.mock('./keeper.ts', async (original) => {
  const real = await original<typeof import('./keeper.ts')>()
  return {
    Keeper: class extends real.Keeper {
      override keep(bytes: Uint8Array): Promise<string> {
        if (!faults.full) return super.keep(bytes)
        return Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
      }
    },
  }
})
