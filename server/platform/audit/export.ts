/**
 * An audit trail as a file that anybody can verify without Affiant: a zip with the rows, the signed checkpoints, the public key
 * and the verifier. It is written as a stream, so that its size does not matter.
 */

import { readFile } from 'node:fs/promises'
import type { Reader, Writer } from '../records/records.ts'
import type { Services } from '../services.ts'
import { zipped } from '../zip/packed-zip.ts'
import type { Chain } from './entry.ts'
import { type KnownHeads, knownHeads, lineOf, type SignedHead, signHead } from './heads.ts'
import { format } from './verify-audit.mjs'

type ExportServices = Pick<Services, 'records' | 'signer' | 'config' | 'now'>

export interface AuditExport {
  /** Rows that it has, the one that tells of the export included. */
  readonly rows: number
  readonly fingerprint: string
  readonly bytes: AsyncGenerator<Uint8Array>
}

/** Begins an export. That it was made is on the chain first (`told` appends the row), and the head with it is signed. */
export async function beginExport(
  services: ExportServices,
  chain: Chain,
  told: (trx: Writer) => Promise<void>,
): Promise<AuditExport> {
  const { records, config, signer } = services
  const at = services.now()
  await records.write('interactive', told)
  const signed = await signHead(services, chain, at)
  const heads = headsFor(signed, await knownHeads(records.read, config, chain))
  const verifier = await readFile(new URL('./verify-audit.mjs', import.meta.url))
  const entries = [
    { name: 'README.txt', bytes: [Buffer.from(readme(chain, signed))] },
    { name: 'audit.ndjson', bytes: auditLines(records.read, chain, heads) },
    { name: 'heads.ndjson', bytes: [Buffer.from(heads.signed.map((head) => `${lineOf(head)}\n`).join(''))] },
    { name: 'public-key.pem', bytes: [Buffer.from(signer.publicKey.pem)] },
    { name: 'verify-audit.mjs', bytes: [verifier] },
  ]
  return { rows: signed.head.seq, fingerprint: signer.fingerprint, bytes: zipped(entries, at) }
}

interface ExportedHeads {
  /** The export's own stands last. */
  readonly signed: readonly SignedHead[]
  /** The public keys that signed them, as hex, by fingerprint. */
  readonly keys: Readonly<Record<string, string>>
}

/** The heads up to that of the export. One by a key that is not the installation's proves nothing and is left out. */
function headsFor(last: SignedHead, { heads, keys }: KnownHeads): ExportedHeads {
  const line = lineOf(last)
  const before = heads.filter(
    (signed) => signed.head.seq <= last.head.seq && keys.has(signed.head.key) && lineOf(signed) !== line,
  )
  const signed = [...before, last]
  const used = new Set(signed.map(({ head }) => head.key))
  return { signed, keys: Object.fromEntries([...used].map((key) => [key, keys.get(key)?.hex ?? ''])) }
}

const pageSize = 1000

/** The lines of the file, in pieces; what they are stands at the top of verify-audit.mjs. */
async function* auditLines(read: Reader, chain: Chain, heads: ExportedHeads): AsyncGenerator<Uint8Array> {
  const header = JSON.stringify({ format, keys: heads.keys })
  yield Buffer.from(`${[header, ...heads.signed.map(lineOf)].join('\n')}\n`)
  const last = heads.signed.at(-1)?.head.seq ?? 0
  for (let seq = 0; seq < last; ) {
    const page = await read
      .selectFrom('audit')
      .select(['seq', 'hash', 'erasable', 'text'])
      .where('chain', '=', chain)
      .where('seq', '>', seq)
      .where('seq', '<=', last)
      .orderBy('seq')
      .limit(pageSize)
      .execute()
    if (page.length === 0) return
    yield Buffer.from(page.map(rowLine).join(''))
    seq = page.at(-1)?.seq ?? last
  }
}

const rowLine = (row: { hash: string; erasable: string | null; text: string }): string =>
  `{"hash":${JSON.stringify(row.hash)},"erasable":${row.erasable ?? 'null'},"row":${row.text}}\n`

function readme(chain: Chain, { head }: SignedHead): string {
  return `The audit trail "${chain}" of an Affiant installation, exported at ${head.at}: ${head.seq} rows.

audit.ndjson      the rows, with the signed checkpoints before them; what each line is stands at the top of verify-audit.mjs
heads.ndjson      the signed checkpoints again: keep them apart, and a later export can be held against them
public-key.pem    the public key that the heads are signed with
verify-audit.mjs  verifies all this; needs Node 18 or newer and nothing else

To verify:

  node verify-audit.mjs audit.ndjson

The key that came with these files proves only that they belong together. Get the fingerprint of the installation's key
on another way (whoever runs it sees it with: affiant audit key) and say it:

  node verify-audit.mjs audit.ndjson --key ${head.key}

Signed heads that were kept elsewhere (an earlier heads.ndjson, the folder of the server's heads) are compared with:

  node verify-audit.mjs audit.ndjson --heads FILE-OR-FOLDER
`
}
