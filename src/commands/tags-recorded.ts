/** Taking back what was tagged on another day or another machine: steps that only the record knows. */
import * as z from 'zod/mini'
import { id, nanoId } from '#contracts/ids.ts'
import type { TagCategory } from '#contracts/tags.ts'
import { type NamedTag, recordedTagSteps, standingTags } from '../events/tagging-recorded.ts'
import { getIn } from '../stores/buckets.ts'
import { command, isRejection, reject } from './define.ts'
import { applyTags } from './tags.ts'

/**
 * Takes a change of tags back on the record, with the undo mark, as undo takes back a step of this browser; redo puts it
 * forth again. What somebody else has changed since stays as he has it.
 */
export const undoRecordedTags = command({
  type: 'tags.undoRecorded',
  capture: 'never',
  payload: z.object({ documentId: id, changeId: nanoId }),
  decide: (state, { documentId, changeId }, ctx) => {
    const rows = getIn(state.audit.documents, String(documentId))?.rows ?? []
    const step = recordedTagSteps(rows, ctx.userId).find((one) => one.changeId === changeId)
    if (!step) return reject('The record shows no such step of yours.')
    const idsOf = (tags: readonly NamedTag[]) =>
      tags.flatMap((tag) => tagNamed(state.tags.categories ?? [], tag) ?? [])
    const add = idsOf(standingTags(step, false))
    const remove = idsOf(standingTags(step, true))
    const drafts = applyTags.decide(state, { documentId, add, remove }, ctx)
    if (isRejection(drafts)) return drafts
    if (drafts.length === 0) return reject('Nothing of this step is left to be undone.')
    const mark = {
      kind: 'undo',
      group: changeId,
      targets: [changeId],
      via: { command: applyTags.type, part: 0 },
    } as const
    return drafts.map((draft) => ({ ...draft, undo: mark }))
  },
  label: () => 'Undo what the record shows',
})

const tagNamed = (categories: readonly TagCategory[], { category, tag }: NamedTag): number | undefined =>
  categories.find(({ name }) => name === category)?.tags.find(({ name }) => name === tag)?.tagId
