/** Fetches a document's history from the record, so that the local log can be held against it; and has its chain verified. */
import { documentHistory, type VerifiedChain, verifyChain, verifyProgress } from '#contracts/audit.ts'
import { failHistory, ingest } from '../commands/audit.ts'
import { historyRequested, verificationLookedUp, verificationRequested } from '../events/catalog/audit.ts'
import type { PayloadOf } from '../events/define.ts'
import { failureOf, failures } from '../stores/answers.ts'
import { chainKey, chainStandings } from '../stores/audit.ts'
import { write } from '../stores/cache.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import { asOutcome, cacheValue } from './outcomes.ts'

const pageSize = 100

async function readHistory(
  { documentId, before }: PayloadOf<typeof historyRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { data, totalCount, hidden } = await call(documentHistory, {
    query: { documentId, limit: pageSize, ...(before === null ? {} : { before }) },
  })
  return { commands: [ingest({ documentId, rows: data, totalCount, hidden })] }
}

async function verify(projectId: number, { call }: RequestContext): Promise<Outcome> {
  const last = await call(verifyChain, { projectId })
  return cacheValue(chainStandings, chainKey(projectId), { running: null, last })
}

const newer = (one: VerifiedChain | null, other: VerifiedChain | null): VerifiedChain | null =>
  one === null || (other !== null && other.verifiedAt > one.verifiedAt) ? other : one

/** A server that was started anew, or another of several, does not know of a result that is here. */
async function followVerification(projectId: number, { call, cached }: RequestContext): Promise<Outcome> {
  const { running, last } = await call(verifyProgress, { projectId })
  const known = cached(chainStandings, chainKey(projectId))?.last ?? null
  return { cache: [write(chainStandings, chainKey(projectId), { running, last: newer(last, known) })] }
}

const retry = { times: 3, base: 300, cap: 5_000 } as const

export const auditEffects = [
  effect({
    name: 'audit.fetchHistory',
    on: historyRequested,
    strategy: 'latest',
    scope: 'project',
    retry,
    request: ({ payload }, ctx) => readHistory(payload, ctx),
    done: asOutcome,
    fail: ({ payload: { documentId } }, failure) =>
      failure.kind === 'canceled'
        ? {}
        : { commands: [failHistory({ documentId, message: failure.message })] },
  }),
  /** It may take long, and nobody is kept waiting by it; asked again after a broken line, it joins what goes on. */
  effect({
    name: 'audit.verifyChain',
    on: verificationRequested,
    strategy: 'first',
    timeout: 0,
    retry,
    request: ({ payload: { projectId } }, ctx) => verify(projectId, ctx),
    done: asOutcome,
    // Stopped too, it is not under way any more.
    fail: ({ payload: { projectId } }, failure) => ({
      cache: [write(failures, chainKey(projectId), failureOf(failure))],
    }),
  }),
  effect({
    name: 'audit.followVerification',
    on: verificationLookedUp,
    reads: true,
    strategy: 'first',
    request: ({ payload: { projectId } }, ctx) => followVerification(projectId, ctx),
    done: asOutcome,
    // The next look comes soon; a poll that fails is no news.
    fail: () => ({}),
  }),
]
