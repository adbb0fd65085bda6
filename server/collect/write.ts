/**
 * Writes what became of some items, all of it in one transaction with the job's books and cursor: documents in family
 * order with their control numbers, their text, custodians, exceptions, what the index has to take, and the audit rows.
 * Killed at any moment, an import has written an item wholly or not at all.
 */
import type { Member } from '../mail/family.ts'
import type { ParsedContainer, ParsedFamily, ParseFailure } from '../mail/protocol.ts'
import { appendAudit, type AuditEntry } from '../audit/append.ts'
import { flag, instantOf, slices } from '../records/dialect.ts'
import type { Writer } from '../records/records.ts'
import type { DocumentTable, ExceptionTable } from '../records/schema.ts'
import type { ImportCursor } from './cursor.ts'

/** A failure whose bytes are in the file store. */
export interface KeptFailure extends Omit<ParseFailure, 'bytes'> {
  readonly sha256: string | null
}
/** What became of an item; all files that it names are kept already. */
export type KeptOutcome = ParsedFamily | ParsedContainer | KeptFailure

export interface Books {
  itemsIn: number
  promoted: number
  duplicates: number
  containers: number
  exceptions: number
  filtered: number
}

export interface ImportState {
  readonly jobId: number
  readonly projectId: number
  readonly custodianId: number
  readonly custodian: string
  readonly user: AuditEntry['user']
  /** As it stands in the job's row; the next write expects it there. */
  cursor: ImportCursor
  cursorText: string
  books: Books
  itemsTotal: number | null
}

/** The job's row is not as this run left it: another run has taken over. */
export class CursorMoved extends Error {}

/** Exceptions of an earlier run that are tried again: their ids by path (JSON). */
export type Repeated = ReadonlyMap<string, number>

export interface WriteOptions {
  /** Bytes of the source that are done; null leaves them as they were. */
  readonly bytesDone: number | null
  readonly now: Date
  readonly repeated?: Repeated
}

/** Writes outcomes in order and moves the cursor behind them. Returns the state that holds once this has committed. */
export async function writeOutcomes(
  trx: Writer,
  state: ImportState,
  outcomes: readonly KeptOutcome[],
  cursor: ImportCursor,
  options: WriteOptions,
): Promise<Pick<ImportState, 'cursor' | 'cursorText' | 'books'>> {
  const at = instantOf(options.now)
  const books = { ...state.books }
  // Taken first: on PostgreSQL it makes imports of one project take turns, so that both see each other's mail.
  const { last_control } = await trx
    .updateTable('project')
    .set((eb) => ({ last_control: eb.ref('last_control'), last_activity_at: at }))
    .where('project_id', '=', state.projectId)
    .returning('last_control')
    .executeTakeFirstOrThrow()
  const families = outcomes.filter((o) => o.kind === 'family')
  const sorted = await sortFamilies(trx, state.projectId, families)
  const numbered = numberDocuments(sorted.fresh, last_control)
  const audit: AuditEntry[] = []
  if (numbered.length > 0) {
    await trx
      .updateTable('project')
      .set({ last_control: last_control + numbered.length })
      .where('project_id', '=', state.projectId)
      .execute()
    await insertDocuments(trx, state, numbered, at)
    await insertBesides(trx, state, numbered, at)
    for (const doc of numbered)
      audit.push(
        entry(state, options.now, 'document.promoted', doc.documentId, {
          control: doc.control,
          familyId: doc.parentDocument().documentId,
          custodianId: state.custodianId,
          sha256: doc.member.sha256,
        }),
      )
  }
  audit.push(...(await keepCopies(trx, state, sorted.copies, at, options.now)))
  const failures = outcomes.filter((o) => o.kind === 'failed')
  audit.push(...(await writeFailures(trx, state, failures, at, options)))
  audit.push(...(await resolveRepeated(trx, state, outcomes, options)))
  for (const outcome of outcomes) count(books, outcome, options.repeated)
  const copied = sorted.copies.reduce((sum, copy) => sum + copy.parsed.family.members.length, 0)
  books.duplicates += copied
  books.promoted += numbered.length
  const cursorText = JSON.stringify(cursor)
  const { numUpdatedRows } = await trx
    .updateTable('job')
    .set({
      cursor: cursorText,
      items_in: books.itemsIn,
      items_done: books.itemsIn,
      items_total: cursor.finished ? books.itemsIn : Math.max(state.itemsTotal ?? 0, books.itemsIn),
      promoted: books.promoted,
      duplicates: books.duplicates,
      containers: books.containers,
      exceptions: books.exceptions,
      filtered: books.filtered,
      ...(options.bytesDone === null ? {} : { bytes_done: options.bytesDone }),
    })
    .where('job_id', '=', state.jobId)
    .where('cursor', '=', state.cursorText)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new CursorMoved('The job was taken over by another run.')
  await appendAudit(trx, `project:${state.projectId}`, audit)
  return { cursor, cursorText, books }
}

