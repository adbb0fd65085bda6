/** Asks the record about the past. */
import { movePlayhead } from '../commands/reconstruct.ts'
import { addToast } from '../commands/toasts.ts'
import { lookAsked, stepSought } from '../events/catalog/reconstruct.ts'
import { failures } from '../stores/answers.ts'
import { write } from '../stores/cache.ts'
import { answerKey } from '../stores/reconstruct.ts'
import { effect } from './define.ts'
import { later } from './later.ts'
import { missed, refused } from './outcomes.ts'

const common = {
  strategy: 'latest',
  scope: 'project',
  retry: { times: 2, base: 300, cap: 5_000 },
} as const
const calls = later(() => import('./reconstruct-calls.ts'))

const askTheRecord = effect({
  ...common,
  name: 'reconstruct.askTheRecord',
  on: lookAsked,
  request: async ({ payload: { question } }, ctx) => (await calls()).answerTo(question, ctx),
  done: ({ payload: { question } }, cache) => ({
    cache: [...cache, write(failures, answerKey(question), null)],
  }),
  fail: ({ payload: { question } }, failure) => missed(answerKey(question), failure),
})

const seekStep = effect({
  ...common,
  name: 'reconstruct.seekStep',
  on: stepSought,
  // From where the step before has led: keys come faster than answers, and none of them is lost.
  strategy: 'queue',
  request: async ({ payload: { tabId, by, filter } }, ctx) => {
    const from = ctx.state().reconstruct.byTab[tabId]?.playhead ?? null
    return (await calls()).stepFrom({ by, filter, from }, ctx)
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
  fail: (_, failure) => refused(failure),
})

export const reconstructEffects = [askTheRecord, seekStep]
