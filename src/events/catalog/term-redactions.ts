/** Facts about redacting what is searched for: what was asked of the server, and what became of it. Never the terms. */
import * as z from 'zod/mini'
import { bulkDocuments } from '#contracts/bulk-changes.ts'
import { id } from '#contracts/ids.ts'
import { termFault } from '#contracts/term-faults.ts'
import { personalKind, tickWhich } from '#contracts/term-redactions.ts'
import { event } from '../define.ts'

/** Each try has a key of its own. */
const form = { formKey: z.string() }
const ofProject = { log: 'project', retention: 'audit', stream: () => 'termRedaction' } as const

export const findAsked = event({
  ...ofProject,
  type: 'termRedaction.findAsked',
  payload: z.strictObject({ ...form, documents: bulkDocuments, personalData: z.array(personalKind) }),
})

/** The search has begun: the message is null; else it says why it has not, and which terms are at fault. */
export const findSettled = event({
  ...ofProject,
  type: 'termRedaction.findSettled',
  payload: z.strictObject({
    ...form,
    jobId: z.nullable(id),
    message: z.nullable(z.string()),
    faults: z.array(termFault),
  }),
})

export const ticksAsked = event({
  ...ofProject,
  retention: 'session',
  type: 'termRedaction.ticksAsked',
  payload: z.strictObject({ jobId: id, which: tickWhich, ticked: z.boolean() }),
})

/** Ticks, and what is shown of them, have changed on the server. */
export const ticksChanged = event({
  ...ofProject,
  retention: 'session',
  type: 'termRedaction.ticksChanged',
  payload: z.strictObject({ jobId: id }),
})

export const applyAsked = event({
  ...ofProject,
  type: 'termRedaction.applyAsked',
  payload: z.strictObject({ ...form, jobId: id, label: z.string(), reason: z.string() }),
})

export const undoAsked = event({
  ...ofProject,
  type: 'termRedaction.undoAsked',
  payload: z.strictObject({ ...form, jobId: id }),
})

export const redoAsked = event({
  ...ofProject,
  type: 'termRedaction.redoAsked',
  payload: z.strictObject({ ...form, jobId: id }),
})

export const stopAsked = event({
  ...ofProject,
  type: 'termRedaction.stopAsked',
  payload: z.strictObject({ ...form, jobId: id }),
})

/** What was asked for is under way: the message is null; else it says why it is not. */
export const actSettled = event({
  ...ofProject,
  type: 'termRedaction.actSettled',
  payload: z.strictObject({ ...form, message: z.nullable(z.string()) }),
})

/** Looks at the last search no more. */
export const leftBehind = event({
  ...ofProject,
  retention: 'session',
  type: 'termRedaction.leftBehind',
  payload: z.strictObject({}),
})
