/** Taking back what was coded on another day or another machine: steps that only the record knows. */
import * as z from 'zod/mini'
import { id, nanoId } from '#contracts/ids.ts'
import { isPassed, recordedSteps, standingChanges } from '../events/coding/recorded.ts'
import { restore } from './coding.ts'
import { command, isRejection } from './define.ts'
import { recordedBack, takeBackRecorded } from './recorded-back.ts'

/**
 * Takes a save back on the record, with the undo mark, as undo takes back a step of this browser; redo puts it forth
 * again. `through`: with all that came after it. Where somebody has coded a field since, nothing is done and the reason
 * names both values; with `overwrite` the reviewer has decided for what was before.
 */
export const undoRecorded = command({
  type: 'coding.undoRecorded',
  capture: 'never',
  payload: z.object({
    documentId: id,
    saveId: nanoId,
    overwrite: z.optional(z.boolean()),
    through: z.optional(z.boolean()),
  }),
  decide: (state, { documentId, saveId, overwrite = false, through = false }, ctx) => {
    const steps = recordedBack(state, documentId, ctx.userId, (rows, userId) =>
      recordedSteps(rows, userId).map((step) => ({ ...step, id: step.saveId })),
    )
    return takeBackRecorded(steps, saveId, through, state, ctx, (step, current) => {
      const changes = [...standingChanges(step, current.coding.forms)]
      if (changes.length === 0) return []
      const undoes = isPassed(step) ? [] : [step.saveId]
      const drafts = restore.decide(current, { documentId, changes, overwrite, undoes }, ctx)
      return isRejection(drafts) ? drafts : { command: restore.type, drafts }
    })
  },
  label: ({ through }) => (through ? 'Undo back to here, on the record' : 'Undo what the record shows'),
})
