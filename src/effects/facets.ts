/** Has documents counted. */
import { figuresAsked } from '../events/catalog/facets.ts'
import { figures, figuresKey } from '../stores/facets.ts'
import { effect } from './define.ts'
import { later } from './later.ts'
import { came, missed } from './outcomes.ts'

const calls = later(() => import('./facets-calls.ts'))

const count = effect({
  name: 'facets.count',
  on: figuresAsked,
  strategy: 'latest',
  scope: 'project',
  retry: { times: 2, base: 300, cap: 5_000 },
  request: async ({ payload: { question } }, ctx) => (await calls()).figuresFor(question, ctx),
  done: ({ payload: { question } }, found) => came(figures, figuresKey(question), found),
  fail: ({ payload: { question } }, failure) => missed(figuresKey(question), failure),
})

export const facetsEffects = [count]
