/** De-duplication: of equal families the first is promoted and keeps who had the others. */
import type { AuditEntry } from '../audit/append.ts'
import type { ParsedFamily } from '../mail/protocol.ts'
import { slices } from '../records/dialect.ts'
import type { Writer } from '../records/records.ts'
import { entry, type ImportState } from './import-state.ts'
import type { NumberedFamily } from './write-documents.ts'

/** A family that is there already. */
export interface Copy {
  readonly parsed: ParsedFamily
  readonly survivor: { documentId: number } | NumberedFamily
}
/** The first of equal families is promoted; all later ones are its copies. */
export async function sortFamilies(
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
  const audit: AuditEntry[] = []
  for (const { parsed, survivor } of copies) {
    const documentId =
      'documentId' in survivor ? survivor.documentId : (survivor.documents[0]?.documentId ?? 0)
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
      .values(
        members.map((row) => ({
          project_id: state.projectId,
          document_id: row.document_id,
          what: 'document',
        })),
      )
      .execute()
    audit.push({
      ...entry(state, now, 'document.custodianAdded', documentId, { custodianId: state.custodianId }),
      field: 'All_Custodian',
      erasable: { newValue: state.custodian },
    })
  }
  return audit
}
