/** Fetches what stands beside a document, and the document that it is compared with. */
import { relatedDocuments } from '#contracts/analysis.ts'
import { comparisonOpened, relatedRequested } from '../events/catalog/analysis.ts'
import { comparedKey, relatedCache, relatedKey } from '../stores/analysis.ts'
import { failureOf, failures } from '../stores/answers.ts'
import { write } from '../stores/cache.ts'
import { effect } from './define.ts'
import { bring, documentTimeout, loaded } from './review-ahead.ts'

const retry = { times: 3, base: 200, cap: 5_000 } as const

const fetchRelated = effect({
  name: 'analysis.fetchRelated',
  on: relatedRequested,
  strategy: 'latest',
  scope: 'project',
  retry,
  request: ({ payload: { documentId } }, { call, fetched }) =>
    fetched(relatedCache, relatedKey(documentId), () => call(relatedDocuments, { query: { documentId } })),
  done: ({ payload: { documentId } }, related) => ({
    cache: [
      write(relatedCache, relatedKey(documentId), related),
      write(failures, relatedKey(documentId), null),
    ],
  }),
  fail: ({ payload: { documentId } }, failure) =>
    failure.kind === 'canceled'
      ? {}
      : { cache: [write(failures, relatedKey(documentId), failureOf(failure))] },
})

const fetchOther = effect({
  name: 'analysis.fetchOther',
  on: comparisonOpened,
  strategy: 'latest',
  scope: 'project',
  retry,
  timeout: documentTimeout,
  request: ({ payload: { otherId } }, ctx) => bring(otherId, ctx),
  done: ({ payload: { otherId } }, detail) => {
    const told = loaded([detail])
    return { ...told, cache: [...(told.cache ?? []), write(failures, comparedKey(otherId), null)] }
  },
  fail: ({ payload: { otherId } }, failure) =>
    failure.kind === 'canceled' ? {} : { cache: [write(failures, comparedKey(otherId), failureOf(failure))] },
})

export const analysisEffects = [fetchRelated, fetchOther]
