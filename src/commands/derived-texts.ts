/** Having texts made of the documents that are picked: looked at first, then asked for with the place that they go to. */
import * as z from 'zod/mini'
import { destination } from '#contracts/derived-texts.ts'
import {
  allowanceRequested,
  checkAsked,
  checked,
  checkRefused,
  sameWish,
  textsBegun,
  textsRefused,
  textsRequested,
  wished,
} from '../events/catalog/derived-texts.ts'
import { command, reject } from './define.ts'
import { pickedDocuments } from './picked.ts'

const never = { capture: 'never' } as const
const notAllowed = 'Texts are made of documents by review managers.'

const titles = { summarize: 'Summarise', translate: 'Translate', transcribe: 'Transcribe' } as const

export const checkTexts = command({
  ...never,
  type: 'derivedTexts.check',
  payload: z.object(wished),
  decide: (state, payload, { tabId, can }) => {
    if (!can('text.derive')) return reject(notAllowed)
    const documents = pickedDocuments(state, tabId)
    return documents === null ? reject('There is no result.') : [checkAsked({ tabId, documents, ...payload })]
  },
  label: ({ wish }) => `Look at what there is to ${titles[wish.kind].toLowerCase()}`,
})

export const makeTexts = command({
  ...never,
  type: 'derivedTexts.make',
  payload: z.object({ ...wished, sendTo: z.nullable(destination) }),
  decide: (state, payload, { tabId, can }) => {
    if (!can('text.derive')) return reject(notAllowed)
    const asked = state.derivedTexts.byTab[tabId]
    if (asked?.job === 'sending') return reject('This has just been asked for.')
    // Nothing is begun whose extent was not shown, and documents leave the building only for a place that was.
    if (asked == null || asked.check === null || !sameWish(asked, payload))
      return reject('Look first at what there is to do.')
    if (payload.sendTo !== null && JSON.stringify(asked.check.destination) !== JSON.stringify(payload.sendTo))
      return reject('Look first at where the documents would go.')
    const documents = pickedDocuments(state, tabId)
    if (documents === null) return reject('There is no result.')
    return [textsRequested({ tabId, documents, ...payload })]
  },
  label: ({ wish, sendTo }) => `${titles[wish.kind]} documents${sendTo === null ? '' : ` at ${sendTo.host}`}`,
})

export const allowSending = command({
  ...never,
  type: 'derivedTexts.allow',
  payload: z.object(wished),
  decide: (_, payload, { tabId, can }) =>
    can('project.manage')
      ? [allowanceRequested({ tabId, ...payload })]
      : reject('A project manager allows that documents are sent.'),
  label: () => 'Allow that documents of the project are sent to the endpoint',
})

/** The server's answers, by the effects. */
export const noteCheck = command({
  ...never,
  type: 'derivedTexts.noteCheck',
  payload: checked.payload,
  decide: (_, payload) => [checked(payload)],
  label: ({ check: { documents } }) =>
    documents === 1 ? 'One document to make a text of' : `${documents} documents to make texts of`,
})

export const noteCheckRefused = command({
  ...never,
  type: 'derivedTexts.noteCheckRefused',
  payload: checkRefused.payload,
  decide: (_, payload) => [checkRefused(payload)],
  label: ({ message }) => message,
})

export const noteBegun = command({
  ...never,
  type: 'derivedTexts.noteBegun',
  payload: textsBegun.payload,
  decide: (_, payload) => [textsBegun(payload)],
  label: () => 'Texts are being made',
})

export const noteRefused = command({
  ...never,
  type: 'derivedTexts.noteRefused',
  payload: textsRefused.payload,
  decide: (_, payload) => [textsRefused(payload)],
  label: ({ message }) => message,
})
