/** De-NIST lists: bringing one in, taking one away. */
import {
  removalAsked,
  uploadAsked,
  uploadDismissed,
  uploadEnded,
  uploadStopped,
} from '../events/catalog/hash-lists.ts'
import { command, reject } from './define.ts'
import { noCollecting } from './no-collecting.ts'

const never = { capture: 'never' } as const

/** The file's bytes are in `pickedList`, under the same key. */
export const uploadHashList = command({
  ...never,
  type: 'hashLists.upload',
  payload: uploadAsked.payload,
  decide: ({ hashLists }, payload, { can, tabId }) => {
    if (!can('collect.manage')) return reject(noCollecting)
    return hashLists.uploads[tabId]?.phase === 'sending'
      ? reject('Another list is being uploaded.')
      : [uploadAsked(payload)]
  },
  label: ({ name }) => `Upload the list ${name}`,
})

export const stopHashList = command({
  ...never,
  type: 'hashLists.stop',
  payload: uploadStopped.payload,
  decide: (_state, payload) => [uploadStopped(payload)],
  label: () => 'Stop the upload of a list',
})

/** By the effect, with what became of it. */
export const endHashList = command({
  ...never,
  type: 'hashLists.end',
  payload: uploadEnded.payload,
  decide: (_state, payload) => [uploadEnded(payload)],
  label: ({ message }) => message ?? 'The list has come in',
})

export const dismissHashList = command({
  ...never,
  type: 'hashLists.dismiss',
  payload: uploadDismissed.payload,
  decide: (_state, payload) => [uploadDismissed(payload)],
  label: () => 'Dismiss why a list did not come',
})

export const removeHashList = command({
  ...never,
  type: 'hashLists.remove',
  payload: removalAsked.payload,
  decide: (_state, payload, { can }) =>
    can('collect.manage') ? [removalAsked(payload)] : reject(noCollecting),
  label: ({ name }) => `Take away the list ${name}`,
})
