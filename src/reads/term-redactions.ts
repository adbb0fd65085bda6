/** What a search for what is to be redacted has found, and what was made of it. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { getTermRedaction, listTermPlaces } from '#contracts/term-redactions.ts'
import { read } from './read.ts'

/** Behind the last that is known; null: from the first. */
const after = z.nullable(id)
const behind = (last: number | null) => (last === null ? {} : { after: last })

export const termSearch = read({
  name: 'termRedaction.standing',
  event: 'termRedaction.standingAsked',
  label: 'Look up what was found to redact',
  log: 'project',
  payload: z.strictObject({ jobId: id, after }),
  ask: ({ jobId, after: last }, { call }) =>
    call(getTermRedaction, { params: { jobId }, query: behind(last) }),
})

export const termPlaces = read({
  name: 'termRedaction.places',
  event: 'termRedaction.placesAsked',
  label: 'Look up places to redact in a document',
  log: 'project',
  payload: z.strictObject({ jobId: id, documentId: id, after }),
  ask: ({ jobId, documentId, after: last }, { call }) =>
    call(listTermPlaces, { params: { jobId }, query: { documentId, ...behind(last) } }),
})
