/** What lies below a folder, where the disk does not tell all of it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { entriesBelow } from './folder.ts'

/** A folder that opens and whose entries cannot be read. */
const damaged = vi.hoisted(() => ({ name: '' }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const readdir = async (path: Buffer, options: never): Promise<unknown> => {
    if (String(path).endsWith(`/${damaged.name}`))
      throw Object.assign(new Error('EIO: i/o error, scandir'), { code: 'EIO' })
    return await real.readdir(path, options)
  }
  return { ...real, readdir }
})

describe('what lies below a folder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'affiant-below-'))
    for (const name of ['bad', 'good']) {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, 'a.txt'), name)
    }
    writeFileSync(join(folder, 'last.txt'), 'last')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const below = async (after: readonly string[] | null = null) => {
    const found: string[] = []
    for await (const { path, kind } of entriesBelow(Buffer.from(folder), after))
      found.push(`${kind} ${path.join('/')}`)
    return found
  }

  it('is told with a folder that opens and does not say what is in it, which keeps nothing else back', async () => {
    damaged.name = 'bad'
    expect(await below()).toEqual(['folder bad', 'file good/a.txt', 'file last.txt'])
    expect(await below(['bad'])).toEqual(['file good/a.txt', 'file last.txt'])
    damaged.name = 'nothing'
    expect(await below(['bad', 'a.txt'])).toEqual(['file good/a.txt', 'file last.txt'])
  })
})
