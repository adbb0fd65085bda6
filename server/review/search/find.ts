/** Finding the documents of a query, in the order of their ids: for whoever counts or keeps them and shows no page. */
import type { SearchQuery } from '#contracts/documents.ts'
import type { DocumentFilter } from '#contracts/filter.ts'
import type { Stage } from '#contracts/stages.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { formFieldIds } from '../coding-values/coded.ts'
import { type ListQuery, plainList } from './list.ts'
import { readQuery, requireStage } from './query.ts'
import type { Asker, Found } from './search.ts'

export interface Wanted extends Partial<Pick<ListQuery, 'viewer' | 'filter'>> {
  /** `objectId` and `type` are not looked at: whoever asks narrows what is found. */
  readonly query: SearchQuery
  readonly stage?: Stage
  readonly where?: DocumentFilter | null
}

export async function find(ctx: ProjectContext, { query, where = null, ...how }: Wanted): Promise<Found> {
  const { projectId } = ctx.project
  const { list, widened } = await readQuery(ctx, query, where)
  requireStage(widened, how.stage ?? 'review')
  return await ctx.search.find(
    projectId,
    { ...list, ...plainList, ...how, ...(await shownBy(ctx, how)) },
    askerOf(ctx),
  )
}

/** What a list shows of a result. Whether a document is coded is asked only by a list of those that are, or are not. */
export async function shownBy(
  ctx: ProjectContext,
  shown: Partial<Pick<ListQuery, 'viewer' | 'filter'>>,
): Promise<Pick<ListQuery, 'viewer' | 'filter' | 'formFields'>> {
  const { viewer = plainList.viewer, filter = plainList.filter } = shown
  const asksCoding = filter === 'reviewed' || filter === 'unreviewed'
  const formFields = asksCoding ? await formFieldIds(ctx.records.read, ctx.project.projectId) : []
  return { viewer, filter, formFields }
}

/** `place`: where the answer is shown, if anywhere. */
export const askerOf = ({ caller, signal }: ProjectContext, place?: string): Asker => ({
  ...{ userId: caller.userId, signal },
  ...(place === undefined ? {} : { place }),
})
