/** Why a document stays shut: what a password would not open says so. */
import { describe, expect, it } from 'vitest'
import { ole } from '#tests/fixtures/ole.ts'
import { readCompound } from '../../ole/compound.ts'
import { readWordHeader } from '../binary/word-file.ts'
import { openCipher } from './binary.ts'
import { decryptPackage } from './office-package.ts'

const unknown = 'It is encrypted in a way that is not known.'

describe('a document that stays shut', () => {
  it('is of an algorithm that is not known, whatever the password is', () => {
    const info = Buffer.alloc(200)
    info.writeUInt16LE(3, 0)
    info.writeUInt16LE(2, 2)
    info.writeUInt32LE(40, 8)
    // RC4, with a key as long as one of AES.
    info.writeUInt32LE(0x6801, 20)
    info.writeUInt32LE(128, 28)
    const bytes = ole([
      { name: 'EncryptionInfo', bytes: info },
      { name: 'EncryptedPackage', bytes: Buffer.alloc(64) },
    ])
    expect(() => decryptPackage(readCompound(bytes), ['tika'])).toThrow(unknown)
    info.writeUInt16LE(9, 0)
    expect(() => openCipher(info, ['tika'])).toThrow(unknown)
  })

  it('is old only where it is', () => {
    const stream = (magic: number) => {
      const bytes = Buffer.alloc(0x200)
      bytes.writeUInt16LE(magic, 0)
      return bytes
    }
    expect(() => readWordHeader(stream(0xa5db))).toThrow('older than version 6')
    expect(() => readWordHeader(stream(0x1234))).toThrow('it is damaged')
  })
})
