/** Redactions on their way to the record, and the redacted PDF on its way from it. */
import type { ReplyOf } from '#contracts/call.ts'
import { copyRedactions, takeBackCopies } from '#contracts/redaction-copies.ts'
import { clearRedactions, documentRedactions, redactedFile, saveMarkup } from '#contracts/redactions.ts'
import { confirmGesture, receiveRedactions, refuseGesture } from '../commands/redactions.ts'
import { addToast } from '../commands/toasts.ts'
import { copyingAsked, gestureAsked, redactedFileAsked } from '../events/catalog/redactions.ts'
import { requestIdOf } from '../events/coding/mark.ts'
import { documentRedactionsRead } from '../reads/redactions.ts'
import { redactedIn } from '../stores/redactions.ts'
import { effect } from './define.ts'
import { sendGestures } from './gestures.ts'
import { toastError } from './outcomes.ts'
import { saveInBrowser } from './save-file.ts'

const sendGesture = sendGestures({
  name: 'redaction.send',
  on: gestureAsked,
  save: (call, of, markup) => call(saveMarkup, { body: { ...of, markup }, idempotencyKey: of.gesture }),
  clear: (call, body) => call(clearRedactions, { body, idempotencyKey: body.gesture }),
  docIn: ({ redactions }, documentId) => redactedIn(redactions, documentId),
  confirm: (of, { revision, data, removed }) => confirmGesture({ ...of, revision, data, removed }),
  refuse: refuseGesture,
  receive: (data) => {
    const now = documentRedactions.safeParse(data).data
    return now === undefined ? [] : [receiveRedactions(now)]
  },
  reload: (documentId) => documentRedactionsRead.request({ documentId }),
})

const saveRedacted = effect({
  name: 'redaction.saveFile',
  on: redactedFileAsked,
  strategy: 'first',
  scope: 'project',
  // Each page is drawn and looked at again; the server says which one takes it too long.
  timeout: 0,
  request: async ({ payload: { documentId }, projectId }, { call }) => {
    const query = { projectId: projectId ?? 0, documentId }
    saveInBrowser(`redacted-${documentId}.pdf`, 'application/pdf', [await call(redactedFile, { query })])
    return null
  },
  done: () => ({ commands: [addToast({ kind: 'success', message: 'The redacted PDF is saved.' })] }),
  fail: ({ payload: { documentId } }, failure) => ({
    commands: [
      ...(toastError(failure).commands ?? []),
      // Somebody may have redacted meanwhile.
      ...(failure.detail === 'redaction.changed' ? [documentRedactionsRead.request({ documentId })] : []),
    ],
  }),
})

/** Some copies at a time, each part once by a key of its own, until all have them or none. */
const copyToCopies = effect({
  name: 'redaction.copyToCopies',
  on: copyingAsked,
  strategy: 'queue',
  delivery: 'once',
  timeout: 60_000,
  retry: { times: 5, base: 1_000, cap: 30_000 },
  request: async (asked, { call }) => {
    const { documentId, act, copied, revision } = asked.payload
    const keyOf = (part: number): string => `${requestIdOf(asked)}-p${part}`
    const receipt = { act, documents: 0, redactions: 0, left: [] as string[], changed: 0 }
    let after: number | null = null
    for (let part = 0; ; part++) {
      const idempotencyKey = keyOf(part)
      if (act === 'copy') {
        const body = { documentId, gesture: copied, revision, after }
        const done: ReplyOf<typeof copyRedactions> = await call(copyRedactions, { body, idempotencyKey })
        receipt.documents += done.documents
        receipt.redactions += done.redactions
        receipt.left.push(...done.left.map(({ controlNumber, reason }) => `${controlNumber}: ${reason}`))
        after = done.next
        if (after === null) return receipt
      } else {
        const done = await call(takeBackCopies, { body: { documentId, copied }, idempotencyKey })
        receipt.redactions += done.redactions
        receipt.changed = done.changed
        if (!done.more) return receipt
      }
    }
  },
  done: (_asked, receipt) => ({
    commands: [
      addToast({ kind: receipt.left.length > 0 ? 'error' : 'success', message: receiptOf(receipt) }),
    ],
  }),
  fail: ({ payload: { documentId } }, failure) => ({
    commands: [...(toastError(failure).commands ?? []), documentRedactionsRead.request({ documentId })],
  }),
})

const many = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

function receiptOf({
  act,
  documents,
  redactions,
  left,
  changed,
}: {
  readonly act: 'copy' | 'takeBack'
  readonly documents: number
  readonly redactions: number
  readonly left: readonly string[]
  readonly changed: number
}): string {
  const made = many(redactions, 'redaction', 'redactions')
  if (act === 'takeBack')
    return `${made} of exact copies taken back${changed > 0 ? `, ${changed} left, because somebody has changed them since` : ''}.`
  const done =
    redactions === 0
      ? 'No exact copy got a redaction that it did not have.'
      : `${made} made on ${many(documents, 'exact copy', 'exact copies')}.`
  const [first] = left
  if (first === undefined) return done
  return `${done} ${many(left.length, 'copy is', 'copies are')} left. ${first}`
}

export const redactionsEffects = [sendGesture, saveRedacted, copyToCopies]
