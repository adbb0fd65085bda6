/** Fetches a document's history from the record, so that the local log can be held against it; and has its chain verified. */
import { documentHistory, type VerifiedChain, verifyChain, verifyProgress } from '#contracts/audit.ts'
import { failHistory, ingest } from '../commands/audit.ts'
import { historyRequested, verificationLookedUp, verificationRequested } from '../events/catalog/audit.ts'
import { failureOf, failures } from '../stores/answers.ts'
import { chainKey, chainStandings } from '../stores/audit.ts'
import { write } from '../stores/cache.ts'
import { effect } from './define.ts'

const pageSize = 100

const fetchHistory = effect({
  name: 'audit.fetchHistory',
  on: historyRequested,
  strategy: 'latest',
  scope: 'project',
  retry: { times: 3, base: 300, cap: 5_000 },
  request: ({ payload: { documentId, before } }, { call }) =>
    call(documentHistory, {
      query: { documentId, limit: pageSize, ...(before === null ? {} : { before }) },
    }),
  done: ({ payload: { documentId } }, { data, totalCount }) => ({
    commands: [ingest({ documentId, rows: data, totalCount })],
  }),
  fail: ({ payload: { documentId } }, failure) =>
    failure.kind === 'canceled' ? {} : { commands: [failHistory({ documentId, message: failure.message })] },
})

/** It may take long, and nobody is kept waiting by it; asked again after a broken line, it joins what goes on. */
const verify = effect({
  name: 'audit.verifyChain',
  on: verificationRequested,
  strategy: 'first',
  timeout: 0,
  retry: { times: 3, base: 300, cap: 5_000 },
  request: ({ payload: { projectId } }, { call }) => call(verifyChain, { projectId }),
  done: ({ payload: { projectId } }, last) => ({
    cache: [
      write(chainStandings, chainKey(projectId), { running: null, last }),
      write(failures, chainKey(projectId), null),
    ],
  }),
  fail: ({ payload: { projectId } }, failure) => ({
    cache: [write(failures, chainKey(projectId), failureOf(failure))],
  }),
})

const newer = (one: VerifiedChain | null, other: VerifiedChain | null): VerifiedChain | null =>
  one === null || (other !== null && other.verifiedAt > one.verifiedAt) ? other : one

const followVerification = effect({
  name: 'audit.followVerification',
  on: verificationLookedUp,
  strategy: 'first',
  // A server that was started anew, or another of several, does not know of a result that is here.
  request: async ({ payload: { projectId } }, { call, cached }) => {
    const { running, last } = await call(verifyProgress, { projectId })
    const known = cached(chainStandings, chainKey(projectId))?.last ?? null
    return { running, last: newer(last, known) }
  },
  done: ({ payload: { projectId } }, standing) => ({
    cache: [write(chainStandings, chainKey(projectId), standing)],
  }),
  // The next look comes soon; a poll that fails is no news.
  fail: () => ({}),
})

export const auditEffects = [fetchHistory, verify, followVerification]
