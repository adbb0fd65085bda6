/** Asks what pages a document has. Their images are fetched by the elements that show them. */
import { pagesRequested } from '../events/catalog/pages.ts'
import { failureOf, failures } from '../stores/answers.ts'
import { write } from '../stores/cache.ts'
import { documentPagesCache, pagesKey } from '../stores/pages.ts'
import { effect } from './define.ts'

const fetchPages = effect({
  name: 'pages.fetch',
  on: pagesRequested,
  strategy: 'latest',
  scope: 'project',
  retry: { times: 3, base: 200, cap: 5_000 },
  request: async ({ payload: { documentId } }, { call }) => {
    // Fetched with the pane that asks: most who review read the text.
    const { getPages } = await import('#contracts/pages.ts')
    return await call(getPages, { query: { documentId } })
  },
  done: ({ payload: { documentId } }, answer) => ({
    cache: [
      write(documentPagesCache, pagesKey(documentId), answer),
      write(failures, pagesKey(documentId), null),
    ],
  }),
  fail: ({ payload: { documentId } }, failure) =>
    failure.kind === 'canceled' ? {} : { cache: [write(failures, pagesKey(documentId), failureOf(failure))] },
})

export const pagesEffects = [fetchPages]
