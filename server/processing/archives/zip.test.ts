import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { zip } from '#server/sample/zip-writer.ts'
import { newSpool } from '../content.ts'
import { defaultLimits } from '../limits.ts'
import { zipEntries } from './zip.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'affiant-zip-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('leaves folders out, and nothing that has bytes', async () => {
  const file = join(folder, 'a.zip')
  writeFileSync(
    file,
    zip([
      { name: 'folder/', bytes: Buffer.alloc(0) },
      { name: 'folder/a.txt', bytes: Buffer.from('one') },
      { name: 'folder/b.txt/', bytes: Buffer.from('two') },
    ]),
  )
  const spool = newSpool(folder, defaultLimits.expandedBytes)
  const unpacking = { limits: defaultLimits, spool, passwords: [], onBusy: () => {} }
  const seen: unknown[] = []
  for await (const { number, name, open } of zipEntries(file, unpacking)) {
    const chunks: Buffer[] = []
    for await (const chunk of await open()) chunks.push(chunk)
    seen.push([number, name, Buffer.concat(chunks).toString()])
  }
  expect(seen).toEqual([
    [1, 'folder/a.txt', 'one'],
    [2, 'folder/b.txt', 'two'],
  ])
})
