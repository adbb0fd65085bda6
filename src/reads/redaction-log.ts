/** The log of redactions of the project, page by page, and the documents whose redactions are to be checked. */
import * as z from 'zod/mini'
import { redactionsToCheck } from '#contracts/redaction-check.ts'
import { redactionLog } from '#contracts/redactions.ts'
import { type DecideContext, reject } from '../commands/define.ts'
import { read } from './read.ts'

const mayNot = (_state: unknown, _payload: unknown, { can }: DecideContext) =>
  can('redaction.see') ? null : reject('Your role in this project does not show redactions.')

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
  mayNot,
  ask: ({ label, before }, { call }) =>
    call(redactionLog, {
      query: { ...(label === null ? {} : { label }), ...(before === null ? {} : { before }) },
    }),
})

export const redactionsToCheckRead = read({
  name: 'redactionLog.toCheck',
  event: 'redactionLog.toCheckAsked',
  label: 'Look up redactions to check',
  log: 'project',
  payload: z.object({
    /** The document that the page before ended with; null: from the first. */ after: z.nullable(z.int()),
  }),
  mayNot,
  ask: ({ after }, { call }) => call(redactionsToCheck, { query: after === null ? {} : { after } }),
})
