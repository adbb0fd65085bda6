/** Recomputes a chain from its first row, page by page, and names the first row that does not hold. */
import { instantOf } from '../records/dialect.ts'
import type { Reader } from '../records/records.ts'
import type { AuditTable } from '../records/schema.ts'
import type { Chain } from './append.ts'
import { commitmentOf, type Erasable, firstHash, linkOf } from './chain.ts'

export interface Verified {
  readonly chain: string
  /** Rows that hold, from the first on. */
  readonly rows: number
  /** The link of the last row that holds. */
  readonly head: string
  /** Position of the first row that does not hold (or is missing); null where all hold. */
  readonly firstBroken: number | null
  /** What is wrong with it, for people. */
  readonly reason: string | null
}

type Row = Omit<AuditTable, 'audit_id'>

/** Verifies one chain. Rows that are appended meanwhile are taken along or left for the next time. */
export async function verifyChain(read: Reader, chain: Chain | string, pageSize = 1000): Promise<Verified> {
  // The head is read first: rows committed after it only make the chain longer than the head says.
  const head = await headOf(read, chain)
  let rows = 0
  let hash = firstHash
  let atHead = head.seq === 0 ? firstHash : null
  const broken = (reason: string, at = rows + 1): Verified => ({
    chain,
    rows: at - 1,
    head: hash,
    firstBroken: at,
    reason,
  })
  for (;;) {
    const page = await read
      .selectFrom('audit')
      .selectAll()
      .where('chain', '=', chain)
      .where('seq', '>', rows)
      .orderBy('seq')
      .limit(pageSize)
      .execute()
    for (const row of page) {
      const fault = faultOf(row, rows + 1, hash)
      if (fault !== null) return broken(fault)
      rows = row.seq
      hash = row.hash
      if (rows === head.seq) atHead = hash
    }
    if (page.length < pageSize) break
    // The embedded database answers at once: without this nobody else would be served until the last row.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (head.seq > rows) return broken('rows are missing at the end')
  if (head.hash !== atHead) return broken('the head does not match the row', head.seq)
  // Rows that came meanwhile moved the head with them; rows that did not were put there past the head.
  if (rows > head.seq) {
    const now = await headOf(read, chain)
    if (now.seq < rows) return broken('the head does not know of the row', now.seq + 1)
  }
  return { chain, rows, head: hash, firstBroken: null, reason: null }
}

async function headOf(read: Reader, chain: string): Promise<{ seq: number; hash: string }> {
  const row = await read
    .selectFrom('audit_head')
    .select(['seq', 'hash'])
    .where('chain', '=', chain)
    .executeTakeFirst()
  return row ?? { seq: 0, hash: firstHash }
}

/** All chains there are, by name. */
export async function chainsOf(read: Reader): Promise<string[]> {
  const heads = await read.selectFrom('audit_head').select('chain').orderBy('chain').execute()
  const rows = await read.selectFrom('audit').select('chain').distinct().execute()
  return [...new Set([...heads, ...rows].map(({ chain }) => chain))].sort()
}

function faultOf(row: Row, expected: number, before: string): string | null {
  if (row.seq !== expected) return `row ${expected} is missing`
  if (row.hash !== linkOf(before, row.text)) return 'the text or the link was changed'
  let said: unknown
  try {
    said = JSON.parse(row.text)
  } catch {
    return 'the text is not JSON'
  }
  if (typeof said !== 'object' || said === null) return 'the text is not an object'
  const facts: Record<string, unknown> = { ...said }
  const wrong = Object.entries(columnsSaid(facts)).find(
    ([column, value]) => value !== row[column as keyof Row],
  )
  if (wrong !== undefined) return `the column ${wrong[0]} does not say what the text says`
  return erasableFault(row.erasable, facts.erasable)
}

/** The searchable columns, as the hashed text has them: an edit of a column alone is found too. */
function columnsSaid(facts: Record<string, unknown>): Partial<Record<keyof Row, unknown>> {
  const user = facts.user
  return {
    chain: facts.chain,
    seq: facts.seq,
    at: typeof facts.at === 'string' ? instantOf(new Date(facts.at)) : undefined,
    user_id: typeof user === 'object' && user !== null && 'userId' in user ? user.userId : null,
    action: facts.action,
    project_id: facts.projectId ?? null,
    document_id: facts.documentId ?? null,
    field_id: facts.fieldId ?? null,
    job_id: facts.jobId ?? null,
    command_id: facts.commandId ?? null,
    correlation_id: facts.correlationId ?? null,
  }
}

/** A value that is still there must be the one that was committed to; an erased one leaves its commitment alone. */
function erasableFault(column: string | null, commitments: unknown): string | null {
  if (column === null) return null
  const promised: Record<string, unknown> =
    typeof commitments === 'object' && commitments !== null ? { ...commitments } : {}
  const kept = parseErasable(column)
  if (kept === null) return 'the erasable values are not readable'
  const wrong = Object.entries(kept).find(([name, value]) => commitmentOf(value) !== promised[name])
  return wrong === undefined ? null : `the erasable value ${wrong[0]} was changed`
}

/** The erasable values of a row; null where the column does not hold any. */
export function parseErasable(column: string): Record<string, Erasable> | null {
  try {
    const parsed: unknown = JSON.parse(column)
    if (typeof parsed !== 'object' || parsed === null) return null
    const entries: [string, Erasable][] = []
    for (const [name, kept] of Object.entries(parsed)) {
      if (typeof kept !== 'object' || kept === null || !('salt' in kept) || typeof kept.salt !== 'string')
        return null
      entries.push([name, { value: 'value' in kept ? kept.value : undefined, salt: kept.salt }])
    }
    return Object.fromEntries(entries)
  } catch {
    return null
  }
}
