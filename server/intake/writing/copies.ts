/** De-duplication: of equal families the first becomes documents and keeps who had the others. */
import type { AuditEntry } from '../../platform/audit/entry.ts'
import { instantOf, slices } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import { together } from '../../platform/records/together.ts'
import type { ParsedFamily } from '../processing/protocol.ts'
import { entry, type ImportState } from './import-state.ts'
import type { NumberedFamily } from './write-documents.ts'

/** A family that is there already. */
export interface Copy {
  readonly parsed: ParsedFamily
  readonly survivor: { documentId: number } | NumberedFamily
}

/** The first of equal families becomes documents; all later ones are its copies: in the project, or of one custodian. */
export async function sortFamilies(
  trx: Writer,
  { projectId, custodianId, dedupe }: Pick<ImportState, 'projectId' | 'custodianId' | 'dedupe'>,
  families: readonly ParsedFamily[],
): Promise<{ fresh: NumberedFamily[]; copies: Copy[] }> {
  if (dedupe === 'off') return { fresh: families.map((parsed) => ({ parsed, documents: [] })), copies: [] }
  const hashes = [...new Set(families.map(({ family }) => family.dedupeHash))]
  const known = new Map<string, Copy['survivor']>()
  for (const slice of slices(hashes, 2)) {
    const rows = await trx
      .selectFrom('document')
      .select(['document_id', 'dedupe_hash'])
      .where('project_id', '=', projectId)
      .where('dedupe_hash', 'in', slice)
      .$if(dedupe === 'custodial', (query) => query.where('custodian_id', '=', custodianId))
      .execute()
    // Of several that were kept side by side the first. Not for the database to sort: SQLite would walk through the project
    // in that order rather than look the hashes up, the longer the more there is.
    for (const row of rows.toSorted((one, other) => other.document_id - one.document_id))
      if (row.dedupe_hash !== null) known.set(row.dedupe_hash, { documentId: row.document_id })
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

/**
 * The documents that each member of a copy is a copy of: what is attached to copies has the same bytes. What has not, as an
 * e-mail that took another way, is said of the family's first document.
 */
export async function originalsOf(
  trx: Writer,
  copies: readonly Copy[],
): Promise<ReadonlyMap<Copy, number[]>> {
  const there = copies.flatMap(({ parsed, survivor }) =>
    'documentId' in survivor && parsed.family.members.length > 1 ? [survivor.documentId] : [],
  )
  const byFamily = new Map<number, ReadonlyMap<string, readonly number[]>>()
  for (const slice of slices([...new Set(there)], 1)) {
    const documents = await trx
      .selectFrom('document')
      .select(['document_id', 'family_id', 'sha256'])
      .where('family_id', 'in', slice)
      .orderBy('ordinal')
      .execute()
    for (const [familyId, own] of Map.groupBy(documents, ({ family_id }) => family_id))
      byFamily.set(
        familyId,
        byBytes(own.map(({ sha256, document_id }) => ({ sha256, documentId: document_id }))),
      )
  }
  return new Map(
    copies.map((copy) => {
      const { parsed, survivor } = copy
      const first = idOf(survivor)
      const own =
        'documentId' in survivor
          ? byFamily.get(first)
          : byBytes(survivor.documents.map(({ documentId, member: { sha256 } }) => ({ sha256, documentId })))
      const taken = new Map<string, number>()
      const originals = parsed.family.members.map(({ parent, sha256 }) => {
        if (parent === null) return first
        const nth = taken.get(sha256) ?? 0
        taken.set(sha256, nth + 1)
        return own?.get(sha256)?.[nth] ?? first
      })
      return [copy, originals]
    }),
  )
}

/** Documents with the same bytes, in their order: of two attachments that are alike each has its copy. */
const byBytes = (
  documents: readonly { readonly sha256: string; readonly documentId: number }[],
): ReadonlyMap<string, readonly number[]> =>
  new Map(
    [...Map.groupBy(documents, ({ sha256 }) => sha256)].map(([sha256, same]) => [
      sha256,
      same.map(({ documentId }) => documentId),
    ]),
  )

/** Copies are suppressed; the first family keeps who had them and where. */
export async function keepCopies(
  trx: Writer,
  state: ImportState,
  copies: readonly Copy[],
  now: Date,
): Promise<AuditEntry[]> {
  if (copies.length === 0) return []
  const known = copies.map(({ parsed, survivor }) => ({ documentId: idOf(survivor), path: parsed.path }))
  const familyIds = [...new Set(known.map(({ documentId }) => documentId))]
  const [holders, members] = await together([
    holdersOf(trx, familyIds),
    membersOf(trx, familyIds),
    insertAll(
      trx,
      'document_copy',
      known.map(({ documentId, path }) => ({
        document_id: documentId,
        custodian_id: state.custodianId,
        job_id: state.jobId,
        source_path: JSON.stringify(path),
      })),
    ),
  ])
  const audit: AuditEntry[] = []
  /** Families that this custodian comes to, after those who are there. */
  const positions = new Map<number, number>()
  for (const { documentId } of known) {
    const facts = { custodianId: state.custodianId }
    const held = holders.get(documentId) ?? []
    const isHeld =
      positions.has(documentId) || held.some(({ custodian_id }) => custodian_id === state.custodianId)
    if (isHeld) {
      audit.push(entry(state, now, 'document.copySuppressed', documentId, facts))
      continue
    }
    positions.set(documentId, Math.max(...held.map(({ position }) => position), -1) + 1)
    audit.push({
      ...entry(state, now, 'document.custodianAdded', documentId, facts),
      field: 'All_Custodian',
      erasable: { newValue: state.custodian },
    })
  }
  await together([
    insertAll(
      trx,
      'document_custodian',
      members.flatMap(({ document_id, family_id }) => {
        const position = positions.get(family_id)
        if (position === undefined) return []
        return { document_id, custodian_id: state.custodianId, position, job_id: state.jobId }
      }),
    ),
    ...[...slices([...positions.keys()], 1)].map((slice) =>
      trx
        .updateTable('document')
        .set({ custodians_at: instantOf(now) })
        .where('family_id', 'in', slice)
        .execute(),
    ),
    // Tells the index that where families were, and who had them, is other than before; their texts are not.
    insertAll(
      trx,
      'index_queue',
      members.map(({ document_id }) => ({ project_id: state.projectId, document_id, what: 'facts' })),
    ),
  ])
  return audit
}

export const idOf = (survivor: Copy['survivor']): number =>
  'documentId' in survivor ? survivor.documentId : (survivor.documents[0]?.documentId ?? 0)

/** Who had families, by their first documents. */
async function holdersOf(trx: Writer, familyIds: readonly number[]) {
  const rows = [...slices(familyIds, 1)].map((slice) =>
    trx
      .selectFrom('document_custodian')
      .select(['document_id', 'custodian_id', 'position'])
      .where('document_id', 'in', slice)
      .execute(),
  )
  return Map.groupBy((await together(rows)).flat(), ({ document_id }) => document_id)
}

async function membersOf(trx: Writer, familyIds: readonly number[]) {
  const rows = [...slices(familyIds, 1)].map((slice) =>
    trx
      .selectFrom('document')
      .select(['document_id', 'family_id'])
      .where('family_id', 'in', slice)
      .orderBy('ordinal')
      .execute(),
  )
  return (await together(rows)).flat()
}
