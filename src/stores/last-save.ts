/**
 * What each tab has saved last, as long as the reviewer has only gone on from there: on the next document that is what he
 * means by undoing. Who goes further, or takes it back, has it no more; the document's own trail keeps it.
 */
import { combine } from 'effector'
import { saveConfirmed, saveRequested } from '../events/catalog/coding.ts'
import { documentOpened } from '../events/catalog/review.ts'
import type { PayloadOf } from '../events/define.ts'
import { shownTab } from '../events/review/views.ts'
import { dropTab, putTab } from './by-tab.ts'
import { on, projection } from './projection.ts'
import { review } from './review.ts'
import { shell } from './shell.ts'
import { $tabId } from './tab.ts'

export interface LastSave {
  readonly documentId: number
  /** The command that asked for it: steps of the document's trail name it (`Step.savedBy`). */
  readonly saveId: string
  readonly at: string
  /** The document that was opened after it; null: none yet. */
  readonly next: number | null
  /** What became of related documents, once that is known. */
  readonly propagated?: PayloadOf<typeof saveConfirmed>['propagated']
}

export const lastSaves = projection<Readonly<Record<string, LastSave>>>({
  name: 'lastSaves',
  version: 1,
  log: 'project',
  initial: {},
  handlers: [
    on(saveRequested, (state, { documentId, undoes, mark }, { commandId, undo, tabId, at }) =>
      undo.kind === 'none' && undoes.length === 0 && mark === null
        ? putTab(state, tabId, { documentId, saveId: commandId, at, next: null })
        : dropTab(state, tabId),
    ),
    on(saveConfirmed, (state, { saveId, propagated }) => {
      const found = Object.entries(state).find(([, last]) => last.saveId === saveId)
      return found === undefined || propagated === undefined
        ? state
        : putTab(state, found[0], { ...found[1], propagated })
    }),
    on(documentOpened, (state, { documentId, tabId: shown }, { tabId }) => {
      const own = state[tabId]
      // Saved in a window that was pulled out of another: it belongs to the view that both show.
      const all = shown === tabId || own === undefined ? state : putTab(dropTab(state, tabId), shown, own)
      const last = all[shown]
      if (last === undefined || (last.next ?? last.documentId) === documentId) return all
      return last.next === null ? putTab(all, shown, { ...last, next: documentId }) : dropTab(all, shown)
    }),
  ],
})

/** That of the view that this tab shows, while another document than the saved one is in it. */
export const $lastSave = combine(
  lastSaves.$state,
  review.$state,
  shell.$state,
  $tabId,
  (state, views, frame, tabId) => {
    const last = state[shownTab(views, frame, tabId)]
    return last === undefined || last.next === null ? null : last
  },
)
