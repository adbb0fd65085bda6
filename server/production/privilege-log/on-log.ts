/** Which documents are on the log, and as what. */
import type { LogRow, LogTreatment, PrivilegeLogSettings } from '#contracts/privilege-log.ts'
import { privilegeLogLimits } from '#contracts/privilege-log.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { foundBy } from '../planning/members.ts'
import { latestProduced, type Produced, withheldOrRedacted } from './produced.ts'
import { drawnForPrivilege, redactedNow } from './redacted.ts'

export interface OnLog {
  /** Empty: it is not on the log. */
  readonly why: LogRow['why']
  readonly treatment: LogTreatment
  /** Pages, and sheets, with a redaction for privilege. */
  readonly redactedPages: number
  readonly latest: Produced | null
}

/** Those that are on the log for whoever asks. */
export async function onLog(
  ctx: ProjectContext,
  settings: PrivilegeLogSettings,
): Promise<ReadonlyMap<number, OnLog>> {
  const all = await treated(ctx, settings, null)
  const on = new Map([...all].filter(([, { why }]) => why.length > 0))
  const most = privilegeLogLimits.rows
  if (on.size > most)
    throw new ApiError(
      'conflict',
      `${on.size} documents would be on the log, and ${most} is the most. Narrow the query of the settings.`,
      { detail: 'withheld.query' },
    )
  return on
}

/** Those that are named, be they on the log or not. */
export const asTreated = (
  ctx: ProjectContext,
  settings: PrivilegeLogSettings,
  ids: readonly number[],
): Promise<ReadonlyMap<number, OnLog>> => treated(ctx, settings, ids)

async function treated(
  ctx: ProjectContext,
  { withheld, redacted }: PrivilegeLogSettings,
  only: readonly number[] | null,
): Promise<ReadonlyMap<number, OnLog>> {
  const { read } = ctx.records
  const { projectId } = ctx.project
  const [found, drawn, held] = await Promise.all([
    withheld.query === null ? new Set<number>() : foundBy(ctx, withheld.query, 'Withheld by'),
    drawnForPrivilege(read, projectId, redacted),
    only === null && withheld.productions ? withheldOrRedacted(read, projectId, 'withheld') : [],
  ])
  const covered = redactedNow(drawn)
  const ids = only ?? [...new Set([...found, ...covered.keys(), ...held])]
  const produced = await latestProduced(read, projectId, ids)
  return new Map(
    ids.map((id) => {
      const latest = produced.get(id) ?? null
      const isHeld = latest?.treatment === 'withheld'
      const pages = covered.get(id)?.pages ?? 0
      const isFound = found.has(id)
      const treatment = treatmentOf({ latest, isFound, isCovered: pages > 0 })
      const why: LogRow['why'] = [
        ...(isFound ? (['query'] as const) : []),
        ...(isHeld && withheld.productions ? (['production'] as const) : []),
        ...(pages > 0 ? (['redaction'] as const) : []),
      ]
      return [id, { why, treatment, redactedPages: treatment === 'redacted' ? pages : 0, latest }]
    }),
  )
}

/** What was done with a document last counts; until then what is to be done: what the query finds is to be withheld. */
function treatmentOf({
  latest,
  isFound,
  isCovered,
}: {
  readonly latest: Produced | null
  readonly isFound: boolean
  readonly isCovered: boolean
}): LogTreatment {
  if (latest?.treatment === 'withheld') return 'withheld'
  if (isCovered && (!isFound || latest !== null)) return 'redacted'
  return 'withheld'
}
