/** What the record knows of a document's pages: how many, how large, and which of them cannot be shown. */
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { exceptionCodes } from '#contracts/collect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { hasFile } from '../documents/file.ts'
import type { Makeable } from './draw.ts'
import type { PageFault, PageSize } from './protocol.ts'
import type { DocumentPagesTable } from './tables.ts'
import { pageSize } from './worker-messages.ts'

export interface PageSet {
  /** Null where none can be shown. */
  readonly sizes: readonly PageSize[] | null
  /** By page, from 0. */
  readonly faults: ReadonlyMap<number, PageFault>
  /** Why none can be shown, or not all; of single pages it is among the faults. */
  readonly fault: PageFault | null
}

const code = z.enum(exceptionCodes)
const sizes = z.array(pageSize)
const faults = z.array(z.object({ page: z.int(), code, reason: z.string() }))

/** What is known of a document's pages; null where nobody has looked yet, or another maker has. */
export async function readSet(
  read: Reader,
  { documentId, version }: Pick<Makeable, 'documentId' | 'version'>,
): Promise<PageSet | null> {
  const row = await read
    .selectFrom('document_pages')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row === undefined ? null : setIn(row)
}

/** What was found out last about the pages of some documents, whichever maker it was by; `version` says which. */
export async function lastSets(
  read: Reader,
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, PageSet & Pick<Makeable, 'version'>>> {
  const rows = await read
    .selectFrom('document_pages')
    .selectAll()
    .where('document_id', 'in', documentIds)
    .execute()
  return new Map(rows.map((row) => [row.document_id, { ...setIn(row), version: row.version }]))
}

const setIn = (row: Selectable<DocumentPagesTable>): PageSet => ({
  sizes: row.sizes === null ? null : sizes.parse(JSON.parse(row.sizes)),
  faults: faultsIn(row.faults),
  fault: row.code === null ? null : { code: code.parse(row.code), reason: row.reason ?? '' },
})

/** Puts on the record what was found out; nothing where the document has another file by now, which says other things. */
export async function writeSet(trx: Writer, source: Makeable, set: PageSet): Promise<void> {
  if (!(await hasFile(trx, source))) return
  const row = {
    version: source.version,
    sizes: set.sizes === null ? null : JSON.stringify(set.sizes),
    faults: faultsOut(set.faults),
    code: set.fault?.code ?? null,
    reason: set.fault?.reason ?? null,
  }
  await trx
    .insertInto('document_pages')
    .values({ ...row, document_id: source.documentId, project_id: source.projectId })
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet(row))
    .execute()
}

/** Adds pages that cannot be shown, and takes off those that were drawn after all; on the same condition. */
export async function changeFaults(
  trx: Writer,
  source: Makeable,
  found: ReadonlyMap<number, PageFault>,
  drawn: Iterable<number> = [],
): Promise<void> {
  if (!(await hasFile(trx, source))) return
  const { documentId } = source
  const row = await trx
    .selectFrom('document_pages')
    .select('faults')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  if (row === undefined) return
  const faults = new Map([...faultsIn(row.faults), ...found])
  for (const page of drawn) faults.delete(page)
  await trx
    .updateTable('document_pages')
    .set({ faults: faultsOut(faults) })
    .where('document_id', '=', documentId)
    .execute()
}

/** Nobody has looked at its pages: what failed is tried again. */
export async function forgetSet(trx: Writer, documentId: number): Promise<void> {
  await trx.deleteFrom('document_pages').where('document_id', '=', documentId).execute()
}

const faultsIn = (column: string): ReadonlyMap<number, PageFault> =>
  new Map(faults.parse(JSON.parse(column)).map(({ page, ...fault }) => [page, fault]))

const faultsOut = (found: ReadonlyMap<number, PageFault>): string =>
  JSON.stringify([...found].map(([page, { code, reason }]) => ({ page, code, reason })))
