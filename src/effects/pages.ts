/** Asks what pages a document has. Their images are fetched by the elements that show them. */
import { pagesRequested } from '../events/catalog/pages.ts'
import { documentPagesCache, pagesKey } from '../stores/pages.ts'
import { effect } from './define.ts'
import { later } from './later.ts'
import { came, missed } from './outcomes.ts'

const contract = later(() => import('#contracts/pages.ts'))

const fetchPages = effect({
  name: 'pages.fetch',
  on: pagesRequested,
  strategy: 'latest',
  scope: 'project',
  retry: { times: 3, base: 200, cap: 5_000 },
  request: async ({ payload: { documentId } }, { call }) =>
    call((await contract()).getPages, { query: { documentId } }),
  done: ({ payload: { documentId } }, answer) => came(documentPagesCache, pagesKey(documentId), answer),
  fail: ({ payload: { documentId } }, failure) => missed(pagesKey(documentId), failure),
})

export const pagesEffects = [fetchPages]
