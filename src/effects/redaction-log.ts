/** Has the record say that redactions of a document were checked. */
import { checkRedactions } from '#contracts/redaction-check.ts'
import { addToast } from '../commands/toasts.ts'
import { checkAsked } from '../events/catalog/redaction-log.ts'
import { requestIdOf } from '../events/coding/mark.ts'
import { redactionLogRead, redactionsToCheckRead } from '../reads/redaction-log.ts'
import { effect } from './define.ts'
import { toastError } from './outcomes.ts'

const look = redactionsToCheckRead.request({ after: null })

export const redactionLogEffects = [
  effect({
    name: 'redactionLog.check',
    on: checkAsked,
    strategy: 'queue',
    scope: 'project',
    timeout: 60_000,
    retry: { times: 3, base: 300, cap: 5_000 },
    request: (asked, { call }) => {
      const gesture = requestIdOf(asked)
      return call(checkRedactions, { body: { ...asked.payload, gesture }, idempotencyKey: gesture })
    },
    done: ({ projectId }, { checked }) => ({
      commands: [
        addToast({
          kind: 'success',
          message: checked === 1 ? 'One redaction is checked.' : `${checked} redactions are checked.`,
        }),
        look,
        // It stands in the log, too.
        ...(projectId === null ? [] : [redactionLogRead.request({ projectId, label: null, before: null })]),
      ],
    }),
    fail: (_asked, failure) => ({ commands: [...(toastError(failure).commands ?? []), look] }),
  }),
]
