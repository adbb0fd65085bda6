/** Fetches the document that another one is compared with. */
import { comparisonOpened } from '../events/catalog/analysis.ts'
import { comparedKey } from '../stores/analysis.ts'
import { failures } from '../stores/answers.ts'
import { write } from '../stores/cache.ts'
import { documentTimeout, effect } from './define.ts'
import { cacheFailure } from './outcomes.ts'
import { bring, loaded } from './review-ahead.ts'

const retry = { times: 3, base: 200, cap: 5_000 } as const

const fetchOther = effect({
  name: 'analysis.fetchOther',
  on: comparisonOpened,
  reads: true,
  strategy: 'latest',
  scope: 'project',
  retry,
  timeout: documentTimeout,
  request: ({ payload: { otherId } }, ctx) => bring(otherId, ctx),
  done: ({ payload: { otherId } }, detail) => {
    const told = loaded([detail])
    return { ...told, cache: [...(told.cache ?? []), write(failures, comparedKey(otherId), null)] }
  },
  fail: ({ payload: { otherId } }, failure) => cacheFailure(comparedKey(otherId), failure),
})

export const analysisEffects = [fetchOther]
