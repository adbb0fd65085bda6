import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownName } from '../process-id.ts'
import type { Blobs } from './blobs.ts'
import { openFolder } from './folder.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('files by their content', () => {
  let root: string
  let blobs: Blobs
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'affiant-blobs-'))
    blobs = await openFolder(root)
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it('are found under the hash of their bytes, in folders of few', async () => {
    const bytes = Buffer.from('Dear Lena,')
    const kept = await blobs.put(bytes)
    expect(kept).toEqual({ sha256: hashOf(bytes), size: 10 })
    expect(blobs.pathOf(kept.sha256)).toBe(join(root, kept.sha256.slice(0, 2), kept.sha256))
    expect(await blobs.read(kept.sha256)).toEqual(bytes)
    expect(await buffer(await blobs.open(kept.sha256))).toEqual(bytes)
    expect(await blobs.has(kept.sha256)).toBe(true)
    expect(await blobs.has(hashOf(Buffer.from('x')))).toBe(false)
    // Nobody writes into a kept file by mistake.
    expect((await stat(blobs.pathOf(kept.sha256))).mode & 0o222).toBe(0)
  })

  it('are kept once, however often they come, side by side too', async () => {
    const bytes = Buffer.from('the same')
    const all = await Promise.all(Array.from({ length: 8 }, () => blobs.put(bytes)))
    expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(1)
    expect(readdirSync(join(root, 'tmp'))).toEqual([])
    expect(await blobs.put(Buffer.alloc(0))).toEqual({ sha256: hashOf(Buffer.alloc(0)), size: 0 })
  })

  it('are adopted without being copied; a second one of the same is dropped', async () => {
    const bytes = Buffer.from('a finished upload')
    for (const name of ['one', 'two']) {
      const path = join(root, name)
      writeFileSync(path, bytes)
      expect(await blobs.adopt(path, hashOf(bytes))).toEqual({ sha256: hashOf(bytes), size: bytes.length })
      expect(existsSync(path)).toBe(false)
    }
    expect(await blobs.read(hashOf(bytes))).toEqual(bytes)
    await expect(blobs.adopt(join(root, 'gone'), hashOf(Buffer.from('z')))).rejects.toMatchObject({
      code: 'notFound',
    })
  })

  it('that are not there are not found, and a name that is no hash is never a path', async () => {
    const absent = hashOf(Buffer.from('absent'))
    await expect(blobs.read(absent)).rejects.toMatchObject({ code: 'notFound' })
    await expect(blobs.open(absent)).rejects.toMatchObject({ code: 'notFound' })
    for (const name of ['../../etc/passwd', '', 'A'.repeat(64), `${'a'.repeat(63)}/`])
      expect(() => blobs.pathOf(name)).toThrow('There is no such file.')
  })

  it('are there whole or not at all: what a crash left half-written is thrown away', async () => {
    // No process has this number; one that is at work right now keeps what it has begun, and so may one of another
    // machine's, of which nobody here can know, until it is old.
    const own = ownName()
    const elsewhere = own.replace(/^(\d+-\d*-)[0-9a-f]{16}/, '$10123456789abcdef')
    const old = elsewhere.replace('0123', '4567')
    for (const name of [own.replace(/^\d+/, '99999999'), own, elsewhere, old])
      writeFileSync(join(root, 'tmp', name), 'half of a mess')
    utimesSync(join(root, 'tmp', old), 0, 0)
    const again = await openFolder(root)
    expect(readdirSync(join(root, 'tmp')).toSorted()).toEqual([own, elsewhere].toSorted())
    expect(await again.has(hashOf(Buffer.from('half of a mess')))).toBe(false)
  })

  it('cut short by a broken disk are written anew', async () => {
    const bytes = Buffer.from('all of it')
    const { sha256 } = await blobs.put(bytes)
    await chmod(blobs.pathOf(sha256), 0o600)
    await writeFile(blobs.pathOf(sha256), 'all')
    await blobs.put(bytes)
    expect(await readFile(blobs.pathOf(sha256))).toEqual(bytes)
    await chmod(blobs.pathOf(sha256), 0o600)
    await writeFile(blobs.pathOf(sha256), 'all')
    const upload = join(root, 'upload')
    await writeFile(upload, bytes)
    expect(await blobs.adopt(upload, sha256)).toEqual({ sha256, size: bytes.length })
    expect(await readFile(blobs.pathOf(sha256))).toEqual(bytes)
  })

  it('many at once are all there, each under its own hash', async () => {
    const files = Array.from({ length: 600 }, (_, i) => Buffer.alloc(i * 7, `file ${i % 150} `))
    const kept = await Promise.all(files.map((bytes) => blobs.put(bytes)))
    for (const [i, bytes] of files.entries()) {
      expect(kept[i]).toEqual({ sha256: hashOf(bytes), size: bytes.length })
      expect(await blobs.read(hashOf(bytes))).toEqual(bytes)
    }
    expect(readdirSync(join(root, 'tmp'))).toEqual([])
  })

  it('that could not be kept say so, and the next ones are kept', async () => {
    rmSync(join(root, 'tmp'), { recursive: true })
    const bytes = Buffer.from('nowhere to write')
    await expect(blobs.put(bytes)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await blobs.has(hashOf(bytes))).toBe(false)
    mkdirSync(join(root, 'tmp'))
    await blobs.put(bytes)
    expect(await blobs.read(hashOf(bytes))).toEqual(bytes)
  })

  it('that an earlier version put one level deeper are brought up, also after half of the way', async () => {
    const files = Array.from({ length: 300 }, (_, i) => Buffer.from(`old file ${i}`))
    for (const [i, bytes] of files.entries()) {
      const hash = hashOf(bytes)
      // Of an interrupted run the first folders are done.
      const deep = Number.parseInt(hash.slice(0, 2), 16) > 90
      const folder = join(root, hash.slice(0, 2), ...(deep ? [hash.slice(2, 4)] : []))
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, hash), bytes, { mode: 0o440 })
      // One of them is there already.
      if (deep && i % 9 === 0) writeFileSync(join(root, hash.slice(0, 2), hash), bytes)
    }
    const again = await openFolder(root)
    for (const bytes of files) expect(await again.read(hashOf(bytes))).toEqual(bytes)
    const entries = readdirSync(root, { recursive: true, withFileTypes: true })
    expect(entries.filter((entry) => entry.isDirectory() && entry.parentPath !== root)).toEqual([])
  })
})
