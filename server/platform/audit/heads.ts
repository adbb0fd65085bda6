/**
 * Signed heads: what the head of a chain was at a time, signed by the installation's key. They are kept in the records and
 * appended to a file outside of them, one a day: whoever rewrites the database cannot rewrite these.
 */

import { verify } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { canonical } from '../canonical.ts'
import type { Config } from '../config.ts'
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
  readonly keys: ReadonlyMap<string, PublicKey>
  /** Lines of the files that cannot be read. */
  readonly unreadable: number
}

type HeadsConfig = Pick<Config, 'headsDir'>

/** All signed checkpoints of a chain. */
export async function knownHeads(read: Reader, config: HeadsConfig, chain: string): Promise<KnownHeads> {
  const files = headsInFiles(config, chain)
  const kept = await headsInRecords(read, chain)
  const lines = new Set(kept.map(lineOf))
  const onlyInFiles = files.heads.filter((signed) => !lines.has(lineOf(signed)))
  const heads = [...kept, ...onlyInFiles].toSorted(
    (a, b) => a.head.seq - b.head.seq || (a.head.at < b.head.at ? -1 : 1),
  )
  return { heads, onlyInFiles, keys: trustedKeys(config), unreadable: files.unreadable }
}

/** Signs the head that a chain has now, where it has moved since it was signed last. */
export async function signHead(
  { records, signer, config }: Pick<Services, 'records' | 'signer' | 'config'>,
  chain: string,
  at: Date,
): Promise<SignedHead> {
  const signed = await records.write('interactive', async (trx) => {
    const now = await trx.selectFrom('audit_head').selectAll().where('chain', '=', chain).executeTakeFirst()
    const { seq, hash } = now ?? { seq: 0, hash: firstHash }
    const known = await trx
      .selectFrom('signed_head')
      .selectAll()
      .where('chain', '=', chain)
      .where('seq', '=', seq)
      .where('key', '=', signer.fingerprint)
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (known !== undefined) return presentHead(known)
    const made = sign(signer, { at: instantOf(at), chain, hash, seq })
    await trx
      .insertInto('signed_head')
      .values({ ...made.head, signature: made.signature })
      .execute()
    return made
  })
  appendMissing(config, signer, [signed])
  return signed
}

/**
 * Signs the heads of all chains that have moved since the day on which they were signed last. A chain that no longer has
 * the row that was signed then is not signed: it is named in the answer.
 */
export async function signDueHeads(
  services: Pick<Services, 'records' | 'signer' | 'config'>,
  at: Date,
): Promise<{ signed: SignedHead[]; unfit: SignedHead[] }> {
  const { read } = services.records
  // What a process that died has left out of the files is made up for.
  const kept = await read.selectFrom('signed_head').selectAll().orderBy('signed_head_id').execute()
  const all = kept.map(presentHead)
  appendMissing(services.config, services.signer, all)
  const latest = new Map(all.map((signed) => [signed.head.chain, signed]))
  const signed: SignedHead[] = []
  const unfit: SignedHead[] = []
  for (const { chain, seq } of await read.selectFrom('audit_head').selectAll().orderBy('chain').execute()) {
    const last = latest.get(chain)
    if (last !== undefined && dayOf(last.head.at) >= dayOf(instantOf(at))) continue
    if (last !== undefined && !(await fits(read, last))) unfit.push(last)
    else if (last === undefined || seq > last.head.seq) signed.push(await signHead(services, chain, at))
  }
  return { signed, unfit }
}

/** Whether the chain still has the row as it was signed. One look; the whole chain is verified elsewhere. */
async function fits(read: Reader, { head }: SignedHead): Promise<boolean> {
  if (head.seq === 0) return head.hash === firstHash
  const row = await read
    .selectFrom('audit')
    .select('hash')
    .where('chain', '=', head.chain)
    .where('seq', '=', head.seq)
    .executeTakeFirst()
  return row?.hash === head.hash
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

function headsInFiles({ headsDir }: HeadsConfig, chain: string): { heads: SignedHead[]; unreadable: number } {
  const mark = `"chain":${JSON.stringify(chain)}`
  const lines = namesIn(headsDir)
    .filter((name) => fileName.test(name))
    .flatMap((name) => readFileSync(join(headsDir, name), 'utf8').split('\n'))
  const heads: SignedHead[] = []
  let unreadable = 0
  for (const line of new Set(lines)) {
    if (line === '') continue
    const signed = parseLine(line)
    if (signed === null) unreadable += 1
    else if (line.includes(mark) && signed.head.chain === chain) heads.push(signed)
  }
  return { heads, unreadable }
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
    mkdirSync(headsDir, { recursive: true, mode: 0o700 })
    const file = openSync(path, 'a+', 0o600)
    try {
      const text = readFileSync(file, 'utf8')
      const known = new Set(text.split('\n'))
      const missing = ofDay
        .filter((signed) => !known.has(lineOf(signed)) && isSigned(signed, signer.publicKey))
        .map(lineOf)
      if (missing.length === 0) continue
      // What a process that died has left of a line must not swallow the next one.
      const begin = text === '' || text.endsWith('\n') ? '' : '\n'
      writeSync(file, `${begin}${missing.join('\n')}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }
}
