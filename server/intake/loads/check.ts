/** What would come of a load, by the same reading and plan as the load itself. Nothing is written. */
import { type LoadReport, type LoadSettings, loadLimits } from '#contracts/loads.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { holdersOf } from '../overlay/holders.ts'
import { documentsBy, keyOf as overlayKey } from '../overlay/keys.ts'
import { requireSource } from '../sources/sources.ts'
import { unknownCustodians } from './known.ts'
import type { FaultPlace, PlanFault } from './plan/fault.ts'
import type { LoadPlan } from './plan/planning.ts'
import { readLoad } from './reading.ts'
import { requireMayLoad, waitingFiles } from './start.ts'
import type { RowValues } from './values.ts'

export async function checkLoad(
  ctx: ProjectContext,
  sourceId: number,
  settings: LoadSettings,
): Promise<LoadReport> {
  const { projectId } = ctx.project
  const { read } = ctx.records
  await requireSource(read, projectId, sourceId)
  requireMayLoad(ctx, settings)
  const files = await waitingFiles(read, sourceId)
  const faults = new ShownFaults()
  const own = new Map<number, RowValues['customId']>()
  const found = await readLoad(
    { read, blobs: ctx.blobs, spool: ctx.spool },
    {
      ...{ projectId, settings, files, made: new Map() },
      onRow: (row, values) => {
        for (const fault of values.faults) faults.add({ ...placeOf(row), ...fault, refusesRow: false })
        own.set(row.line, values.customId)
      },
    },
  )
  await found.rows?.close()
  const { plan, mapping } = found
  for (const fault of plan.faults) faults.add(fault)
  let { counts } = plan
  if (settings.mode.is === 'new') {
    const column = mapping.names[mapping.roles.get('begin') ?? -1] ?? null
    const ids = plan.rows.map(({ line, key }) => own.get(line) ?? (settings.rows === null ? key : null))
    const taken = await holdersOf(read, projectId, ids)
    for (const [at, row] of plan.rows.entries())
      if (taken.has(ids[at] ?? '')) faults.add({ ...placeOf(row), ...idTaken(column) })
  } else {
    const among = { read, projectId, prefix: ctx.project.prefix }
    const { missed } = await matched(among, settings.mode, plan)
    for (const { row, fault } of missed)
      faults.add({ ...placeOf(row), ...fault, column: mapping.names[settings.mode.column] ?? null })
    const texts = missed.filter(({ row }) => row.hasText).length
    counts = {
      ...counts,
      ...{ overlaid: counts.overlaid - missed.length, refused: counts.refused + missed.length },
      texts: counts.texts - texts,
    }
  }
  return {
    counts,
    newCustodians: await unknownCustodians(read, projectId, found.custodians),
    newFields: mapping.fields.flatMap(({ is }) => ('fieldId' in is ? [] : [is.name])),
    faults: faults.shown(),
    faultCount: faults.count,
    unused: found.unused.slice(0, loadLimits.faultsShown).map(({ path }) => [...path]),
    warnings: [...plan.warnings],
  }
}

/** A custom id that is another's. */
export const idTaken = (column: string | null): Omit<PlanFault, keyof FaultPlace> => ({
  column,
  code: 'badValue',
  reason: 'Another document has this as its custom id: this one is loaded without.',
  refusesRow: false,
})

const placeOf = ({ line, from, to }: FaultPlace): FaultPlace => ({ line, from, to })

/** Which documents the rows of an overlay find; those that find none, or several, are refused. */
export async function matched(
  among: Parameters<typeof documentsBy>[0],
  mode: Extract<LoadSettings['mode'], { is: 'overlay' }>,
  { rows }: LoadPlan,
): Promise<{
  readonly documents: ReadonlyMap<number, number>
  readonly missed: readonly {
    readonly row: LoadPlan['rows'][number]
    readonly fault: Omit<PlanFault, 'line' | 'from' | 'to' | 'column'>
  }[]
}> {
  const keys = rows.map(({ key }) => overlayKey(mode.by, key, among.prefix))
  const found = await documentsBy(among, mode.by, [...new Set(keys.flatMap((key) => key ?? []))])
  const documents = new Map<number, number>()
  const missed: {
    row: LoadPlan['rows'][number]
    fault: Omit<PlanFault, 'line' | 'from' | 'to' | 'column'>
  }[] = []
  const taken = new Set<number>()
  for (const [at, row] of rows.entries()) {
    const [documentId, other] = found.get(keys[at] ?? '') ?? []
    if (documentId !== undefined && other === undefined && !taken.has(documentId)) {
      documents.set(at, documentId)
      taken.add(documentId)
    } else
      missed.push({
        row,
        fault:
          documentId === undefined
            ? { code: 'unmatched', reason: 'No document in review has this key.', refusesRow: true }
            : other === undefined
              ? {
                  code: 'twice',
                  reason: 'Another row finds the same document. The first one counts.',
                  refusesRow: true,
                }
              : { code: 'ambiguous', reason: 'Several documents have this key.', refusesRow: true },
      })
  }
  return { documents, missed }
}

/** Counts all, and keeps the first lines of them. */
class ShownFaults {
  readonly #first: PlanFault[] = []
  count = 0
  add(fault: PlanFault): void {
    this.count++
    this.#first.push(fault)
    if (this.#first.length < 20 * loadLimits.faultsShown) return
    this.#sort()
  }
  shown(): LoadReport['faults'] {
    this.#sort()
    return this.#first.map(({ from: _, to: __, ...fault }) => fault)
  }
  #sort(): void {
    this.#first.sort((a, b) => a.line - b.line)
    this.#first.splice(loadLimits.faultsShown)
  }
}
