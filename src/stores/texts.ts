/** Which of a document's texts each tab reads and where it was led to in it, and the texts that were fetched. */
import { combine } from 'effector'
import type { DocumentText, DocumentTextEntry } from '#contracts/texts.ts'
import { textShown } from '../events/catalog/texts.ts'
import { putTab } from './by-tab.ts'
import { createCache } from './cache.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

type Which = Pick<DocumentTextEntry, 'origin' | 'language'>

export const texts = projection<{
  readonly byTab: Readonly<
    Record<string, Which & { readonly documentId: number; readonly place: readonly [number, number] | null }>
  >
}>({
  name: 'texts',
  version: 2,
  log: 'project',
  initial: { byTab: {} },
  handlers: [on(textShown, ({ byTab }, { tabId, ...shown }) => ({ byTab: putTab(byTab, tabId, shown) }))],
})

export const $textShown = combine(texts.$state, $tabId, ({ byTab }, tabId) => byTab[tabId] ?? null)

export const textKey = (documentId: number, { origin, language }: Which): string =>
  `texts:${documentId}:${origin}:${language ?? ''}`
export const textCache = createCache<DocumentText>('documentTexts', 20)
