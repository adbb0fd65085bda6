/** Fetches a document's history from the record, so that the local log can be held against it. */
import { documentHistory } from '#contracts/audit.ts'
import { failHistory, ingest } from '../commands/audit.ts'
import { historyRequested } from '../events/catalog/audit.ts'
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

export const auditEffects = [fetchHistory]
