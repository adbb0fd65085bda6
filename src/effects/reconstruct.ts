/** Asks the record about the past. What asks, and what it knows of the contract, comes with the first question. */
import { movePlayhead } from '../commands/reconstruct.ts'
import { addToast } from '../commands/toasts.ts'
import { lookAsked, stepSought } from '../events/catalog/reconstruct.ts'
import { failureOf, failures } from '../stores/answers.ts'
import { write } from '../stores/cache.ts'
import { answerKey } from '../stores/reconstruct.ts'
import { effect } from './define.ts'

const common = {
  strategy: 'latest',
  scope: 'project',
  retry: { times: 2, base: 300, cap: 5_000 },
} as const
const answers = () => import('./reconstruct-answers.ts')

const askTheRecord = effect({
  ...common,
  name: 'reconstruct.askTheRecord',
  on: lookAsked,
  request: async ({ payload: { question } }, ctx) => (await answers()).answerTo(question, ctx),
  done: ({ payload: { question } }, cache) => ({
    cache: [...cache, write(failures, answerKey(question), null)],
  }),
  fail: ({ payload: { question } }, failure) =>
    failure.kind === 'canceled' ? {} : { cache: [write(failures, answerKey(question), failureOf(failure))] },
})

const seekStep = effect({
  ...common,
  name: 'reconstruct.seekStep',
  on: stepSought,
  // From where the step before has led: keys come faster than answers, and none of them is lost.
  strategy: 'queue',
  request: async ({ payload: { tabId, by, filter } }, ctx) => {
    const from = ctx.state().reconstruct.byTab[tabId]?.playhead ?? null
    return (await answers()).stepFrom({ by, filter, from }, ctx)
  },
  done: ({ payload: { by } }, found) => ({
    commands: [
      found === null
        ? addToast({
            kind: 'info',
            message: by === 1 ? 'There is no later change.' : 'There is no earlier change.',
          })
        : movePlayhead(found),
    ],
  }),
  fail: (_, { kind, message }) =>
    kind === 'canceled' ? {} : { commands: [addToast({ kind: 'error', message })] },
})

export const reconstructEffects = [askTheRecord, seekStep]
