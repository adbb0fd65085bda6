/** How a batch stands for somebody who has, or had, checked it out: what may be saved under it depends on that. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, idParam, instant } from './ids.ts'

export const batchStanding = z.object({
  batchId: id,
  assignmentId: id,
  assignmentName: z.string(),
  number: z.int(),
  /**
   * `held`: checked out to the caller; `given`: to somebody else; `completed`: checked in as completed; `free`: back in
   * the pool; `deleted`: with its assignment.
   */
  state: z.enum(['held', 'given', 'completed', 'free', 'deleted']),
  /** Who else has it, or has completed it. */
  holder: z.nullable(z.string()),
  /** Since when it stands so. */
  since: instant,
  /** Who made it so, if it was not the caller. */
  movedBy: z.nullable(z.string()),
})
export type BatchStanding = z.infer<typeof batchStanding>

export const getStanding = call({
  name: 'assignments.standing',
  method: 'GET',
  path: '/review/assignment/batch/standing',
  needs: 'batch.take',
  scope: 'project',
  query: z.strictObject({ batchId: idParam }),
  reply: batchStanding,
  summary:
    'Whether the caller still has a batch checked out, else who has moved it, when, and to whom. Only for those who ' +
    'have or had it, and for those who manage assignments.',
})

/** Why the caller saves nothing under it: `Batch 3 of First pass was given to Rob Yates by Rita Moss.` */
export function notHeldWords({ state, number, assignmentName, holder, movedBy }: BatchStanding): string {
  const batch = `Batch ${number} of ${assignmentName}`
  const by = movedBy === null ? '' : ` by ${movedBy}`
  switch (state) {
    case 'held':
      return `${batch} is checked out to you.`
    case 'given':
      return `${batch} was given to ${holder ?? 'somebody else'}${by}.`
    case 'completed':
      return movedBy === null
        ? `You have checked in ${batch.replace('Batch', 'batch')}.`
        : `${batch} was completed${by}.`
    case 'free':
      return movedBy === null
        ? `You have checked in ${batch.replace('Batch', 'batch')} as pending.`
        : `${batch} was taken back${by}.`
    case 'deleted':
      return `${assignmentName} was deleted${by}, with its batches.`
  }
}