/**
 * In = promoted + duplicates + containers + exceptions + filtered. The left side is counted here, from what came; promoted
 * and duplicates are counted where they are written.
 */
function count(books: Books, outcome: KeptOutcome, repeated: Repeated | undefined): void {
  // What failed before was counted in then; where it is there now, it leaves the exceptions.
  const again = repeated?.has(JSON.stringify(outcome.path)) === true
  if (again) {
    books.itemsIn--
    books.exceptions--
  }
  if (outcome.kind === 'family') {
    books.itemsIn += outcome.family.members.length + outcome.family.filtered
    books.filtered += outcome.family.filtered
    return
  }
  books.itemsIn++
  if (outcome.kind === 'container') books.containers++
  else books.exceptions++
}

interface Copy {
  readonly parsed: ParsedFamily
  readonly survivor: { documentId: number } | NumberedFamily
}
interface NumberedFamily {
  readonly parsed: ParsedFamily
  readonly documents: NumberedDocument[]
}

/** The first of equal families is promoted; all later ones are its copies. */
async function sortFamilies(
  trx: Writer,
  projectId: number,
  families: readonly ParsedFamily[],
): Promise<{ fresh: NumberedFamily[]; copies: Copy[] }> {
  const hashes = [...new Set(families.map(({ family }) => family.dedupeHash))]
  const known = new Map<string, Copy['survivor']>()
  for (const slice of slices(hashes, 2)) {
    const rows = await trx
      .selectFrom('document')
      .select(['document_id', 'dedupe_hash'])
      .where('project_id', '=', projectId)
      .where('dedupe_hash', 'in', slice)
      .execute()
    for (const row of rows) if (row.dedupe_hash !== null) known.set(row.dedupe_hash, { documentId: row.document_id })
  }
  const fresh: NumberedFamily[] = []
  const copies: Copy[] = []
  for (const parsed of families) {
    const survivor = known.get(parsed.family.dedupeHash)
    if (survivor !== undefined) copies.push({ parsed, survivor })
    else {
      const family = { parsed, documents: [] }
      known.set(parsed.family.dedupeHash, family)
      fresh.push(family)
    }
  }
  return { fresh, copies }
}

class NumberedDocument {
  readonly family: NumberedFamily
  readonly member: Member
  readonly control: number
  documentId = 0
  constructor(family: NumberedFamily, member: Member, control: number) {
    this.family = family
    this.member = member
    this.control = control
  }
  parentDocument(): NumberedDocument {
    return this.family.documents[0] ?? this
  }
}

function numberDocuments(families: readonly NumberedFamily[], last: number): NumberedDocument[] {
  let control = last
  const all: NumberedDocument[] = []
  for (const family of families)
    for (const member of family.parsed.family.members) {
      const doc = new NumberedDocument(family, member, ++control)
      family.documents.push(doc)
      all.push(doc)
    }
  return all
}

/** Depth by depth, because children name their parents' ids. */
async function insertDocuments(
  trx: Writer,
  state: ImportState,
  documents: readonly NumberedDocument[],
  at: string,
): Promise<void> {
  const byControl = new Map(documents.map((doc) => [doc.control, doc]))
  const deepest = documents.reduce((depth, doc) => Math.max(depth, doc.member.depth), 0)
  for (let depth = 0; depth <= deepest; depth++) {
    const level = documents.filter((doc) => doc.member.depth === depth)
    for (const slice of slices(level, documentColumns)) {
      const rows = await trx
        .insertInto('document')
        .values(slice.map((doc) => documentRow(state, doc, at)))
        .returning(['document_id', 'control'])
        .execute()
      for (const row of rows) {
        const doc = byControl.get(row.control)
        if (doc !== undefined) doc.documentId = row.document_id
      }
    }
    // A parent's family is its own id, which it has only now.
    if (depth === 0)
      await trx
        .updateTable('document')
        .set((eb) => ({ family_id: eb.ref('document_id') }))
        .where('family_id', '=', 0)
        .where('project_id', '=', state.projectId)
        .execute()
  }
}

