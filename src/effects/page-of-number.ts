/** A search for nothing but the number of a page goes to that page, as the production has it that was stamped with it. */
import { pagesOfNumber } from '#contracts/produced-pages.ts'
import { seekPage } from '../commands/pages.ts'
import { choosePane, open } from '../commands/review.ts'
import { searchAnswered } from '../events/catalog/review.ts'
import { mayIn } from '../stores/selection.ts'
import { effect, readTimeout } from './define.ts'

/** Letters or signs, then digits, and perhaps a page behind them: as numbers are stamped. Quoted or not. */
const numberAlone = /^"?([A-Za-z0-9_.-]*[A-Za-z_.-][0-9]{4,10}(?:_[0-9]{4,})?)"?$/

export const pageOfNumberEffects = [
  effect({
    name: 'review.findPage',
    on: searchAnswered,
    strategy: 'latest',
    scope: 'project',
    quiet: true,
    retry: { times: 0, base: 0, cap: 0 },
    timeout: readTimeout,
    request: async ({ tabId: here, payload: { tabId, searchId, ids } }, { call, state }) => {
      const { review, selection, session } = state()
      const list = review.byTab[tabId]?.list
      const number = numberAlone.exec(list?.query.queryString.trim() ?? '')?.[1]
      // What another window shows goes on there.
      if (here !== tabId || list?.searchId !== searchId || number === undefined) return null
      if (!mayIn(selection, session, tabId, 'production.view')) return null
      const { data } = await call(pagesOfNumber, { query: { number } })
      return data.find(({ documentId }) => ids.includes(documentId)) ?? null
    },
    done: ({ payload: { ids } }, found) =>
      found === null
        ? {}
        : {
            commands: [
              open({ documentId: found.documentId, position: ids.indexOf(found.documentId) }),
              choosePane({ pane: 'pages' }),
              seekPage({ documentId: found.documentId, productionId: found.productionId, page: found.page }),
            ],
          },
    fail: () => ({}),
  }),
]
