import fc from 'fast-check'
import { expect, it } from 'vitest'
import { blue, red, tiff } from '#tests/fixtures/pictures.ts'
import { runs, property as test } from '#tests/runs.ts'
import { identify } from '../identify/identify.ts'
import { defaultLimits } from '../limits.ts'
import { readDocument } from './read-document.ts'
import { tiffPages } from './tiff-pages.ts'

const fax = (pages: number): Buffer =>
  tiff(Array.from({ length: pages }, () => ({ width: 4, height: 2, left: red, right: blue })))

/** A big one, in the order of bytes that is given, with so many directories of one entry each. */
function bigTiff(pages: number, order: 'II' | 'MM'): Buffer {
  const file = Buffer.alloc(16 + pages * 36)
  const put = (value: number, at: number, length: 2 | 8): void => {
    if (length === 2) order === 'II' ? file.writeUInt16LE(value, at) : file.writeUInt16BE(value, at)
    else order === 'II' ? file.writeBigUInt64LE(BigInt(value), at) : file.writeBigUInt64BE(BigInt(value), at)
  }
  file.write(order, 'latin1')
  put(43, 2, 2)
  put(8, 4, 2)
  put(16, 8, 8)
  for (let page = 0; page < pages; page++) {
    const at = 16 + page * 36
    put(1, at, 8)
    put(page + 1 < pages ? at + 36 : 0, at + 28, 8)
  }
  return file
}

it('a fax says how many pages it has, before any of them is decoded', async () => {
  const file = fax(7)
  const options = { limits: defaultLimits, passwords: [], name: 'fax.tif' }
  expect((await readDocument(file, identify(file, 'fax.tif'), options)).metadata).toEqual({
    Page_Count: ['7'],
  })
})

it('counts the pages of big ones too, whichever way their numbers are written', () => {
  expect([bigTiff(3, 'II'), bigTiff(4, 'MM')].map(tiffPages)).toEqual([3, 4])
})

test('comes to an end whatever the directories say, and counts what is there', () => {
  const looped = fax(2)
  // The second one leads back to the first.
  const second = looped.readUInt32LE(8 + 2 + 13 * 12)
  looped.writeUInt32LE(8, second + 2 + 13 * 12)
  expect(tiffPages(looped)).toBe(2)
  expect(tiffPages(fax(3).subarray(0, 210))).toBe(1)
  expect(tiffPages(Buffer.from('II*\0'))).toBeNull()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const pages = tiffPages(Buffer.concat([Buffer.from('II*\0'), bytes]))
      expect(pages === null || pages > 0).toBe(true)
    }),
    { numRuns: runs(200) },
  )
})
