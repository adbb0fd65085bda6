/** Fetches the text that somebody reads. */
import { getText } from '#contracts/texts.ts'
import { textShown } from '../events/catalog/texts.ts'
import { failureOf, failures } from '../stores/answers.ts'
import { write } from '../stores/cache.ts'
import { textCache, textKey } from '../stores/texts.ts'
import { effect } from './define.ts'

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
    done: ({ payload }, text) => {
      const key = textKey(payload.documentId, payload)
      return { cache: [write(textCache, key, text), write(failures, key, null)] }
    },
    fail: ({ payload }, failure) =>
      failure.kind === 'canceled'
        ? {}
        : { cache: [write(failures, textKey(payload.documentId, payload), failureOf(failure))] },
  }),
]
