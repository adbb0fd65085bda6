/** Has a file of values looked at. */
import { endLook } from '../commands/overlay.ts'
import { lookAsked } from '../events/catalog/overlay.ts'
import { effect } from './define.ts'
import { later } from './later.ts'
import { told } from './outcomes.ts'

const calls = later(() => import('./overlay-calls.ts'))

export const overlayEffects = [
  effect({
    name: 'overlay.look',
    on: lookAsked,
    strategy: 'queue',
    scope: 'project',
    retry: { times: 3, base: 500, cap: 8_000 },
    request: async ({ payload }, ctx) => (await calls()).lookAt(payload, ctx),
    done: told,
    fail: ({ payload: { overlayKey } }, { message }) => ({
      commands: [endLook({ overlayKey, overlayId: null, message })],
    }),
  }),
]
