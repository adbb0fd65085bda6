/** The highlight sets of a project as whoever reviews it has them. */
import {
  type HighlightSet,
  type HighlightSets,
  highlightLimits,
  highlightSet,
} from '#contracts/highlights.ts'
import { defaultNoise } from '#query/noise.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { breathe } from '../../platform/records/breathe.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { wordReadingOf } from '../search/query.ts'
import { readHighlightTerm } from './terms.ts'

/** All sets, deleted ones too, in their order. */
export const selectSets = (read: Reader | Writer, projectId: number) =>
  read
    .selectFrom('highlight_set as h')
    .innerJoin('app_user as s', 's.user_id', 'h.saved_by')
    .leftJoin('app_user as d', 'd.user_id', 'h.deleted_by')
    .selectAll('h')
    .select(['s.name as saver', 'd.name as deleter'])
    .where('h.project_id', '=', projectId)
    .orderBy('h.position')
    .orderBy('h.highlight_set_id')

export type SetRow = Awaited<ReturnType<ReturnType<typeof selectSets>['execute']>>[number]

export const termsIn = (row: Pick<SetRow, 'terms'>): readonly string[] => JSON.parse(row.terms)

/** Terms are nobody's secret within a project: walls close documents, and these say nothing of any. */
export async function setsOf(ctx: ProjectContext): Promise<HighlightSets> {
  const { projectId } = ctx.project
  const live = await selectSets(ctx.records.read, projectId).where('h.deleted_at', 'is', null).execute()
  const gone = await selectSets(ctx.records.read, projectId)
    .where('h.deleted_at', 'is not', null)
    .clearOrderBy()
    .orderBy('h.deleted_at', 'desc')
    .limit(highlightLimits.deleted)
    .execute()
  const reading = await wordReadingOf(ctx.records.read, projectId)
  const { noise } = reading
  const data: HighlightSet[] = []
  for (const row of live) {
    data.push({
      highlightSetId: row.highlight_set_id,
      name: row.name,
      ...looksOf(row),
      terms: termsIn(row).map((text) => {
        const read = readHighlightTerm(text, reading)
        return read.ok
          ? { text, tree: read.tree, fault: null }
          : { text, tree: null, fault: read.fault.message }
      }),
      version: row.version,
      savedBy: row.saver,
      savedAt: row.saved_at,
    })
    // Sets of hundreds of long terms take their time: others are answered in between.
    await breathe()
  }
  return {
    data,
    totalCount: live.length,
    deleted: gone.map((row) => ({
      highlightSetId: row.highlight_set_id,
      name: row.name,
      deletedBy: row.deleter ?? '',
      deletedAt: row.deleted_at ?? '',
    })),
    ...(noise === null || noise === defaultNoise ? {} : { noise: [...noise] }),
  }
}

const { color, line } = highlightSet.shape

export const looksOf = (row: Pick<SetRow, 'color' | 'line'>) => ({
  color: color.parse(row.color),
  line: line.parse(row.line),
})
