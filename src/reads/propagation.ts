/** What a save would do to related documents, and which have joined them since. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { listJoined, previewPropagation } from '#contracts/propagation.ts'
import { readTimeout } from '../effects/define.ts'
import { read } from './read.ts'

/** The newest question takes the place of the one before; what is typed is asked about once it rests. */
const quietMs = 150

export const preview = read({
  name: 'propagation.preview',
  label: 'Look where the coding would go',
  log: 'project',
  payload: previewPropagation.body,
  lane: () => 'propagation:preview',
  limit: 10,
  retry: { times: 0, base: 0, cap: 0 },
  ask: async (body, { call, rest }) => {
    await rest(quietMs)
    return await call(previewPropagation, {
      body,
      idempotencyKey: null,
      repeatable: true,
      timeout: readTimeout,
    })
  },
})

export const joined = read({
  name: 'propagation.joined',
  label: 'Look which documents have joined since',
  log: 'project',
  payload: z.object({ documentId: id }),
  lane: () => 'propagation:joined',
  limit: 10,
  ask: ({ documentId }, { call }) => call(listJoined, { query: { documentId } }),
})
