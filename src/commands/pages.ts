/** Looking at page images. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { receivedImages } from '#contracts/pages.ts'
import { imagesChosen, pageSought, pagesTurned, turn, zoom, zoomChosen } from '../events/catalog/pages.ts'
import { command } from './define.ts'

const never = { capture: 'never' } as const

export const chooseZoom = command({
  ...never,
  type: 'pages.chooseZoom',
  payload: z.object({ zoom }),
  decide: (_, chosen, { tabId }) => [zoomChosen({ tabId, zoom: chosen.zoom })],
  label: ({ zoom: chosen }) =>
    typeof chosen === 'number'
      ? `Show pages at ${Math.round(chosen * 100)}%`
      : `Fit pages to the ${chosen === 'page' ? 'window' : 'width'}`,
})

export const chooseImages = command({
  ...never,
  type: 'pages.chooseImages',
  payload: z.object({ productionId: z.nullable(z.int()) }),
  decide: (_, { productionId }, { tabId }) => [imagesChosen({ tabId, productionId })],
  label: ({ productionId }) =>
    productionId === null
      ? 'Show the pages of the document itself'
      : productionId === receivedImages.productionId
        ? 'Show the pages that were received'
        : 'Show the pages that were produced',
})

/** Shows a page (from 1) of a document as a production has it, once the document is in view in its pages. */
export const seekPage = command({
  ...never,
  type: 'pages.seek',
  payload: z.object({ documentId: id, productionId: id, page: z.int().check(z.positive()) }),
  decide: (_, sought, { tabId }) => [pageSought({ tabId, ...sought })],
  label: ({ page }) => `Show page ${page} as it was produced`,
})

export const turnPages = command({
  ...never,
  type: 'pages.turn',
  payload: z.object({ documentId: id, turn }),
  decide: (_, turned, { tabId }) => [pagesTurned({ tabId, ...turned })],
  label: () => 'Turn the pages',
})
