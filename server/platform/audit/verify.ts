/** Recomputes a chain from its first row, page by page, compares it with its signed checkpoints, and names the first row that does not hold. */

import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { breathe } from '../records/breathe.ts'
import type { Reader } from '../records/records.ts'
import { commitmentOf, firstHash, linkOf } from './chain.ts'
import { type Chain, erasureAction, parseErasable } from './entry.ts'
import { headOf, isSigned, type KnownHeads, type SignedHead } from './heads.ts'
import type { AuditTable } from './tables.ts'

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
  readonly signed: VerifiedHeads
  /** The rows after the last checkpoint, which no signature covers yet, and the `at` of the first; null where all are covered. */
  readonly uncovered: { readonly from: number; readonly to: number; readonly since: string } | null
}

/** A chain with what the records make of it. */
export interface VerifiedRecords extends Verified {
  /** What stands in the records and not as the chain tells it; not looked for where the chain does not hold. */
  readonly differences: Differences
  /** What makes the proof weaker, in sentences for people. */
  readonly warnings: string[]
}

export interface Differences {
  readonly count: number
  /** The first of them, for people: of what, and which row of the chain says otherwise. No coded value is in them. */
  readonly first: string[]
}

/** The signed checkpoints that the chain was compared with. */
export interface VerifiedHeads {
  /** How many fit, and the last of them; null where none was known. */
  readonly checked: number
  readonly lastAt: string | null
  readonly lastSeq: number | null
  readonly key: string | null
  /** Lines of the files beside the records that cannot be read. */
  readonly unreadable: number
}

export interface VerifyOptions {
  readonly pageSize?: number
  /** What is known of the chain from outside of it. */
  readonly known?: KnownHeads
  /** Hears how many rows hold so far, and how many there are. */
  readonly onProgress?: (rows: number, total: number) => void
  /** Is given the rows that hold, page by page, in their order. */
  readonly onRows?: (rows: readonly HeldRow[]) => Promise<void>
}

/** A row as it is stored. */
type AuditRow = Selectable<AuditTable>
/** A row that holds, with what its text says: nobody has to read that again. */
export interface HeldRow extends AuditRow {
  readonly said: Facts
}
type Row = Omit<AuditTable, 'audit_id'>
/** What a hashed text says. */
type Facts = Readonly<Record<string, unknown>>

/** Verifies one chain. Rows that are appended meanwhile are taken along or left for the next time. */
export async function verifyChain(
  read: Reader,
  chain: Chain | string,
  { pageSize = 1000, known = nothingKnown, onProgress, onRows }: VerifyOptions = {},
): Promise<Verified> {
  // The head is read first: rows committed after it only make the chain longer than the head says.
  const head = await headOf(read, chain)
  const signed = new SignedHeads(known)
  const erasures = new Erasures()
  let uncovered = null as Verified['uncovered']
  let rows = 0
  let hash = firstHash
  let atHead = head.seq === 0 ? firstHash : null
  const broken = (reason: string, at = rows + 1): Verified => ({
    chain,
    rows: Math.min(rows, at - 1),
    head: hash,
    firstBroken: at,
    reason,
    signed: signed.verified(),
    uncovered,
  })
  const atStart = signed.faultAt(0, firstHash)
  if (atStart !== null) return broken(atStart, 1)
  for (;;) {
    const page = await pageAfter(read, chain, rows, pageSize)
    const held: HeldRow[] = []
    for (const row of page) {
      const said = saidBy(row, rows + 1, hash, erasures)
      if (typeof said === 'string') return broken(said)
      const fault = signed.faultAt(row.seq, row.hash)
      if (fault !== null) return broken(fault)
      held.push({ ...row, said })
      rows = row.seq
      hash = row.hash
      if (rows === head.seq) atHead = hash
      if (signed.lastSeq === rows) uncovered = null
      else uncovered = { from: uncovered?.from ?? rows, to: rows, since: uncovered?.since ?? row.at }
    }
    await onRows?.(held)
    onProgress?.(rows, Math.max(rows, head.seq))
    if (page.length < pageSize) break
    // The embedded database answers at once: without this nobody else would be served until the last row.
    await breathe()
  }
  if (head.seq > rows) return broken('rows are missing at the end')
  if (head.hash !== atHead) return broken('the head does not match the row', head.seq)
  const after = signed.next()
  if (after !== null)
    return broken(
      `the head signed at ${after.head.at} knows row ${after.head.seq}: rows are missing at the end`,
    )
  // Rows that came meanwhile moved the head with them; rows that did not were put there past the head.
  if (rows > head.seq) {
    const now = await headOf(read, chain)
    if (now.seq < rows) return broken('the head does not know of the row', now.seq + 1)
  }
  const [removed] = known.onlyInFiles
  if (removed !== undefined)
    return broken(
      `the records no longer have the head signed at ${removed.head.at}, which the files beside them have`,
      Math.max(1, removed.head.seq),
    )
  const gone = erasures.unrecorded()
  if (gone !== null)
    return broken(
      `the value "${gone.name}" that stood beside the row is gone, and no row records its erasure`,
      gone.seq,
    )
  return { chain, rows, head: hash, firstBroken: null, reason: null, signed: signed.verified(), uncovered }
}

