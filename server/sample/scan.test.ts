import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { scannedPage } from './scan.ts'

const lines = ['NOTICE OF LIEN', '', 'DOC. 518872']

it('a page is the same whenever it is drawn, and another one with other dirt or other words', () => {
  const page = scannedPage(lines, 14)
  expect(page()).toBe(page())
  expect(scannedPage(lines, 14)().equals(page())).toBe(true)
  expect(scannedPage(lines, 15)().equals(page())).toBe(false)
  expect(scannedPage([], 14)().equals(page())).toBe(false)
})

it('a page is a PNG of grey paper, with ink and specks and grain', () => {
  const bytes = scannedPage(lines, 14)()
  expect(bytes.toString('hex', 0, 8)).toBe('89504e470d0a1a0a')
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const data = bytes.indexOf('IDAT')
  const rows = inflateSync(bytes.subarray(data + 4, data + 4 + bytes.readUInt32BE(data - 4)))
  expect(rows.length).toBe((width + 1) * height)
  const greys = new Map<number, number>()
  for (const grey of rows) greys.set(grey, (greys.get(grey) ?? 0) + 1)
  const share = (from: number, to: number) =>
    [...greys].reduce((n, [grey, count]) => (grey >= from && grey <= to ? n + count : n), 0) / rows.length
  expect(share(243, 243)).toBeGreaterThan(0.9)
  expect(share(226, 238)).toBeGreaterThan(0.01)
  expect(share(20, 80)).toBeGreaterThan(0.0005)
  expect(greys.get(120)).toBeGreaterThan(100)
})
