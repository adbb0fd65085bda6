/** Taking the tool that redacts, and putting it down. What it does is in redactions.ts. */
import * as z from 'zod/mini'
import { redactingTurned } from '../events/redacting.ts'
import { command, reject } from './define.ts'

export const turnRedacting = command({
  type: 'review.turnRedacting',
  capture: 'never',
  payload: z.object({ on: z.boolean() }),
  decide: (_state, { on }, { tabId, can }) =>
    on && !can('redaction.draw')
      ? reject('Your role in this project does not allow redacting.')
      : [redactingTurned({ tabId, on })],
  label: ({ on }) => (on ? 'Take the tool that redacts' : 'Put the tool down that redacts'),
})