const documentColumns = 36

function documentRow(state: ImportState, doc: NumberedDocument, at: string): Omit<DocumentTable, 'document_id'> {
  const { member: m, family } = doc
  const { date, dedupeHash } = family.parsed.family
  const text = m.text ?? ''
  return {
    project_id: state.projectId,
    control: doc.control,
    family_id: m.parent === null ? 0 : doc.parentDocument().documentId,
    parent_id: m.parent === null ? null : (family.documents[m.parent]?.documentId ?? null),
    ordinal: m.ordinal,
    depth: m.depth,
    custodian_id: state.custodianId,
    job_id: state.jobId,
    record_type: m.recordType,
    file_category: m.category,
    title: m.title,
    file_name: m.fileName,
    extension: m.extension,
    mime_type: m.mimeType,
    size: m.bytes.length,
    md5: m.md5,
    sha1: m.sha1,
    sha256: m.sha256,
    dedupe_hash: m.parent === null ? dedupeHash : null,
    parent_date: date,
    sort_key: sortKey(date),
    sent_at: m.sentAt,
    sent_original: m.sentOriginal,
    from_text: m.fromText,
    addresses: m.mail === null ? null : JSON.stringify(m.mail),
    message_id: m.messageId,
    in_reply_to: m.inReplyTo,
    references: JSON.stringify(m.references),
    source_path: JSON.stringify(m.path),
    attachment_count: m.attachmentCount,
    text_size: text.length,
    text_truncated: flag(m.truncated),
    has_text: flag(text.trim() !== ''),
    no_text_reason: m.noText ?? (text.trim() === '' ? 'There is no text in it.' : null),
    metadata: JSON.stringify(m.metadata),
    created_at: at,
  }
}

/** Text order is date order; without a date comes last. */
export const sortKey = (date: string | null): string => date ?? '~'

async function insertBesides(
  trx: Writer,
  state: ImportState,
  documents: readonly NumberedDocument[],
  at: string,
): Promise<void> {
  for (const slice of slices(documents, 3))
    await trx
      .insertInto('document_text')
      .values(slice.map(({ documentId, member: m }) => ({ document_id: documentId, text: m.text ?? '', html: m.html })))
      .execute()
  for (const slice of slices(documents, 5))
    await trx
      .insertInto('document_custodian')
      .values(
        slice.map(({ documentId, member: m }) => ({
          document_id: documentId,
          custodian_id: state.custodianId,
          position: 0,
          source_path: JSON.stringify([m.path]),
          job_id: state.jobId,
        })),
      )
      .execute()
  for (const slice of slices(documents, 3))
    await trx
      .insertInto('index_queue')
      .values(slice.map(({ documentId }) => ({ project_id: state.projectId, document_id: documentId, what: 'document' })))
      .execute()
  const files = new Map(documents.map(({ member: m }) => [m.sha256, m.bytes.length]))
  await nameBlobs(trx, files, at)
  const flaws = documents.flatMap(({ documentId, member: m }) =>
    m.flaws.map(
      (flaw): Omit<ExceptionTable, 'exception_id'> => ({
        project_id: state.projectId,
        job_id: state.jobId,
        document_id: documentId,
        code: flaw.code,
        reason: flaw.reason,
        stage: flaw.stage,
        path: JSON.stringify(m.path),
        size: m.bytes.length,
        sha256: m.sha256,
        at,
      }),
    ),
  )
  for (const slice of slices(flaws, 10)) await trx.insertInto('exception').values(slice).execute()
}

async function nameBlobs(trx: Writer, files: ReadonlyMap<string, number>, at: string): Promise<void> {
  for (const slice of slices([...files], 3))
    await trx
      .insertInto('blob')
      .values(slice.map(([sha256, size]) => ({ sha256, size, at })))
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute()
}

