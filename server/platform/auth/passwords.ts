/**
 * Password hashes: argon2id, kept as PHC strings (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`), so that the cost can be
 * raised later and old hashes still tell how they were made.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../http/error.ts'

export interface Cost {
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const passwordCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }

const saltBytes = 16
const hashBytes = 32

/** The PHC string of a password. */
export async function hashPassword(password: string, cost: Cost = passwordCost): Promise<string> {
  const salt = randomBytes(saltBytes)
  return phcOf(cost, salt, await stretch(password, salt, cost, hashBytes))
}

/**
 * Whether the password is right. `null` stands for an account that is not there: it costs the same time as one that
 * is, and is never right.
 */
export async function verifyPassword(phc: string | null, password: string): Promise<boolean> {
  const kept = phc === null ? null : parsePhc(phc)
  const { cost, salt, hash } = kept ?? nobody
  const made = await stretch(password, salt, cost, hash.length)
  return timingSafeEqual(made, hash) && kept !== null
}

/** Whether the hash was made at another cost than new ones are. */
export function needsRehash(phc: string): boolean {
  const kept = parsePhc(phc)
  return (
    kept === null ||
    kept.cost.memory !== passwordCost.memory ||
    kept.cost.passes !== passwordCost.passes ||
    kept.cost.parallelism !== passwordCost.parallelism
  )
}

/** argon2id over a given salt: the same every time, for secrets that have to be looked up by their hash. */
export const stretch = (secret: string, salt: Buffer, cost: Cost, length: number): Promise<Buffer> =>
  inTurn(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const parameters = { message: secret.normalize('NFKC'), nonce: salt, tagLength: length, ...cost }
        argon2('argon2id', parameters, (error, made) => (error ? reject(error) : resolve(made)))
      }),
  )

interface Phc {
  readonly cost: Cost
  readonly salt: Buffer
  readonly hash: Buffer
}

const nobody: Phc = { cost: passwordCost, salt: Buffer.alloc(saltBytes, 7), hash: Buffer.alloc(hashBytes) }

const phcForm = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parsePhc(phc: string): Phc | null {
  const [, memory, passes, parallelism, salt, hash] = phcForm.exec(phc) ?? []
  if (salt === undefined || hash === undefined) return null
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

const phcOf = (cost: Cost, salt: Buffer, hash: Buffer): string =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(hash)}`

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/**
 * Each hash takes a thread and 19 MiB for a while. Two at a time, and a line that ends: a flood of sign-ins must not
 * take the machine from the people who work on it.
 */
const atOnce = 2
const longestLine = 64
let running = 0
const line: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (line.length >= longestLine)
      throw new ApiError('unavailable', 'Too many people are signing in right now. Try again in a moment.')
    await new Promise<void>((resolve) => line.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = line.shift()
    if (next === undefined) running -= 1
    else next()
  }
}
