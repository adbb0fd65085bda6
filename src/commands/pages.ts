/** Looking at page images. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { pagesRequested, pagesTurned, turn, zoom, zoomChosen } from '../events/catalog/pages.ts'
import { command } from './define.ts'

const never = { capture: 'never' } as const

/** Asks what pages a document has. */
export const readPages = command({
  ...never,
  type: 'pages.read',
  payload: z.object({ documentId: id }),
  decide: (_, { documentId }, { tabId }) => [pagesRequested({ tabId, documentId })],
  label: () => 'Show the pages',
})

export const chooseZoom = command({
  ...never,
  type: 'pages.chooseZoom',
  payload: z.object({ zoom }),
  decide: (_, chosen, { tabId }) => [zoomChosen({ tabId, zoom: chosen.zoom })],
  label: ({ zoom: chosen }) =>
    typeof chosen === 'number'
      ? `Show pages at ${Math.round(chosen * 100)} %`
      : `Fit pages to the ${chosen === 'page' ? 'window' : 'width'}`,
})

export const turnPages = command({
  ...never,
  type: 'pages.turn',
  payload: z.object({ documentId: id, turn }),
  decide: (_, turned, { tabId }) => [pagesTurned({ tabId, ...turned })],
  label: () => 'Turn the pages',
})
