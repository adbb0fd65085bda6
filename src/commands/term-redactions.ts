/** Redacting what is searched for: the search, the ticks, covering what is ticked, and taking that back. */
import * as z from 'zod/mini'
import type { BulkDocuments } from '#contracts/bulk-changes.ts'
import { id } from '#contracts/ids.ts'
import { personalKind } from '#contracts/term-redactions.ts'
import {
  actSettled,
  applyAsked,
  findAsked,
  findSettled,
  leftBehind,
  redoAsked,
  stopAsked,
  ticksAsked,
  ticksChanged,
  undoAsked,
} from '../events/catalog/term-redactions.ts'
import { command, type DecideContext, reject } from './define.ts'
import { pickedDocuments } from './picked.ts'

const never = { capture: 'never' } as const
const notAllowed = reject('You may not redact documents of this project.')

const allowed =
  <P, E>(made: (payload: P) => E) =>
  (_state: unknown, payload: P, { can }: DecideContext) =>
    can('redaction.draw') ? [made(payload)] : notAllowed

/** `terms` and `expressions`: JSON of a list each. What is looked for may say what is covered: it is kept in memory only. */
export const findTerms = command({
  ...never,
  type: 'termRedaction.find',
  payload: z.strictObject({
    formKey: z.string(),
    /** Null: those that are picked. */
    documentId: z.nullable(id),
    terms: z.string(),
    expressions: z.string(),
    personalData: z.array(personalKind),
  }),
  secret: ['terms', 'expressions'],
  decide: (state, { formKey, documentId, personalData }, { tabId, can }) => {
    if (!can('redaction.draw')) return notAllowed
    const documents: BulkDocuments | null =
      documentId === null ? pickedDocuments(state, tabId) : { ids: [documentId] }
    if (documents === null) return reject('There is no result.')
    const isOne = 'ids' in documents && documents.ids.length === 1
    if (!isOne && !can('coding.bulk'))
      return reject('Many documents are changed by those who may change many.')
    return [findAsked({ formKey, documents, personalData })]
  },
  label: () => 'Look for what to redact',
})

/** By the effect, with what became of it. */
export const settleFind = command({
  ...never,
  type: 'termRedaction.settleFind',
  payload: findSettled.payload,
  decide: (_state, payload) => [findSettled(payload)],
  label: ({ message }) => message ?? 'The search has begun',
})

export const tickPlaces = command({
  ...never,
  type: 'termRedaction.tick',
  payload: ticksAsked.payload,
  decide: allowed(ticksAsked),
  label: ({ ticked }) => (ticked ? 'Tick places' : 'Take ticks off places'),
})

/** By the effect. */
export const noteTicks = command({
  ...never,
  type: 'termRedaction.noteTicks',
  payload: ticksChanged.payload,
  decide: (_state, payload) => [ticksChanged(payload)],
  label: () => 'Ticks have changed',
})

export const applyTerms = command({
  ...never,
  type: 'termRedaction.apply',
  payload: applyAsked.payload,
  decide: allowed(applyAsked),
  label: ({ label }) => (label === '' ? 'Redact what is ticked' : `Redact what is ticked as ${label}`),
})

export const undoTerms = command({
  ...never,
  type: 'termRedaction.undo',
  payload: undoAsked.payload,
  decide: allowed(undoAsked),
  label: () => 'Take back what was redacted',
})

export const redoTerms = command({
  ...never,
  type: 'termRedaction.redo',
  payload: redoAsked.payload,
  decide: allowed(redoAsked),
  label: () => 'Put back what was taken back',
})

export const stopTerms = command({
  ...never,
  type: 'termRedaction.stop',
  payload: stopAsked.payload,
  decide: allowed(stopAsked),
  label: () => 'Cancel the search, or the redacting',
})

/** By the effect, with what became of it. */
export const settleAct = command({
  ...never,
  type: 'termRedaction.settleAct',
  payload: actSettled.payload,
  decide: (_state, payload) => [actSettled(payload)],
  label: ({ message }) => message ?? 'It is under way',
})

export const leaveSearch = command({
  ...never,
  type: 'termRedaction.leave',
  payload: leftBehind.payload,
  decide: (_state, payload) => [leftBehind(payload)],
  label: () => 'Begin a new search for what to redact',
})
