/** Which documents each tab has picked, and what became of its changes of many. */
import { combine } from 'effector'
import {
  type BulkChange,
  type BulkState,
  type BulkView,
  isUnderWay,
  lastChange,
  picksOf,
} from '../events/bulk/picks.ts'
import {
  bulkBegun,
  bulkEnded,
  bulkRefused,
  bulkRequested,
  panelTurned,
  picked,
  picksCleared,
  resultPicked,
} from '../events/catalog/bulk.ts'
import { valuesRestored, valuesSet } from '../events/catalog/coding.ts'
import { documentOpened } from '../events/catalog/review.ts'
import { changeRequested } from '../events/catalog/tags.ts'
import { putTab } from './by-tab.ts'
import { on, projection } from './projection.ts'
import { $list } from './review.ts'
import { $tabId } from './tab.ts'

const changesKept = 40
const emptyView: BulkView = { picks: null, open: false, last: null }

export const bulk = projection<BulkState>({
  name: 'bulk',
  version: 1,
  log: 'project',
  initial: { byTab: {}, changes: [] },
  handlers: [
    on(picked, (state, { tabId, snapshotId, on: put, off, anchor }) =>
      inTab(state, tabId, (view) => {
        const known = view.picks?.snapshotId === snapshotId ? view.picks : null
        const all = known?.all ?? false
        const marked = new Set(known?.marked)
        for (const id of all ? off : put) marked.add(id)
        for (const id of all ? put : off) marked.delete(id)
        return { ...view, picks: { snapshotId, all, marked, anchor } }
      }),
    ),
    on(resultPicked, (state, { tabId, snapshotId }) =>
      inTab(state, tabId, (view) => ({
        ...view,
        picks: { snapshotId, all: true, marked: new Set(), anchor: null },
      })),
    ),
    on(picksCleared, (state, { tabId }) =>
      inTab(state, tabId, (view) => ({ ...view, picks: null, open: false })),
    ),
    on(panelTurned, (state, { tabId, open }) => inTab(state, tabId, (view) => ({ ...view, open }))),
    on(bulkRequested, (state, { bulkId, tabId, title, count, ask }) => {
      const kind = ask.what === 'reverse' ? ask.kind : 'do'
      const change: BulkChange = { bulkId, title, count, kind, jobId: null, refused: null, ended: null }
      const changes = [...state.changes, change].slice(-changesKept)
      return inTab({ ...state, changes }, tabId, (view) => ({ ...view, open: false, last: bulkId }))
    }),
    on(bulkBegun, (state, { bulkId, jobId }) => inChange(state, bulkId, { jobId })),
    on(bulkRefused, (state, { bulkId, message }) => inChange(state, bulkId, { refused: message })),
    on(bulkEnded, (state, { bulkId, state: ended, written, documents, left }) =>
      inChange(state, bulkId, { ended: { state: ended, written, documents, left } }),
    ),
    // What was done last is something else now.
    on(documentOpened, (state, { tabId }) => withoutLast(state, tabId)),
    on(valuesSet, (state, _, { tabId }) => withoutLast(state, tabId)),
    on(valuesRestored, (state, _, { tabId }) => withoutLast(state, tabId)),
    on(changeRequested, (state, _, { tabId }) => withoutLast(state, tabId)),
  ],
})

function inTab(state: BulkState, tabId: string, change: (view: BulkView) => BulkView): BulkState {
  return { ...state, byTab: putTab(state.byTab, tabId, change(state.byTab[tabId] ?? emptyView)) }
}

const withoutLast = (state: BulkState, tabId: string): BulkState =>
  state.byTab[tabId]?.last ? inTab(state, tabId, (view) => ({ ...view, last: null })) : state

const inChange = (state: BulkState, bulkId: string, now: Partial<BulkChange>): BulkState =>
  state.changes.some((one) => one.bulkId === bulkId)
    ? { ...state, changes: state.changes.map((one) => (one.bulkId === bulkId ? { ...one, ...now } : one)) }
    : state

const $bulk = bulk.$state
export const $picks = combine($bulk, $tabId, $list, (state, tabId, list) =>
  picksOf(state, tabId, list?.snapshotId),
)
export const $bulkOpen = combine($bulk, $tabId, ({ byTab }, tabId) => byTab[tabId]?.open ?? false)
export const $lastBulk = combine($bulk, $tabId, lastChange)
/** Something is picked, under way, or has just been done here. */
export const $bulkBusy = combine(
  $picks,
  $lastBulk,
  $bulk,
  (picks, last, { changes }) => picks !== null || last !== null || changes.some(isUnderWay),
)
export const $bulkChanges = $bulk.map(({ changes }) => changes)
