/** The record's history enters the log like every fact: through a command. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import {
  historyFailed,
  historyIngested,
  historyRequested,
  verificationLookedUp,
  verificationRequested,
} from '../events/catalog/audit.ts'
import { getIn } from '../stores/buckets.ts'
import { command, reject } from './define.ts'

/** Asks for the newest rows of a document, or (`older`) for those before what is known. */
export const fetchHistory = command({
  type: 'audit.fetchHistory',
  capture: 'never',
  payload: z.object({ documentId: id, older: z.optional(z.boolean()) }),
  decide: ({ audit }, { documentId, older = false }) => {
    if (!older) return [historyRequested({ documentId, before: null })]
    const history = getIn(audit.documents, String(documentId))
    const oldest = history?.rows.at(-1)
    if (!history || !oldest) return [historyRequested({ documentId, before: null })]
    return history.complete
      ? reject('This is the whole history.')
      : [historyRequested({ documentId, before: oldest.auditId })]
  },
  label: ({ older }) => (older ? 'Look further back in the history' : 'Look up the history'),
})

export const ingest = command({
  type: 'audit.ingest',
  capture: 'never',
  payload: historyIngested.payload,
  decide: (_, payload) => [historyIngested(payload)],
  label: ({ rows }) => `Take in ${rows.length} rows of the history`,
})

export const failHistory = command({
  type: 'audit.failHistory',
  capture: 'never',
  payload: historyFailed.payload,
  decide: (_, payload) => [historyFailed(payload)],
  label: () => 'The history could not be fetched',
})

/** Has the server recompute a project's trail and compare it with its signed checkpoints. */
export const verifyChain = command({
  type: 'audit.verifyChain',
  capture: 'never',
  payload: verificationRequested.payload,
  decide: (_, payload) => [verificationRequested(payload)],
  label: () => 'Verify the audit trail',
})

export const lookUpVerification = command({
  type: 'audit.lookUpVerification',
  capture: 'never',
  payload: verificationLookedUp.payload,
  decide: (_, payload) => [verificationLookedUp(payload)],
  label: () => 'Look up how far the verification is',
})
