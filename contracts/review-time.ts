/** How long somebody has worked on a document: seconds, and nothing of what was done in them. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id } from './ids.ts'

/** A browser reports after each minute of work, and no gap that counts is longer than the longest idle timeout: 8 hours. */
export const reportedSeconds = z.int().check(z.minimum(1), z.maximum(481 * 60))

export const recordTime = call({
  name: 'reviewTime.record',
  method: 'POST',
  path: '/v1/metrics/coding',
  needs: 'coding.save',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({ documentId: id, seconds: reportedSeconds }),
  reply: z.object({ /** False: the project does not record review time. */ recorded: z.boolean() }),
  summary:
    'Add seconds that the caller has worked on a document, once for each key. Nothing is recorded where the project ' +
    'does not record review time.',
})
