/** Has a file of values looked at. */
import { checkCustomIds, checkMetadata, keyFields, overlayLimits } from '#contracts/overlay.ts'
import { endLook } from '../commands/overlay.ts'
import { lookAsked } from '../events/catalog/overlay.ts'
import type { PayloadOf } from '../events/define.ts'
import { write } from '../stores/cache.ts'
import { overlayFiles, overlayReports } from '../stores/overlay.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import { asOutcome } from './outcomes.ts'

/** Nothing of the documents changes by it, so that a try whose answer was lost is made again. */
async function lookAt(
  { overlayKey, kind, key, by, clears }: PayloadOf<typeof lookAsked>,
  { call, cached }: RequestContext,
): Promise<Outcome> {
  const refuse = (message: string): Outcome => ({
    commands: [endLook({ overlayKey, overlayId: null, message })],
  })
  const file = cached(overlayFiles, overlayKey)
  if (file === undefined) return refuse('The file is no longer at hand: choose it again.')
  if (file.size > overlayLimits.bytes)
    return refuse(`A file has at most ${overlayLimits.bytes / 1024 / 1024} MB. Part it.`)
  const field = keyFields.find((one) => one === by)
  const report = await call(kind === 'customIds' ? checkCustomIds : checkMetadata, {
    query: {
      blank: clears ? 'clear' : 'keep',
      ...(key === null ? {} : { key }),
      ...(field === undefined ? {} : { by: field }),
    },
    body: file,
    idempotencyKey: null,
    repeatable: true,
  })
  return {
    cache: [write(overlayReports, overlayKey, report)],
    commands: [endLook({ overlayKey, overlayId: report.overlayId, message: null })],
  }
}

export const overlayEffects = [
  effect({
    name: 'overlay.look',
    on: lookAsked,
    strategy: 'queue',
    scope: 'project',
    retry: { times: 3, base: 500, cap: 8_000 },
    request: ({ payload }, ctx) => lookAt(payload, ctx),
    done: asOutcome,
    fail: ({ payload: { overlayKey } }, { message }) => ({
      commands: [endLook({ overlayKey, overlayId: null, message })],
    }),
  }),
]
