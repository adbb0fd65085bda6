/**
 * Signed checkpoints: which hash a row of a chain had at a time, signed by the installation's key. They are kept in the
 * records and appended to files outside of them, one file a day: whoever rewrites the database cannot rewrite these.
 * When one is due is said in checkpoints.ts.
 */

import { verify } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { canonical } from '../canonical.ts'
import type { Config } from '../config.ts'
import { codeOf } from '../error-code.ts'
import { instantOf } from '../records/dialect.ts'
import type { Reader } from '../records/records.ts'
import type { Services } from '../services.ts'
import { firstHash } from './chain.ts'
import { namesIn, type PublicKey, type Signer, trustedKeys } from './signer.ts'

const signedHead = z.strictObject({
  head: z.strictObject({
    at: z.string(),
    chain: z.string(),
    hash: z.string(),
    /** Fingerprint of the key. */
    key: z.string(),
    seq: z.int().check(z.minimum(0)),
  }),
  /** Of the head's canonical text, hex. */
  signature: z.string(),
})
export type SignedHead = z.infer<typeof signedHead>

/** The line of a file; the signature is over what stands after `"head":`. */
export const lineOf = (signed: SignedHead): string => canonical(signed)

/** Whether the key signed exactly this. */
export const isSigned = ({ head, signature }: SignedHead, key: PublicKey): boolean =>
  verify(null, Buffer.from(canonical(head)), key.key, Buffer.from(signature, 'hex'))

/** What is known of a chain's head from outside of the chain. */
export interface KnownHeads {
  /** In the records or in the files, each once, by row. */
  readonly heads: readonly SignedHead[]
  /** Those of the files that the records do not have (any more). */
  readonly onlyInFiles: readonly SignedHead[]
  /** Those of the records that the files do not have (any more). */
  readonly onlyInRecords: readonly SignedHead[]
  readonly keys: ReadonlyMap<string, PublicKey>
  /** Lines of the files that cannot be read. */
  readonly unreadable: number
}

type HeadsConfig = Pick<Config, 'headsDir'>

/** All signed checkpoints of a chain. */
export async function knownHeads(read: Reader, config: HeadsConfig, chain: string): Promise<KnownHeads> {
  const files = headsInFiles(config, chain)
  const inFiles = new Set(files.heads.map(lineOf))
  const kept = await headsInRecords(read, chain)
  const lines = new Set(kept.map(lineOf))
  const onlyInFiles = files.heads.filter((signed) => !lines.has(lineOf(signed)))
  const onlyInRecords = kept.filter((signed) => !inFiles.has(lineOf(signed)))
  const heads = [...kept, ...onlyInFiles].toSorted(
    (a, b) => a.head.seq - b.head.seq || (a.head.at < b.head.at ? -1 : 1),
  )
  return { heads, onlyInFiles, onlyInRecords, keys: trustedKeys(config), unreadable: files.unreadable }
}

type SigningServices = Pick<Services, 'records' | 'signer' | 'config'>

/** Signs the head that a chain has now, unless exactly that is signed already. */
export async function signHead(services: SigningServices, chain: string, at: Date): Promise<SignedHead> {
  return signRow(services, chain, await headOf(services.records.read, chain), at)
}

/** The last row of a chain and its link; row 0 where it has none. */
export async function headOf(read: Reader, chain: string): Promise<{ seq: number; hash: string }> {
  const row = await read
    .selectFrom('audit_head')
    .select(['seq', 'hash'])
    .where('chain', '=', chain)
    .executeTakeFirst()
  return row ?? { seq: 0, hash: firstHash }
}

/** Signs which hash a row has, unless exactly that is signed already: in the records first, then in the file of the day. */
export async function signRow(
  { records, signer, config }: SigningServices,
  chain: string,
  { seq, hash }: { readonly seq: number; readonly hash: string },
  at: Date,
): Promise<SignedHead> {
  const { signed, isNew } = await records.write('interactive', async (trx) => {
    const known = await trx
      .selectFrom('signed_head')
      .selectAll()
      .where('chain', '=', chain)
      .where('seq', '=', seq)
      .where('key', '=', signer.fingerprint)
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (known !== undefined) return { signed: presentHead(known), isNew: false }
    const made = sign(signer, { at: instantOf(at), chain, hash, seq })
    await trx
      .insertInto('signed_head')
      .values({ ...made.head, signature: made.signature })
      .execute()
    return { signed: made, isNew: true }
  })
  if (isNew) appendLines(fileOf(config.headsDir, signed), [lineOf(signed)])
  else appendMissing(config, signer, [signed])
  return signed
}

