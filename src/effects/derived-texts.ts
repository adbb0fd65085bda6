/** Asks what there is to make texts of, and for the jobs that make them. */
import { noteCheckRefused, noteRefused } from '../commands/derived-texts.ts'
import { allowanceRequested, checkAsked, textsRequested } from '../events/catalog/derived-texts.ts'
import { effect, type Outcome } from './define.ts'
import { later } from './later.ts'
import { told } from './outcomes.ts'

const calls = later(() => import('./derived-texts-calls.ts'))
const asked = {
  scope: 'project',
  retry: { times: 3, base: 300, cap: 5_000 },
  done: told,
} as const

const saidNo = (tabId: string, message: string): Outcome => ({ commands: [noteRefused({ tabId, message })] })

export const derivedTextsEffects = [
  effect({
    ...asked,
    name: 'derivedTexts.check',
    on: checkAsked,
    strategy: 'latest',
    timeout: 60_000,
    request: async ({ payload }, ctx) => (await calls()).check(payload, ctx),
    fail: ({ payload: { tabId, wish, again } }, { kind, message }) =>
      kind === 'canceled' ? {} : { commands: [noteCheckRefused({ tabId, wish, again, message })] },
  }),
  effect({
    ...asked,
    name: 'derivedTexts.allow',
    on: allowanceRequested,
    strategy: 'queue',
    request: async ({ payload }, ctx) => (await calls()).allow(payload, ctx),
    fail: ({ payload: { tabId } }, { message }) => saidNo(tabId, message),
  }),
  effect({
    ...asked,
    name: 'derivedTexts.start',
    // However often the tab is loaded anew meanwhile, one job is begun.
    delivery: 'once',
    on: textsRequested,
    strategy: 'queue',
    timeout: 60_000,
    request: async (wanted, ctx) => (await calls()).start(wanted, ctx),
    fail: ({ payload: { tabId } }, { message }) => saidNo(tabId, message),
  }),
]
