/**
 * The last no that a person got in each tab, so that the screen says it at that moment and in its place. Commands that
 * the program gives by itself, and the answers of effects, are nobody's gesture: their refusals stay in the timeline.
 */
import { combine } from 'effector'
import { codingReset, saveRequested, valuesRestored, valuesSet } from '../events/catalog/coding.ts'
import { commandRejected } from '../events/catalog/kernel.ts'
import { documentOpened } from '../events/catalog/review.ts'
import { changeRequested } from '../events/catalog/tags.ts'
import type { Envelope } from '../events/envelope.ts'
import { dropTab, putTab } from './by-tab.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

/** Where the eye is: on the document and its place in the list, on what is coded, on a file to load, on texts to be made. */
export type RefusalPlace = 'document' | 'coding' | 'load' | 'texts'

export interface Refusal {
  /** Another one each time, also where the same is said again. */
  readonly id: string
  readonly place: RefusalPlace
  readonly reason: string
}

/** Commands that a person gives, and where their answer is looked for. */
const places: Readonly<Record<string, RefusalPlace>> = {
  'review.next': 'document',
  'review.previous': 'document',
  'review.open': 'document',
  'review.openAt': 'document',
  'coding.setValue': 'coding',
  'coding.typeValue': 'coding',
  'coding.chooseByKey': 'coding',
  'coding.reset': 'coding',
  'coding.restore': 'coding',
  'coding.undoRecorded': 'coding',
  'coding.resolve': 'coding',
  'coding.save': 'coding',
  'coding.saveAndNext': 'coding',
  'coding.retrySave': 'coding',
  'tags.apply': 'coding',
  'tags.quick': 'coding',
  'undo.undo': 'coding',
  'undo.undoSave': 'coding',
  'bulk.pick': 'document',
  'bulk.pickUpTo': 'document',
  'bulk.pickOn': 'document',
  'bulk.pickAll': 'document',
  'bulk.pickPage': 'document',
  'bulk.turnPanel': 'document',
  'bulk.apply': 'coding',
  'bulk.reverse': 'coding',
  'undo.redo': 'coding',
  'overlay.load': 'load',
  'derivedTexts.make': 'texts',
  'derivedTexts.allow': 'texts',
}

type Refusals = Readonly<Record<string, Refusal>>

export const refusals = projection<Refusals>({
  name: 'refusals',
  version: 2,
  log: 'project',
  initial: {},
  handlers: [
    on(commandRejected, (state, { commandType, reason }, { id, tabId, causationId }) => {
      const place = places[commandType]
      return causationId !== null || place === undefined ? state : putTab(state, tabId, { id, place, reason })
    }),
    // What was refused is past once something has been done.
    ...[documentOpened, valuesSet, codingReset, valuesRestored, saveRequested, changeRequested].map(
      ({ type }) => ({
        type,
        fold: (state: Refusals, _: never, { tabId }: Envelope) => dropTab(state, tabId),
      }),
    ),
  ],
  // It stays until then, however long that takes: also what somebody does elsewhere with what can be refused.
  every: (state, { type, commandType, causationId, tabId }) =>
    type !== commandRejected.type && causationId === null && commandType in places
      ? dropTab(state, tabId)
      : state,
})

/** This tab's; null before the first one. */
export const $refusal = combine(refusals.$state, $tabId, (state, tabId) => state[tabId] ?? null)
