/** Writing into rows of the log: all of a save or nothing, each row by the version that was seen. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { logSources, type saveLogRows } from '#contracts/privilege-log.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf, slices } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { inReviewAmong } from '../../review/documents/visible.ts'
import { type Cells, type Entry, entriesOf } from './entries.ts'
import { type Line, LogNow } from './lines.ts'
import { plainLine, plainLines } from './plain-text.ts'
import { isWritable } from './rows.ts'

type Change = BodyOf<typeof saveLogRows>['changes'][number]

/** What a save does to a row. */
interface Written {
  readonly change: Change
  readonly line: Line
  /** Of the cells that it names, as they stood; null: the record's value was shown. */
  readonly before: Readonly<Record<string, string | null>>
  /** Cells that are others now. */
  readonly touched: readonly string[]
  readonly entry: Entry
}

/** So many rows at once take a transaction of their own. */
const few = 20

export async function saveRows(
  ctx: ProjectContext,
  { changes, correlationId }: BodyOf<typeof saveLogRows>,
): Promise<ReplyOf<typeof saveLogRows>> {
  const ids = changes.map(({ documentId }) => documentId)
  if (new Set(ids).size < ids.length)
    throw new ApiError('request.invalid', 'A row is named twice in this save.', { detail: 'changes' })
  const log = await LogNow.open(ctx)
  const known = new Set([...logSources, ...log.settings.columns.map(({ source }) => source)])
  for (const source of changes.flatMap(({ values }) => Object.keys(values)))
    if (!known.has(source) || !isWritable(source))
      throw new ApiError(
        'request.invalid',
        `Nobody writes into ${source}: it is no column, or follows from the record.`,
        {
          detail: source,
        },
      )
  // What the record says is read ahead: a transaction waits for nothing but the database.
  const lines = new Map((await log.of(ids)).map((line) => [line.document.documentId, line]))
  const derived = await log.derived([...lines.values()])
  return await idempotent(
    ctx,
    async (trx) => {
      const { projectId } = ctx.project
      const standing = await entriesOf(trx, projectId, ids)
      const seen = await inReviewAmong(trx, projectId, ids)
      const rowNow = (line: Line, entry: Entry | null) => log.row({ ...line, entry }, derived.get(line) ?? {})
      const asked = changes.map((change) => {
        const line = lines.get(change.documentId)
        if (line === undefined || !seen.has(change.documentId)) throw notFound('document')
        return { change, line, entry: standing.get(change.documentId) ?? null }
      })
      const stale = asked.filter(({ change, entry }) => (entry?.version ?? 0) !== change.version)
      if (stale.length > 0)
        throw new ApiError('conflict', staleMessage(stale.map(({ entry }) => entry)), {
          detail: 'version',
          data: { rows: stale.map(({ line, entry }) => rowNow(line, entry)) },
        })
      const written = asked.map(({ change, line, entry }) =>
        writtenBy(ctx, change, {
          line,
          entry,
          derived: derived.get(line) ?? {},
          facts: log.facts(line.document, line.on),
        }),
      )
      await putEntries(trx, projectId, ctx.caller.userId, written)
      await appendAudit(
        trx,
        `project:${projectId}`,
        written.flatMap((one) => trailOf(ctx, one, correlationId)),
      )
      return {
        data: written.map(({ line, entry }) => rowNow(line, entry)),
        before: written.map(({ change: { documentId }, entry: { version }, before }) => ({
          ...{ documentId, version, values: before },
        })),
      }
    },
    { alone: changes.length > few },
  )
}

function staleMessage(entries: readonly (Entry | null)[]): string {
  const people = [...new Set(entries.flatMap((entry) => entry?.by ?? []))]
  const who =
    people.length === 0 ? 'Somebody has' : `${people.join(', ')} ${people.length === 1 ? 'has' : 'have'}`
  return `${who} written into ${entries.length === 1 ? 'this row' : 'these rows'} since you looked. Nothing was saved; decide what stays.`
}

function writtenBy(
  ctx: ProjectContext,
  change: Change,
  {
    line,
    entry,
    derived,
    facts,
  }: { readonly line: Line; readonly entry: Entry | null; readonly derived: Cells; readonly facts: Cells },
): Written {
  const cells: Record<string, string> = { ...entry?.cells }
  const before: Record<string, string | null> = {}
  for (const [source, value] of Object.entries(change.values)) {
    before[source] = cells[source] ?? null
    const text = value === null ? null : (source === 'Description' ? plainLines : plainLine)(value)
    // What the record says by itself is not written over it: it would stay when the record changes.
    if (text === null || text === (derived[source] ?? '')) delete cells[source]
    else cells[source] = text
  }
  return {
    ...{ change, line, before },
    touched: Object.keys(before).filter((source) => (cells[source] ?? null) !== before[source]),
    entry: {
      ...{ documentId: change.documentId, version: change.version + 1, cells },
      ...{ facts, by: ctx.caller.name, at: instantOf(ctx.now()) },
    },
  }
}

async function putEntries(
  trx: Writer,
  projectId: number,
  userId: number,
  written: readonly Written[],
): Promise<void> {
  const rows = written.map(({ entry }) => ({
    ...{ document_id: entry.documentId, project_id: projectId, version: entry.version },
    ...{ cells: JSON.stringify(entry.cells), facts: JSON.stringify(entry.facts) },
    ...{ by_user: userId, at: entry.at },
  }))
  for (const slice of slices(rows, 7))
    await trx
      .insertInto('privilege_log_entry')
      .values(slice)
      .onConflict((on) =>
        on.column('document_id').doUpdateSet((eb) => ({
          version: eb.ref('excluded.version'),
          cells: eb.ref('excluded.cells'),
          facts: eb.ref('excluded.facts'),
          by_user: eb.ref('excluded.by_user'),
          at: eb.ref('excluded.at'),
        })),
      )
      .execute()
}

/** A row for each cell that is another one; of a save that changed none, that somebody has looked. */
function trailOf(ctx: ProjectContext, written: Written, correlationId: string): AuditEntry[] {
  const { change, before, touched, entry } = written
  const said = {
    ...byCaller(ctx),
    ...{ documentId: change.documentId, correlationId, facts: { version: entry.version } },
    how: 'manual' as const,
  }
  if (touched.length === 0) return [{ ...said, action: 'privilegeLog.checked' }]
  return touched.map((source) => ({
    ...said,
    ...{ action: 'privilegeLog.written', field: source },
    // What people typed may name somebody and have to go by law one day.
    erasable: { oldValue: before[source] ?? null, newValue: entry.cells[source] ?? null },
  }))
}
