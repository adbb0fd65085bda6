/**
 * Documents that are there and are read anew: those that were locked, with the passwords that are known now, those that were
 * larger than what was read, within the limits that hold now, and those in whose place another file has come. Such a document
 * stays the one that it is, with its number, coding and place; its text and fields are written anew, and what stands in it
 * comes in behind it, on the side on which its family stands.
 */

import type { Selectable } from 'kysely'
import { mayBeReadAgain } from '#contracts/collect.ts'
import type { DocumentState } from '#contracts/documents.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import { lowestNumber } from '../../review/documents/control.ts'
import type { DocumentTable } from '../../review/documents/tables.ts'
import { forgetSet } from '../../review/pages/sets.ts'
import type { Member } from '../processing/member.ts'
import type { ParsedFamily } from '../processing/protocol.ts'
import { asEntryOf, entryNamed } from '../sources/archive-entries.ts'
import { replaceHidden } from '../writing/hidden-text.ts'
import {
  entry,
  type ImportState,
  type KeptFailure,
  type KeptOutcome,
  rootBefore,
  type WriteOptions,
} from '../writing/import-state.ts'
import { type LeftOut, leftOutIn, writeLeftOut } from '../writing/suppressed-items.ts'
import {
  columnsRead,
  columnsSaid,
  exceptionOf,
  NumberedDocument,
  sortKey,
  writeDocuments,
} from '../writing/write-documents.ts'
import { type Match, matchMembers } from './match-members.ts'
import { putNative, saidBy } from './put-native.ts'
import { readInRetry } from './read-again.ts'
import { refuseSuperseded } from './replacement-guard.ts'

/** How many of the items are no documents. */
interface LeftOutCounts {
  readonly deNisted: number
  readonly inlineImages: number
}

interface Reprocessed {
  readonly audit: readonly AuditEntry[]
  /** Documents that stood in what has been opened. */
  readonly added: readonly { readonly state: DocumentState }[]
  readonly leftOut: LeftOutCounts
  readonly changed: boolean
}

/** Documents that are there, as they are read now. What cannot be read again stays as it is. */
export async function reprocessDocuments(
  trx: Writer,
  state: ImportState,
  outcomes: readonly KeptOutcome[],
  options: WriteOptions,
): Promise<Reprocessed> {
  const audit: AuditEntry[] = []
  const added: Reprocessed['added'][number][] = []
  const leftOut = { deNisted: 0, inlineImages: 0 }
  for (const outcome of outcomes) {
    const again = rootBefore(options.repeated, outcome.path)
    if (outcome.kind === 'failed' && again !== undefined) await tellFailed(trx, again, outcome)
    const rootId = again ?? state.becomes
    if (outcome.kind !== 'family' || rootId === null) continue
    // What came once and is looked into again is put in no place anew: another may have come there since.
    const puts = again !== undefined ? 'nothing' : state.inArchive ? 'entry' : 'own'
    const one = await reprocess(trx, state, { rootId, parsed: outcome, puts }, options)
    audit.push(...one.audit)
    added.push(...one.added)
    leftOut.deNisted += one.leftOut.deNisted
    leftOut.inlineImages += one.leftOut.inlineImages
  }
  return { audit, added, leftOut, changed: audit.length > 0 }
}

type StoredDocument = Selectable<DocumentTable>

const nothing: Omit<Reprocessed, 'changed'> = {
  audit: [],
  added: [],
  leftOut: { deNisted: 0, inlineImages: 0 },
}

interface Said {
  readonly code: string
  readonly stage: string
  readonly reason: string
}

/** Two that say the same of the same. Each part of a document is locked for itself. */
const kindOf = ({ code, stage, reason }: Said): string =>
  `${code} ${stage} ${code === 'encrypted' ? (entryNamed(reason) ?? '') : ''}`

/** What of a member is not read, by its kind, and why. */
const unreadOf = ({ flaws }: Member): ReadonlyMap<string, string> =>
  new Map(flaws.filter(mayBeReadAgain).map((flaw) => [kindOf(flaw), flaw.reason]))

/** What stays unread says what was tried now: passwords that do not fit are none that are not known. */
async function tellAnew(
  trx: Writer,
  unread: readonly (Said & { readonly exception_id: number })[],
  member: Member,
): Promise<void> {
  const now = unreadOf(member)
  for (const { exception_id, ...said } of unread) {
    const reason = now.get(kindOf(said))
    if (reason === undefined || reason === said.reason) continue
    await trx.updateTable('exception').set({ reason }).where('exception_id', '=', exception_id).execute()
  }
}

interface Asked {
  readonly rootId: number
  /** The item, whose first member is that document. */
  readonly parsed: ParsedFamily
  /** Whether the file takes the place of the document's own, or of an entry of the archive that the document is. */
  readonly puts: 'own' | 'entry' | 'nothing'
}