/**
 * Verifies the rows that follow one of a chain up to another: their links, columns and the values beside them. Answers the
 * first that does not hold; null where all do.
 */
export async function verifyRows(
  read: Reader,
  chain: string,
  after: { readonly seq: number; readonly hash: string },
  until: { readonly seq: number; readonly hash: string },
  pageSize = 1000,
): Promise<{ readonly seq: number; readonly reason: string } | null> {
  let { seq, hash } = after
  if (until.seq < seq) return { seq: until.seq + 1, reason: 'rows are missing at the end' }
  while (seq < until.seq) {
    const page = await pageAfter(read, chain, seq, Math.min(pageSize, until.seq - seq))
    if (page.length === 0) return { seq: seq + 1, reason: `row ${seq + 1} is missing` }
    for (const row of page) {
      const said = saidBy(row, seq + 1, hash, null)
      if (typeof said === 'string') return { seq: seq + 1, reason: said }
      seq = row.seq
      hash = row.hash
    }
    await breathe()
  }
  return hash === until.hash ? null : { seq, reason: 'the head does not match the row' }
}

/** The next rows of a chain, in order. */
const pageAfter = (read: Reader, chain: string, seq: number, pageSize: number): Promise<AuditRow[]> =>
  read
    .selectFrom('audit')
    .selectAll()
    .where('chain', '=', chain)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(pageSize)
    .execute()

const nothingKnown: KnownHeads = {
  heads: [],
  onlyInFiles: [],
  onlyInRecords: [],
  keys: new Map(),
  unreadable: 0,
}

/** Goes along the signed checkpoints of a chain as its rows are read. */
class SignedHeads {
  readonly #known: KnownHeads
  #position = 0
  #last: SignedHead | null = null
  #checked = 0

  constructor(known: KnownHeads) {
    this.#known = known
  }

  /** The row of the last checkpoint that fits; 0 where there is none. */
  get lastSeq(): number {
    return this.#last?.head.seq ?? 0
  }

  /** The first head beyond what has been read. */
  next(): SignedHead | null {
    return this.#known.heads[this.#position] ?? null
  }

  /** What is wrong with a head that was signed at this row; null where all fit, or none was signed. */
  faultAt(seq: number, hash: string): string | null {
    for (let signed = this.next(); signed !== null && signed.head.seq <= seq; signed = this.next()) {
      const key = this.#known.keys.get(signed.head.key)
      if (key === undefined)
        return `the head of row ${signed.head.seq} is signed by the key ${signed.head.key}, which is not of this installation`
      if (!isSigned(signed, key)) return `the signature of the head of row ${signed.head.seq} is wrong`
      if (signed.head.hash !== hash) return this.#rewritten(signed)
      this.#position += 1
      this.#last = signed
      this.#checked += 1
    }
    return null
  }

  verified(): VerifiedHeads {
    return {
      checked: this.#checked,
      lastAt: this.#last?.head.at ?? null,
      lastSeq: this.#last?.head.seq ?? null,
      key: this.#last?.head.key ?? null,
      unreadable: this.#known.unreadable,
    }
  }

