import { expect, it } from 'vitest'
import { sheetViewAfter } from '#src/events/sheet-view.ts'
import { createDesk, documentId } from '#tests/support/desk.ts'
import { lookAtSheet } from './sheets.ts'

it('what is said of a view at the same moment is true together: a place and a sheet', async () => {
  const desk = await createDesk()
  try {
    const { tab } = desk
    const last = () => tab.state().sheets.byTab[tab.tabId()]
    await Promise.all([
      tab.dispatch(lookAtSheet({ documentId, change: { sheet: 2, row: 7, column: 1 } })),
      // Of one who did not know of the other sheet yet.
      tab.dispatch(lookAtSheet({ documentId, change: { row: 8 } })),
      tab.dispatch(lookAtSheet({ documentId, change: { zoom: 150 } })),
    ])
    expect(sheetViewAfter(last(), documentId)).toMatchObject({
      ...{ documentId, sheet: 2, row: 8, column: 1, zoom: 150 },
    })
    // Another document begins at its first cell, in the way the one before was looked at.
    await tab.dispatch(lookAtSheet({ documentId: documentId + 1, change: { column: 3 } }))
    expect(sheetViewAfter(last(), documentId + 1)).toMatchObject({
      ...{ sheet: 0, row: 0, column: 3, zoom: 150 },
    })
  } finally {
    await desk.close()
  }
})
