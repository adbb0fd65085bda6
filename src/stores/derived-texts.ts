/** What each tab would have made of its documents: what that comes to, in the units it is billed by, and how far the asking is. */
import { combine } from 'effector'
import type { TextCheck } from '#contracts/derived-texts.ts'
import {
  allowanceRequested,
  checkAsked,
  checked,
  checkRefused,
  sameWish,
  textsBegun,
  textsRefused,
  textsRequested,
  type Wish,
} from '../events/catalog/derived-texts.ts'
import { putTab } from './by-tab.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

interface Asking {
  readonly wish: Wish
  readonly again: boolean
  /** Null until it is known, and where it could not be had. */
  readonly check: TextCheck | null
  readonly allowing: boolean
  /** How far the job is that this tab asked for last; looking at another wish meanwhile does not change it. */
  readonly job: 'none' | 'sending' | 'begun'
  /** Why what was asked for last did not come. */
  readonly refused: string | null
}

interface DerivedTextsState {
  readonly byTab: Readonly<Record<string, Asking>>
}

/** Of a tab that asks; of others, what comes is an answer that nobody waits for. */
function change(
  { byTab }: DerivedTextsState,
  tabId: string,
  to: (asking: Asking) => Partial<Asking>,
): DerivedTextsState {
  const asking = byTab[tabId]
  return asking === undefined ? { byTab } : { byTab: putTab(byTab, tabId, { ...asking, ...to(asking) }) }
}

export const derivedTexts = projection<DerivedTextsState>({
  name: 'derivedTexts',
  version: 2,
  log: 'project',
  initial: { byTab: {} },
  handlers: [
    on(checkAsked, ({ byTab }, { tabId, wish, again }) => ({
      byTab: putTab(byTab, tabId, {
        wish,
        again,
        check: null,
        allowing: false,
        job: byTab[tabId]?.job === 'sending' ? 'sending' : 'none',
        refused: null,
      }),
    })),
    on(checked, (state, { tabId, check, ...of }) =>
      change(state, tabId, (asking) => (sameWish(asking, of) ? { check } : {})),
    ),
    on(checkRefused, (state, { tabId, message, ...of }) =>
      change(state, tabId, (asking) => (sameWish(asking, of) ? { refused: message } : {})),
    ),
    on(allowanceRequested, (state, { tabId }) =>
      change(state, tabId, () => ({ allowing: true, refused: null })),
    ),
    on(textsRequested, (state, { tabId }) => change(state, tabId, () => ({ job: 'sending', refused: null }))),
    on(textsBegun, (state, { tabId }) => change(state, tabId, () => ({ job: 'begun' }))),
    on(textsRefused, (state, { tabId, message }) =>
      change(state, tabId, () => ({ allowing: false, job: 'none', refused: message })),
    ),
  ],
})

export const $textsAsked = combine(derivedTexts.$state, $tabId, ({ byTab }, tabId) => byTab[tabId] ?? null)
