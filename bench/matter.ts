/**
 * A project with a long trail, for the figures that depend on its length: documents, and rows of their being looked at and
 * coded by several people over months, in a chain that verifies. Written straight into the file of a server that is not
 * running: a million rows in about half a minute.
 */

import Database from 'better-sqlite3'
import { linkedRow } from '../server/platform/audit/append.ts'
import { firstHash } from '../server/platform/audit/chain.ts'
import type { AuditEntry } from '../server/platform/audit/entry.ts'
import { recordsFile } from '../server/platform/records/open.ts'

export interface Plan {
  /** The folder of a server that has been started and closed: its records have their newest shape. */
  readonly dataDir: string
  readonly projectId: number
  readonly documents: number
  /** Rows that the chain is to have in all. */
  readonly rows: number
  readonly people: readonly { readonly userId: number; readonly name: string }[]
  /** What is coded: of each document one or two of these, one after the other. */
  readonly fields: readonly Coded[]
  /** When the first document comes in; the trail goes on from the next day. */
  readonly start: Date
}

export interface Coded {
  readonly fieldId: number
  readonly name: string
  /** Its values, each as likely as the others. */
  readonly values: readonly unknown[]
  /** Typed by people: kept beside the text. */
  readonly typed?: boolean
}

export interface Filled {
  readonly documentIds: readonly number[]
  /** When the last row was written. */
  readonly end: Date
}

/** Writes documents and trail; what is derived from the trail is worked out by the next server that opens the folder. */
export function fillMatter(plan: Plan): Filled {
  const db = new Database(recordsFile(plan.dataDir))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = OFF')
  try {
    return db.transaction(() => {
      const documentIds = writeDocuments(db, plan)
      return { documentIds, end: writeTrail(db, plan, documentIds) }
    })()
  } finally {
    db.close()
  }
}

type Row = Readonly<Record<string, string | number | null>>

function inserter(db: Database.Database, table: string, row: Row): Database.Statement {
  const columns = Object.keys(row)
  const named = columns.map((name) => `"${name}"`).join(', ')
  return db.prepare(
    `insert into ${table} (${named}) values (${columns.map((name) => `@${name}`).join(', ')})`,
  )
}

function writeDocuments(db: Database.Database, { projectId, documents, people, start }: Plan): number[] {
  const at = start.toISOString()
  const custodian = { project_id: projectId, name: 'Mailroom' }
  const custodianId = Number(inserter(db, 'custodian', custodian).run(custodian).lastInsertRowid)
  const zeros =
    'retry items_total items_done exceptions bytes_done bytes_total promoted duplicates de_nisted containers'
  const job: Row = {
    ...Object.fromEntries(`${zeros} filtered items_in priority`.split(' ').map((name) => [name, 0])),
    ...{
      project_id: projectId,
      kind: 'import',
      title: 'mail.mbox',
      state: 'Completed',
      input: '{}',
      cursor: 'null',
    },
    ...{ created_by: people[0]?.userId ?? 0, created_at: at, started_at: at, ended_at: at },
  }
  const jobId = Number(inserter(db, 'job', job).run(job).lastInsertRowid)
  const empty = 'sent_original message_id in_reply_to dedupe_hash no_text_reason addresses sent_at'
  const document = (control: number): Row => ({
    ...Object.fromEntries(empty.split(' ').map((name, i) => [name, i < 3 ? '' : null])),
    ...{
      project_id: projectId,
      control,
      family_id: control,
      ordinal: 0,
      depth: 0,
      custodian_id: custodianId,
    },
    ...{ job_id: jobId, record_type: 'EMail', file_category: 'Email', title: `Message ${control}` },
    ...{ file_name: `${control}.eml`, extension: 'eml', mime_type: 'message/rfc822', size: 4000 },
    ...{
      md5: '0'.repeat(32),
      sha1: '0'.repeat(40),
      sha256: '0'.repeat(64),
      parent_id: null,
      parent_date: at,
    },
    ...{ sort_key: at, from_text: 'ana@northwind.example', references: '[]', source_path: '[]' },
    ...{ attachment_count: 0, text_size: 0, text_truncated: 0, has_text: 0, metadata: '{}', created_at: at },
  })
  const insert = inserter(db, 'document', document(1))
  return Array.from({ length: documents }, (_none, i) => Number(insert.run(document(i + 1)).lastInsertRowid))
}

const perDay = 8 * 3600
const dayMs = 24 * 3600 * 1000

function writeTrail(db: Database.Database, plan: Plan, documentIds: readonly number[]): Date {
  const { projectId, people, fields, rows } = plan
  const chain = `project:${projectId}` as const
  const head = db.prepare('select seq, hash from audit_head where chain = ?').get(chain)
  let { seq, hash } = { seq: 0, hash: firstHash, ...Object(head) } as { seq: number; hash: string }
  let insert: Database.Statement | null = null
  let at = plan.start
  const append = (entry: AuditEntry): void => {
    seq += 1
    const row = linkedRow(chain, entry, seq, hash)
    hash = row.hash
    insert ??= inserter(db, 'audit', { ...row })
    insert.run(row)
  }
  const gone = new Map<string, unknown>()
  const left = rows - seq
  // Three rows a visit, and a working day of eight hours: about as many days as a review of that size takes.
  const visits = Math.ceil(left / 3)
  for (let visit = 0; seq < rows; visit++) {
    const second = visit * Math.max(1, (perDay * 120) / visits)
    const day = Math.floor(second / perDay)
    at = new Date(plan.start.getTime() + (day + 1) * dayMs + Math.floor((second % perDay) * 1000))
    const documentId = documentIds[(visit * 7919) % documentIds.length] ?? 0
    const person = people[Math.floor(visit / 50) % people.length]
    if (person === undefined) throw new Error('Nobody reviews.')
    const user = { ...person, role: 'Reviewer' }
    const common = { at, user, projectId, documentId, how: 'manual' as const }
    append({ ...common, action: 'document.viewed' })
    for (let n = 0; n < 2 && seq < rows; n++) {
      const field = fields[(visit + n) % fields.length]
      if (field === undefined) throw new Error('There is nothing to code.')
      const key = `${documentId} ${field.fieldId}`
      const newValue =
        field.values[(visit * 31 + n * 17 + Math.floor(visit / documentIds.length)) % field.values.length]
      const values = { oldValue: gone.get(key) ?? null, newValue }
      gone.set(key, newValue)
      append({
        ...common,
        ...(field.typed === true ? { erasable: values } : values),
        ...{ action: 'coding.saved', fieldId: field.fieldId, field: field.name },
        ...{ commandId: `command-${visit}`, correlationId: `gesture-${visit}` },
        undo: { kind: 'do', group: `group-${visit}`, targets: [] },
        facts: { codingFormId: 1, version: 1 },
      })
    }
  }
  db.prepare(
    'insert into audit_head (chain, seq, hash) values (?, ?, ?) on conflict (chain) do update set seq = excluded.seq, hash = excluded.hash',
  ).run(chain, seq, hash)
  db.prepare(
    'insert into span_head (project_id, seq, moment, complete) values (?, -1, ?, 0) on conflict (project_id) do update set seq = -1, complete = 0',
  ).run(projectId, '')
  return at
}
