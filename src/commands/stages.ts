/** Moving documents between processing and review. */
import { move, moveBegun, moveRefused, moveRequested } from '../events/catalog/stages.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const

const words = {
  promote: 'Promote',
  filter: 'Filter out',
  restore: 'Restore',
  rollback: 'Roll back promoted',
} as const

/** Said once to the server, which does it with whole families, step by step. */
export const moveDocuments = command({
  ...never,
  type: 'stages.move',
  payload: move,
  decide: ({ stages }, asked, { can, newId }) => {
    if (!can('collect.manage')) return reject('Moving documents needs litigation support or a stronger role.')
    if (asked.what === 'filter' && asked.name.trim() === '')
      return reject('Give the filter a name: documents say by which one they were filtered out.')
    // A second press of the button says the same once more.
    if (stages.asking.some((one) => JSON.stringify(one.move) === JSON.stringify(asked)))
      return reject('This has just been asked for.')
    return [moveRequested({ moveId: newId(), move: asked })]
  },
  label: ({ what }) => `${words[what]} documents`,
})

/** The server's answers, by the effect. */
export const beginMove = command({
  ...never,
  type: 'stages.begin',
  payload: moveBegun.payload,
  decide: (_state, payload) => [moveBegun(payload)],
  label: ({ jobId }) => `Job ${jobId} does it`,
})

export const refuseMove = command({
  ...never,
  type: 'stages.refuse',
  payload: moveRefused.payload,
  decide: (_state, payload) => [moveRefused(payload)],
  label: ({ message }) => message,
})
