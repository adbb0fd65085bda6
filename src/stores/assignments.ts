/** What this browser is asking of assignments. */
import { combine } from 'effector'
import {
  answered,
  batchOpened,
  checkInRefused,
  checkInRequested,
  createBegun,
  created,
  createRefused,
  createRequested,
  deleteRequested,
  fetchFailed,
  fetchRecovered,
  moveRequested,
  splitControlled,
  splitEnded,
  takeRequested,
  updateRequested,
} from '../events/catalog/assignments.ts'
import { bulkEnded } from '../events/catalog/bulk.ts'
import { saveConfirmed } from '../events/catalog/coding.ts'
import { batchStood } from '../events/catalog/review.ts'
import { changeConfirmed } from '../events/catalog/tags.ts'
import type { Envelope } from '../events/envelope.ts'
import { putTab } from './by-tab.ts'
import { on, projection } from './projection.ts'
import { putLatest } from './put-latest.ts'
import { $listBatchId } from './review.ts'
import { $tabId } from './tab.ts'

type Making =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending' }
  | { readonly phase: 'refused'; readonly message: string }
  | { readonly phase: 'done'; readonly assignmentId: number }

export interface BatchName {
  readonly number: number
  readonly assignmentName: string
}

export interface AssignmentsState {
  /** Streams of what was asked for and has not been answered. */
  readonly sending: Readonly<Record<string, true>>
  /** By tab: each has a dialog of its own. */
  readonly making: Readonly<Record<string, Making>>
  /** Names of assignments made here whose jobs have not ended, as far as is known. */
  readonly splitting: Readonly<Record<number, string>>
  /** What the batches are called that were opened here, the latest last. */
  readonly opened: ReadonlyMap<number, BatchName>
  /** By batch: documents for which it was not checked in as completed. */
  readonly notReviewed: Readonly<Record<number, NotReviewed>>
  /** It has been said that assignments do not come. */
  readonly unreached: boolean
  /** Another with each answer, and with each document that this browser has changed: batches may stand otherwise. */
  readonly asOf: number
}

interface NotReviewed {
  /** The first of them. */
  readonly documentIds: readonly number[]
  readonly totalCount: number
}

const namesKept = 50
const idle: Making = { phase: 'idle' }

const sent = (state: AssignmentsState, _: unknown, { stream }: Envelope): AssignmentsState => ({
  ...state,
  sending: { ...state.sending, [stream]: true },
})
const moved = (state: AssignmentsState): AssignmentsState => ({ ...state, asOf: state.asOf + 1 })
const makes = (state: AssignmentsState, tabId: string, now: Making): AssignmentsState => ({
  ...state,
  making: putTab(state.making, tabId, now),
})

export const assignments = projection<AssignmentsState>({
  name: 'assignments',
  version: 1,
  log: 'project',
  initial: {
    sending: {},
    making: {},
    splitting: {},
    opened: new Map(),
    notReviewed: {},
    unreached: false,
    asOf: 0,
  },
  handlers: [
    on(takeRequested, sent),
    on(checkInRequested, (state, { batchId }, envelope) => {
      const { [batchId]: _, ...notReviewed } = state.notReviewed
      return sent({ ...state, notReviewed }, null, envelope)
    }),
    on(checkInRefused, (state, { batchId, ...rest }) => ({
      ...state,
      notReviewed: { ...state.notReviewed, [batchId]: rest },
    })),
    on(moveRequested, sent),
    on(updateRequested, sent),
    on(deleteRequested, sent),
    on(splitControlled, sent),
    on(answered, (state, { of }) => {
      const { [of]: _, ...sending } = state.sending
      return moved({ ...state, sending })
    }),
    on(createBegun, (state, { tabId }) => makes(state, tabId, idle)),
    on(createRequested, (state, { tabId }) => makes(state, tabId, { phase: 'sending' })),
    on(createRefused, (state, { tabId, message }) => makes(state, tabId, { phase: 'refused', message })),
    on(created, (state, { tabId, assignmentId, assignmentName }) =>
      makes({ ...moved(state), splitting: { ...state.splitting, [assignmentId]: assignmentName } }, tabId, {
        phase: 'done',
        assignmentId,
      }),
    ),
    on(splitEnded, (state, { assignmentId }) => {
      const { [assignmentId]: _, ...splitting } = state.splitting
      return { ...state, splitting }
    }),
    on(batchOpened, (state, { batchId, ...name }) => ({
      ...state,
      opened: putLatest(state.opened, batchId, name, namesKept),
    })),
    on(fetchFailed, (state) => ({ ...state, unreached: true })),
    on(fetchRecovered, (state) => ({ ...state, unreached: false })),
    on(saveConfirmed, moved),
    on(changeConfirmed, moved),
    on(bulkEnded, moved),
    on(batchStood, moved),
  ],
})

const $state = assignments.$state
/** How it goes with the assignment that is being made in this tab. */
export const $making = combine($state, $tabId, ({ making }, tabId) => making[tabId] ?? idle)
export const $sending = $state.map(({ sending }) => sending)
export const $asOf = $state.map(({ asOf }) => asOf)
export const $splitting = $state.map(({ splitting }) => splitting)
export const $notReviewed = $state.map(({ notReviewed }) => notReviewed)
/** The batch that this tab's list is of, with its name where it was opened here; null: all documents. */
export const $listBatch = combine($listBatchId, $state, (batchId, { opened }) =>
  batchId === null ? null : { batchId, name: opened.get(batchId) ?? null },
)
