/** Taking back what was coded on another day or another machine: steps that only the record knows. */
import * as z from 'zod/mini'
import { id, nanoId } from '#contracts/ids.ts'
import { isPassed, recordedSteps, standingChanges } from '../events/coding/recorded.ts'
import { getIn } from '../stores/buckets.ts'
import { restore } from './coding.ts'
import { command, isRejection, reject } from './define.ts'

/**
 * Takes a save back on the record, with the undo mark, as undo takes back a step of this browser; redo puts it forth
 * again. Where somebody has coded a field since, nothing is done and the reason names both values; with `overwrite` the
 * reviewer has decided for what was before.
 */
export const undoRecorded = command({
  type: 'coding.undoRecorded',
  capture: 'never',
  payload: z.object({ documentId: id, saveId: nanoId, overwrite: z.optional(z.boolean()) }),
  decide: (state, { documentId, saveId, overwrite = false }, ctx) => {
    const rows = getIn(state.audit.documents, String(documentId))?.rows ?? []
    const step = recordedSteps(rows, ctx.userId).find((one) => one.saveId === saveId)
    if (!step) return reject('The record shows no such step of yours.')
    const changes = [...standingChanges(step, state.coding.forms)]
    if (changes.length === 0) return reject('Nothing of this step is left to be undone.')
    const undoes = isPassed(step) ? [] : [saveId]
    const drafts = restore.decide(state, { documentId, changes, overwrite, undoes }, ctx)
    if (isRejection(drafts)) return drafts
    const mark = {
      kind: 'undo',
      group: saveId,
      targets: [saveId],
      via: { command: restore.type, part: 0 },
    } as const
    return drafts.map((draft) => ({ ...draft, undo: mark }))
  },
  label: () => 'Undo what the record shows',
})
