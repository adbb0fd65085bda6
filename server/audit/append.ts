/**
 * Appends to a hash chain, inside the transaction of the change it records.
 *
 * Row i stores the exact text that was hashed (JSON by RFC 8785) and hash_i = SHA-256(hex of hash_{i-1} followed by that
 * text), hash_0 = 64 zeros. Call it after every other write of the transaction, so that nothing is told of that could still
 * fail.
 */
import type { UndoMark } from '#contracts/coding.ts'
import { instantOf, slices } from '../records/dialect.ts'
import type { Writer } from '../records/records.ts'
import type { AuditTable } from '../records/schema.ts'
import { canonical } from './canonical.ts'
import { commitmentOf, type Erasable, firstHash, linkOf, newSalt } from './chain.ts'
import { type Told, toldBy } from './changes.ts'
import { addToPast } from './spans.ts'

export type Chain = `project:${number}` | `company:${number}` | 'system'

export interface AuditEntry {
  readonly at: Date
  readonly user: { readonly userId: number; readonly name: string; readonly role: string } | null
  /** `area.pastTense`, for example `coding.saved`. */
  readonly action: string
  readonly projectId?: number
  readonly documentId?: number
  readonly fieldId?: number
  /** The field's name at the time. */
  readonly field?: string
  readonly oldValue?: unknown
  readonly newValue?: unknown
  readonly how?: 'manual' | 'undo' | 'redo' | 'propagation' | 'bulk' | 'import' | 'api' | 'rollback'
  readonly commandId?: string
  readonly correlationId?: string
  readonly undo?: UndoMark
  readonly jobId?: number
  readonly sessionId?: string
  /** Personal data: kept as an erasable value. */
  readonly ip?: string
  /** Free facts of the action: ids, counts, never document text. */
  readonly facts?: Record<string, unknown>
  /** Values that may have to be erased by law: salted commitments go into the text, values beside it. */
  readonly erasable?: Record<string, unknown>
}

export interface Appended {
  readonly auditId: number
  readonly seq: number
  readonly hash: string
}

/**
 * Appends entries in order. Thousands at once are a few statements. What they tell of coding is added to the project's
 * past here, so that whoever changes coding cannot forget it.
 */
export async function appendAudit(
  trx: Writer,
  chain: Chain,
  entries: readonly AuditEntry[],
): Promise<Appended[]> {
  if (entries.length === 0) return []
  const head = await advanceHead(trx, chain, entries.length)
  let { seq, hash } = head
  const rows = entries.map((entry) => {
    seq += 1
    const row = linkedRow(chain, entry, seq, hash)
    hash = row.hash
    return row
  })
  const appended: Appended[] = []
  for (const slice of slices(rows, columns)) {
    const kept = await trx
      .insertInto('audit')
      .values(slice)
      .returning(['audit_id as auditId', 'seq', 'hash'])
      .execute()
    appended.push(...kept)
  }
  await trx.updateTable('audit_head').set({ hash }).where('chain', '=', chain).execute()
  // The order of RETURNING is nobody's promise.
  appended.sort((a, b) => a.seq - b.seq)
  const projectId = /^project:(\d+)$/.exec(chain)?.[1]
  if (projectId !== undefined)
    await addToPast(
      trx,
      Number(projectId),
      entries.flatMap((entry, at) => toldIn(entry, appended[at])),
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

/** What an entry tells of coding. */
function toldIn(entry: AuditEntry, kept: Appended | undefined): Told[] {
  if (kept === undefined) return []
  const { erasable = {} } = entry
  return toldBy({
    seq: kept.seq,
    auditId: kept.auditId,
    at: instantOf(entry.at),
    action: entry.action,
    userId: entry.user?.userId ?? null,
    documentId: entry.documentId ?? null,
    fieldId: entry.fieldId ?? null,
    jobId: entry.jobId ?? null,
    how: entry.how,
    newValue: entry.newValue,
    beside: 'newValue' in erasable ? { value: erasable.newValue } : null,
    facts: entry.facts ?? {},
  })
}

const columns = 14

/**
 * Takes the head and moves it on. Writers take turns on both databases, so that two transactions can never link to the same
 * row.
 */
async function advanceHead(trx: Writer, chain: Chain, count: number): Promise<{ seq: number; hash: string }> {
  const advance = () =>
    trx
      .updateTable('audit_head')
      .set((eb) => ({ seq: eb('seq', '+', count) }))
      .where('chain', '=', chain)
      .returning(['seq', 'hash'])
      .executeTakeFirst()
  let head = await advance()
  if (head === undefined) {
    await trx
      .insertInto('audit_head')
      .values({ chain, seq: 0, hash: firstHash })
      .onConflict((conflict) => conflict.column('chain').doNothing())
      .execute()
    head = await advance()
  }
  if (head === undefined) throw new Error(`The head of the chain ${chain} cannot be taken.`)
  return { seq: head.seq - count, hash: head.hash }
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
