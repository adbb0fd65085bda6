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
import { redactedIn } from '../redacted/redacted-in.ts'

/** A document of the set, or of a family of it. */
export interface Member {
  readonly documentId: number
  readonly familyId: number
  readonly parentId: number | null
  /** All that it lies in: its parent, the parent of that, and so on, also where these are not in review. */
  readonly above: readonly number[]
  readonly ordinal: number
  readonly control: number
  readonly category: string
  /** It is in the set itself. */
  readonly inSet: boolean
  /** It has redactions that are in force, on pages or in cells. */
  readonly redacted: boolean
  /** Some of them are on pages, which no copy of a spreadsheet can cover. */
  readonly redactedPages: boolean
  /** Its file holds a document, at any depth, that whoever asks does not see. */
  readonly holdsUnseen: boolean
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
      .select(['document_id', 'family_id', 'parent_id', 'ordinal', 'control', 'file_category', 'state'])
      .where('family_id', 'in', slice)
      .where('project_id', '=', projectId)
      .execute()
    const parents = new Map(rows.map(({ document_id, parent_id }) => [document_id, parent_id]))
    const redacted = await redactedIn(read, slice)
    for (const row of rows.filter(({ state }) => state === inReview))
      members.push({
        ...{ documentId: row.document_id, familyId: row.family_id, parentId: row.parent_id },
        above: above(parents, row.document_id),
        ...{ ordinal: row.ordinal, control: row.control, category: row.file_category },
        ...{ inSet: inSet.has(row.document_id), redacted: redacted.has(row.document_id) },
        ...{ redactedPages: redacted.get(row.document_id) === true, holdsUnseen: false },
      })
  }
  return await withUnseen(ctx, members)
}

function above(parents: ReadonlyMap<number, number | null>, documentId: number): number[] {
  const found: number[] = []
  for (
    let at = parents.get(documentId) ?? null;
    at !== null && !found.includes(at);
    at = parents.get(at) ?? null
  )
    found.push(at)
  return found
}

/** Files that hold what the caller does not see are marked: an archive and a message hold what was taken out of them. */
async function withUnseen(ctx: ProjectContext, members: Member[]): Promise<Member[]> {
  if (ctx.project.view === null) return members
  const parents = new Map<number, number | null>()
  for (const slice of slices([...new Set(members.map(({ familyId }) => familyId))], 1))
    for (const row of await ctx.whole.read
      .selectFrom('document')
      .select(['document_id', 'parent_id'])
      .where('family_id', 'in', slice)
      .where('project_id', '=', ctx.project.projectId)
      .execute())
      parents.set(row.document_id, row.parent_id)
  const seen = new Set(members.map(({ documentId }) => documentId))
  const holding = new Set<number>()
  for (const documentId of parents.keys())
    if (!seen.has(documentId)) for (const one of above(parents, documentId)) holding.add(one)
  return members.map((member) => ({ ...member, holdsUnseen: holding.has(member.documentId) }))
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