/** All of the family that a document is in, in reading order. */
const familyOf = (trx: Writer, { projectId }: ImportState, documentId: number): Promise<StoredDocument[]> =>
  trx
    .selectFrom('document')
    .selectAll()
    .where('family_id', 'in', (eb) =>
      eb.selectFrom('document as one').select('one.family_id').where('one.document_id', '=', documentId),
    )
    .where('project_id', '=', projectId)
    .orderBy('ordinal')
    .execute()

/**
 * What was too large, and is none of what can be read now either, says so. Where the process was lost that read it, or what it
 * read could not be written, only the reason says that: nothing new is known of the document, and it can be tried again.
 */
async function tellFailed(
  trx: Writer,
  rootId: number,
  { code, reason, stage, unjudged = false }: KeptFailure,
): Promise<void> {
  const unread = await trx
    .selectFrom('exception')
    .select(['exception_id', 'reason'])
    .where('document_id', '=', rootId)
    .where('resolution', '=', 'open')
    .where(readInRetry('exception'))
    .execute()
  for (const { exception_id, reason: before } of unread) {
    const named = entryNamed(before)
    const told = unjudged
      ? { reason: named === null ? reason : `“${named}”: ${reason}` }
      : { code, reason, stage }
    await trx.updateTable('exception').set(told).where('exception_id', '=', exception_id).execute()
  }
}

async function reprocess(
  trx: Writer,
  state: ImportState,
  { rootId, parsed: given, puts }: Asked,
  options: WriteOptions,
): Promise<Omit<Reprocessed, 'changed'>> {
  const { now } = options
  const at = instantOf(now)
  const standing = await familyOf(trx, state, rootId)
  const root = standing.find(({ document_id }) => document_id === rootId)
  const [first] = standing
  if (first === undefined || root === undefined) return nothing
  let head = first
  const parsed = puts === 'entry' ? asEntryOf(root, given) : given
  if (puts === 'entry') await refuseSuperseded(trx, rootId, state.putAfter)
  const isReplaced = puts === 'own' && root.sha256 !== parsed.family.members[0]?.sha256
  const exceptions = await trx
    .selectFrom('exception')
    .select(['exception_id', 'document_id', 'code', 'stage', 'reason', 'resolution'])
    .where(
      'document_id',
      'in',
      standing.map(({ document_id }) => document_id),
    )
    .execute()
  const { only } = options
  // A document is tried again as a whole, also where only one of the things that are not read in it was named.
  const asked = new Set(
    exceptions.flatMap((one) => (only === null || only.includes(one.exception_id) ? [one.document_id] : [])),
  )
  const unread = Map.groupBy(
    exceptions.filter(
      (one) => mayBeReadAgain(one) && one.resolution === 'open' && asked.has(one.document_id),
    ),
    ({ document_id }) => document_id,
  )
  /** Of what was not read of a document, what is now. */
  const openedIn = (documentId: number, member: Member) => {
    const still = unreadOf(member)
    return (unread.get(documentId) ?? []).filter((one) => !still.has(kindOf(one)))
  }
  const found = matchMembers(
    { documents: standing, root, isNew: isReplaced || puts === 'entry', atEnd: puts === 'entry' },
    parsed.family.members,
    (document, member) =>
      ((isReplaced || puts === 'entry') && document === root) ||
      // A file that was replaced by hand is not the one that was not read.
      (document.sha256 === member.sha256 && openedIn(document.document_id, member).length > 0),
  )
  for (const [member, { document_id: documentId, sha256 }] of found.documents)
    if (sha256 === member.sha256) await tellAnew(trx, unread.get(documentId) ?? [], member)
  if (found.opened.length === 0) return nothing
  const audit: AuditEntry[] = []
  for (const { document, member } of found.opened) {
    const documentId = document.document_id
    // The archive is as it was: another document stands in it.
    if (puts === 'entry' && document === root) continue
    if (isReplaced && document === root) {
      audit.push(await putNative(trx, state, { document, member }, options))
      await writeRead(trx, state, documentId, columnsRead(member), member, at)
      await insertFlaws(trx, state, { document, member }, member.flaws, at)
      continue
    }
    const opens = openedIn(documentId, member)
    const wasLarge = opens.some(({ code }) => code === 'tooLarge')
    const read = columnsRead(member)
    const said = wasLarge ? saidAnew(state, { head, root, document }, member) : {}
    await writeRead(trx, state, documentId, { ...said, ...read }, member, at)
    // Of an item that was not read nothing else was known than what its beginning tells.
    if (wasLarge && document === first && state.becomes === null) {
      const { date, dedupeHash } = parsed.family
      const columns = { parent_date: date, sort_key: sortKey(date), dedupe_hash: dedupeHash }
      head = { ...head, ...columns }
      await trx.updateTable('document').set(columns).where('document_id', '=', documentId).execute()
    }
    const gone = opens.map(({ exception_id }) => exception_id)
    await trx.deleteFrom('exception').where('exception_id', 'in', gone).execute()
    const known = new Set(exceptions.flatMap((one) => (one.document_id === documentId ? [kindOf(one)] : [])))
    const flaws = member.flaws.filter((flaw) => !known.has(kindOf(flaw)))
    await insertFlaws(trx, state, { document, member }, flaws, at)
    const action = wasLarge ? 'document.read' : 'document.unlocked'
    audit.push(entry(state, now, action, documentId, { exceptionIds: gone, textSize: read.text_size }))
  }
  const added = await insertFound(trx, state, { head, root, parsed, found }, at)
  for (const [ordinal, one] of found.order.entries())
    if ('document' in one && one.document.ordinal !== ordinal)
      await trx
        .updateTable('document')
        .set({ ordinal })
        .where('document_id', '=', one.document.document_id)
        .execute()
  const leftOut = await leftOutAnew(trx, state, { standing, parsed, found, added, puts })
  await writeLeftOut(trx, state, leftOut.rows, at)
  const opened = new Set(found.opened.map(({ document }) => document.document_id))
  await insertAll(
    trx,
    'index_queue',
    standing.map(({ document_id }) => ({
      project_id: state.projectId,
      document_id,
      what: opened.has(document_id) ? 'document' : 'facts',
    })),
  )
  for (const { documentId, control, member } of added)
    audit.push(
      entry(state, now, actions[head.state], documentId, {
        ...(head.state === 'Promoted' ? { control } : {}),
        familyId: head.document_id,
        custodianId: head.custodian_id,
        sha256: member.sha256,
      }),
    )
  return { audit, added: added.map(() => ({ state: head.state })), leftOut: leftOut.counts }
}

