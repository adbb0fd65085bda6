/** Writes an exported session into a file of this computer. */
import type * as z from 'zod/mini'
import { addToast } from '../commands/toasts.ts'
import { exportRequested } from '../events/catalog/timeline.ts'
import { type ExportPlan, exportPlans } from '../stores/timeline.ts'
import { type AnyEffect, effect } from './define.ts'

/** Writes what is asked for; answers how many events that were, and the file's name. */
export type WriteSession = (
  asked: z.infer<typeof exportRequested.payload>,
  plan: ExportPlan | undefined,
) => Promise<{ readonly events: number; readonly name: string }>

export const timelineEffects = (write: WriteSession): AnyEffect[] => [
  effect({
    name: 'timeline.writeSession',
    on: exportRequested,
    strategy: 'every',
    request: ({ payload }, { cached }) => write(payload, cached(exportPlans, payload.key)),
    done: (_, { events, name }) => ({
      commands: [addToast({ kind: 'success', message: `${events} events saved as ${name}` })],
    }),
    fail: () => ({
      commands: [addToast({ kind: 'error', message: 'The session could not be exported. Try again.' })],
    }),
  }),
]
