/** Redactions on their way to the record, and the redacted PDF on its way from it. */
import { clearRedactions, documentRedactions, redactedFile, saveMarkup } from '#contracts/redactions.ts'
import { confirmGesture, receiveRedactions, refuseGesture } from '../commands/redactions.ts'
import { addToast } from '../commands/toasts.ts'
import { gestureAsked, redactedFileAsked } from '../events/catalog/redactions.ts'
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

export const redactionsEffects = [sendGesture, saveRedacted]
