import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { zip } from '#server/sample/zip-writer.ts'
import { linesOf, walked } from '#tests/fixtures/walked.ts'
import { type Content, contentOfStream, newSpool } from './content.ts'
import { unlessInItself } from './loops.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'affiant-loops-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A content out of a container: it can be read once. */
async function once(bytes: Buffer): Promise<Content> {
  async function* source() {
    for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000)
  }
  return await contentOfStream(source(), null)
}
async function found(content: Content, around: readonly Content[]): Promise<{ isIn: boolean; sum: string }> {
  const results: { isIn: boolean; sum: string }[] = []
  const use = async function* (own: Content, isIn: boolean) {
    const hash = createHash('sha256')
    for await (const chunk of own.stream()) hash.update(chunk)
    yield { isIn, sum: hash.digest('hex') }
  }
  for await (const result of unlessInItself(content, around, newSpool(folder, 1e9), use)) results.push(result)
  expect(readdirSync(folder)).toEqual([])
  const [only] = results
  if (only === undefined) throw new Error('Nothing was given.')
  return only
}
const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

describe('what is in itself', () => {
  const small = Buffer.from('small')
  const large = Buffer.alloc(100_000, 'large')
  const other = Buffer.concat([large, Buffer.from('!')])

  it.each([
    ['that is small', small],
    ['that is large', large],
  ])('is found out, %s', async (_, bytes) => {
    const around = { ...(await once(bytes)), sha256: () => Promise.resolve(sumOf(bytes)) }
    expect(await found(await once(bytes), [await once(other), around])).toEqual({
      isIn: true,
      sum: sumOf(bytes),
    })
  })

  it('is not what only begins alike, and that can be read as before', async () => {
    const around = { ...(await once(large)), sha256: () => Promise.resolve(sumOf(large)) }
    expect(await found(await once(other), [around])).toEqual({ isIn: false, sum: sumOf(other) })
    expect(await found(await once(small), [around])).toEqual({ isIn: false, sum: sumOf(small) })
  })
})

it('two archives that are the same may lie side by side, and one in another that is alike', async () => {
  const inner = zip([{ name: 'a.txt', bytes: Buffer.from('a') }])
  const outer = zip([
    { name: '1.zip', bytes: inner },
    { name: '2.zip', bytes: inner },
  ])
  expect(linesOf(await walked('x.zip', zip([{ name: 'outer.zip', bytes: outer }])))).toEqual([
    'outer.zip | 1.zip | a.txt = a',
    'end of outer.zip | 1.zip',
    'outer.zip | 2.zip | a.txt = a',
    'end of outer.zip | 2.zip',
    'end of outer.zip',
    'end of ',
  ])
})