/** The checkpoint of a chain's highest signed row; null where none was signed. */
export async function lastHead(read: Reader, chain: string): Promise<SignedHead | null> {
  const row = await read
    .selectFrom('signed_head')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('seq', 'desc')
    .orderBy('signed_head_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : presentHead(row)
}

/** Makes up for what a process that died between the records and the file has left out: the newest of each chain. */
export async function appendNewest({ records, signer, config }: SigningServices): Promise<void> {
  const newest = await records.read
    .selectFrom('signed_head')
    .selectAll()
    .where('signed_head_id', 'in', (eb) =>
      eb
        .selectFrom('signed_head')
        .select(({ fn }) => fn.max<number>('signed_head_id').as('id'))
        .groupBy('chain'),
    )
    .execute()
  appendMissing(config, signer, newest.map(presentHead))
}

const sign = (signer: Signer, said: Omit<SignedHead['head'], 'key'>): SignedHead => {
  const head = { ...said, key: signer.fingerprint }
  return { head, signature: signer.sign(canonical(head)) }
}

async function headsInRecords(read: Reader, chain: string): Promise<SignedHead[]> {
  const rows = await read
    .selectFrom('signed_head')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('seq')
    .orderBy('signed_head_id')
    .execute()
  return rows.map(presentHead)
}

function presentHead(row: {
  at: string
  chain: string
  hash: string
  key: string
  seq: number
  signature: string
}) {
  const { at, chain, hash, key, seq, signature } = row
  return { head: { at, chain, hash, key, seq }, signature }
}

// ── the files ─────────────────────────────────────────────────────────────────────────────────────────────────

const dayOf = (at: string): string => at.slice(0, 10)
const fileName = /^heads-\d{4}-\d{2}-\d{2}\.ndjson$/
const fileOf = (headsDir: string, { head }: SignedHead): string =>
  join(headsDir, `heads-${dayOf(head.at)}.ndjson`)

/** A line as `lineOf` writes it. */
const wholeLine = /^\{"head":\{"at":"[^"]+",.+\},"signature":"[0-9a-f]+"\}$/

function headsInFiles({ headsDir }: HeadsConfig, chain: string): { heads: SignedHead[]; unreadable: number } {
  const mark = `"chain":${JSON.stringify(chain)}`
  const heads = new Map<string, SignedHead>()
  let unreadable = 0
  // File by file: the lines of all chains and years need not be held.
  for (const name of namesIn(headsDir).filter((one) => fileName.test(one)))
    for (const line of readFileSync(join(headsDir, name), 'utf8').split('\n')) {
      if (line === '') continue
      const isWhole = wholeLine.test(line)
      const signed = isWhole && line.includes(mark) ? parseLine(line) : null
      if (!isWhole || (signed === null && line.includes(mark))) unreadable += 1
      else if (signed?.head.chain === chain) heads.set(line, signed)
    }
  return { heads: [...heads.values()], unreadable }
}

function parseLine(line: string): SignedHead | null {
  try {
    const parsed = signedHead.safeParse(JSON.parse(line))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/**
 * Appends heads to the files of their days, durably, each once. Only what this installation has signed: what somebody put
 * into the database must not get into the files that testify against him.
 */
function appendMissing({ headsDir }: HeadsConfig, signer: Signer, heads: readonly SignedHead[]): void {
  const own = heads.filter(({ head }) => head.key === signer.fingerprint)
  const byFile = Map.groupBy(own, (signed) => fileOf(headsDir, signed))
  for (const [path, ofDay] of byFile) {
    const known = new Set(textOf(path).split('\n'))
    const missing = ofDay.filter((signed) => !known.has(lineOf(signed)) && isSigned(signed, signer.publicKey))
    if (missing.length > 0) appendLines(path, missing.map(lineOf))
  }
}

/** Appends whole lines to a file, durably. */
function appendLines(path: string, lines: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = openSync(path, 'a+', 0o600)
  try {
    const { size } = fstatSync(file)
    const last = Buffer.alloc(1)
    if (size > 0) readSync(file, last, 0, 1, size - 1)
    // What a process that died has left of a line must not swallow the next one.
    const begin = size === 0 || last.toString() === '\n' ? '' : '\n'
    writeSync(file, `${begin}${lines.join('\n')}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  }
}
