/**
 * Redactions of pages and cells, held against the audit chain: the last row that tells of each says its place, its label, its
 * version and whether it is in force, and that is what the record must have. What it does not tell of is a difference too.
 */
import type { HeldRow } from '../../platform/audit/verify.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { Difference } from './differences.ts'

type Kind = Extract<Difference['kind'], 'redaction' | 'cells'>

interface Told {
  readonly seq: number
  readonly documentId: number
  readonly subjectId: number
  readonly look: string
}

/** A redaction as it stands, or as a row of the chain says it does. */
interface Look {
  readonly documentId: number
  readonly subjectId: number
  readonly look: string
}

/** Records that are read at once. */
const pageSize = 4000

export class RedactionsHeld {
  readonly #told: Readonly<Record<Kind, Map<string, Told>>> = { redaction: new Map(), cells: new Map() }

  /** Takes what the next rows of the chain tell. */
  take(rows: readonly HeldRow[]): void {
    for (const { action, seq, document_id: documentId, said } of rows) {
      if (documentId === null || !isGesture.test(action)) continue
      // Of a row that holds: written by this program.
      const facts = (said.facts ?? {}) as Readonly<Record<string, unknown>>
      const kind = 'sheet' in facts ? 'cells' : 'redaction'
      const subjectId = Number(kind === 'cells' ? facts.sheet : facts.page)
      const look = lookOf(kind, { ...facts, isRemoved: action === 'redaction.removed' })
      this.#told[kind].set(String(facts.key), { seq, documentId, subjectId, look })
    }
  }

  /** Names each redaction that is otherwise than the last row of it says; done once all rows were taken. */
  async compare(read: Reader, projectId: number, differs: (one: Difference) => void): Promise<void> {
    for (const kind of ['redaction', 'cells'] as const) {
      const told = this.#told[kind]
      const rows = kind === 'cells' ? cellsOf(read, projectId) : redactionsOf(read, projectId)
      for await (const { key, documentId, subjectId, look } of rows) {
        const said = told.get(key)
        told.delete(key)
        if (said?.look === look && said.documentId === documentId && said.subjectId === subjectId) continue
        differs({ kind, what: 'value', subjectId, documentId, seq: said?.seq ?? null })
      }
      // What is on the trail stays in the record, also when it was removed.
      for (const { documentId, subjectId, seq } of told.values())
        differs({ kind, what: 'value', subjectId, documentId, seq })
    }
  }
}

const isGesture = /^redaction\.(added|changed|checked|removed|restored)$/

const shown: Readonly<Record<Kind, readonly string[]>> = {
  redaction: ['kind', 'boxes', 'label', 'version', 'isRemoved'],
  cells: ['kind', 'range', 'pieces', 'label', 'version', 'isRemoved'],
}

const lookOf = (kind: Kind, said: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(shown[kind].map((name) => said[name]))

type Row = Look & { readonly key: string }

async function* redactionsOf(read: Reader, projectId: number): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const rows = await read
      .selectFrom('redaction')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('redaction_id', '>', after)
      .orderBy('redaction_id')
      .limit(pageSize)
      .execute()
    for (const { key, document_id: documentId, page: subjectId, ...row } of rows) {
      const boxes = asStored(row.boxes)
      const look = lookOf('redaction', { ...row, boxes, isRemoved: row.removed_at !== null })
      yield { key, documentId, subjectId, look }
    }
    after = rows.at(-1)?.redaction_id ?? after
    if (rows.length < pageSize) return
  }
}

async function* cellsOf(read: Reader, projectId: number): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const rows = await read
      .selectFrom('redacted_cells')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('redacted_cells_id', '>', after)
      .orderBy('redacted_cells_id')
      .limit(pageSize)
      .execute()
    for (const { key, document_id: documentId, sheet: subjectId, ...row } of rows) {
      const [pieces, range, isRemoved] = [asStored(row.pieces), row.cell_range, row.removed_at !== null]
      yield { key, documentId, subjectId, look: lookOf('cells', { ...row, pieces, range, isRemoved }) }
    }
    after = rows.at(-1)?.redacted_cells_id ?? after
    if (rows.length < pageSize) return
  }
}

/** What a column of JSON says; the column itself where somebody has written there what is none. */
function asStored(column: string): unknown {
  try {
    return JSON.parse(column)
  } catch {
    return column
  }
}
