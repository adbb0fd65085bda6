/** The redactions of a document as the record has them, and the labels that are in use in the project. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { exactCopies } from '#contracts/redaction-copies.ts'
import { lastGesture, loadMarkup, redactedLabels } from '#contracts/redactions.ts'
import { reject } from '../commands/define.ts'
import { receiveRedactions } from '../commands/redactions.ts'
import { read } from './read.ts'

const maySee = (can: (capability: 'redaction.see') => boolean) =>
  can('redaction.see') ? null : reject('Your role in this project does not show redactions.')

export const documentRedactionsRead = read({
  name: 'redaction.load',
  event: 'redaction.loadAsked',
  label: 'Look up the redactions of the document',
  log: 'project',
  payload: z.object({ documentId: id }),
  mayNot: (_state, _payload, { can }) => maySee(can),
  ask: ({ documentId }, { call }) => call(loadMarkup, { query: { documentId } }),
  also: (told) => ({ commands: [receiveRedactions(told)] }),
})

export const redactedLabelsRead = read({
  name: 'redaction.labels',
  event: 'redaction.labelsAsked',
  label: 'Look up labels of redactions',
  log: 'project',
  payload: z.object({}),
  limit: 1,
  mayNot: (_state, _payload, { can }) => maySee(can),
  ask: (_, { call }) => call(redactedLabels),
})

const mayDraw = (can: (capability: 'redaction.draw') => boolean) =>
  can('redaction.draw') ? null : reject('Your role in this project does not allow redacting.')

export const exactCopiesRead = read({
  name: 'redaction.copies',
  event: 'redaction.copiesAsked',
  label: 'Look up exact copies of the document',
  log: 'project',
  payload: z.object({ documentId: id }),
  mayNot: (_state, _payload, { can }) => mayDraw(can),
  ask: ({ documentId }, { call }) => call(exactCopies, { query: { documentId } }),
})

export const lastGestureRead = read({
  name: 'redaction.last',
  event: 'redaction.lastAsked',
  label: 'Look up the last own redaction of the document',
  log: 'project',
  payload: z.object({ documentId: id }),
  mayNot: (_state, _payload, { can }) => mayDraw(can),
  ask: ({ documentId }, { call }) => call(lastGesture, { query: { documentId } }),
})
