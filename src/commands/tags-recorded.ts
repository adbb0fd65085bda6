/** Taking back what was tagged on another day or another machine: steps that only the record knows. */
import * as z from 'zod/mini'
import { id, nanoId } from '#contracts/ids.ts'
import type { TagCategory } from '#contracts/tags.ts'
import { type NamedTag, recordedTagSteps, standingTags } from '../events/tagging-recorded.ts'
import { tagsMoved } from '../events/tags-moved.ts'
import { getIn } from '../stores/buckets.ts'
import { command, isRejection, reject } from './define.ts'
import { recordedBack, takeBackRecorded } from './recorded-back.ts'
import { applyTags } from './tags.ts'

/**
 * Takes a change of tags back on the record (`through`: with all that came after it), with the undo mark, as undo takes back a step of this browser; redo puts it
 * forth again. What somebody else has changed since stays as he has it; where he has decided in an exclusive category,
 * nothing is done and the reason names both, until the reviewer overwrites it knowingly.
 */
export const undoRecordedTags = command({
  type: 'tags.undoRecorded',
  capture: 'never',
  payload: z.object({
    documentId: id,
    changeId: nanoId,
    overwrite: z.optional(z.boolean()),
    through: z.optional(z.boolean()),
  }),
  decide: (state, { documentId, changeId, overwrite = false, through = false }, ctx) => {
    const steps = recordedBack(state, documentId, ctx.userId, (rows, userId) =>
      recordedTagSteps(rows, userId).map((step) => ({ ...step, id: step.changeId })),
    )
    return takeBackRecorded(steps, changeId, through, state, ctx, (step, current) => {
      const idsOf = (tags: readonly NamedTag[]) =>
        tags.flatMap((tag) => tagNamed(current.tags.categories ?? [], tag) ?? [])
      const add = idsOf(standingTags(step, false))
      const remove = idsOf(standingTags(step, true))
      const drafts = applyTags.decide(current, { documentId, add, remove }, ctx)
      if (isRejection(drafts) || drafts.length === 0) return isRejection(drafts) ? drafts : []
      const turned = (on: boolean) => idsOf(step.turned.filter((one) => one.on === on))
      const key = String(documentId)
      const doc = getIn(current.tags.documents, key)
      const rows = getIn(current.audit.documents, key)?.rows ?? []
      const moved =
        overwrite || !doc
          ? []
          : tagsMoved(current.tags.categories ?? [], doc, { on: turned(true), off: turned(false) }, rows)
      if (moved.length > 0) return reject(moved.map((one) => one.message).join(' '))
      return { command: applyTags.type, drafts }
    })
  },
  label: ({ through }) => (through ? 'Undo back to here, on the record' : 'Undo what the record shows'),
})

const tagNamed = (
  categories: readonly TagCategory[],
  { category, tag, tagId }: NamedTag,
): number | undefined =>
  tagId ?? categories.find(({ name }) => name === category)?.tags.find(({ name }) => name === tag)?.tagId
