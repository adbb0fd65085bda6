/** The log of redactions of the project, page by page. */
import * as z from 'zod/mini'
import { redactionLog } from '#contracts/redactions.ts'
import { reject } from '../commands/define.ts'
import { read } from './read.ts'

export const redactionLogRead = read({
  name: 'redactionLog.load',
  event: 'redactionLog.loadAsked',
  label: 'Look up the redaction log',
  log: 'project',
  payload: z.object({
    projectId: z.int(),
    /** Null: all; empty: those without one. */
    label: z.nullable(z.string()),
    /** The number that the page before ended with; null: the newest. */
    before: z.nullable(z.int()),
  }),
  mayNot: (_state, _payload, { can }) =>
    can('redaction.see') ? null : reject('Your role in this project does not show redactions.'),
  ask: ({ label, before }, { call }) =>
    call(redactionLog, {
      query: { ...(label === null ? {} : { label }), ...(before === null ? {} : { before }) },
    }),
})
