/** Passwords of binary office files: RC4 of 40 bits, and RC4 by the CryptoAPI ([MS-OFFCRYPTO] 2.3.6 and 2.3.5). */
import { createHash } from 'node:crypto'
import { Unreadable } from '../reading.ts'
import { candidates, notImplemented, wrongPassword } from './passwords.ts'
import { Rc4 } from './rc4.ts'

/** Decrypts what is encrypted anew in each block, by the number of a block. */
export type BlockCipher = (block: number) => Rc4

/** The cipher of a file by its encryption header, for the first password that fits it. Throws Unreadable. */
export function openCipher(header: Buffer, passwords: readonly string[]): BlockCipher {
  if (header.length < 52) throw notImplemented()
  const major = header.readUInt16LE(0)
  const minor = header.readUInt16LE(2)
  if (major === 1 && minor === 1) return forty(header.subarray(4), passwords)
  if (major >= 2 && major <= 4 && minor === 2) return cryptoApi(header, passwords)
  throw notImplemented()
}

function forty(header: Buffer, passwords: readonly string[]): BlockCipher {
  const salt = header.subarray(0, 16)
  for (const password of candidates(passwords)) {
    const short = md5(Buffer.from(password, 'utf16le')).subarray(0, 5)
    const base = md5(Buffer.concat(Array.from({ length: 16 }, () => Buffer.concat([short, salt])))).subarray(
      0,
      5,
    )
    const cipher: BlockCipher = (block) => new Rc4(md5(Buffer.concat([base, number(block)])))
    const first = cipher(0)
    const verifier = first.apply(header.subarray(16, 32))
    if (md5(verifier).equals(first.apply(header.subarray(32, 48)))) return cipher
  }
  throw wrongPassword()
}

function cryptoApi(header: Buffer, passwords: readonly string[]): BlockCipher {
  const size = header.readUInt32LE(8)
  const verifierAt = 12 + size
  if (verifierAt + 60 > header.length) throw new Unreadable('encrypted', 'Its encryption cannot be read.')
  const keyBytes = (header.readUInt32LE(12 + 16) || 40) / 8
  const salt = header.subarray(verifierAt + 4, verifierAt + 20)
  for (const password of candidates(passwords)) {
    const base = sha1(Buffer.concat([salt, Buffer.from(password, 'utf16le')]))
    const cipher: BlockCipher = (block) => {
      const key = sha1(Buffer.concat([base, number(block)])).subarray(0, keyBytes)
      return new Rc4(keyBytes === 5 ? Buffer.concat([key, Buffer.alloc(11)]) : key)
    }
    const first = cipher(0)
    const verifier = first.apply(header.subarray(verifierAt + 20, verifierAt + 36))
    if (sha1(verifier).equals(first.apply(header.subarray(verifierAt + 40, verifierAt + 60)))) return cipher
  }
  throw wrongPassword()
}

/** Decrypts a stream whose blocks are of one size. */
export function decryptBlocks(bytes: Buffer, blockBytes: number, cipher: BlockCipher): Buffer {
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += blockBytes)
    blocks.push(cipher(at / blockBytes).apply(bytes.subarray(at, at + blockBytes)))
  return Buffer.concat(blocks)
}

const md5 = (bytes: Buffer): Buffer => createHash('md5').update(bytes).digest()
const sha1 = (bytes: Buffer): Buffer => createHash('sha1').update(bytes).digest()

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}