/** Copies are suppressed; the promoted document keeps who had them and where. */
async function keepCopies(
  trx: Writer,
  state: ImportState,
  copies: readonly Copy[],
  at: string,
  now: Date,
): Promise<AuditEntry[]> {
  const audit: AuditEntry[] = []
  for (const { parsed, survivor } of copies) {
    const documentId = 'documentId' in survivor ? survivor.documentId : (survivor.documents[0]?.documentId ?? 0)
    const held = await trx
      .selectFrom('document_custodian')
      .select(['custodian_id', 'source_path', 'position'])
      .where('document_id', '=', documentId)
      .execute()
    const own = held.find((row) => row.custodian_id === state.custodianId)
    if (own !== undefined) {
      const paths = JSON.parse(own.source_path) as unknown[]
      await trx
        .updateTable('document_custodian')
        .set({ source_path: JSON.stringify([...paths, parsed.path]) })
        .where('document_id', '=', documentId)
        .where('custodian_id', '=', state.custodianId)
        .execute()
      audit.push(entry(state, now, 'document.copySuppressed', documentId, { custodianId: state.custodianId }))
      continue
    }
    const members = await trx
      .selectFrom('document')
      .select('document_id')
      .where('family_id', '=', documentId)
      .orderBy('ordinal')
      .execute()
    await trx
      .insertInto('document_custodian')
      .values(
        members.map((row) => ({
          document_id: row.document_id,
          custodian_id: state.custodianId,
          position: Math.max(...held.map((h) => h.position), -1) + 1,
          source_path: JSON.stringify([parsed.path]),
          job_id: state.jobId,
        })),
      )
      .execute()
    await trx
      .insertInto('index_queue')
      .values(members.map((row) => ({ project_id: state.projectId, document_id: row.document_id, what: 'document' })))
      .execute()
    audit.push({
      ...entry(state, now, 'document.custodianAdded', documentId, { custodianId: state.custodianId }),
      field: 'All_Custodian',
      newValue: state.custodian,
    })
  }
  return audit
}

async function writeFailures(
  trx: Writer,
  state: ImportState,
  failures: readonly KeptFailure[],
  at: string,
  { now, repeated }: WriteOptions,
): Promise<AuditEntry[]> {
  const fresh: Omit<ExceptionTable, 'exception_id'>[] = []
  for (const { code, reason, stage, size, path, sha256 } of failures) {
    const key = JSON.stringify(path)
    const again = repeated?.get(key)
    const row = { code, reason, stage, size, sha256, at }
    if (again !== undefined) await trx.updateTable('exception').set(row).where('exception_id', '=', again).execute()
    else fresh.push({ ...row, project_id: state.projectId, job_id: state.jobId, document_id: null, path: key })
  }
  for (const slice of slices(fresh, 10)) await trx.insertInto('exception').values(slice).execute()
  const files = failures.flatMap(({ sha256, size }) => (sha256 === null ? [] : [[sha256, size] as const]))
  await nameBlobs(trx, new Map(files), at)
  return fresh.map(({ code, stage, size, sha256 }) => entry(state, now, 'item.failed', null, { code, stage, size, sha256 }))
}

/** What failed in an earlier run and is there now is an exception no more. */
async function resolveRepeated(
  trx: Writer,
  state: ImportState,
  outcomes: readonly KeptOutcome[],
  { now, repeated }: WriteOptions,
): Promise<AuditEntry[]> {
  const resolved = outcomes.flatMap(({ kind, path }) => (kind === 'failed' ? [] : (repeated?.get(JSON.stringify(path)) ?? [])))
  for (const slice of slices(resolved, 1)) await trx.deleteFrom('exception').where('exception_id', 'in', slice).execute()
  return resolved.map((exceptionId) => entry(state, now, 'item.recovered', null, { exceptionId }))
}

function entry(
  state: ImportState,
  at: Date,
  action: string,
  documentId: number | null,
  facts: Record<string, unknown>,
): AuditEntry {
  return {
    at,
    user: state.user,
    action,
    projectId: state.projectId,
    ...(documentId === null ? {} : { documentId }),
    how: 'import',
    jobId: state.jobId,
    facts,
  }
}
