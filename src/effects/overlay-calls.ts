/** What effects of files of values ask of the server, and what its answers become. */
import { checkCustomIds, checkMetadata, keyFields, overlayLimits } from '#contracts/overlay.ts'
import { endLook } from '../commands/overlay.ts'
import type { lookAsked } from '../events/catalog/overlay.ts'
import type { PayloadOf } from '../events/define.ts'
import { write } from '../stores/cache.ts'
import { overlayFiles, overlayReports } from '../stores/overlay.ts'
import type { Outcome, RequestContext } from './define.ts'

/** Nothing of the documents changes by it, so that a try whose answer was lost is made again. */
export async function lookAt(
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
