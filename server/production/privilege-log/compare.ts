/** What differs between two versions of the log, or between one and the log as it stands. */
import type { QueryOf, ReplyOf } from '#contracts/call.ts'
import {
  type ChangedValue,
  type compareLog,
  type LogColumn,
  privilegeLogLimits,
} from '#contracts/privilege-log.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import type { Cells } from './entries.ts'
import { LogNow } from './lines.ts'
import { allVersionRows, versionOf } from './versions.ts'

interface Side {
  readonly columns: readonly LogColumn[]
  readonly rows: ReadonlyMap<number, Row>
}
interface Row {
  readonly controlNumber: string
  readonly logNumber: number | null
  readonly values: Cells
}
type Difference = ReplyOf<typeof compareLog>['data'][number]

export async function compare(
  ctx: ProjectContext,
  { versionId, otherId, kind, after = 0 }: QueryOf<typeof compareLog>,
): Promise<ReplyOf<typeof compareLog>> {
  const [was, is] = await Promise.all([
    ofVersion(ctx, versionId),
    otherId === undefined ? asItStands(ctx) : ofVersion(ctx, otherId),
  ])
  // Only what both of them have can have changed; numbers of the log do not change.
  const columns = is.columns.filter(
    ({ source }) => source !== 'Log_Number' && was.columns.some((one) => one.source === source),
  )
  const all = differences(was, is, columns)
  const count = (one: Difference['kind']) => all.filter((row) => row.kind === one).length
  const asked = all.filter((row) => kind === undefined || row.kind === kind)
  const rest = asked.filter(({ documentId }) => documentId > after)
  const data = rest.slice(0, privilegeLogLimits.page)
  return {
    ...{ data, totalCount: asked.length, columns },
    counts: { added: count('added'), gone: count('gone'), changed: count('changed') },
    next: data.length < rest.length ? (data.at(-1)?.documentId ?? null) : null,
  }
}

/** By the order of their ids. Pure. */
function differences(
  was: Pick<Side, 'rows'>,
  is: Pick<Side, 'rows'>,
  columns: readonly Pick<LogColumn, 'source'>[],
): Difference[] {
  const ids = [...new Set([...was.rows.keys(), ...is.rows.keys()])].sort((a, b) => a - b)
  return ids.flatMap((documentId): Difference[] => {
    const [before, now] = [was.rows.get(documentId), is.rows.get(documentId)]
    const row = now ?? before
    if (row === undefined) return []
    const head = {
      ...{ documentId, controlNumber: row.controlNumber },
      logNumber: row.logNumber ?? before?.logNumber ?? null,
    }
    if (before === undefined) return [{ ...head, kind: 'added', values: [] }]
    if (now === undefined) return [{ ...head, kind: 'gone', values: [] }]
    const values = columns.flatMap(({ source }): ChangedValue[] => {
      const [then, today] = [before.values[source] ?? '', now.values[source] ?? '']
      return then === today ? [] : [{ source, was: then, is: today }]
    })
    return values.length === 0 ? [] : [{ ...head, kind: 'changed', values }]
  })
}

async function ofVersion(ctx: ProjectContext, versionId: number): Promise<Side> {
  const { read } = ctx.records
  const { columns } = await versionOf(read, ctx.project.projectId, versionId)
  const rows = new Map<number, Row>()
  for await (const some of allVersionRows(read, ctx.project.prefix, versionId))
    for (const row of some) rows.set(row.documentId, row)
  return { columns, rows }
}

async function asItStands(ctx: ProjectContext): Promise<Side> {
  const log = await LogNow.open(ctx)
  const lines = await log.all()
  const rows = new Map<number, Row>()
  for await (const some of log.shownRows(lines))
    for (const [{ document, logNumber }, values] of some)
      rows.set(document.documentId, { controlNumber: document.controlNumber, logNumber, values })
  return { columns: log.settings.columns, rows }
}
