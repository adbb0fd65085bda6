/** Puts a session into a file of this computer, piece by piece: a large one never stands in memory as one text. */

import type * as z from 'zod/mini'
import type { SaveFile } from '../../effects/save-file.ts'
import type { EventCatalog } from '../../events/catalog/catalog.ts'
import type { exportRequested } from '../../events/catalog/timeline.ts'
import { $clockAhead, type ExportPlan } from '../../stores/timeline.ts'
import type { App } from '../ports.ts'
import { writeSession } from './session-file.ts'

export interface ExportPorts {
  readonly app: Pick<App, 'log' | 'state' | 'scope'>
  readonly catalog: EventCatalog
  readonly origin: string
  readonly now: () => number
  readonly saveFile: SaveFile
}

export async function exportSession(
  { app, catalog, origin, now, saveFile }: ExportPorts,
  { part, logs }: z.infer<typeof exportRequested.payload>,
  plan: ExportPlan | undefined,
): Promise<{ events: number; name: string }> {
  const { session } = app.state()
  const exportedAt = new Date(now()).toISOString()
  const lines = writeSession(
    app.log,
    logs,
    {
      program: session.version,
      origin,
      by: session.profile?.userName ?? `User ${session.userId ?? ''}`.trim(),
      exportedAt,
      clockAhead: app.scope.getState($clockAhead),
      part,
    },
    catalog,
    plan,
  )
  const parts: Blob[] = []
  let step = await lines.next()
  for (; step.done !== true; step = await lines.next()) parts.push(new Blob([step.value]))
  const name = `affiant-session-${exportedAt.slice(0, 19).replaceAll(':', '')}.ndjson`
  saveFile(name, 'application/x-ndjson', parts)
  return { events: step.value, name }
}
