/**
 * Redactions: what the record has of a document, each gesture on its way there, and its end. What somebody did is kept for
 * ever; what the server can tell again is not. Places and labels stand here, words of the document never do.
 */
import * as z from 'zod/mini'
import { id, nanoId } from '#contracts/ids.ts'
import { documentRedactions, markup, redaction, removedRedaction } from '#contracts/redactions.ts'
import { event } from '../define.ts'

const stream = ({ documentId }: { documentId: number }) => `document:${documentId}`
const change = { log: 'project', retention: 'audit', stream } as const
const inTab = {
  log: 'project',
  retention: 'session',
  stream: ({ tabId }: { tabId: string }) => `redaction:${tabId}`,
} as const

/** What the record has. Gestures on their way stay on top of it. */
export const redactionsArrived = event({
  type: 'redaction.arrived',
  log: 'project',
  retention: 'session',
  stream,
  payload: documentRedactions,
})

/** What of a redaction can be changed. */
export const redactionLook = z.pick(redaction, { boxes: true, label: true, reason: true })
export type RedactionLook = z.infer<typeof redactionLook>

/** A gesture left for the server: all of it is written there, or nothing. The request's id names it (coding/mark.ts). */
export const gestureAsked = event({
  ...change,
  type: 'redaction.gestureAsked',
  payload: z.object({
    documentId: id,
    markup,
    /** What is changed, as it was: so that it can be put back. */
    was: z.array(z.extend(redactionLook, { key: nanoId })),
    /** All of the document are removed, which then were at this revision. */
    clears: z.optional(z.int()),
  }),
})
export type AskedGesture = z.infer<typeof gestureAsked.payload>

export const gestureConfirmed = event({
  ...change,
  type: 'redaction.gestureConfirmed',
  payload: z.object({
    documentId: id,
    gesture: nanoId,
    revision: z.int(),
    data: z.array(redaction),
    removed: z.array(removedRedaction),
  }),
})

/** Nothing of it was written. It stays beside what stands until the person has decided. */
export const gestureRefused = event({
  ...change,
  type: 'redaction.gestureRefused',
  payload: z.object({ documentId: id, gesture: nanoId, code: z.string(), message: z.string() }),
})

export const refusalDropped = event({
  ...change,
  type: 'redaction.refusalDropped',
  payload: z.object({ documentId: id, gesture: nanoId }),
})

/**
 * The redactions on the pages of a document are put on its exact copies, or what one has put there is taken back. `revision`:
 * of its redactions, as they were seen.
 */
export const copyingAsked = event({
  ...change,
  type: 'redaction.copyingAsked',
  payload: z.object({ documentId: id, act: z.enum(['copy', 'takeBack']), copied: nanoId, revision: z.int() }),
})

export const redactionTool = z.enum(['box', 'words', 'page', 'inverse'])
export type RedactionTool = z.infer<typeof redactionTool>

export const toolChosen = event({
  ...inTab,
  type: 'redaction.toolChosen',
  payload: z.object({ tabId: z.string(), tool: redactionTool }),
})

export const previewTurned = event({
  ...inTab,
  type: 'redaction.previewTurned',
  payload: z.object({ tabId: z.string(), on: z.boolean() }),
})

export const panelTurned = event({
  ...inTab,
  type: 'redaction.panelTurned',
  payload: z.object({ tabId: z.string(), on: z.boolean() }),
})

/** What the next redaction is labeled with, in all tabs of the project. */
export const labelChosen = event({
  type: 'redaction.labelChosen',
  log: 'project',
  retention: 'session',
  stream: () => 'redactionLabel',
  payload: z.pick(redaction, { label: true, reason: true }),
})

/** The pages as they leave are asked for as a file. */
export const redactedFileAsked = event({
  type: 'redaction.fileAsked',
  log: 'project',
  retention: 'audit',
  stream,
  payload: z.object({ documentId: id }),
})
