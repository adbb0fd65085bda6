/** Having the text of pictures recognised. */
import * as z from 'zod/mini'
import { pickCount, picksOf } from '../events/bulk/picks.ts'
import { ocrRequested } from '../events/catalog/ocr.ts'
import { documentsOf } from './bulk.ts'
import { command, reject } from './define.ts'
import { acting, answeredIn } from './review-moving.ts'

/** Of the documents that are picked; where none are, of all of the result. */
export const recogniseText = command({
  type: 'ocr.start',
  capture: 'never',
  payload: z.object({ withText: z.boolean() }),
  decide: (state, { withText }, { tabId, can }) => {
    if (!can('ocr.run')) return reject('Text recognition is started by review managers.')
    const list = answeredIn(state, acting(state, tabId))
    if (list === null) return reject('There is no result.')
    const picks = picksOf(state.bulk, tabId, list.snapshotId)
    const documents =
      picks === null || pickCount(picks, list.totalCount) === 0
        ? { snapshotId: list.snapshotId, except: [] }
        : documentsOf(picks)
    return [ocrRequested({ tabId, documents, withText })]
  },
  label: () => 'Recognise the text of pictures',
})
