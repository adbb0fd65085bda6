/** The documents of an export, as they are told. */
import type { QueryOf, ReplyOf } from '#contracts/call.ts'
import type { exportDocuments } from '#contracts/exports.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { controlNumber } from '../../review/documents/control.ts'
import { storedExport } from './stored.ts'

/** Documents of one answer. */
const page = 200

/** Documents that the caller may not see are not in it. */
export async function documentsOfExport(
  ctx: ProjectContext,
  { exportId, after = 0, failed }: QueryOf<typeof exportDocuments>,
): Promise<ReplyOf<typeof exportDocuments>> {
  const { read } = ctx.records
  const { state } = await storedExport(ctx, read, exportId)
  // The rows go piece by piece: nothing is told of what is about to go.
  if (state === 'RolledBack') return { data: [], totalCount: 0 }
  const all = read
    .selectFrom('production_document as p')
    .innerJoin('document as d', 'd.document_id', 'p.document_id')
    .where('p.production_id', '=', exportId)
    .$if(failed !== undefined, (query) => query.where('p.state', '=', 'failed'))
  const { n } = await all.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await all
    .selectAll('p')
    .select(['d.control', 'd.file_name'])
    .where('p.place', '>', after)
    .orderBy('p.place')
    .limit(page)
    .execute()
  const data = rows.map((row) => ({
    ...{ place: row.place, documentId: row.document_id, fileName: row.file_name, pages: row.pages },
    controlNumber: controlNumber(ctx.project.prefix, row.control),
    native: row.treatment === 'native' || row.treatment === 'both',
    ...{ redacted: row.redacted === 1, sheet: row.slip_sheet !== null },
    ...{ state: row.state, fault: row.fault },
  }))
  return { data, totalCount: Number(n) }
}
