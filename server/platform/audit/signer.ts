/**
 * The key of the installation: it signs the heads of audit chains. The private half is in a file of its owner's alone, or
 * wherever the setting says; the public half lies beside the signed checkpoints, outside of the database.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
} from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { codeOf } from '../error-code.ts'
import { keepOnce } from './key-files.ts'

declare module '../services.ts' {
  interface Services {
    /** Signs the heads of audit chains. */
    readonly signer: Signer
  }
}

export interface Signer {
  /** SHA-256 of the public key's DER (SPKI), hex: what is published, and what heads name. */
  readonly fingerprint: string
  readonly publicKey: PublicKey
  /** Hex. */
  sign(text: string): string
}

export interface PublicKey {
  readonly fingerprint: string
  readonly key: KeyObject
  readonly pem: string
  /** Its DER (SPKI) as hex. */
  readonly hex: string
}

type KeyConfig = Pick<Config, 'dataDir' | 'signingKey' | 'headsDir'>

/** Where the private key is kept that no setting names. */
export const keyFile = (dataDir: string): string => join(dataDir, 'keys', 'audit-signing.pem')

/** Opens the installation's key, or makes one where there is none yet, and lays its public half beside the heads. */
export function openSigner(config: KeyConfig): Signer {
  const key = privateKey(config)
  const publicKey = publicKeyOf(createPublicKey(key))
  mkdirSync(config.headsDir, { recursive: true, mode: 0o700 })
  keepOnce(join(config.headsDir, `key-${publicKey.fingerprint}.pem`), publicKey.pem)
  return {
    fingerprint: publicKey.fingerprint,
    publicKey,
    sign: (text) => sign(null, Buffer.from(text), key).toString('hex'),
  }
}

/** The keys that heads may be signed by: those whose public half lies beside the heads, by fingerprint. */
export function trustedKeys({ headsDir }: Pick<Config, 'headsDir'>): ReadonlyMap<string, PublicKey> {
  const keys = new Map<string, PublicKey>()
  for (const name of namesIn(headsDir)) {
    if (!/^key-[0-9a-f]{64}\.pem$/.test(name)) continue
    const key = publicKeyOf(createPublicKey(readFileSync(join(headsDir, name), 'utf8')))
    keys.set(key.fingerprint, key)
  }
  return keys
}

export function publicKeyOf(key: KeyObject): PublicKey {
  const der = key.export({ format: 'der', type: 'spki' })
  const pem = key.export({ format: 'pem', type: 'spki' }).toString()
  return { fingerprint: hash('sha256', der), key, pem, hex: der.toString('hex') }
}

function privateKey({ signingKey, dataDir }: KeyConfig): KeyObject {
  const file = keyFile(dataDir)
  if (signingKey === null) makeOnce(file)
  let key: KeyObject
  try {
    key = createPrivateKey(signingKey ?? readFileSync(file, 'utf8'))
  } catch {
    throw new ConfigError('AFFIANT_SIGNING_KEY', notUsable(signingKey === null ? file : null))
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new ConfigError('AFFIANT_SIGNING_KEY', notUsable(signingKey === null ? file : null))
  return key
}

const notUsable = (file: string | null): string =>
  file === null
    ? 'names a file that holds no Ed25519 private key (PEM).'
    : `is not set, and ${file} holds no Ed25519 private key (PEM). Put the installation's key back; signed checkpoints cannot be continued with another one unnoticed.`

function makeOnce(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  if (namesIn(dirname(file)).includes('audit-signing.pem')) return
  const { privateKey: made } = generateKeyPairSync('ed25519')
  keepOnce(file, made.export({ format: 'pem', type: 'pkcs8' }).toString())
}

/** The names in a folder; none where there is no folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}
