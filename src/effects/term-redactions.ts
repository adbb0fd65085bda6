/** Has pages searched for what is to be redacted, ticks changed, what is ticked covered, and that taken back. */
import * as z from 'zod/mini'
import { termFaults } from '#contracts/term-faults.ts'
import * as contract from '#contracts/term-redactions.ts'
import { noteTicks, settleAct, settleFind } from '../commands/term-redactions.ts'
import {
  applyAsked,
  findAsked,
  redoAsked,
  stopAsked,
  ticksAsked,
  undoAsked,
} from '../events/catalog/term-redactions.ts'
import { termSearch } from '../reads/term-redactions.ts'
import { effect } from './define.ts'
import type { CallFailure } from './failure.ts'
import { toastError } from './outcomes.ts'

const policy = { scope: 'project', strategy: 'queue', retry: { times: 3, base: 300, cap: 5_000 } } as const

const look = (jobId: number) => termSearch.request({ jobId, after: null })

/** What the act of a form has become. */
const settling = {
  done: ({ payload: { formKey, jobId } }: { readonly payload: { formKey: string; jobId: number } }) => ({
    commands: [settleAct({ formKey, message: null }), look(jobId)],
  }),
  fail: (
    { payload: { formKey, jobId } }: { readonly payload: { formKey: string; jobId: number } },
    { message }: CallFailure,
  ) => ({ commands: [settleAct({ formKey, message }), look(jobId)] }),
}

const termList = z.array(z.string())

export const termRedactionEffects = [
  effect({
    ...policy,
    name: 'termRedaction.send',
    on: findAsked,
    timeout: 60_000,
    request: ({ payload: { documents, personalData }, correlationId }, { call, secret }) =>
      call(contract.findTerms, {
        body: {
          ...{ documents, personalData: [...personalData], correlationId },
          terms: termList.parse(JSON.parse(secret('terms'))),
          expressions: termList.parse(JSON.parse(secret('expressions'))),
        },
      }),
    done: ({ payload: { formKey } }, { jobId }) => ({
      commands: [settleFind({ formKey, jobId, message: null, faults: [] })],
    }),
    fail: ({ payload: { formKey } }, { message, data }) => {
      const found = z.safeParse(termFaults, data)
      const faults = found.success ? found.data.terms : []
      // The server quotes the term: that is for no log.
      const said = faults.length > 0 ? 'Some terms cannot be read.' : message
      return { commands: [settleFind({ formKey, jobId: null, message: said, faults })] }
    },
  }),
  effect({
    ...policy,
    name: 'termRedaction.tick',
    on: ticksAsked,
    request: ({ payload: { jobId, ...body } }, { call }) =>
      call(contract.tickTermPlaces, { params: { jobId }, body }),
    done: ({ payload: { jobId } }) => ({ commands: [noteTicks({ jobId }), look(jobId)] }),
    fail: (_, failure) => toastError(failure),
  }),
  effect({
    ...policy,
    ...settling,
    name: 'termRedaction.apply',
    on: applyAsked,
    request: ({ payload: { formKey: _, jobId, ...what }, correlationId }, { call }) =>
      call(contract.applyTerms, { params: { jobId }, body: { ...what, correlationId } }),
  }),
  effect({
    ...policy,
    ...settling,
    name: 'termRedaction.undo',
    on: undoAsked,
    request: ({ payload: { jobId }, correlationId }, { call }) =>
      call(contract.undoTerms, { params: { jobId }, body: { correlationId } }),
  }),
  effect({
    ...policy,
    ...settling,
    name: 'termRedaction.redo',
    on: redoAsked,
    request: ({ payload: { jobId }, correlationId }, { call }) =>
      call(contract.redoTerms, { params: { jobId }, body: { correlationId } }),
  }),
  effect({
    ...policy,
    ...settling,
    name: 'termRedaction.stop',
    on: stopAsked,
    request: ({ payload: { jobId } }, { call }) => call(contract.stopTerms, { params: { jobId } }),
  }),
]
