/**
 * Encrypted Office Open XML ([MS-OFFCRYPTO] 2.3.4): a compound file with the encrypted zip in it. A password is checked
 * against the file's own hash before anything is decrypted with it.
 */
import { createDecipheriv, createHash, getHashes } from 'node:crypto'
import type { Compound } from '../../ole/compound.ts'
import { Unreadable } from '../reading.ts'
import { type Attributes, decodeXml, walkXml } from '../xml.ts'
import { candidates, notImplemented, wrongPassword } from './passwords.ts'

/** More rounds than programs make; each costs about a microsecond, for every password. */
const maxRounds = 1_000_000

export const isEncryptedPackage = (compound: Compound): boolean =>
  compound.stream('EncryptedPackage') !== null

/** The zip that was encrypted. Throws Unreadable. */
export function decryptPackage(compound: Compound, passwords: readonly string[]): Buffer {
  const info = compound.stream('EncryptionInfo')
  const content = compound.stream('EncryptedPackage')
  if (info === null || content === null || info.length < 12 || content.length < 8) throw notImplemented()
  const agile = info.readUInt16LE(0) === 4 && info.readUInt16LE(2) === 4
  const plain = agile ? decryptAgile(info, content, passwords) : decryptStandard(info, content, passwords)
  return plain.subarray(0, Number(content.readBigUInt64LE(0)))
}

interface Agile {
  readonly salt: Buffer
  readonly blockBytes: number
  readonly keyBytes: number
  readonly hash: string
  readonly chaining: string
  readonly rounds: number
  readonly verifierInput: Buffer
  readonly verifierHash: Buffer
  readonly key: Buffer
}

/** What each key is for, as the standard numbers it (2.3.4.13). */
const purposes = {
  verifierInput: Buffer.from('fea7d2763b4b9e79', 'hex'),
  verifierHash: Buffer.from('d7aa0f6d3061344e', 'hex'),
  key: Buffer.from('146e0be7abacd0d6', 'hex'),
}

function decryptAgile(info: Buffer, content: Buffer, passwords: readonly string[]): Buffer {
  let data: Agile | null = null
  let own: Agile | null = null
  walkXml(decodeXml(info.subarray(8)), {
    open(name, attributes) {
      if (name === 'keyData') data ??= agileOf(attributes)
      if (name === 'encryptedKey' && attributes.get('spinCount') !== undefined) own ??= agileOf(attributes)
    },
  })
  const keyData: Agile | null = data
  const encryptedKey: Agile | null = own
  if (keyData === null || encryptedKey === null)
    throw new Unreadable('encrypted', 'It is not protected by a password alone.')
  const key = agileKey(encryptedKey, passwords)
  const { salt, hash, blockBytes } = keyData
  const plain: Buffer[] = []
  // Each part of 4096 bytes is encrypted anew.
  for (let at = 8, part = 0; at < content.length; at += 4096, part++) {
    const vector = sized(digest(hash, salt, number(part)), blockBytes)
    plain.push(aes(keyData, key, vector, content.subarray(at, at + 4096)))
  }
  return Buffer.concat(plain)
}

function agileKey(own: Agile, passwords: readonly string[]): Buffer {
  for (const password of candidates(passwords)) {
    let hash = digest(own.hash, own.salt, Buffer.from(password, 'utf16le'))
    for (let i = 0; i < own.rounds; i++) hash = digest(own.hash, number(i), hash)
    const open = (purpose: Buffer, encrypted: Buffer): Buffer =>
      aes(
        own,
        sized(digest(own.hash, hash, purpose), own.keyBytes),
        sized(own.salt, own.blockBytes),
        encrypted,
      )
    const input = open(purposes.verifierInput, own.verifierInput)
    const expected = open(purposes.verifierHash, own.verifierHash)
    const found = digest(own.hash, input.subarray(0, own.salt.length))
    if (found.equals(expected.subarray(0, found.length)))
      return open(purposes.key, own.key).subarray(0, own.keyBytes)
  }
  throw wrongPassword()
}

