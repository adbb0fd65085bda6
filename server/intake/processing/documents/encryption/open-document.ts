/**
 * Encrypted OpenDocument (ISO/IEC 26300-3, 3.4 and 4.8): each part is deflated and then encrypted by a key of its own, and
 * the manifest says how. LibreOffice since 24.8 encrypts the whole package as one part (`encrypted-package`), with Argon2
 * and AES-GCM. A password is checked on one part before it is used on others.
 */
import { argon2Sync, type CipherGCMTypes, createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { Zip, ZipDeflate } from 'fflate'
import type { Limits } from '../../limits.ts'
import { type Decrypt, openParts, type Parts } from '../parts.ts'
import { Unreadable } from '../reading.ts'
import { type Attributes, decodeXml, walkXml, type XmlHandler } from '../xml.ts'
import { decryptBlowfish } from './blowfish.ts'
import { notImplemented, wrongPassword } from './passwords.ts'

interface Opened {
  readonly parts: Parts
  /** The package as it would be without a password. */
  plain(): Buffer
}

/** The whole package as one part of another. */
const wholePackage = 'encrypted-package'
const manifestName = 'META-INF/manifest.xml'

/**
 * The parts of an OpenDocument file; of a locked one with the first password that fits. Rejects with Unreadable where none
 * does, or where it is no zip.
 */
export async function openDocumentParts(
  bytes: Buffer,
  options: { readonly limits: Limits; readonly passwords: readonly string[] },
): Promise<Opened> {
  const { limits, passwords } = options
  const parts = openParts(bytes, limits)
  const locks = locksOf(parts)
  if (locks.size === 0) return { parts, plain: () => bytes }
  const first = [wholePackage, 'content.xml', ...locks.keys()].find((name) => locks.has(name)) ?? ''
  const open = opening(locks, first, parts.packed(first) ?? Buffer.alloc(0), passwords)
  const opened = parts.decrypted(new Map([...locks].map(([name, lock]) => [name, open(lock)])))
  if (!locks.has(wholePackage)) return { parts: opened, plain: () => zipOf(opened) }
  const whole = opened.read(wholePackage)
  if (whole === null)
    throw new Unreadable('corrupt', 'It is damaged: what is locked in it cannot be unpacked.')
  const inner = openParts(whole, limits)
  if (locksOf(inner).size > 0) throw notImplemented()
  return { parts: inner, plain: () => whole }
}

/** Reads parts one after the other, so that no more than one of them is held unpacked. */
function zipOf(parts: Parts): Buffer {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error
    chunks.push(chunk)
  })
  for (const name of parts.names) {
    const bytes = parts.read(name)
    if (bytes === null || name.endsWith('/')) continue
    const file = new ZipDeflate(name, { level: 1 })
    zip.add(file)
    file.push(name === manifestName ? unlockedManifest(bytes) : bytes, true)
  }
  zip.end()
  return Buffer.concat(chunks)
}

const unlockedManifest = (bytes: Buffer): Buffer =>
  Buffer.from(
    decodeXml(bytes).replace(/<(?:\w+:)?encryption-data\b[\s\S]*?<\/(?:\w+:)?encryption-data\s*>/g, ''),
  )

/** How a part is locked, as the manifest has it. */
interface Lock {
  algorithm: string
  vector: Buffer
  checksumType: string
  checksum: Buffer | null
  startKey: string
  derivation: string
  salt: Buffer
  keyBytes: number
  rounds: number
  memory: number
  lanes: number
}

const noLock: Lock = {
  algorithm: '',
  vector: Buffer.alloc(0),
  checksumType: '',
  checksum: null,
  startKey: 'sha1',
  derivation: '',
  salt: Buffer.alloc(0),
  keyBytes: 16,
  rounds: 1024,
  memory: 0,
  lanes: 0,
}

/** By the names of parts; none where the file is not locked. What the manifest names has to be there. */
function locksOf(parts: Parts): ReadonlyMap<string, Lock> {
  const manifest = parts.xml(manifestName)
  const reader = new ManifestReader()
  if (manifest !== null) walkXml(manifest, reader)
  for (const path of reader.paths) if (!noLoss.test(path)) parts.expect(path)
  return reader.locks
}

