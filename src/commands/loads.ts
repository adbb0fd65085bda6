/** Loads: preparing one, starting it, and keeping mappings as templates. */
import type * as z from 'zod/mini'
import {
  columnsFilled,
  loadDrafted,
  loadSettled,
  loadStartAsked,
  mappingDeletionAsked,
  mappingSaveAsked,
} from '../events/catalog/loads.ts'
import type { EventMaker } from '../events/define.ts'
import { command, type DecideContext, reject } from './define.ts'
import { noCollecting } from './no-collecting.ts'

const never = { capture: 'never' } as const

/** Whoever may collect may load. */
const decided =
  <P>(asked: EventMaker<string, P> & { readonly payload: z.ZodMiniType<P> }) =>
  (_state: unknown, payload: P, { can }: Pick<DecideContext, 'can'>) =>
    can('collect.manage') ? [asked(payload)] : reject(noCollecting)

export const draftLoad = command({
  ...never,
  type: 'loads.draft',
  payload: loadDrafted.payload,
  decide: decided(loadDrafted),
  label: ({ draft }) => (draft === null ? 'Begin the load anew' : 'Prepare a load'),
})

export const fillColumns = command({
  ...never,
  type: 'loads.fill',
  payload: columnsFilled.payload,
  decide: decided(columnsFilled),
  label: ({ columns }) => `Say what ${columns.length === 1 ? 'a column fills' : 'columns fill'}`,
})

export const startLoad = command({
  ...never,
  type: 'loads.start',
  payload: loadStartAsked.payload,
  decide: decided(loadStartAsked),
  label: ({ source }) => `Load what waits in ${source}`,
})

export const saveMapping = command({
  ...never,
  type: 'loads.saveTemplate',
  payload: mappingSaveAsked.payload,
  decide: decided(mappingSaveAsked),
  label: ({ name }) => `Save the mapping ${name}`,
})

export const deleteMapping = command({
  ...never,
  type: 'loads.deleteTemplate',
  payload: mappingDeletionAsked.payload,
  decide: decided(mappingDeletionAsked),
  label: ({ name }) => `Delete the mapping ${name}`,
})

/** By the effect, with what became of a form. */
export const settleLoad = command({
  ...never,
  type: 'loads.settle',
  payload: loadSettled.payload,
  decide: (_state, payload) => [loadSettled(payload)],
  label: ({ message }) => message ?? 'It is done',
})
