/** What is on the log and in no production, and the other way round. */
import type { ReplyOf } from '#contracts/call.ts'
import { type LogGapKind, type logGaps, privilegeLogLimits } from '#contracts/privilege-log.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { controlNumbers } from '../../review/documents/control.ts'
import { LogNow } from './lines.ts'
import { latestProduced, letOut, type Produced, withheldOrRedacted } from './produced.ts'
import { drawnForPrivilege, redactedAt } from './redacted.ts'
import { allVersionRows, versionsOf } from './versions.ts'

type Gap = ReplyOf<typeof logGaps>['data'][number]

/** Documents that are named. */
const told = 200

export async function gapsOf(ctx: ProjectContext): Promise<ReplyOf<typeof logGaps>> {
  const log = await LogNow.open(ctx)
  const [lines, claimed, [version]] = await Promise.all([
    log.all(),
    claimedByProductions(ctx, log),
    versionsOf(ctx, {}),
  ])
  const on = new Map(lines.map(({ document, on: treated }) => [document.documentId, treated]))
  const held = [...on].flatMap(([id, { treatment }]) => (treatment === 'withheld' ? id : []))
  const out = await letOut(ctx.records.read, held)
  const logged = new Set<number>()
  if (version !== undefined)
    for await (const rows of allVersionRows(ctx.records.read, ctx.project.prefix, version.versionId))
      for (const { documentId } of rows) logged.add(documentId)
  const found: Readonly<Record<LogGapKind, readonly number[]>> = {
    notProduced: [...on].flatMap(([id, { latest }]) => (latest === null ? id : [])),
    notLogged: [...claimed.keys()].filter((id) => !on.has(id)),
    notInVersion: version === undefined ? [] : [...claimed.keys()].filter((id) => !logged.has(id)),
    sentOut: held.filter((id) => out.has(id)),
  }
  const productionOf = (id: number) => (claimed.get(id) ?? on.get(id)?.latest)?.production ?? null
  return {
    data: await Promise.all(
      (['notProduced', 'notLogged', 'notInVersion', 'sentOut'] as const).map((kind) =>
        gap(ctx, kind, found[kind], productionOf),
      ),
    ),
    version: version === undefined ? null : { versionId: version.versionId, name: version.name },
  }
}

/** What the latest production of each document withholds, or has redacted for privilege. */
async function claimedByProductions(
  ctx: ProjectContext,
  log: LogNow,
): Promise<ReadonlyMap<number, Produced>> {
  const { read } = ctx.records
  const { projectId } = ctx.project
  const [withheld, redacted, drawn] = await Promise.all([
    withheldOrRedacted(read, projectId, 'withheld'),
    withheldOrRedacted(read, projectId, 'redacted'),
    drawnForPrivilege(read, projectId, log.settings.redacted),
  ])
  const produced = await latestProduced(read, projectId, [...new Set([...withheld, ...redacted])])
  const moments = new Map(
    [...produced].flatMap(([id, one]) =>
      one.redacted && one.treatment !== 'withheld' ? [[id, one.at] as const] : [],
    ),
  )
  const forPrivilege = redactedAt(drawn, moments)
  return new Map(
    [...produced].filter(([id, { treatment }]) => treatment === 'withheld' || forPrivilege.has(id)),
  )
}

async function gap(
  ctx: ProjectContext,
  kind: LogGapKind,
  ids: readonly number[],
  productionOf: (id: number) => string | null,
): Promise<Gap> {
  const sorted = ids.toSorted((a, b) => a - b)
  const first = sorted.slice(0, told)
  const numbers = await controlNumbers(ctx.records.read, ctx.project, first)
  return {
    ...{ kind, documents: sorted.length },
    some: first.map((documentId) => ({
      ...{ documentId, controlNumber: numbers.get(documentId) ?? '', production: productionOf(documentId) },
    })),
    query: queryFor(sorted.slice(0, privilegeLogLimits.inQuery)),
  }
}

/** Finds these documents in review. */
function queryFor(ids: readonly number[]): string {
  if (ids.length === 0) return ''
  return ids.length === 1 ? `Document_Id:${ids[0]}` : `Document_Id:(${ids.join(' OR ')})`
}