/** Folders, and what programs make anew. */
const noLoss = /\/$|^(Thumbnails|Configurations2)\/|^layout-cache$/

class ManifestReader implements XmlHandler {
  readonly locks = new Map<string, Lock>()
  readonly paths: string[] = []
  #path = ''
  #lock: Lock | null = null

  open(name: string, attributes: Attributes): void {
    const bytes = (attribute: string): Buffer => Buffer.from(attributes.get(attribute) ?? '', 'base64')
    const lock = this.#lock
    if (name === 'file-entry') {
      this.#path = attributes.get('full-path') ?? ''
      this.paths.push(this.#path)
    } else if (name === 'encryption-data') {
      this.#lock = { ...noLock, checksumType: (attributes.get('checksum-type') ?? '').toLowerCase() }
      if (attributes.get('checksum') !== undefined) this.#lock.checksum = bytes('checksum')
      this.locks.set(this.#path, this.#lock)
    } else if (lock === null) return
    else if (name === 'algorithm') {
      lock.algorithm = (attributes.get('algorithm-name') ?? '').toLowerCase()
      lock.vector = bytes('initialisation-vector')
    } else if (name === 'start-key-generation')
      lock.startKey = (attributes.get('start-key-generation-name') ?? '').toLowerCase()
    else if (name === 'key-derivation') {
      lock.derivation = (attributes.get('key-derivation-name') ?? '').toLowerCase()
      lock.salt = bytes('salt')
      lock.keyBytes = Number(attributes.get('key-size') ?? noLock.keyBytes)
      lock.rounds = Number(
        attributes.get('iteration-count') ?? attributes.get('argon2-iterations') ?? noLock.rounds,
      )
      lock.memory = Number(attributes.get('argon2-memory') ?? 0)
      lock.lanes = Number(attributes.get('argon2-lanes') ?? 0)
    }
  }

  close(name: string): void {
    if (name === 'encryption-data') this.#lock = null
  }
}

/** The way to open each part, by the password that fits the first of them. Throws Unreadable where none does. */
function opening(
  locks: ReadonlyMap<string, Lock>,
  name: string,
  encrypted: Buffer,
  passwords: readonly string[],
): (lock: Lock) => Decrypt {
  const lock = locks.get(name) ?? noLock
  // Says so of what no password opens, also where none is known.
  cipherOf(lock)
  for (const password of new Set(passwords))
    for (const spelled of spellings(password)) {
      // A key takes longer to derive than most parts to decrypt.
      const keys = new Map<Lock, Buffer>()
      const open =
        (one: Lock): Decrypt =>
        (bytes) => {
          const key = keys.get(one) ?? keyOf(one, spelled)
          keys.set(one, key)
          return decrypt(one, key, bytes)
        }
      const deflated = open(lock)(encrypted)
      if (deflated !== null && (lock.checksum !== null || isDeflated(deflated))) return open
    }
  throw wrongPassword()
}

/** Passwords are hashed as UTF-8; programs before 2011 hashed them as the system wrote them. */
const spellings = (password: string): readonly Buffer[] => {
  const [utf8, latin] = [Buffer.from(password, 'utf8'), Buffer.from(password, 'latin1')]
  return utf8.equals(latin) ? [utf8] : [utf8, latin]
}

/** What was deflated of a part; null where the key does not fit. Throws Unreadable where it is locked in no known way. */
function decrypt(lock: Lock, key: Buffer, encrypted: Buffer): Buffer | null {
  const deflated = cipherOf(lock)(key, encrypted)
  if (deflated === null || lock.checksum === null) return deflated
  const checked = lock.checksumType.includes('1k') ? deflated.subarray(0, 1024) : deflated
  return createHash(hashOf(lock.checksumType)).update(checked).digest().equals(lock.checksum)
    ? deflated
    : null
}

type Cipher = (key: Buffer, encrypted: Buffer) => Buffer | null

function cipherOf({ algorithm, vector, derivation }: Lock): Cipher {
  if (/pgp/.test(derivation))
    throw new Unreadable('encrypted', 'It is locked by keys of its readers, not by a password.')
  if (/blowfish/.test(algorithm) && vector.length === 8)
    return (key, encrypted) => decryptBlowfish(key, vector, encrypted)
  const [, bits = '', mode = ''] = /aes-?(128|192|256)-(cbc|gcm)/.exec(algorithm) ?? []
  if (mode === 'cbc' && vector.length === 16)
    return (key, encrypted) => blocks(`aes-${bits}-cbc`, key, vector, encrypted)
  if (mode === 'gcm' && vector.length === 12)
    return (key, encrypted) => authenticated(bits, key, vector, encrypted)
  throw notImplemented()
}

/** The last byte says how many bytes fill the last block up (XML Encryption 5.2). */
function blocks(name: string, key: Buffer, vector: Buffer, encrypted: Buffer): Buffer | null {
  if (encrypted.length === 0 || encrypted.length % 16 !== 0) return null
  const cipher = createDecipheriv(name, key, vector).setAutoPadding(false)
  const plain = Buffer.concat([cipher.update(encrypted), cipher.final()])
  const filled = plain.at(-1) ?? 0
  return filled >= 1 && filled <= 16 ? plain.subarray(0, plain.length - filled) : null
}

/** The vector stands once more before the content, and its tag of 16 bytes behind it (XML Encryption 5.2.4). */
function authenticated(bits: string, key: Buffer, vector: Buffer, encrypted: Buffer): Buffer | null {
  const end = encrypted.length - 16
  if (end < 12 || !encrypted.subarray(0, 12).equals(vector)) return null
  const cipher = createDecipheriv(`aes-${bits}-gcm` as CipherGCMTypes, key, vector)
  cipher.setAuthTag(encrypted.subarray(end))
  const plain = cipher.update(encrypted.subarray(12, end))
  try {
    return Buffer.concat([plain, cipher.final()])
  } catch {
    return null
  }
}

/** More rounds than programs make, and more memory (KiB): each password costs them. */
const maxRounds = 1_000_000
const maxMemory = 256 * 1024
const maxLanes = 16
const maxPasses = 20

function keyOf(lock: Lock, password: Buffer): Buffer {
  const { derivation, salt, keyBytes, rounds, memory, lanes } = lock
  const named = Number(/aes-?(\d+)/.exec(lock.algorithm)?.[1] ?? 0) / 8
  const start = createHash(hashOf(lock.startKey)).update(password).digest()
  const fits =
    Number.isInteger(keyBytes) && keyBytes >= 4 && keyBytes <= 56 && (named === 0 || named === keyBytes)
  if (!fits || !(rounds >= 1)) throw notImplemented()
  if (/argon2id$/.test(derivation)) {
    if (
      salt.length < 8 ||
      rounds > maxPasses ||
      lanes > maxLanes ||
      memory > maxMemory ||
      memory < 8 * lanes ||
      lanes < 1
    )
      throw notImplemented()
    const options = {
      message: start,
      nonce: salt,
      parallelism: lanes,
      tagLength: keyBytes,
      memory,
      passes: rounds,
    }
    return argon2Sync('argon2id', options)
  }
  if (!/pbkdf2$/.test(derivation) || rounds > maxRounds) throw notImplemented()
  return pbkdf2Sync(start, salt, rounds, keyBytes, 'sha1')
}

const hashOf = (name: string): 'sha1' | 'sha256' | 'sha512' =>
  /sha-?512/.test(name) ? 'sha512' : /sha-?256/.test(name) ? 'sha256' : 'sha1'

/** Where nothing else says whether a key fits: its beginning can be inflated. */
function isDeflated(bytes: Buffer): boolean {
  try {
    inflateRawSync(bytes, { maxOutputLength: 64 * 1024 * 1024 })
    return true
  } catch (error) {
    return error instanceof RangeError
  }
}
