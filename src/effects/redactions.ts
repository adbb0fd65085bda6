/** Redactions on their way to the record: gesture by gesture, in order per document and once each. */
import { clearRedactions, documentRedactions, saveMarkup } from '#contracts/redactions.ts'
import { confirmGesture, receiveRedactions, refuseGesture } from '../commands/redactions.ts'
import { gestureAsked } from '../events/catalog/redactions.ts'
import { requestIdOf } from '../events/coding/mark.ts'
import { documentRedactionsRead } from '../reads/redactions.ts'
import { redactedIn } from '../stores/redactions.ts'
import { standingIn } from './batch-standing.ts'
import { effect } from './define.ts'

const sendGesture = effect({
  name: 'redaction.send',
  on: gestureAsked,
  strategy: 'queue',
  delivery: 'once',
  timeout: 20_000,
  retry: { times: 5, base: 300, cap: 30_000 },
  request: async (asked, { call }) => {
    const { documentId, markup, clears } = asked.payload
    const gesture = requestIdOf(asked)
    const idempotencyKey = gesture
    if (clears === undefined)
      return call(saveMarkup, { body: { documentId, gesture, markup }, idempotencyKey })
    return call(clearRedactions, { body: { documentId, gesture, revision: clears }, idempotencyKey })
  },
  done: (asked, { revision, data, removed }, state) => {
    const { documentId } = asked.payload
    const gesture = requestIdOf(asked)
    const before = redactedIn(state.redactions, documentId)?.revision ?? -1
    return {
      commands: [
        confirmGesture({ documentId, gesture, revision, data, removed }),
        // Others have drawn meanwhile: their part is not in this answer.
        ...(revision === before + 1 ? [] : [documentRedactionsRead.request({ documentId })]),
      ],
    }
  },
  fail: (asked, failure) => {
    const { documentId } = asked.payload
    const gesture = requestIdOf(asked)
    const { kind, code, message, data } = failure
    // Cut off, it is unknown and not failed: the outbox asks again by the same key.
    if (kind === 'canceled') return {}
    const now = code === 'redaction.stale' ? documentRedactions.safeParse(data).data : undefined
    return {
      commands: [
        ...(now === undefined ? [] : [receiveRedactions(now)]),
        refuseGesture({ documentId, gesture, code, message }),
        ...standingIn(failure),
      ],
    }
  },
})

export const redactionsEffects = [sendGesture]
