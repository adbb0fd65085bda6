/** Fetches the text that somebody reads. */
import { getText } from '#contracts/texts.ts'
import { textShown } from '../events/catalog/texts.ts'
import { textCache, textKey } from '../stores/texts.ts'
import { effect } from './define.ts'
import { cacheFailure, cacheValue } from './outcomes.ts'

export const textsEffects = [
  effect({
    name: 'texts.fetch',
    on: textShown,
    strategy: 'latest',
    scope: 'project',
    retry: { times: 3, base: 300, cap: 5_000 },
    request: ({ payload: { documentId, origin, language } }, { call, fetched }) =>
      fetched(textCache, textKey(documentId, { origin, language }), () =>
        call(getText, { query: { documentId, origin, ...(language === null ? {} : { language }) } }),
      ),
    done: ({ payload }, text) => cacheValue(textCache, textKey(payload.documentId, payload), text),
    fail: ({ payload }, failure) => cacheFailure(textKey(payload.documentId, payload), failure),
  }),
]
