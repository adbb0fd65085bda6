/** What effects of the audit trail ask of the server, and what its answers become. */
import { documentHistory, type VerifiedChain, verifyChain, verifyProgress } from '#contracts/audit.ts'
import { ingest } from '../commands/audit.ts'
import type { historyRequested } from '../events/catalog/audit.ts'
import type { PayloadOf } from '../events/define.ts'
import { chainKey, chainStandings } from '../stores/audit.ts'
import { write } from '../stores/cache.ts'
import type { Outcome, RequestContext } from './define.ts'
import { came } from './outcomes.ts'

const pageSize = 100

export async function readHistory(
  { documentId, before }: PayloadOf<typeof historyRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { data, totalCount } = await call(documentHistory, {
    query: { documentId, limit: pageSize, ...(before === null ? {} : { before }) },
  })
  return { commands: [ingest({ documentId, rows: data, totalCount })] }
}

export async function verify(projectId: number, { call }: RequestContext): Promise<Outcome> {
  const last = await call(verifyChain, { projectId })
  return came(chainStandings, chainKey(projectId), { running: null, last })
}

const newer = (one: VerifiedChain | null, other: VerifiedChain | null): VerifiedChain | null =>
  one === null || (other !== null && other.verifiedAt > one.verifiedAt) ? other : one

/** A server that was started anew, or another of several, does not know of a result that is here. */
export async function followVerification(
  projectId: number,
  { call, cached }: RequestContext,
): Promise<Outcome> {
  const { running, last } = await call(verifyProgress, { projectId })
  const known = cached(chainStandings, chainKey(projectId))?.last ?? null
  return { cache: [write(chainStandings, chainKey(projectId), { running, last: newer(last, known) })] }
}
