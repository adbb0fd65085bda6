/**
 * Appends to a hash chain, inside the transaction of the change it records.
 *
 * Row i stores the exact text that was hashed (JSON by RFC 8785) and hash_i = SHA-256(hex of hash_{i-1} followed by that
 * text), hash_0 = 64 zeros. Call it after every other write of the transaction, so that nothing is told of that could still
 * fail.
 */

import { canonical } from '../canonical.ts'
import { instantOf, slices } from '../records/dialect.ts'
import type { Writer } from '../records/records.ts'
import { started } from '../records/started.ts'
import { commitmentOf, firstHash, linkOf, newSalt } from './chain.ts'
import type { AuditEntry, Chain, Erasable } from './entry.ts'
import { subscribers } from './subscribers.ts'
import type { AuditTable } from './tables.ts'

export interface Appended {
  readonly auditId: number
  readonly seq: number
  readonly hash: string
}

/** The last row of a chain and its link. */
export interface Head {
  readonly seq: number
  readonly hash: string
}

/**
 * Appends entries in order. Thousands at once are a few statements. What is derived from a project's rows is written here
 * too, by those who have registered for them: whoever appends cannot forget it. `head` is the chain's, where it has been
 * read in this transaction, ahead of the entries; it serves once.
 */
export async function appendAudit(
  trx: Writer,
  chain: Chain,
  given: readonly AuditEntry[],
  head?: Promise<Head>,
): Promise<Appended[]> {
  if (given.length === 0) return []
  const entries = given.map(toldByKey)
  const taken = started(head ?? takeHead(trx, chain))
  const projectId = /^project:(\d+)$/.exec(chain)?.[1]
  const hearing =
    projectId === undefined
      ? []
      : subscribers().map((subscriber) => subscriber(trx, Number(projectId), entries))
  const before = await taken
  let { seq, hash } = before
  const rows = entries.map((entry) => {
    seq += 1
    const row = linkedRow(chain, entry, seq, hash)
    hash = row.hash
    return row
  })
  const [kept] = await Promise.all([insertRows(trx, rows), moveHead(trx, chain, before, { seq, hash })])
  // The order of RETURNING is nobody's promise.
  const appended = kept.sort((a, b) => a.seq - b.seq)
  const heard = entries.flatMap((entry, at) => {
    const row = appended[at]
    return row === undefined ? [] : [{ ...row, entry }]
  })
  for (const hear of hearing) await hear(heard)
  return appended
}

/** What a program did by a key says so, and by which, whoever wrote the entry: what a person does by hand is done `api`. */
function toldByKey(entry: AuditEntry): AuditEntry {
  const keyId = /^key:(\d+)$/.exec(entry.sessionId ?? '')?.[1]
  if (keyId === undefined) return entry
  const { how = 'manual' } = entry
  return { ...entry, apiKeyId: Number(keyId), how: how === 'manual' ? 'api' : how }
}

async function insertRows(trx: Writer, rows: readonly Omit<AuditTable, 'audit_id'>[]): Promise<Appended[]> {
  const appended: Appended[] = []
  for (const slice of slices(rows, columns))
    appended.push(
      ...(await trx
        .insertInto('audit')
        .values(slice)
        .returning(['audit_id as auditId', 'seq', 'hash'])
        .execute()),
    )
  return appended
}

/** An entry as the row of its chain that follows the one with this hash. */
export function linkedRow(
  chain: Chain,
  entry: AuditEntry,
  seq: number,
  before: string,
): Omit<AuditTable, 'audit_id'> {
  const erasable = withSalts(entry)
  const text = textOf(entry, chain, seq, erasable)
  return {
    chain,
    seq,
    at: instantOf(entry.at),
    user_id: entry.user?.userId ?? null,
    action: entry.action,
    project_id: entry.projectId ?? null,
    document_id: entry.documentId ?? null,
    field_id: entry.fieldId ?? null,
    job_id: entry.jobId ?? null,
    command_id: entry.commandId ?? null,
    correlation_id: entry.correlationId ?? null,
    text,
    erasable: erasable === null ? null : JSON.stringify(erasable),
    hash: linkOf(before, text),
  }
}

const columns = 14

/**
 * Takes the head, so that another transaction waits that would append to the chain. Writers take turns on both databases:
 * this holds whatever else may write.
 */
async function takeHead(trx: Writer, chain: Chain): Promise<Head> {
  const take = () =>
    trx
      .updateTable('audit_head')
      .set((eb) => ({ seq: eb.ref('seq') }))
      .where('chain', '=', chain)
      .returning(['seq', 'hash'])
      .executeTakeFirst()
  const head = await take()
  if (head !== undefined) return head
  await trx
    .insertInto('audit_head')
    .values({ chain, seq: 0, hash: firstHash })
    .onConflict((conflict) => conflict.column('chain').doNothing())
    .execute()
  const made = await take()
  if (made === undefined) throw new Error(`The head of the chain ${chain} cannot be taken.`)
  return made
}

/** Moves the head on from where the rows were linked to; fails where it does not stand there any more: a chain never forks. */
async function moveHead(trx: Writer, chain: Chain, before: Head, after: Head): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('audit_head')
    .set({ seq: after.seq, hash: after.hash })
    .where('chain', '=', chain)
    .where('seq', '=', before.seq)
    .where('hash', '=', before.hash)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`The head of the chain ${chain} has moved meanwhile.`)
}

function withSalts(entry: AuditEntry): Record<string, Erasable> | null {
  const values = Object.entries({ ...entry.erasable, ip: entry.ip }).filter(
    ([, value]) => value !== undefined,
  )
  if (values.length === 0) return null
  return Object.fromEntries(values.map(([name, value]) => [name, { value, salt: newSalt() }]))
}

/** The exact text that is hashed: everything the row says, with commitments in place of what may be erased. */
function textOf(
  entry: AuditEntry,
  chain: Chain,
  seq: number,
  erasable: Record<string, Erasable> | null,
): string {
  const { ip: _besideTheText, erasable: _too, ...said } = entry
  const commitments =
    erasable === null
      ? undefined
      : Object.fromEntries(Object.entries(erasable).map(([name, kept]) => [name, commitmentOf(kept)]))
  return canonical({ ...said, chain, seq, erasable: commitments })
}
