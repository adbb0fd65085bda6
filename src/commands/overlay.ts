/** Overlay from file: looking at it, and loading what is right in it. */
import * as z from 'zod/mini'
import { isUnderWay } from '../events/bulk/picks.ts'
import { bulkRequested } from '../events/catalog/bulk.ts'
import { lookAsked, lookEnded } from '../events/catalog/overlay.ts'
import { command, reject } from './define.ts'
import { noCollecting } from './no-collecting.ts'

const never = { capture: 'never' } as const

/** The file's bytes are in `overlayFiles`, under the same key. */
export const lookAtFile = command({
  ...never,
  type: 'overlay.look',
  payload: lookAsked.payload,
  decide: (_state, payload, { can }) => (can('collect.manage') ? [lookAsked(payload)] : reject(noCollecting)),
  label: ({ fileName }) => `Look at ${fileName}`,
})

/** By the effect, with what became of it. */
export const endLook = command({
  ...never,
  type: 'overlay.endLook',
  payload: lookEnded.payload,
  decide: (_state, payload) => [lookEnded(payload)],
  label: ({ message }) => message ?? 'The file was looked at',
})

/** Loads the file that this tab has looked at, as one change of many documents, which is undone as one. */
export const loadFile = command({
  ...never,
  type: 'overlay.load',
  payload: z.object({ title: z.string(), count: z.int() }),
  decide: ({ overlay, bulk }, { title, count }, { can, tabId, newId }) => {
    if (!can('collect.manage')) return reject(noCollecting)
    const own = overlay.byTab[tabId]
    if (own?.overlayId == null) return reject('No file was looked at.')
    const last = bulk.changes.find(({ bulkId }) => bulkId === own.bulkId)
    if (last !== undefined && isUnderWay(last)) return reject('This file is being loaded.')
    if (last?.refused === null)
      return reject('This file has been loaded. Undo that, or look at the file again.')
    const ask = { what: 'overlay', overlayId: own.overlayId } as const
    return [bulkRequested({ bulkId: newId(), tabId, title, count, ask })]
  },
  label: ({ title }) => title,
})