  #rewritten({ head }: SignedHead): string {
    const since = (this.#last?.head.seq ?? 0) + 1
    return `the head signed at ${head.at} has another hash for it: the chain was written anew somewhere in rows ${since} to ${head.seq}`
  }
}

/** All chains there are, by name. */
export async function chainsOf(read: Reader): Promise<string[]> {
  const heads = await read.selectFrom('audit_head').select('chain').orderBy('chain').execute()
  const rows = await read.selectFrom('audit').select('chain').distinct().execute()
  return [...new Set([...heads, ...rows].map(({ chain }) => chain))].sort()
}

/** What the text of a row says, or what is wrong with the row; what is missing beside it is left to `erasures`, where they are kept account of. */
function saidBy(row: Row, expected: number, before: string, erasures: Erasures | null): Facts | string {
  if (row.seq !== expected) return `row ${expected} is missing`
  if (row.hash !== linkOf(before, row.text)) return 'the text or the link was changed'
  let said: unknown
  try {
    said = JSON.parse(row.text)
  } catch {
    return 'the text is not JSON'
  }
  if (typeof said !== 'object' || said === null) return 'the text is not an object'
  // An object of JSON has string keys and nothing else.
  const facts = said as Facts
  for (const [column, value] of searchable)
    if (value(facts) !== row[column]) return `the column ${column} does not say what the text says`
  return erasableFault(row, facts, erasures) ?? facts
}

/** The searchable columns, as the hashed text has them: an edit of a column alone is found too. */
const searchable: readonly (readonly [keyof Row, (facts: Facts) => unknown])[] = [
  ['chain', ({ chain }) => chain],
  ['seq', ({ seq }) => seq],
  // Instants are written the same way in texts and columns.
  ['at', ({ at }) => at],
  [
    'user_id',
    ({ user }) => (typeof user === 'object' && user !== null && 'userId' in user ? user.userId : null),
  ],
  ['action', ({ action }) => action],
  ['project_id', ({ projectId }) => projectId ?? null],
  ['document_id', ({ documentId }) => documentId ?? null],
  ['field_id', ({ fieldId }) => fieldId ?? null],
  ['job_id', ({ jobId }) => jobId ?? null],
  ['command_id', ({ commandId }) => commandId ?? null],
  ['correlation_id', ({ correlationId }) => correlationId ?? null],
]

/**
 * A value that is still there must be the one that was committed to; one that is gone leaves its commitment, and must have
 * been erased by a row that says so.
 */
function erasableFault(row: Row, facts: Facts, erasures: Erasures | null): string | null {
  const { erasable: said } = facts
  const promised: Record<string, unknown> = typeof said === 'object' && said !== null ? { ...said } : {}
  const kept = row.erasable === null ? {} : parseErasable(row.erasable)
  if (kept === null) return 'the erasable values are not readable'
  const wrong = Object.entries(kept).find(([name, value]) => commitmentOf(value) !== promised[name])
  if (wrong !== undefined) return `the erasable value ${wrong[0]} was changed`
  erasures?.note(
    row,
    facts,
    Object.keys(promised).filter((name) => !(name in kept)),
  )
  return null
}

/** What an erasure says of the values that it took away; `seq`: their row in the same chain. */
const erased = z.object({
  erased: z.array(z.object({ seq: z.int(), names: z.array(z.string()) })),
})

/** Values that are gone from beside their rows, until a later row records that they were erased. */
class Erasures {
  readonly #gone = new Map<number, Set<string>>()

  /** Takes account of a row: what is gone beside it, and what it says was erased. */
  note({ seq, action }: Row, { facts }: Facts, gone: readonly string[]): void {
    if (gone.length > 0) this.#gone.set(seq, new Set(gone))
    if (action !== erasureAction) return
    const said = z.safeParse(erased, facts)
    for (const one of said.success ? said.data.erased : [])
      for (const name of one.names) this.#recorded(one.seq, name)
  }

  /** The first value that is gone without a record. */
  unrecorded(): { readonly seq: number; readonly name: string } | null {
    const [first] = this.#gone
    return first === undefined ? null : { seq: first[0], name: [...first[1]].join(', ') }
  }

  #recorded(seq: number, name: string): void {
    const names = this.#gone.get(seq)
    names?.delete(name)
    if (names?.size === 0) this.#gone.delete(seq)
  }
}
