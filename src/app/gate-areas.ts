/**
 * What the sign-in page consists of: the session, and the kernel's own areas. Everything else is fetched while somebody
 * types a password. Its one log is the device log: nothing of an account is opened here.
 */

import * as z from 'zod/mini'
import { command } from '../commands/define.ts'
import * as effects from '../commands/effects.ts'
import * as kernel from '../commands/kernel.ts'
import { registryOf } from '../commands/registry.ts'
import * as session from '../commands/session.ts'
import * as toasts from '../commands/toasts.ts'
import { catalogOf } from '../events/catalog/catalog.ts'
import * as effectEvents from '../events/catalog/effects.ts'
import * as kernelEvents from '../events/catalog/kernel.ts'
import { tabJoined } from '../events/catalog/selection.ts'
import * as sessionEvents from '../events/catalog/session.ts'
import * as toastEvents from '../events/catalog/toasts.ts'
import { logState } from '../stores/logState.ts'
import { network } from '../stores/network.ts'
import { selection } from '../stores/selection.ts'
import { session as sessionState } from '../stores/session.ts'
import { toasts as toastsState } from '../stores/toasts.ts'
import type { Areas } from './ports.ts'

/** A tab joins its account in the workspace, which is opened next; here there is nothing to join. */
const join = command({
  type: 'selection.join',
  capture: 'never',
  payload: z.strictObject({}),
  decide: () => [],
  label: () => 'Open the workspace',
})

export const gateAreas: Areas = {
  registry: registryOf([kernel, effects, session, toasts, { join }]),
  catalog: catalogOf([kernelEvents, effectEvents, sessionEvents, toastEvents, { tabJoined }]),
  projections: { session: sessionState, selection, toasts: toastsState, logState, network },
  effects: [],
  who: ({ session: { userId, roleName } }) => ({
    userId,
    role: roleName ?? '',
    projectId: null,
    can: () => false,
  }),
  place: () => ({ userId: null, projectId: null }),
}
