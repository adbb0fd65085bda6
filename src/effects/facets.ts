/** Has documents counted. What asks, and what it knows of the contract, comes with the first question. */
import { figuresAsked } from '../events/catalog/facets.ts'
import { failureOf, failures } from '../stores/answers.ts'
import { write } from '../stores/cache.ts'
import { figures, figuresKey } from '../stores/facets.ts'
import { effect } from './define.ts'

const count = effect({
  name: 'facets.count',
  on: figuresAsked,
  strategy: 'latest',
  scope: 'project',
  retry: { times: 2, base: 300, cap: 5_000 },
  request: async ({ payload: { question } }, ctx) =>
    (await import('./facets-asking.ts')).figuresFor(question, ctx),
  done: ({ payload: { question } }, found) => ({
    cache: [write(figures, figuresKey(question), found), write(failures, figuresKey(question), null)],
  }),
  fail: ({ payload: { question } }, failure) =>
    failure.kind === 'canceled' ? {} : { cache: [write(failures, figuresKey(question), failureOf(failure))] },
})

export const facetsEffects = [count]
