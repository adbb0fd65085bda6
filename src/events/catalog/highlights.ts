/** Facts about highlight sets: asked to be saved, ordered, deleted or restored, what became of it, and which ones one sees. */
import * as z from 'zod/mini'
import { saveHighlightSet } from '#contracts/highlights.ts'
import { id } from '#contracts/ids.ts'
import { termFault } from '#contracts/term-faults.ts'
import { event } from '../define.ts'

/** Each try to save a form has a key of its own. */
const form = { formKey: z.string() }
const ofProject = { log: 'project', retention: 'audit', stream: () => 'highlights' } as const
const { color, line, over } = saveHighlightSet.body.shape

export const saveAsked = event({
  ...ofProject,
  type: 'highlights.saveAsked',
  payload: z.strictObject({ ...form, name: z.string(), color, line, terms: z.array(z.string()), over }),
})

/** It is on the record: the message is null; else it says why it is not, and which terms are at fault. */
export const saveSettled = event({
  ...ofProject,
  type: 'highlights.saveSettled',
  payload: z.strictObject({ ...form, message: z.nullable(z.string()), faults: z.array(termFault) }),
})

export const orderAsked = event({
  ...ofProject,
  type: 'highlights.orderAsked',
  payload: z.strictObject({ highlightSetIds: z.array(id) }),
})

export const deletionAsked = event({
  ...ofProject,
  type: 'highlights.deletionAsked',
  payload: z.strictObject({ highlightSetId: id, version: z.int(), name: z.string() }),
})

export const restoreAsked = event({
  ...ofProject,
  type: 'highlights.restoreAsked',
  payload: z.strictObject({ highlightSetId: id, name: z.string() }),
})

/** Turned on or off for oneself, in all tabs. */
export const switched = event({
  log: 'project',
  retention: 'session',
  stream: () => 'highlights',
  type: 'highlights.switched',
  payload: z.strictObject({ highlightSetIds: z.array(id), off: z.boolean() }),
})