/** What is left out now, of what is opened and what is added, and was not before. */
async function leftOutAnew(
  trx: Writer,
  state: ImportState,
  {
    standing,
    parsed,
    found,
    added,
    puts,
  }: {
    readonly standing: readonly StoredDocument[]
    readonly found: Match<StoredDocument>
    readonly added: readonly NumberedDocument[]
  } & Pick<Asked, 'parsed' | 'puts'>,
): Promise<{ readonly rows: readonly LeftOut[]; readonly counts: LeftOutCounts }> {
  const within = new Map(found.opened.map(({ document, member }) => [member.ordinal, document.document_id]))
  const isNew = new Set(found.order.flatMap((one) => ('member' in one ? [one.member] : [])))
  const fresh = parsed.family.members.filter((member) => isNew.has(member))
  for (const [at, { ordinal }] of fresh.entries()) within.set(ordinal, added[at]?.documentId ?? 0)
  const now = leftOutIn(parsed.family, (ordinal) => within.get(ordinal))
  if (now.length === 0) return { rows: [], counts: nothing.leftOut }
  const before = await trx
    .selectFrom('left_out')
    .select(['kind', 'path', 'document_id'])
    .where('kind', 'in', ['known', 'inlineImage'])
    // A copy of the family that another job brought has the same paths.
    .where('job_id', '=', state.jobId)
    .where(
      'document_id',
      'in',
      standing.map(({ document_id }) => document_id),
    )
    .execute()
  const left = before.map(({ kind, path }) => `${kind} ${path}`)
  const rows = now.filter(({ kind, path }) => {
    const at = left.indexOf(`${kind} ${JSON.stringify(path)}`)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  const known = rows.filter(({ kind }) => kind === 'known').length
  // What another file held came in with that one.
  const counted = puts === 'nothing' ? unlisted(found, before) : 0
  return {
    rows,
    counts: { deNisted: Math.max(0, known - counted), inlineImages: rows.length - known },
  }
}

/** Known files that documents tell of and that are counted, but not listed: earlier versions kept only how many there were. */
function unlisted(
  { opened }: Match<StoredDocument>,
  listed: readonly { readonly kind: string; readonly document_id: number | null }[],
): number {
  const ids = new Set<number | null>(opened.map(({ document }) => document.document_id))
  const told = opened.reduce((sum, { document }) => {
    const { De_NISTed_Attachments: [count = '0'] = [] }: Member['metadata'] = JSON.parse(document.metadata)
    return sum + Number(count)
  }, 0)
  const own = listed.filter(({ kind, document_id }) => kind === 'known' && ids.has(document_id))
  return Math.max(0, told - own.length)
}

const actions: Readonly<Record<DocumentState, string>> = {
  Promoted: 'document.promoted',
  Processed: 'document.processed',
  'Filtered Out': 'document.filteredOut',
}

/** What is known once it is read of what was too large. What has another file stays what it is, and what came in with that is of its family. */
function saidAnew(
  { becomes }: ImportState,
  { head, root, document }: { readonly [is in 'head' | 'root' | 'document']: StoredDocument },
  member: Member,
): Partial<ReturnType<typeof columnsSaid>> {
  if (becomes === null) return columnsSaid(member)
  if (document === root) return saidBy(document, member)
  return { ...columnsSaid(member), record_type: placeIn(head, root, member).recordType }
}

async function insertFlaws(
  trx: Writer,
  state: ImportState,
  {
    document: { document_id: documentId },
    member,
  }: { readonly document: StoredDocument; readonly member: Member },
  flaws: Member['flaws'],
  at: string,
): Promise<void> {
  await insertAll(
    trx,
    'exception',
    flaws.map((flaw) => exceptionOf(state, { documentId, member }, flaw, at)),
  )
}

async function writeRead(
  trx: Writer,
  { jobId }: Pick<ImportState, 'jobId'>,
  documentId: number,
  columns: Partial<ReturnType<typeof columnsSaid>> & ReturnType<typeof columnsRead>,
  member: Member,
  at: string,
): Promise<void> {
  await trx.updateTable('document').set(columns).where('document_id', '=', documentId).execute()
  await trx
    .updateTable('document_text')
    .set({ text: member.text ?? '', html: member.html })
    .where('document_id', '=', documentId)
    .execute()
  await replaceHidden(trx, jobId, { documentId, member }, at)
  // Pages that were drawn of it showed that it was locked.
  await forgetSet(trx, documentId)
}

/** Documents that are new, where and of whom the family is; their numbers are the next ones. */
async function insertFound(
  trx: Writer,
  state: ImportState,
  {
    head,
    root,
    parsed,
    found,
  }: {
    readonly head: StoredDocument
    readonly root: StoredDocument
    readonly parsed: ParsedFamily
    readonly found: Match<StoredDocument>
  },
  at: string,
): Promise<NumberedDocument[]> {
  const ordinals = new Map(found.order.map((one, ordinal) => ['member' in one ? one.member : null, ordinal]))
  const fresh = parsed.family.members.filter((member) => ordinals.has(member))
  if (fresh.length === 0) return []
  const promoted = head.state === 'Promoted'
  let control = promoted
    ? await takeNumbers(trx, state.projectId, fresh.length)
    : await lowestNumber(trx, state.projectId)
  const family = { parsed, documents: [] as NumberedDocument[] }
  const added: NumberedDocument[] = []
  for (const member of parsed.family.members) {
    const ordinal = ordinals.get(member)
    if (ordinal !== undefined) control += promoted ? 1 : -1
    const stands = ordinal === undefined ? member : { ...member, ...placeIn(head, root, member), ordinal }
    const doc = new NumberedDocument(family, stands, control)
    doc.documentId = found.documents.get(member)?.document_id ?? 0
    family.documents.push(doc)
    if (ordinal !== undefined) added.push(doc)
  }
  await writeDocuments(trx, { ...state, custodianId: head.custodian_id, promote: promoted }, added, at)
  const ids = added.map(({ documentId }) => documentId)
  const { family_id, parent_date, sort_key, promote_job, filter_job } = head
  await trx
    .updateTable('document')
    .set({ state: head.state, family_id, parent_date, sort_key, promote_job, filter_job })
    .where('document_id', 'in', ids)
    .execute()
  // Whoever's copies of the family were suppressed has these too.
  const others = await trx
    .selectFrom('document_custodian')
    .selectAll()
    .where('document_id', '=', head.document_id)
    .where('position', '>', 0)
    .execute()
  await insertAll(
    trx,
    'document_custodian',
    ids.flatMap((document_id) => others.map((row) => ({ ...row, document_id }))),
  )
  return added
}

/** How deep a member of what stands in a document is in that document's family, and as what: what stands in mail came by mail. */
function placeIn(
  head: StoredDocument,
  root: StoredDocument,
  { depth, recordType }: Member,
): Pick<Member, 'depth' | 'recordType'> {
  if (recordType === 'Chat') return { depth: root.depth + depth, recordType }
  return {
    depth: root.depth + depth,
    recordType:
      head.record_type === 'E-mail' || recordType === 'E-mail attachment' ? 'E-mail attachment' : recordType,
  }
}

/** Answers the number before them. */
async function takeNumbers(trx: Writer, projectId: number, count: number): Promise<number> {
  const { last_control } = await trx
    .updateTable('project')
    .set((eb) => ({ last_control: eb('last_control', '+', count) }))
    .where('project_id', '=', projectId)
    .returning('last_control')
    .executeTakeFirstOrThrow()
  return last_control - count
}
