import { describe, expect, it } from 'vitest'
import { identify } from './identify.ts'

const typeOf = (bytes: string | Buffer, name = 'x') => {
  const { mimeType, extension, category } = identify(Buffer.from(bytes), name)
  return [mimeType, extension, category]
}

describe('what is wrapped by ASN.1', () => {
  /** DER: a tag, a length of one byte, the content. */
  const der = (tag: number, ...content: Buffer[]): Buffer => {
    const all = Buffer.concat(content)
    return Buffer.concat([Buffer.from([tag, all.length]), all])
  }
  const oid = (digits: string): Buffer => der(6, Buffer.from(digits, 'hex'))
  const number = der(2, Buffer.from([1]))
  const some = der(0x31, der(0x30, oid('608648016503040201')))
  const data = oid('2a864886f70d010701')
  const signed = (...parts: Buffer[]): Buffer =>
    der(0x30, oid('2a864886f70d010702'), der(0xa0, der(0x30, number, ...parts)))

  it.each<[string, Buffer, string[]]>([
    [
      'signed',
      signed(some, der(0x30, data, der(0xa0, der(4)))),
      ['application/pkcs7-mime', 'p7m', 'Container'],
    ],
    [
      'a signature',
      signed(some, der(0x30, data)),
      ['application/pkcs7-signature', 'p7s', 'Executable/system'],
    ],
    [
      'certificates',
      signed(der(0x31), der(0x30, data)),
      ['application/pkcs7-mime', 'p7c', 'Executable/system'],
    ],
    [
      'enveloped',
      der(0x30, oid('2a864886f70d010703'), der(0xa0)),
      ['application/pkcs7-mime', 'p7m', 'Encrypted'],
    ],
    [
      'compressed',
      der(0x30, oid('2a864886f70d0109100109'), der(0xa0)),
      ['application/pkcs7-mime', 'p7z', 'Container'],
    ],
    [
      'time-stamped',
      der(0x30, oid('2a864886f70d010910011f'), der(0xa0)),
      ['application/timestamped-data', 'tsd', 'Container'],
    ],
  ])('%s, also in Base64', (_, bytes, expected) => {
    expect(typeOf(bytes, 'smime')).toEqual(expected)
    const lines = bytes.toString('base64').replace(/.{64}/g, '$&\r\n')
    expect(typeOf(`-----BEGIN PKCS7-----\n${lines}\n-----END PKCS7-----\n`)).toEqual(expected)
  })
})
