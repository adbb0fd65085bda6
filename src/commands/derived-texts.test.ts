/** Asking for texts: documents go only to a place that was shown, and what was looked at is what is shown. */
import { describe, expect, it } from 'vitest'
import type { TextCheck } from '#contracts/derived-texts.ts'
import { placed } from '#tests/support/envelopes.ts'
import { everyArea } from '#tests/support/every-area.ts'
import {
  checkAsked,
  checked,
  textsBegun,
  textsRefused,
  textsRequested,
} from '../events/catalog/derived-texts.ts'
import { derivedTexts } from '../stores/derived-texts.ts'
import { foldAll } from '../stores/projection.ts'
import type { RootState } from '../stores/root.ts'
import { isRejection } from './define.ts'
import { allowSending, makeTexts } from './derived-texts.ts'

const fresh = Object.fromEntries(
  Object.entries(everyArea.projections).map(([name, { initial }]) => [name, initial]),
) as unknown as RootState
const tabId = 'tab'
const ctx = (...may: string[]) => ({
  now: new Date(0),
  newId: () => 'id-1',
  tabId,
  userId: 7,
  projectId: 1,
  can: (capability: string) => may.includes(capability),
})
const wish = { kind: 'translate', to: 'it' } as const
const sendTo = { host: 'ai.example', model: 'scribe-1' }
const about = { tabId, wish, again: false, documents: { ids: [1] } }
const check: TextCheck = {
  destination: sendTo,
  allowed: true,
  refusal: null,
  documents: 1,
  done: 0,
  underWay: 0,
  without: 0,
  billing: { translate: 400, transcribe: 0, summarize: 1 },
}
const stateAfter = (...drafts: Parameters<typeof placed>[1][]): RootState => ({
  ...fresh,
  derivedTexts: foldAll(
    derivedTexts,
    derivedTexts.initial,
    drafts.map((draft, at) => placed(at + 1, draft)),
  ),
})
const shown = [checkAsked(about), checked({ tabId, wish, again: false, check })]
const asking = (state: RootState) => state.derivedTexts.byTab[tabId]
const answer = (state: RootState, to: typeof sendTo | null, ...may: string[]) => {
  const decided = makeTexts.decide(state, { wish, again: false, sendTo: to }, ctx(...may))
  return isRejection(decided) ? decided.rejected : 'asked'
}

describe('texts made of documents', () => {
  it('go to a place only that was shown, and are asked for by who may', () => {
    const lookFirst = 'Look first at where the documents would go.'
    expect(answer(fresh, sendTo, 'text.derive')).toBe('Look first at what there is to do.')
    const state = stateAfter(...shown)
    expect(answer(state, { ...sendTo, host: 'elsewhere.example' }, 'text.derive')).toBe(lookFirst)
    expect(answer(state, sendTo)).toMatch(/review managers/)
    // All that is wanting here is a list.
    expect(answer(state, sendTo, 'text.derive')).toBe('There is no result.')
    const another = stateAfter(...shown, checkAsked({ ...about, again: true }))
    expect(answer(another, sendTo, 'text.derive')).toBe('Look first at what there is to do.')
    expect(answer(fresh, null, 'text.derive')).toBe('Look first at what there is to do.')
  })

  it('are asked for once while there is no answer', () => {
    const requested = textsRequested({ ...about, sendTo })
    const state = stateAfter(...shown, requested)
    expect(asking(state)?.job).toBe('sending')
    expect(answer(state, sendTo, 'text.derive')).toBe('This has just been asked for.')
    const refused = stateAfter(...shown, requested, textsRefused({ tabId, message: 'No.' }))
    expect(asking(refused)).toMatchObject({ job: 'none', refused: 'No.', check })
    expect(asking(stateAfter(...shown, requested, textsBegun({ tabId })))?.job).toBe('begun')
    // Looking at something else meanwhile does not let the same go out twice.
    expect(asking(stateAfter(...shown, requested, checkAsked({ ...about, again: true })))?.job).toBe(
      'sending',
    )
  })

  it('[entity-billing-counts] a tab holds what they are counted by, of what it looks at now', () => {
    expect(asking(stateAfter(...shown))?.check?.billing).toEqual(check.billing)
    const other = { ...about, wish: { kind: 'translate', to: 'de' } as const }
    const late = stateAfter(
      checkAsked(about),
      checkAsked(other),
      checked({ tabId, wish, again: false, check }),
    )
    expect(asking(late)?.check).toBeNull()
    expect(stateAfter(checked({ tabId, wish, again: false, check })).derivedTexts.byTab).toEqual({})
  })

  it('leave the building by leave of a project manager', () => {
    const payload = { wish, again: false }
    expect(isRejection(allowSending.decide(fresh, payload, ctx('text.derive')))).toBe(true)
    expect(allowSending.decide(fresh, payload, ctx('project.manage'))).toMatchObject([
      { type: 'derivedTexts.allowanceRequested' },
    ])
  })
})
