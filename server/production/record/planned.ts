/** The plan of a production, as it is told. */
import type { QueryOf, ReplyOf } from '#contracts/call.ts'
import { type productionDocuments, treatment } from '#contracts/productions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { controlNumber } from '../../review/documents/control.ts'
import { numbersOf } from './bates.ts'
import { storedProduction } from './stored.ts'

/** Documents of one answer. */
const page = 200

/** Documents that the caller may not see are not in it. */
export async function plannedDocuments(
  ctx: ProjectContext,
  { productionId, after = 0, failed }: QueryOf<typeof productionDocuments>,
): Promise<ReplyOf<typeof productionDocuments>> {
  const { read } = ctx.records
  const { settings, first_number } = await storedProduction(read, ctx.project.projectId, productionId)
  const all = read
    .selectFrom('production_document as p')
    .innerJoin('document as d', 'd.document_id', 'p.document_id')
    .where('p.production_id', '=', productionId)
    .$if(failed !== undefined, (query) => query.where('p.state', '=', 'failed'))
  const { n } = await all.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await all
    .selectAll('p')
    .select(['d.control', 'd.file_name'])
    .where('p.place', '>', after)
    .orderBy('p.place')
    .limit(page)
    .execute()
  const data = rows.map((row) => {
    const numbered = {
      ...{ place: row.place, pages: row.pages, pagesBefore: row.pages_before, control: row.control },
    }
    const numbers =
      first_number === null ? { first: '', last: '' } : numbersOf(settings.numbering, first_number, numbered)
    return {
      ...{ place: row.place, documentId: row.document_id, pages: row.pages, ...numbers },
      ...{ controlNumber: controlNumber(ctx.project.prefix, row.control), fileName: row.file_name },
      ...{
        treatment: treatment.parse(row.treatment),
        designation: row.designation,
        redacted: row.redacted === 1,
      },
      ...{ state: row.state, fault: row.fault },
    }
  })
  return { data, totalCount: Number(n) }
}