function agileOf(attributes: Attributes): Agile {
  const bytes = (name: string): Buffer => Buffer.from(attributes.get(name) ?? '', 'base64')
  const hash = (attributes.get('hashAlgorithm') ?? '').toLowerCase().replaceAll('-', '')
  const keyBytes = Number(attributes.get('keyBits')) / 8
  const rounds = Number(attributes.get('spinCount') ?? 0)
  if (
    attributes.get('cipherAlgorithm') !== 'AES' ||
    ![16, 24, 32].includes(keyBytes) ||
    !getHashes().includes(hash) ||
    !(rounds <= maxRounds)
  )
    throw notImplemented()
  return {
    salt: bytes('saltValue'),
    blockBytes: 16,
    keyBytes,
    hash,
    chaining: attributes.get('cipherChaining') ?? '',
    rounds,
    verifierInput: bytes('encryptedVerifierHashInput'),
    verifierHash: bytes('encryptedVerifierHashValue'),
    key: bytes('encryptedKeyValue'),
  }
}

function aes({ chaining, keyBytes }: Agile, key: Buffer, vector: Buffer, encrypted: Buffer): Buffer {
  const mode = chaining === 'ChainingModeCFB' ? 'cfb8' : 'cbc'
  const cipher = createDecipheriv(`aes-${keyBytes * 8}-${mode}`, key, vector).setAutoPadding(false)
  // A cut file ends in the middle of a block.
  const whole = encrypted.subarray(0, encrypted.length & ~15)
  return Buffer.concat([cipher.update(whole), cipher.final()])
}

/** Algorithms by their numbers (2.3.2): AES, and where it is left to the flags. */
const aesIds: ReadonlySet<number> = new Set([0, 0x660e, 0x660f, 0x6610])

/** Office 2007 (2.3.4.5 to 2.3.4.9). */
function decryptStandard(info: Buffer, content: Buffer, passwords: readonly string[]): Buffer {
  const headerBytes = info.readUInt32LE(8)
  const at = 12 + headerBytes
  if (info.readUInt16LE(2) !== 2 || headerBytes < 32 || at + 72 > info.length) throw notImplemented()
  const keyBytes = info.readUInt32LE(12 + 16) / 8
  if (!aesIds.has(info.readUInt32LE(12 + 8)) || ![16, 24, 32].includes(keyBytes)) throw notImplemented()
  const salt = info.subarray(at + 4, at + 20)
  for (const password of candidates(passwords)) {
    let hash = digest('sha1', salt, Buffer.from(password, 'utf16le'))
    for (let i = 0; i < 50_000; i++) hash = digest('sha1', number(i), hash)
    hash = digest('sha1', hash, number(0))
    const key = Buffer.concat([0x36, 0x5c].map((pad) => digest('sha1', padded(hash, pad)))).subarray(
      0,
      keyBytes,
    )
    const open = (encrypted: Buffer): Buffer => {
      const cipher = createDecipheriv(`aes-${keyBytes * 8}-ecb`, key, null).setAutoPadding(false)
      return Buffer.concat([cipher.update(encrypted.subarray(0, encrypted.length & ~15)), cipher.final()])
    }
    const found = digest('sha1', open(info.subarray(at + 20, at + 36)))
    if (found.equals(open(info.subarray(at + 40, at + 72)).subarray(0, 20))) return open(content.subarray(8))
  }
  throw wrongPassword()
}

function padded(hash: Buffer, pad: number): Buffer {
  const bytes = Buffer.alloc(64, pad)
  for (const [i, byte] of hash.entries()) bytes[i] = byte ^ pad
  return bytes
}

/** Cut, or filled up as the standard says. */
const sized = (bytes: Buffer, size: number): Buffer =>
  bytes.length >= size
    ? bytes.subarray(0, size)
    : Buffer.concat([bytes, Buffer.alloc(size - bytes.length, 0x36)])

const digest = (algorithm: string, ...parts: readonly Buffer[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash(algorithm)).digest()

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
