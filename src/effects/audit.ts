/** Fetches a document's history from the record, so that the local log can be held against it; and has its chain verified. */
import { failHistory } from '../commands/audit.ts'
import { historyRequested, verificationLookedUp, verificationRequested } from '../events/catalog/audit.ts'
import { failureOf, failures } from '../stores/answers.ts'
import { chainKey } from '../stores/audit.ts'
import { write } from '../stores/cache.ts'
import { effect } from './define.ts'
import { later } from './later.ts'
import { told } from './outcomes.ts'

const calls = later(() => import('./audit-calls.ts'))
const retry = { times: 3, base: 300, cap: 5_000 } as const

export const auditEffects = [
  effect({
    name: 'audit.fetchHistory',
    on: historyRequested,
    strategy: 'latest',
    scope: 'project',
    retry,
    request: async ({ payload }, ctx) => (await calls()).readHistory(payload, ctx),
    done: told,
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
    request: async ({ payload: { projectId } }, ctx) => (await calls()).verify(projectId, ctx),
    done: told,
    // Stopped too, it is not under way any more.
    fail: ({ payload: { projectId } }, failure) => ({
      cache: [write(failures, chainKey(projectId), failureOf(failure))],
    }),
  }),
  effect({
    name: 'audit.followVerification',
    on: verificationLookedUp,
    strategy: 'first',
    request: async ({ payload: { projectId } }, ctx) => (await calls()).followVerification(projectId, ctx),
    done: told,
    // The next look comes soon; a poll that fails is no news.
    fail: () => ({}),
  }),
]
