/** The log by category: what a log says of many documents at once. */
import type { QueryOf, ReplyOf } from '#contracts/call.ts'
import type { LogCategory, LogTreatment, logCategories } from '#contracts/privilege-log.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { dateWriter } from '../volumes/dates.ts'
import type { Cells } from './entries.ts'
import { LogNow } from './lines.ts'
import { logSettingsOf } from './settings.ts'
import { allVersionRows, versionOf } from './versions.ts'

/** What of a row says where it belongs. */
export interface Counted {
  readonly treatment: LogTreatment
  /** An instant. */
  readonly dated: string | null
  readonly values: Cells
}

/** Basis by basis, the most first in each. Dates are instants. Pure. */
function categoriesOf(rows: readonly Counted[]): LogCategory[] {
  const groups = Map.groupBy(rows, ({ treatment, values }) =>
    JSON.stringify([values.Basis ?? '', values.Author ?? '', treatment]),
  )
  const found = [...groups.values()].flatMap((group): LogCategory[] => {
    const [first] = group
    if (first === undefined) return []
    const dates = group.flatMap(({ dated }) => dated ?? []).sort()
    const { Basis: basis = '', Author: author = '' } = first.values
    return [
      {
        ...{ basis, author, treatment: first.treatment, documents: group.length },
        ...{ from: dates[0] ?? '', to: dates.at(-1) ?? '' },
      },
    ]
  })
  return found.sort(
    (a, b) =>
      compareText(a.basis, b.basis) ||
      b.documents - a.documents ||
      compareText(a.author, b.author) ||
      compareText(a.treatment, b.treatment),
  )
}

const compareText = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1)

/** With their dates written as the log writes them now. */
export async function datedCategories(ctx: ProjectContext, rows: readonly Counted[]): Promise<LogCategory[]> {
  const { settings } = await logSettingsOf(ctx.records.read, ctx.project.projectId)
  const { instant } = dateWriter({ ...settings.dates, time: false }, ctx.project.timeZone)
  const day = (at: string) => (at === '' ? '' : instant(at))
  return categoriesOf(rows).map((one) => ({ ...one, from: day(one.from), to: day(one.to) }))
}

export async function categories(
  ctx: ProjectContext,
  { versionId }: QueryOf<typeof logCategories>,
): Promise<ReplyOf<typeof logCategories>> {
  const rows = versionId === undefined ? await rowsNow(ctx) : await rowsThen(ctx, versionId)
  const data = await datedCategories(ctx, rows)
  return { data, totalCount: data.length }
}

async function rowsNow(ctx: ProjectContext): Promise<Counted[]> {
  const log = await LogNow.open(ctx)
  const lines = await log.all()
  const counted: Counted[] = []
  for await (const some of log.shownRows(lines))
    for (const [{ on, document }, values] of some)
      counted.push({ treatment: on.treatment, dated: document.date, values })
  return counted
}

async function rowsThen(ctx: ProjectContext, versionId: number): Promise<Counted[]> {
  const { read } = ctx.records
  await versionOf(read, ctx.project.projectId, versionId)
  const all: Counted[] = []
  for await (const rows of allVersionRows(read, ctx.project.prefix, versionId)) all.push(...rows)
  return all
}
