/** De-duplication: of equal families the first is promoted and keeps who had the others. */
import type { AuditEntry } from '../audit/append.ts'
import type { ParsedFamily } from '../processing/protocol.ts'
import { slices } from '../records/dialect.ts'
import { insertAll } from '../records/insert.ts'
import type { Writer } from '../records/records.ts'
import { entry, type ImportState } from './import-state.ts'
import type { NumberedFamily } from './write-documents.ts'

/** A family that is there already. */
export interface Copy {
  readonly parsed: ParsedFamily
  readonly survivor: { documentId: number } | NumberedFamily
}

/** The first of equal families is promoted; all later ones are its copies: in the project, or of one custodian. */
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
      // Of several that were kept side by side the first.
      .orderBy('document_id', 'desc')
      .execute()
    for (const row of rows)
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

/** Copies are suppressed; the promoted document keeps who had them and where. */
export async function keepCopies(
  trx: Writer,
  state: ImportState,
  copies: readonly Copy[],
  now: Date,
): Promise<AuditEntry[]> {
  const known = copies.map(({ parsed, survivor }) => ({ documentId: idOf(survivor), path: parsed.path }))
  await insertAll(
    trx,
    'document_copy',
    known.map(({ documentId, path }) => ({
      document_id: documentId,
      custodian_id: state.custodianId,
      job_id: state.jobId,
      source_path: JSON.stringify(path),
    })),
  )
  const audit: AuditEntry[] = []
  for (const { documentId } of known) {
    const facts = { custodianId: state.custodianId }
    if (await addCustodian(trx, state, documentId))
      audit.push({
        ...entry(state, now, 'document.custodianAdded', documentId, facts),
        field: 'All_Custodian',
        erasable: { newValue: state.custodian },
      })
    else audit.push(entry(state, now, 'document.copySuppressed', documentId, facts))
  }
  return audit
}

const idOf = (survivor: Copy['survivor']): number =>
  'documentId' in survivor ? survivor.documentId : (survivor.documents[0]?.documentId ?? 0)

/** Adds the import's custodian to a family's, after those who are there; false where it is one of them. */
async function addCustodian(trx: Writer, state: ImportState, familyId: number): Promise<boolean> {
  const held = await trx
    .selectFrom('document_custodian')
    .select(['custodian_id', 'position'])
    .where('document_id', '=', familyId)
    .execute()
  if (held.some((row) => row.custodian_id === state.custodianId)) return false
  const position = Math.max(...held.map((row) => row.position), -1) + 1
  const members = await trx
    .selectFrom('document')
    .select('document_id')
    .where('family_id', '=', familyId)
    .orderBy('ordinal')
    .execute()
  await insertAll(
    trx,
    'document_custodian',
    members.map(({ document_id }) => ({
      document_id,
      custodian_id: state.custodianId,
      position,
      job_id: state.jobId,
    })),
  )
  await insertAll(
    trx,
    'index_queue',
    members.map(({ document_id }) => ({ project_id: state.projectId, document_id, what: 'document' })),
  )
  return true
}
