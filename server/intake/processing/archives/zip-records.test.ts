import { describe, expect, it } from 'vitest'
import { zipOf } from '#tests/support/office.ts'
import { directoryHeader, directoryOf, headerBytes, localHeader } from './zip-records.ts'

describe('the directory of a zip', () => {
  const zip = zipOf({ 'a.txt': 'one', 'b/ü.txt': 'two and more of it' })

  it('names its entries and where they are, also behind other bytes', () => {
    for (const before of ['', 'MZ and the rest of a program']) {
      const bytes = Buffer.concat([Buffer.from(before), zip])
      const headers = directoryOf(bytes, 10) ?? []
      expect(headers.map(({ rawName, size }) => [rawName.toString(), size])).toEqual([
        ['a.txt', 3],
        ['b/ü.txt', 18],
      ])
      for (const { at, rawName } of headers) expect(localHeader(bytes, at)?.rawName).toEqual(rawName)
      expect(directoryOf(bytes, 1)).toHaveLength(1)
    }
  })

  it('is none where it is cut or damaged', () => {
    expect(directoryOf(zip.subarray(0, zip.length - 1), 10)).toBeNull()
    const damaged = Buffer.from(zip)
    damaged[damaged.indexOf('PK\x01\x02') + 3] = 0
    expect(directoryOf(damaged, 10)).toBeNull()
  })

  it('has numbers of 64 bits in a field of their own, in which only those stand that need it', () => {
    const header = Buffer.alloc(headerBytes + 1 + 24)
    header.write('PK\x01\x02', 'latin1')
    header.writeUInt32LE(0xffffffff, 20)
    header.writeUInt32LE(7, 24)
    header.writeUInt16LE(1, 28)
    header.writeUInt16LE(24, 30)
    header.writeUInt32LE(0xffffffff, 42)
    header.write('x', headerBytes)
    // Another field stands first, and says nothing.
    header.writeUInt16LE(0x7075, headerBytes + 1)
    header.writeUInt16LE(1, headerBytes + 5)
    header.writeUInt16LE(16, headerBytes + 7)
    header.writeBigUInt64LE(5_000_000_000n, headerBytes + 9)
    header.writeBigUInt64LE(6_000_000_000n, headerBytes + 17)
    expect(directoryHeader(header, 0)).toMatchObject({
      size: 7,
      packedSize: 5_000_000_000,
      at: 6_000_000_000,
      length: header.length,
    })
  })
})
