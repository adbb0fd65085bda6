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
  /** When the caller ceased to have it; else since when it stands so. */
  since: instant,
  /** Who took it away, if it was not the caller. */
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

/** Why the caller saves nothing under it: `Rita Moss took batch 3 of First pass back. Rob Yates has it now.` */
export function notHeldWords({ state, number, assignmentName, holder, movedBy }: BatchStanding): string {
  const batch = `batch ${number} of ${assignmentName}`
  if (state === 'held') return `You have ${batch} checked out.`
  if (state === 'deleted') return `${assignmentName} was deleted, with its batches.`
  const left = movedBy === null ? `You have checked in ${batch}.` : `${movedBy} took ${batch} back.`
  return state === 'given' && holder !== null ? `${left} ${holder} has it now.` : left
}
