/** Fetches what stands beside a document, where personal data is in it, and the document that it is compared with. */
import { comparisonOpened, personalDataRequested, relatedRequested } from '../events/catalog/analysis.ts'
import {
  comparedKey,
  personalDataCache,
  personalDataKey,
  relatedCache,
  relatedKey,
} from '../stores/analysis.ts'
import { failures } from '../stores/answers.ts'
import { write } from '../stores/cache.ts'
import { effect } from './define.ts'
import { later } from './later.ts'
import { came, missed } from './outcomes.ts'
import { bring, documentTimeout, loaded } from './review-ahead.ts'

const contract = later(() => import('#contracts/analysis.ts'))
const retry = { times: 3, base: 200, cap: 5_000 } as const

const fetchRelated = effect({
  name: 'analysis.fetchRelated',
  on: relatedRequested,
  strategy: 'latest',
  scope: 'project',
  retry,
  request: ({ payload: { documentId } }, { call, fetched }) =>
    fetched(relatedCache, relatedKey(documentId), async () =>
      call((await contract()).relatedDocuments, { query: { documentId } }),
    ),
  done: ({ payload: { documentId } }, related) => came(relatedCache, relatedKey(documentId), related),
  fail: ({ payload: { documentId } }, failure) => missed(relatedKey(documentId), failure),
})

const fetchPersonalData = effect({
  name: 'analysis.fetchPersonalData',
  on: personalDataRequested,
  strategy: 'latest',
  scope: 'project',
  retry,
  timeout: documentTimeout,
  request: ({ payload: { documentId } }, { call }) =>
    contract().then(({ personalData }) => call(personalData, { query: { documentId } })),
  done: ({ payload: { documentId } }, found) => came(personalDataCache, personalDataKey(documentId), found),
  fail: ({ payload: { documentId } }, failure) => missed(personalDataKey(documentId), failure),
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
  fail: ({ payload: { otherId } }, failure) => missed(comparedKey(otherId), failure),
})

export const analysisEffects = [fetchRelated, fetchPersonalData, fetchOther]
