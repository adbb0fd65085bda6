/**
 * Secrets that the server has to read again (those of authenticators) are kept sealed: AES-256-GCM, with a key in a file beside
 * the records. Whoever has the records or a backup alone has none of them. A sealed secret names its key and is bound to what
 * it is of: moved to another account it opens no more.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepOnce } from '../audit/key-files.ts'
import { namesIn } from '../audit/signer.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../http/error.ts'
import type { Reader, Records } from '../records/records.ts'

declare module '../services.ts' {
  interface Services {
    /** Seals secrets and opens them again. */
    readonly seals: Seals
  }
}

export interface Seals {
  /** `of` says whose secret it is; it opens for the same only. */
  seal(secret: string, of: string): string
  /** Throws where the key is not there, and where it was not sealed like this. */
  open(sealed: string, of: string): string
  /** Whether its key is there. */
  hasKeyOf(sealed: string): boolean
}

type KeyConfig = Pick<Config, 'dataDir'>

const folderOf = ({ dataDir }: KeyConfig): string => join(dataDir, 'keys')
const keyName = /^seal-([0-9a-f]{16})\.key$/
/** What follows it is the name of the key, and then nonce, ciphertext and tag. */
const mark = 'sealed'
const [nonceBytes, tagBytes] = [12, 16]

/** The files of the keys that secrets are sealed with; none before the first secret. */
export const sealKeyFiles = (config: KeyConfig): string[] =>
  namesIn(folderOf(config))
    .filter((name) => keyName.test(name))
    .map((name) => join(folderOf(config), name))

/** The keys of the installation. The first secret that is sealed makes one where there is none. */
export function openSeals(config: KeyConfig): Seals {
  const keys = new Map<string, Buffer>()
  // Again where one is not found: it may have been put back while the server runs.
  const readKeys = (): void => {
    for (const file of sealKeyFiles(config)) {
      const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
      // One that was damaged would seal what nothing opens.
      if (key.length === 32 && file.endsWith(`seal-${idOf(key)}.key`)) keys.set(idOf(key), key)
    }
  }
  const find = (sealed: string): Buffer | undefined => {
    const id = sealed.split('.')[1] ?? ''
    if (!keys.has(id)) readKeys()
    return keys.get(id)
  }
  return {
    seal(secret, of) {
      if (keys.size === 0) readKeys()
      if (keys.size === 0) {
        makeKey(config)
        readKeys()
      }
      const [first] = keys
      if (first === undefined) throw new Error('There is no key to seal with.')
      const [id, key] = first
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(of))
      const bytes = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [mark, id, bytes.toString('base64url')].join('.')
    },
    open(sealed, of) {
      const key = isSealed(sealed) ? find(sealed) : undefined
      if (key === undefined)
        throw new ApiError(
          'unavailable',
          'The authenticator of this account cannot be checked: the key that its secret is sealed with is not on the server. Use a recovery code, or ask the operator.',
        )
      const bytes = Buffer.from(sealed.split('.')[2] ?? '', 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(of))
        .setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([
        decipher.update(bytes.subarray(nonceBytes, -tagBytes)),
        decipher.final(),
      ]).toString('utf8')
    },
    hasKeyOf: (sealed) => isSealed(sealed) && find(sealed) !== undefined,
  }
}

const isSealed = (text: string): boolean => text.startsWith(`${mark}.`)

/** A key is known by the beginning of its hash. */
const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 16)

function makeKey(config: KeyConfig): void {
  const key = randomBytes(32)
  mkdirSync(folderOf(config), { recursive: true, mode: 0o700 })
  keepOnce(join(folderOf(config), `seal-${idOf(key)}.key`), `${key.toString('base64')}\n`)
}

/** Whose the secret of an authenticator is. */
export const authenticatorOf = (userId: number): string => `authenticator of user ${userId}`

/** Seals the secrets of authenticators that earlier versions have kept as they are; answers how many. */
export async function sealKept({ write }: Records, seals: Seals): Promise<number> {
  return write('interactive', async (trx) => {
    const rows = await secretsIn(trx)
    const plain = rows.filter(({ secret }) => !isSealed(secret))
    for (const { userId, secret } of plain)
      await trx
        .updateTable('app_user')
        .set({ totp_secret: seals.seal(secret, authenticatorOf(userId)) })
        .where('user_id', '=', userId)
        .execute()
    return plain.length
  })
}

/** The addresses of accounts whose authenticator cannot be checked, because its key is not there. */
export async function withoutKey(read: Reader, seals: Seals): Promise<string[]> {
  return (await secretsIn(read))
    .filter(({ secret }) => isSealed(secret) && !seals.hasKeyOf(secret))
    .map(({ email }) => email)
}

async function secretsIn(read: Reader): Promise<{ userId: number; email: string; secret: string }[]> {
  const rows = await read
    .selectFrom('app_user')
    .select(['user_id', 'email', 'totp_secret'])
    .where('totp_secret', 'is not', null)
    .orderBy('user_id')
    .execute()
  return rows.flatMap(({ user_id, email, totp_secret }) =>
    totp_secret === null ? [] : [{ userId: user_id, email, secret: totp_secret }],
  )
}
