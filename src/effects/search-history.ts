/** Has each search that found something to tell kept among the person's own. */
import { rememberSearch } from '#contracts/searching.ts'
import { noteRemembered } from '../commands/review-list.ts'
import { searchAnswered } from '../events/catalog/review.ts'
import { effect, readTimeout } from './define.ts'

export const searchHistoryEffects = [
  effect({
    name: 'review.rememberSearch',
    on: searchAnswered,
    strategy: 'latest',
    scope: 'project',
    quiet: true,
    // A search is worth no second try: the next one says where somebody is.
    retry: { times: 0, base: 0, cap: 0 },
    timeout: readTimeout,
    request: async ({ payload: { tabId, searchId, totalCount } }, { call, state }) => {
      const list = state().review.byTab[tabId]?.list
      // All documents of something are found again without a history.
      if (list?.searchId !== searchId || list.query.queryString.trim() === '') return false
      const { query, sort, viewer, filter } = list
      await call(rememberSearch, {
        body: { search: { ...query, sort, viewer, filter }, count: totalCount },
      })
      return true
    },
    done: ({ payload: { tabId, searchId } }, isKept) =>
      isKept ? { commands: [noteRemembered({ tabId, searchId })] } : {},
    fail: () => ({}),
  }),
]
