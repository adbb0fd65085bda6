/** The documents that a production is about, with what decides how each of them goes out. */
import type { DocumentSet } from '#contracts/document-sets.ts'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { slices } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { inReview } from '../../review/documents/visible.ts'
import { orderOf } from '../../review/search/columns.ts'
import { documentsOfSet } from '../../review/search/document-sets.ts'
import { askerOf } from '../../review/search/find.ts'
import { plainList } from '../../review/search/list.ts'
import { readQuery } from '../../review/search/query.ts'

/** A document of the set, or of a family of it. */
export interface Member {
  readonly documentId: number
  readonly familyId: number
  readonly parentId: number | null
  readonly ordinal: number
  readonly control: number
  readonly category: string
  /** It is in the set itself. */
  readonly inSet: boolean
  /** It has redactions that are in force, on pages or in cells. */
  readonly redacted: boolean
  /** Some of them are on pages, which no copy of a spreadsheet can cover. */
  readonly redactedPages: boolean
}

/** All members of the families that the set touches, in no order. Whoever asks is told of what they may see. */
export async function membersOf(ctx: ProjectContext, set: DocumentSet): Promise<Member[]> {
  const inSet = new Set(await documentsOfSet(ctx, set))
  const { read } = ctx.records
  const { projectId } = ctx.project
  const families = new Set<number>()
  for (const slice of slices([...inSet], 1))
    for (const { family_id } of await read
      .selectFrom('document')
      .select('family_id')
      .distinct()
      .where('document_id', 'in', slice)
      .execute())
      families.add(family_id)
  const members: Member[] = []
  for (const slice of slices([...families], 1)) {
    const rows = await read
      .selectFrom('document')
      .select(['document_id', 'family_id', 'parent_id', 'ordinal', 'control', 'file_category'])
      .where('family_id', 'in', slice)
      .where('project_id', '=', projectId)
      .where('state', '=', inReview)
      .execute()
    const redacted = await redactedIn(read, slice)
    for (const row of rows)
      members.push({
        ...{ documentId: row.document_id, familyId: row.family_id, parentId: row.parent_id },
        ...{ ordinal: row.ordinal, control: row.control, category: row.file_category },
        ...{ inSet: inSet.has(row.document_id), redacted: redacted.has(row.document_id) },
        redactedPages: redacted.get(row.document_id) === true,
      })
  }
  return members
}

/** Documents of these families that have redactions in force, and whether some of these are on pages. */
async function redactedIn(read: Reader, families: readonly number[]): Promise<ReadonlyMap<number, boolean>> {
  const pages = await read
    .selectFrom('redaction as r')
    .innerJoin('document as d', 'd.document_id', 'r.document_id')
    .select('r.document_id')
    .distinct()
    .where('d.family_id', 'in', families)
    .where('r.removed_at', 'is', null)
    .execute()
  const cells = await read
    .selectFrom('redacted_cells as c')
    .innerJoin('document as d', 'd.document_id', 'c.document_id')
    .select('c.document_id')
    .distinct()
    .where('d.family_id', 'in', families)
    .where('c.removed_at', 'is', null)
    .where('c.kind', '<>', 'kept')
    .execute()
  return new Map([
    ...cells.map(({ document_id: id }) => [id, false] as const),
    ...pages.map(({ document_id: id }) => [id, true] as const),
  ])
}

/** All documents of the project that have redactions in force, on pages or in cells. */
export async function redactedDocuments(read: Reader, projectId: number): Promise<ReadonlySet<number>> {
  const pages = await read
    .selectFrom('redaction')
    .select('document_id')
    .distinct()
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .execute()
  const cells = await read
    .selectFrom('redacted_cells')
    .select('document_id')
    .distinct()
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .where('kind', '<>', 'kept')
    .execute()
  return new Set([...pages, ...cells].map(({ document_id }) => document_id))
}

/** The documents of the project in an order of fields, by their place; null: by control number. */
export async function ranksBy(
  ctx: ProjectContext,
  order: ProductionSettings['order'],
): Promise<ReadonlyMap<number, number> | null> {
  if (order.length === 0) return null
  const { unknown, by = [] } = await orderOf(ctx, { by: order })
  const [name] = unknown
  if (name !== undefined)
    throw new ApiError('conflict', `Documents of this project have no field ${name}. Change the settings.`, {
      detail: name,
    })
  const { list } = await readQuery(ctx, allDocuments)
  const { ids } = await ctx.search.find(ctx.project.projectId, { ...list, ...plainList, by }, askerOf(ctx))
  return new Map([...ids].map((id, place) => [id, place]))
}

/** What a query of the settings finds in the whole project; where it cannot be read, it says which query that is. */
export async function foundBy(
  ctx: ProjectContext,
  queryString: string,
  whose: string,
): Promise<ReadonlySet<number>> {
  try {
    return new Set(
      await documentsOfSet(ctx, {
        query: { ...allDocuments, queryString },
        ...{ viewer: plainList.viewer, filter: plainList.filter },
      }),
    )
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError(error.code, `${whose} ${queryString}: ${error.message}`, { detail: whose })
  }
}

const allDocuments = { queryString: '', includeFamily: false, objectId: null, type: null }
