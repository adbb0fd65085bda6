/** Where a document left: in which productions, under which numbers, and how. */
import type { DocumentProduction } from '#contracts/produced-pages.ts'
import { treatment } from '#contracts/productions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { requireReadable } from '../../review/documents/visible.ts'
import { standingProductions } from '../fields/standing.ts'
import { numbersOf } from '../record/bates.ts'
import { productionsOf } from '../record/stored.ts'

export async function productionsOfDocument(
  ctx: ProjectContext,
  documentId: number,
): Promise<DocumentProduction[]> {
  await requireReadable(ctx, documentId)
  const { read } = ctx.records
  const { projectId } = ctx.project
  const rows = await read
    .selectFrom('production_document')
    .select(['production_id', 'place', 'pages', 'pages_before', 'treatment', 'designation', 'redacted'])
    .where('document_id', '=', documentId)
    .execute()
  if (rows.length === 0) return []
  const held = new Map(rows.map((row) => [row.production_id, row]))
  const all = await standingProductions(read, projectId, [...held.keys()])
  const told = new Map((await productionsOf(read, projectId, null)).map((one) => [one.productionId, one]))
  return all.flatMap((one): DocumentProduction[] => {
    const row = held.get(one.production_id)
    const production = told.get(one.production_id)
    if (row === undefined || production === undefined || one.first_number === null) return []
    const { productionId, name, state, produced, delivered } = production
    const numbered = { place: row.place, pages: row.pages, pagesBefore: row.pages_before }
    return [
      {
        ...{ productionId, name, state, place: row.place, pages: row.pages },
        ...numbersOf(one.settings.numbering, one.first_number, numbered),
        ...{ treatment: treatment.parse(row.treatment), designation: row.designation },
        ...{ redacted: row.redacted === 1, produced, delivered },
      },
    ]
  })
}
