/** Looking at page images: how large and which way up they are shown. View state is per tab. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { event } from '../define.ts'

const inTab = {
  log: 'project',
  retention: 'session',
  stream: ({ tabId }: { tabId: string }) => `pages:${tabId}`,
} as const
const tabId = z.string()

/** Fitted to the width or to the whole of the pane, or a share of its own size. */
export const zoom = z.union([z.enum(['width', 'page']), z.number().check(z.minimum(0.1), z.maximum(8))])
/** Degrees to the right. */
export const turn = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])

export const zoomChosen = event({
  ...inTab,
  type: 'pages.zoomChosen',
  payload: z.object({ tabId, zoom }),
})

/** Pages are shown as a production has them, where it has the document; -2: as they were received; null: as they are. */
export const imagesChosen = event({
  ...inTab,
  type: 'pages.imagesChosen',
  payload: z.object({ tabId, productionId: z.nullable(z.int()) }),
})

/** A page (from 1) of a document as a production has it is what somebody wants to see. */
export const pageSought = event({
  ...inTab,
  type: 'pages.pageSought',
  payload: z.object({ tabId, documentId: id, productionId: id, page: z.int() }),
})

/** Pages of one document were turned: the next one is shown as it is. */
export const pagesTurned = event({
  ...inTab,
  type: 'pages.turned',
  payload: z.object({ tabId, documentId: id, turn }),
})
