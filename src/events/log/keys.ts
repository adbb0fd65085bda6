/**
 * The keys of an account in this browser: made here, never readable by anybody, not even by this program, shared by the
 * tabs through a small database of their own, and dropped at a deliberate logout. What they have sealed is gone then,
 * wherever a copy of it may lie.
 */
import { cipherCodec } from './cipher.ts'
import { type Codec, Unreadable } from './codec.ts'
import { answer } from './database.ts'

export interface AccountKeys {
  /** Names the keys; says nothing about them. */
  readonly id: string
  /** AES-GCM with a nonce of its own, which stands before the ciphertext. `context`: what and where it is. */
  readonly seal: (plain: Bytes, context: string) => Promise<Bytes>
  /** Throws Unreadable unless it was sealed by these keys in the same context. */
  readonly open: (sealed: unknown, context: string) => Promise<Bytes>
  /** A short fingerprint that nobody without the keys can make or guess from. */
  readonly mac: (text: string) => Promise<string>
  /** What can seal a text at once, made beforehand (pads.ts); and the same one again. */
  readonly pad: (length: number) => Promise<Pad>
  readonly padOf: (nonce: Bytes, length: number) => Promise<Bytes>
  /** How a log of this account is kept. */
  readonly codec: (logName: string) => Codec
}

export interface Keyring {
  /** The account's keys, made where there are none. Tabs that ask at once get the same. */
  readonly keysFor: (account: number) => Promise<AccountKeys>
  /**
   * Without them nothing that was kept for the account can be read again. `left`: what is to be done besides, put on record
   * in the same transaction, and on the disk when this resolves: a browser that dies now finds it at its next start.
   */
  readonly dropKeys: (account: number, left?: readonly string[]) => Promise<void>
  /** What logouts have left to do. */
  readonly left: () => Promise<string[]>
  /** It is done. */
  readonly leftDone: (what: string) => Promise<void>
  /** Whether they were dropped by a logout, here or in another tab; not: lost in some other way. */
  readonly wereDropped: (account: number) => Promise<boolean>
  readonly close: () => void
}

/** Bytes that are nobody else's: what WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>

/** A stream to be laid over one text, once. */
export interface Pad {
  readonly nonce: Bytes
  readonly stream: Bytes
}

export const nonceLength = 12
const databaseName = 'affiant:keys'
const storeName = 'keys'
const algorithm = { name: 'AES-GCM', length: 256 } as const

interface Kept {
  readonly account: number
  readonly id: string
  readonly cipher: CryptoKey
  readonly index: CryptoKey
}
/** What is left of dropped keys: that there were some. */
type Row = Kept | { readonly account: number; readonly id: null }
/** What a logout has left to do: a row each, beside the keys. */
type LeftRow = { readonly account: string }

/** `given`: the browser's cryptography, which keys never leave. */
export function openKeys(factory: IDBFactory, given: Pick<Crypto, 'subtle' | 'getRandomValues'>): Keyring {
  const { subtle } = given
  const random = (length: number): Bytes => given.getRandomValues(new Uint8Array(length))
  let opened: Promise<IDBDatabase> | null = null

  const database = (): Promise<IDBDatabase> => {
    opened ??= open(factory, () => {
      opened = null
    })
    // What could not be opened is tried anew by whoever asks next.
    opened.catch(() => {
      opened = null
    })
    return opened
  }

  const read = async (account: number): Promise<Row | undefined> => {
    const tx = (await database()).transaction(storeName)
    return answer<Row | undefined>(tx.objectStore(storeName).get(account))
  }

  /** The first tab's stay: a transaction of one store is alone with it. */
  async function make(account: number): Promise<Kept> {
    const made: Kept = {
      account,
      id: hex(random(16)),
      cipher: await subtle.generateKey(algorithm, false, ['encrypt', 'decrypt']),
      index: await subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
    }
    const tx = (await database()).transaction(storeName, 'readwrite')
    const store = tx.objectStore(storeName)
    const known = await answer<Row | undefined>(store.get(account))
    const theirs = known && known.id !== null ? known : null
    if (!theirs) store.put(made)
    await done(tx)
    return theirs ?? made
  }

  function keysOf({ id, cipher, index }: Kept): AccountKeys {
    const encrypt = (iv: Bytes, plain: Bytes, context: string) =>
      subtle.encrypt({ name: algorithm.name, iv, additionalData: utf8(context) }, cipher, plain)
    const keys: AccountKeys = {
      id,
      seal: async (plain, context) => {
        const nonce = random(nonceLength)
        const hidden = new Uint8Array(await encrypt(nonce, plain, context))
        const sealed = new Uint8Array(nonceLength + hidden.length)
        sealed.set(nonce)
        sealed.set(hidden, nonceLength)
        return sealed
      },
      open: async (sealed, context) => {
        if (!isBytes(sealed)) throw new Unreadable()
        const iv = sealed.subarray(0, nonceLength)
        const hidden = sealed.subarray(nonceLength)
        const additionalData = utf8(context)
        const opening = subtle.decrypt({ name: algorithm.name, iv, additionalData }, cipher, hidden)
        return new Uint8Array(
          await opening.catch(() => {
            throw new Unreadable()
          }),
        )
      },
      mac: async (text) => {
        const signed = await subtle.sign('HMAC', index, utf8(text))
        return hex(new Uint8Array(signed, 0, 12))
      },
      pad: async (length) => {
        const nonce = random(nonceLength)
        return { nonce, stream: await keys.padOf(nonce, length) }
      },
      padOf: async (nonce, length) =>
        new Uint8Array(await encrypt(nonce, new Uint8Array(length), 'pad'), 0, length),
      codec: (logName) => cipherCodec(keys, logName),
    }
    return keys
  }

  return {
    keysFor: async (account) => {
      const known = await read(account)
      return keysOf(known && known.id !== null ? known : await make(account))
    },
    dropKeys: async (account, left = []) => {
      const tx = (await database()).transaction(storeName, 'readwrite', { durability: 'strict' })
      const store = tx.objectStore(storeName)
      const rows: readonly (Row | LeftRow)[] = [
        { account, id: null },
        ...left.map((what) => ({ account: what })),
      ]
      for (const row of rows) store.put(row)
      await done(tx)
    },
    left: async () => {
      const tx = (await database()).transaction(storeName)
      const keys = await answer(tx.objectStore(storeName).getAllKeys())
      return keys.filter((key) => typeof key === 'string')
    },
    leftDone: async (what) => {
      const tx = (await database()).transaction(storeName, 'readwrite')
      tx.objectStore(storeName).delete(what)
      await done(tx)
    },
    wereDropped: async (account) => (await read(account))?.id === null,
    close: () => {
      opened?.then((db) => db.close()).catch(() => undefined)
      opened = null
    },
  }
}

async function open(factory: IDBFactory, onClosed: () => void): Promise<IDBDatabase> {
  const opening = factory.open(databaseName, 1)
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore(storeName, { keyPath: 'account' })
  })
  const db = await answer(opening)
  // Whoever takes it away (a newer version, the browser's own tools) must not wait for this page.
  db.addEventListener('versionchange', () => {
    db.close()
    onClosed()
  })
  db.addEventListener('close', onClosed)
  return db
}

const done = (tx: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    tx.addEventListener('complete', () => resolve())
    tx.addEventListener('abort', () => reject(tx.error))
  })

const isBytes = (value: unknown): value is Bytes =>
  value instanceof Uint8Array && value.buffer instanceof ArrayBuffer

const encoder = new TextEncoder()
const utf8 = (text: string): Bytes => encoder.encode(text)

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
