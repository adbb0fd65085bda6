/**
 * Redacted cells of spreadsheets: what the record has of a document, each gesture on its way there, and its end. What somebody
 * did is kept for ever; what the server can tell again is not. Places and labels stand here, words of the document never do.
 */
import * as z from 'zod/mini'
import { id, nanoId } from '#contracts/ids.ts'
import { cellsMarkup, documentCells, redactedCells, removedCells } from '#contracts/redacted-cells.ts'
import { event } from '../define.ts'

const stream = ({ documentId }: { documentId: number }) => `document:${documentId}`
const change = { log: 'project', retention: 'audit', stream } as const

/** What the record has. Gestures on their way stay on top of it. */
export const cellsArrived = event({
  type: 'redactedCells.arrived',
  log: 'project',
  retention: 'session',
  stream,
  payload: documentCells,
})

/** What of redacted cells can be changed. */
export const cellsLook = z.pick(redactedCells, { label: true, reason: true })
export type CellsLook = z.infer<typeof cellsLook>

/** A gesture left for the server: all of it is written there, or nothing. The request's id names it (coding/mark.ts). */
export const cellsGestureAsked = event({
  ...change,
  type: 'redactedCells.gestureAsked',
  payload: z.object({
    documentId: id,
    markup: cellsMarkup,
    /** What is changed, as it was: so that it can be put back. */
    was: z.array(z.extend(cellsLook, { key: nanoId })),
    /** All of the document are removed, which then were at this revision. */
    clears: z.optional(z.int()),
  }),
})
export type AskedCells = z.infer<typeof cellsGestureAsked.payload>

export const cellsGestureConfirmed = event({
  ...change,
  type: 'redactedCells.gestureConfirmed',
  payload: z.object({
    documentId: id,
    gesture: nanoId,
    revision: z.int(),
    data: z.array(redactedCells),
    removed: z.array(removedCells),
  }),
})

/** Nothing of it was written. It stays beside what stands until the person has decided. */
export const cellsGestureRefused = event({
  ...change,
  type: 'redactedCells.gestureRefused',
  payload: z.object({ documentId: id, gesture: nanoId, code: z.string(), message: z.string() }),
})

export const cellsRefusalDropped = event({
  ...change,
  type: 'redactedCells.refusalDropped',
  payload: z.object({ documentId: id, gesture: nanoId }),
})
